"""What the codes of loading mean (CLM1xx), and those of whole numbers (CLM220 to CLM229)."""

from __future__ import annotations

from claimdsl.diagnostics.code import Code

_GOOD = "claimdsl: 1\nname: sample\nextends: base\n"


def _with(lines: str) -> str:
    return _GOOD + lines


_GOOD_RULE = _with("rules:\n  lead:\n    next_leader: winner\n")
_GOOD_BLOCK = _with("rules:\n  lead:\n    after_trick: |\n      if last_trick: move middle to discard\n")
_GOOD_NUMBER = _with("setup:\n  2: {tricks: 13}\n")

CODES: tuple[Code, ...] = (
    Code("CLM101", "not UTF-8",
         "A ruleset is a text file in UTF-8. Files in UTF-16, Latin-1 or another encoding are not guessed at. A byte "
         "order mark at the very start is fine.", "", _GOOD),
    Code("CLM102", "too large",
         "A file holds at most 256 KiB, 20,000 keys and values, and 32 levels of nesting. No ruleset comes near.",
         _with("title: " + "[" * 40 + "]" * 40 + "\n"), _GOOD),
    Code("CLM103", "character that may not stand",
         "Control characters, bidirectional controls, line separators and byte order marks inside a text cannot be "
         "seen, or make it read otherwise than it looks. They are refused everywhere, and so are escapes that write "
         "them.", _with("title: sam\u202eple\n"), _with("title: sample\n")),
    Code("CLM104", "tab",
         "A tab is as wide as each editor likes, so it can stand nowhere in a ruleset. Write blanks.",
         _with("rules:\n\tlead:\n\t\tnext_leader: winner\n"), _GOOD_RULE),
    Code("CLM105", "nothing there",
         "The file is empty or holds only comments. A ruleset begins with `claimdsl: 1`.", "# to be written\n", _GOOD),
    Code("CLM106", "not a mapping",
         "A ruleset is a mapping: lines of `key: value`. The file is a list or a text.",
         "- claimdsl: 1\n- extends: base\n", _GOOD),
    Code("CLM107", "key stands twice",
         "A key stands once in a mapping. Rename one of the two, or write both together.",
         _with("title: one\ntitle: two\n"), _with("title: one\n")),
    Code("CLM108", "key is no word",
         "Keys are words on one line. A list, a mapping or nothing at all cannot be a key.",
         _with("[title, name]: sample\n"), _with("title: sample\n")),
    Code("CLM109", "look-alike letter in a key",
         "Keys are written with a to z, 0 to 9 and _. A letter of another script that looks the same is another "
         "letter.", _with("t\u0131tle: sample\n"), _with("title: sample\n")),
    Code("CLM110", "anchor or alias",
         "`&name` and `*name` are YAML's way to write a part once and use it twice. Rulesets have terms, `use` and "
         "`extends` for that. `&` is no `and`, and `*` no multiplication.",
         _with("rules:\n  lead:\n    next_leader: &who winner\n"), _GOOD_RULE),
    Code("CLM111", "merge key",
         "`<<` is YAML's way to copy a mapping into another. Rulesets are merged by `extends` and `use`.",
         _with("rules:\n  <<: {lead: {next_leader: winner}}\n"), _GOOD_RULE),
    Code("CLM112", "tag",
         "`!name` is YAML's way to name a type. Rulesets have none: what a value is follows from where it stands.",
         _with("rules:\n  lead:\n    next_leader: !who winner\n"), _GOOD_RULE),
    Code("CLM113", "directive",
         "A line that begins with `%` is a message to a YAML reader. Leave it out.", "%YAML 1.1\n---\n" + _GOOD, _GOOD),
    Code("CLM114", "second document",
         "YAML allows several documents in a file, divided by `---`. A file holds one ruleset: make two files of it.",
         _GOOD + "---\n" + _GOOD, _GOOD),
    Code("CLM115", "value that YAML reads otherwise",
         "YAML has its own use for values that begin with one of these: @ ` % > | [ { \" ' - ? , ] }. Quote the whole "
         "value, or write it as a block: `|`, and the value on the next line.",
         _with("rules:\n  lead:\n    next_leader: @winner\n"), _GOOD_RULE),
    Code("CLM116", "comma ends the value",
         "Inside `{...}` and `[...]` a comma goes on to the next entry, also within round brackets. Quote the value, "
         "or write the mapping on lines of its own.",
         _with("rules:\n  lead: {tier: count(filter(p in trick, p.value == 1))}\n"),
         _with("rules:\n  lead:\n    tier: count(filter(p in trick, p.value == 1))\n")),
    Code("CLM117", "comment that may be none",
         "A `#` behind a blank begins a comment, and the rest of the line is not read. Comments are written with a "
         "blank, `# so`; what is written without one may have been meant as part of the value.",
         _with("title: rule #1\n"), _with("title: \"rule #1\"\n")),
    Code("CLM118", "second colon in a value",
         "A value on the line of its key cannot hold a colon with a blank behind it. Effects with `:` are written as a "
         "block: `|`, and the effects on the lines beneath. A text is quoted.",
         _with("rules:\n  lead:\n    after_trick: if last_trick: move middle to discard\n"), _GOOD_BLOCK),
    Code("CLM119", "effects without a block",
         "The lines beneath a hook are read as keys unless `|` stands behind it.",
         _with("rules:\n  lead:\n    after_trick:\n      if last_trick: move middle to discard\n"), _GOOD_BLOCK),
    Code("CLM120", "line without a key",
         "Every line of a mapping is `key: value`, with a colon and a blank.", _with("title\nwords: {}\n"),
         _with("title: sample\n")),
    Code("CLM121", "indentation",
         "Keys that belong together begin in the same column; what belongs to a key begins further right.",
         _with("rules:\n    lead:\n      next_leader: winner\n  draw:\n    tier: 0\n"), _GOOD_RULE),
    Code("CLM122", "quote never closed", "A quoted value ends with the quote that it began with.",
         _with("title: \"sample\n"), _with("title: \"sample\"\n")),
    Code("CLM123", "unknown escape",
         "In double quotes a backslash begins an escape. Write two for a backslash, or use single quotes.",
         _with("title: \"a\\qb\"\n"), _with("title: 'a\\qb'\n")),
    Code("CLM124", "bracket never closed", "What `[` or `{` opens must be closed, and its parts divided by commas.",
         _with("use: [factions/claim\n"), _with("use: [factions/claim]\n")),
    Code("CLM125", "empty place in a list", "Something is missing before a comma.",
         _with("use: [factions/claim, , factions/claim2]\n"), _with("use: [factions/claim, factions/claim2]\n")),
    Code("CLM129", "not YAML", "The text is no YAML, for a rare reason: the message is the parser's own.", "", _GOOD),
    Code("CLM220", "no whole number", "A whole number is meant, written with the digits 0 to 9.",
         _with("line_up:\n  2: {free: three}\n"), _with("line_up:\n  2: {free: 3}\n")),
    Code("CLM221", "number in another base",
         "Whole numbers are decimal and do not begin with 0: `017` is 15 to some readers and 17 to others.",
         _with("setup:\n  2: {tricks: 013}\n"), _GOOD_NUMBER),
    Code("CLM222", "digits with separators", "Digits are written without separators.",
         _with("setup:\n  2: {tricks: 1_3}\n"), _GOOD_NUMBER),
    Code("CLM223", "time or date", "Some YAML readers take `12:30` for a number of seconds. Here it is none.",
         _with("setup:\n  2: {tricks: 13:00}\n"), _GOOD_NUMBER),
    Code("CLM224", "number that is not whole", "There are whole numbers from 0 only: no point, exponent or sign.",
         _with("setup:\n  2: {tricks: 13.0}\n"), _GOOD_NUMBER),
    Code("CLM225", "number in quotes", "What stands in quotes is a text. Leave the quotes out.",
         _with("setup:\n  2: {tricks: \"13\"}\n"), _GOOD_NUMBER),
    Code("CLM226", "number too large", "The largest whole number is 999,999,999.",
         _with("setup:\n  2: {tricks: 12345678901234567890}\n"), _GOOD_NUMBER),
)
