"""The kinds of bad input that rulesets meet, row by row: what comes in, and what must be said of it.

A case is a text or bytes, and the findings that it must have: code, line and column, and a word that is said.
"""

from __future__ import annotations

from dataclasses import dataclass

HEAD = "claimdsl: 1\nname: house\nextends: base\n"


@dataclass(frozen=True, slots=True)
class Case:
    """One input.  `found` holds "code line:column word" for each finding, in order; none where all is fine."""

    given: str | bytes
    found: tuple[str, ...] = ()


def _rule(line: str) -> str:
    return f"{HEAD}rules:\n  house:\n    {line}\n"


def _title(text: str) -> str:
    return f"{HEAD}title: {text}\n"


def _hand(number: str) -> str:
    return f"{HEAD}setup:\n  2: {{hand: {number}}}\n"


def _crlf(end: str) -> str:
    return _rule("strength: card.valeu").replace("\n", end)


ROWS: dict[str, tuple[Case, ...]] = {
    "duplicate key": (
        Case(f"{HEAD}title: {{en: a}}\ntitle: {{en: b}}\n", ("CLM107 5:1 twice",)),
        Case(f"{HEAD}title: {{en: a, en: b}}\n", ("CLM107 4:16 twice",)),
    ),
    "keys 1, true, list, null": (
        Case(f"{HEAD}1: a\n", ("CLM201 4:1 1",)),
        Case(f"{HEAD}true: a\n", ("CLM201 4:1 true",)),
        Case(f"{HEAD}[a]: b\n", ("CLM108 4:1 list",)),
        Case(f"{HEAD}~: a\n", ("CLM108 4:1 word",)),
        Case(f"{HEAD}? : a\n", ("CLM108 4:3 word",)),
        Case(f"{HEAD}terms: {{1: card.value}}\n", ("CLM204 4:9 name",)),
    ),
    "tabs": (
        Case(f"{HEAD}rules:\n\thouse: {{tier: 1}}\n", ("CLM104 5:1 tab",)),
        Case(f"{HEAD}title: a\t# so\n", ("CLM104 4:9 tab",)),
        Case(f"{HEAD}rules:\n  house:\n    tier: 1\t+ 1\n", ("CLM104 6:12 tab",)),
    ),
    "byte order mark": (
        Case(b"\xef\xbb\xbf" + _rule("strength: card.valeu").encode(), ("CLM406 6:20 value",)),
        Case(_title("a\ufeffb"), ("CLM103 4:9 U+FEFF",)),
    ),
    "line ends": (
        Case(_crlf("\r\n"), ("CLM406 6:20 value",)),
        Case(_crlf("\r"), ("CLM406 6:20 value",)),
        Case(_rule("strength: card.valeu").replace("\n", "\r\n", 3), ("CLM406 6:20 value",)),
    ),
    "encodings and control characters": (
        Case(_rule("tier: 1").encode("utf-16"), ("CLM101 1:1 UTF-16",)),
        Case(HEAD.encode() + b"title: \xff\n", ("CLM101 4:8 0xFF",)),
        Case(_title("a\0b"), ("CLM103 4:9 U+0000",)),
        Case(_title("a\x07b"), ("CLM103 4:9 U+0007",)),
        Case(_title("a\u202eb"), ("CLM103 4:9 U+202E",)),
        Case(_title("a\u2028b"), ("CLM103 4:9 U+2028",)),
        Case(_title('"a\\u202eb"'), ("CLM103 4:10 U+202E",)),
    ),
    "yes no on off y n": (
        Case(_rule("may_play: yes"), ("CLM207 6:15 true",)),
        Case(_rule("may_play: off"), ("CLM207 6:15 false",)),
        Case(f"{HEAD}options: {{weather: [on, off]}}\nrules: {{house: {{when: weather == on, tier: 1}}}}\n"),
    ),
    "numbers that are none": (
        Case(_hand("017"), ("CLM221 5:13 17",)),
        Case(_hand("0o17"), ("CLM221 5:13 15",)),
        Case(_hand("0x1F"), ("CLM221 5:13 31",)),
        Case(_hand("1_000"), ("CLM222 5:13 1000",)),
        Case(_hand("12:30"), ("CLM223 5:13 time",)),
        Case(_hand("2020-01-01"), ("CLM223 5:13 date",)),
        Case(_hand(".nan"), ("CLM224 5:13 number",)),
        Case(_hand("1e9"), ("CLM224 5:13 whole",)),
        Case(_hand("1.0"), ("CLM224 5:13 1",)),
    ),
    "numbers of many digits": (
        Case(_hand("9" * 20), ("CLM226 5:13 99",)),
        Case(_hand("9" * 5000), ("CLM226 5:13 ...",)),
    ),
    "merge keys, tags, directives, documents": (
        Case(f"{HEAD}rules:\n  <<: {{tier: 1}}\n", ("CLM111 5:3 merge",)),
        Case(_title("!x a"), ("CLM112 4:8 tag",)),
        Case(_title("!!python/object/apply:os.system [ls]"), ("CLM112 4:8 tag",)),
        Case(f"%YAML 1.1\n---\n{HEAD}", ("CLM113 1:1 directive",)),
        Case(f"{HEAD}---\n{HEAD}", ("CLM114 4:1 second",)),
    ),
    "aliases": (
        Case(_title("*none"), ("CLM110 4:8 alias",)),
        Case(f"{HEAD}rules: &rules\n  house: *rules\n", ("CLM110 4:8 anchor",)),
        Case("a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n", ("CLM110 1:4 anchor",)),
    ),
    "too deep, too many, too large": (
        Case("a: " + "[" * 5000, ("CLM102 1:1003 nested",)),
        Case(HEAD + "".join(f"k{at}: 1\n" for at in range(100_000)), ("CLM102 1:1 KiB",)),
        Case(HEAD + "# " + "x" * (4 << 20) + "\n", ("CLM102 1:1 KiB",)),
        Case(HEAD + "".join(f"k{at:x}: 1\n" for at in range(22_000)), ("CLM102 10000:1 keys",)),
    ),
    "nothing, a list, a text": (
        Case("", ("CLM105 1:1 empty",)),
        Case("# nothing\n", ("CLM105 1:1 comments",)),
        Case("- a\n- b\n", ("CLM106 1:1 list",)),
        Case("claimdsl\n", ("CLM106 1:1 text",)),
    ),
    "unknown key": (
        Case(_rule("goes_too: discard"), ("CLM201 6:5 goes_to",)),
        Case(_rule("Tier: 1"), ("CLM201 6:5 tier",)),
        Case(_rule("'tier ': 1"), ("CLM201 6:5 tier",)),
        Case("claimdsI: 1\nname: house\nextends: base\n", ("CLM201 1:1 claimdsl",)),
        Case(f"{HEAD}piles:\n  pit: {{off: table, seen_by: all}}\n", ("CLM201 5:9 of",)),
    ),
    "look-alike letters": (
        Case(f"{HEAD}factions:\n  tr\u043ells: {{cards: 0..9}}\n", ("CLM109 5:5 o",)),
        Case(_rule("tier: if led == g\u043eblins then 1 else 0"), ("CLM304 6:21 goblins",)),
        Case(_rule("strength: \uff43ard.value"), ("CLM304 6:15 card",)),
        Case(_rule("strength: card\u200b.value"), ("CLM304 6:19 U+200B",)),
        Case(f"{HEAD}factions:\n  de\u0301mons: {{cards: 0..9}}\n", ("CLM109 5:5 U+0301",)),
    ),
    "an expression cut by YAML": (
        Case(_rule("when: last_trick #b"), ("CLM117 6:22 comment",)),
        Case(_rule("when: &x and y"), ("CLM110 6:11 and",)),
        Case(f"{HEAD}rules:\n  house: {{strength: max(a, b)}}\n", ("CLM116 5:26 comma",)),
        Case(_rule("when: !last_trick"), ("CLM112 6:11 quote",)),
        Case(_rule("when: *last_trick"), ("CLM110 6:11 alias",)),
        Case(_rule("when: @last_trick"), ("CLM115 6:11 quote",)),
        Case(_rule("when: %last_trick"), ("CLM115 6:11 quote",)),
        Case(_rule("when: [last_trick]"), ("CLM203 6:5 condition",)),
        Case(_rule("when: > last_trick"), ("CLM115 6:11 block",)),
        Case(_rule("when: - last_trick"), ("CLM115 6:11 quote",)),
    ),
    "an error in every kind of scalar": (
        Case(_rule("strength: card.valeu"), ("CLM406 6:20 value",)),
        Case(_rule("strength: 'card.valeu'"), ("CLM406 6:21 value",)),
        Case(_rule('strength: "card.valeu"'), ("CLM406 6:21 value",)),
        Case(_rule("strength: |\n      card.valeu"), ("CLM406 7:12 value",)),
        Case(_rule("strength: >-\n      1 +\n      card.valeu"), ("CLM406 8:12 value",)),
        Case(_rule("after_trick: |4\n        move valeu to discard"), ("CLM401 7:14 valeu",)),
        Case(f"{HEAD}title: {{en: \U0001f600}}\nrules: {{house: {{description: '\u6f22\u5b57', tier: card.valeu}}}}\n",
             ("CLM406 5:47 value",)),
    ),
    "words of other languages": (
        Case(_rule("tier: if a = b then 1 else 0"), ("CLM305 6:16 ==",)),
        Case(_rule("when: last_trick && true"), ("CLM305 6:22 and",)),
        Case(_rule("when: '!last_trick'"), ("CLM305 6:12 not",)),
        Case(_rule("tier: 'last_trick ? 1 : 0'"), ("CLM305 6:23 if",)),
        Case(_rule("when: 1 < 2 < 3"), ("CLM306 6:17 and",)),
        Case(_rule("when: led == 'goblins'"), ("CLM307 6:18 goblins",)),
        Case(_rule("tier: iff last_trick then 1 else 0"), ("CLM308 6:11 if",)),
        Case(_rule("when: nota last_trick"), ("CLM308 6:11 not",)),
    ),
    "long and deep expressions": (
        Case(_rule("strength: " + "1 + " * 25_000 + "1"), ("CLM320 6:16015 16000",)),
        Case(_rule("strength: " + "(" * 50_000), ("CLM320 6:16015 16000",)),
        Case(_rule("strength: " + "(" * 40 + "1" + ")" * 40), ("CLM321 6:47 32",)),
        Case(_rule("may_play: " + " or ".join(["card.value == 3"] * 600))),
    ),
    "blocks in the wrong form": (
        Case(_rule("after_trick: if last_trick: move middle to discard"), ("CLM118 6:18 |",)),
        Case(_rule("after_trick: >\n      if last_trick:\n        move middle to discard"), ("CLM313 7:7 |",)),
        Case(f"{HEAD}rules:\n  - tier: 1\n", ("CLM203 4:1 mapping",)),
    ),
    "a name that is a word of the language": (
        Case(f"{HEAD}factions:\n  move: {{cards: 0..9}}\n", ("CLM205 5:3 move",)),
        Case(f"{HEAD}piles:\n  winner: {{of: table, seen_by: all}}\n", ("CLM205 5:3 winner",)),
        Case(f"{HEAD}terms:\n  count: 1\n", ("CLM205 5:3 count",)),
    ),
    "removing what does not exist": (
        Case(f"{HEAD}factions: {{remove: [troll]}}\n", ("CLM606 4:21 trolls",)),
        Case(f"{HEAD}options: {{dwarf_tei: {{fixed: earlier}}}}\n", ("CLM607 4:11 dwarf_tie",)),
        Case(f"{HEAD}options: {{dwarf_tie: {{remove: [latter]}}}}\n", ("CLM606 4:32 later",)),
    ),
    "a deck that does not deal out": (
        Case(f"{HEAD}factions:\n  dwarves: {{cards: 0..7}}\n",
             ("CLM701 5:20 8 dwarves make 50 cards; 2 players need 52",)),
        Case(f"{HEAD}setup:\n  4: {{tricks: 8}}\n", ("CLM701 5:15 4 players need 68",)),
    ),
    "a wrong line-up": (
        Case(f"{HEAD}line_up: {{2: {{default: [goblins, dragons, undead, dwarves, trolls]}}}}\n",
             ("CLM703 4:25 knights",)),
        Case(f"{HEAD}line_up: {{2: {{default: [goblins, knights, undead, undead, trolls]}}}}\n",
             ("CLM211 4:51 twice",)),
        Case(f"{HEAD}line_up: {{2: {{default: [goblins, knights, undead, dwarves, troll]}}}}\n",
             ("CLM702 4:60 trolls",)),
        Case(f"{HEAD}line_up: {{3: {{default: [goblins, knights, undead, dwarves, trolls, seers]}}}}\n",
             ("CLM704 4:25 5 free",)),
    ),
}

# A file of each name lies in the folder of the ruleset; the top one is called house.yaml.
FILES: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "itself": ({"house": "claimdsl: 1\nextends: house\n"}, ("CLM604 2:10 itself",)),
    "a ring": ({
        "house": "claimdsl: 1\nextends: one\n", "one": "claimdsl: 1\nextends: two\n",
        "two": "claimdsl: 1\nextends: house\n",
    }, ("CLM604 2:10 house.yaml -> one.yaml -> two.yaml -> house.yaml",)),
    "a diamond": ({
        "house": "claimdsl: 1\nextends: base\nuse: [one, two]\n", "one": "claimdsl: 1\nuse: [common]\n",
        "two": "claimdsl: 1\nuse: [common]\n", "common": "claimdsl: 1\nrules: {more: {priority: 1, tier: base + 1}}\n",
    }, ()),
    "missing": ({"house": "claimdsl: 1\nextends: bas\n"}, ("CLM601 2:10 base",)),
    "above": ({"house": "claimdsl: 1\nextends: ../secret\n"}, ("CLM602 2:10 out of the folder",)),
    "absolute": ({"house": "claimdsl: 1\nextends: /etc/passwd\n"}, ("CLM602 2:10 absolute",)),
    "an address": ({"house": "claimdsl: 1\nextends: https://example.org/base.yaml\n"}, ("CLM602 2:10 address",)),
    "a folder": ({"house": "claimdsl: 1\nextends: base\nuse: [folder]\n"}, ("CLM603 3:7 folder",)),
    "a link that leads out": ({"house": "claimdsl: 1\nextends: base\nuse: [link]\n"}, ("CLM602 3:7 link",)),
}
