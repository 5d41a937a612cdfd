"""Say in words of rulesets why a text is no YAML: the parser's reason, the place and what stands there decide."""

from __future__ import annotations

import re

from claimdsl.diagnostics.characters import visible
from claimdsl.diagnostics.report import Diagnostic, Note
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.stream import MOST_LEVELS, Event, Kind
from claimdsl.frozen import Frozen
from claimdsl.ir.vocabulary import HOOKS, POWER_KEYS

_LONGEST_KEY = 1_000
_KEYS = frozenset({*HOOKS, *POWER_KEYS})
_QUOTE_OR_BLOCK = "quote the whole value, or use a block: `|` and the value on the next line"
_BLOCK = "use a block: `|` after the key, and the effect on the next line"
_EFFECT = re.compile(r"(?:if|for|else|elif)\b")
_ESCAPE = re.compile(r"\\(?:[xuU][0-9a-fA-F]*|.)")
_GLUED = re.compile(r"[^\s:]+(:)(?=[^\s:])")
_WORD = re.compile(r"[^\s:]+")
_REST = re.compile(r"[^\r\n]*")
_AFTER_VALUE = re.compile(r"""(?:^|\s)(?:-\s+)*[^\s'"\[{][^'"\[{]*:\s+(?P<value>['"\[{].*)$|^(?P<only>['"\[{].*)$""")


class _Place(Frozen):
    """Where reading stopped: what was being read began at `began`; `last` is the last thing that was understood."""

    source: Source
    began: int
    at: int
    problem: str
    within: str
    last: Event | None

    @property
    def char(self) -> str:
        return self.source.text[self.at : self.at + 1]

    def span(self, start: int, pattern: re.Pattern[str] | None = None) -> Span:
        """Give the span of a pattern at a place, or of one character, or of the end of the text."""
        match = pattern.match(self.source.text, start) if pattern else None
        end = start + len(match.group().rstrip()) if match else start + 1
        return Span(self.source, start, max(start, min(end, len(self.source.text))))

    def line_before(self) -> str:
        """Give the text of the line up to the place."""
        position = self.source.position(self.at)
        return self.source.line(position.line)[: position.column - 1]


def explain(source: Source, broken: Event, last: Event | None) -> Diagnostic:
    """Give the diagnostic of a BROKEN event; `last` is the event before it."""
    place = _Place(source, broken.start, broken.end, broken.value, broken.within, last)
    for words, answer in _ANSWERS:
        if words.search(f"{place.within} / {place.problem}"):
            return answer(place)
    message = f"this is no YAML: {visible(place.problem)}"
    return Diagnostic("CLM129", message, place.span(place.at))


def _tag(place: _Place) -> Diagnostic:
    span = place.span(place.began, _WORD)
    hint = "write `not x` or `a != b`, or quote the value"
    return Diagnostic("CLM112", f"'{span.text[:40]}' is a YAML tag, and rulesets have none", span, hint=hint)


def _directive(place: _Place) -> Diagnostic:
    message = "a ruleset has no YAML directives, and no line begins with '%'"
    return Diagnostic("CLM113", message, place.span(place.began, _REST))


def _anchor(place: _Place) -> Diagnostic:
    span = place.span(place.began, _WORD)
    what, hint = ("anchor", "between conditions write `and`") if span.text.startswith("&") else ("alias", "")
    message = f"'{span.text[:40]}' is read as a YAML {what}, and rulesets have none"
    return Diagnostic("CLM110", message, span, hint=hint or _QUOTE_OR_BLOCK)


def _first_character(place: _Place) -> Diagnostic:
    message = f"a value cannot begin with '{visible(place.char)}'"
    return Diagnostic("CLM115", message, place.span(place.at), hint=_QUOTE_OR_BLOCK)


def _block_header(place: _Place) -> Diagnostic:
    char = place.source.text[place.began]
    span = place.span(place.began, _REST)
    if char == "|":
        message, hint = "nothing may stand behind '|' on its line", "write the block on the lines beneath"
    else:
        message, hint = "a value that begins with '>' is a folded text to YAML", _QUOTE_OR_BLOCK
    return Diagnostic("CLM115", message, span, hint=hint)


def _colon(place: _Place) -> Diagnostic:
    """Explain a ': ' in the middle of a plain value."""
    span, last = place.span(place.at), place.last
    if last is None or last.kind is not Kind.SCALAR:
        return Diagnostic("CLM118", "no key stands before this ':'", span, hint=_QUOTE_OR_BLOCK)
    if _EFFECT.match(last.value):
        span = place.span(last.start, _REST)
        return Diagnostic("CLM118", "an effect with ':' does not fit on the line of its key", span, hint=_BLOCK)
    if last.end - last.start > _LONGEST_KEY:
        return Diagnostic("CLM108", "a key is a word; this is far too long for one", place.span(last.start))
    first = place.source.position(last.start).line
    if first != place.source.position(place.at).line:
        lacking = _lacks_colon(place, first)
        if lacking is not None:
            return lacking
        message = f"this line is read as going on with the value of line {first}"
        start = place.at - len(place.line_before().lstrip())
        hint = f"begin it in the column of the keys above, or end line {first} with ':'"
        notes = (Note("the value begins here", place.span(last.start, _REST)),)
        return Diagnostic("CLM121", message, Span(place.source, start, place.at), hint=hint, notes=notes)
    return Diagnostic("CLM118", "a second ': ' in one value", span, hint=_QUOTE_OR_BLOCK)


def _lacks_colon(place: _Place, line: int) -> Diagnostic | None:
    """Explain a line that begins with a key of the language and has no colon behind it."""
    text = place.source.line(line)
    word = _WORD.search(text)
    if word is None or word.group() not in _KEYS:
        return None
    behind = text[word.end() : word.end() + 2]
    if behind[:1] != " " and (behind[:1] != ":" or behind[1:] in ("", " ")):
        return None
    start = place.source.text.rfind(text, 0, place.at) + word.start()
    lacking = "a ':' is missing behind it" if behind[0] == " " else "a blank is missing behind its ':'"
    message = f"'{word.group()}' is a key here, and {lacking}"
    span = Span(place.source, start, start + len(word.group()))
    return Diagnostic("CLM121", message, span, hint=f"write `{word.group()}:`")


def _no_colon(place: _Place) -> Diagnostic:
    glued = _GLUED.match(place.source.text, place.began)
    if glued:
        span = Span(place.source, *glued.span(1))
        return Diagnostic("CLM120", "a blank is missing behind this ':'", span, suggestion=": ")
    return Diagnostic("CLM120", "this line has no ': ' behind its key", place.span(place.began, _REST))


def _list_item(place: _Place) -> Diagnostic:
    if place.line_before().strip():
        return _first_character(place)
    return _indentation(place)


def _indentation(place: _Place) -> Diagnostic:
    """Explain a place where a mapping should go on or end, and does neither."""
    before = place.line_before().rstrip()
    if before.endswith(("'", '"', "]", "}")):
        opened = _AFTER_VALUE.search(before)
        first = (opened.group("value") or opened.group("only"))[0] if opened else before[-1]
        message = f"the value that begins with {first} is over here, and something follows it"
        return Diagnostic("CLM115", message, place.span(place.at, _REST), hint=_QUOTE_OR_BLOCK)
    if place.char == ":":
        return Diagnostic("CLM108", "a key is a word; here it is missing", place.span(place.at))
    if place.char == "-":
        message = "a list item stands where a key is meant"
        return Diagnostic("CLM121", message, place.span(place.at, _REST))
    lines = range(place.source.position(place.at).line - 1, 0, -1)
    above = next((line for line in lines if place.source.line(line).strip()), None)
    lacking = _lacks_colon(place, above) if above is not None else None
    if lacking is not None:
        return lacking
    message = "this line begins in a column that fits no line above"
    return Diagnostic("CLM121", message, place.span(place.at, _WORD))


def _nesting(place: _Place) -> Diagnostic:
    return Diagnostic("CLM102", f"nested deeper than {MOST_LEVELS} levels", place.span(place.at))


def _open_quote(place: _Place) -> Diagnostic:
    return Diagnostic("CLM122", "this quote is never closed", place.span(place.began))


def _escape(place: _Place) -> Diagnostic:
    start = place.source.text.rfind("\\", place.began, place.at + 1)
    start = start if start >= 0 else place.at
    span = place.span(start, _ESCAPE)
    hint = "write it in single quotes, or double the backslash"
    return Diagnostic("CLM123", f"'{visible(span.text)}' is no escape of YAML", span, hint=hint)


def _open_bracket(place: _Place) -> Diagnostic:
    bracket = place.source.text[place.began]
    partner = {"[": "]", "{": "}"}.get(bracket, bracket)
    opened = place.span(place.began)
    if place.source.position(place.at).line != opened.first.line:
        return Diagnostic("CLM124", f"this '{bracket}' is never closed", opened, hint=f"'{partner}' is missing")
    message = f"a ',' or '{partner}' is missing here"
    notes = (Note("it was opened here", opened),)
    return Diagnostic("CLM124", message, place.span(place.at), notes=notes)


def _no_content(place: _Place) -> Diagnostic:
    if not place.char:
        return Diagnostic("CLM124", "the text ends inside a '[' or '{'", place.span(place.at))
    if place.within.endswith("flow node"):
        return Diagnostic("CLM125", f"nothing stands before this '{place.char}'", place.span(place.at))
    return _first_character(place)


def _second_document(place: _Place) -> Diagnostic:
    message = "a second document begins here; a file holds one ruleset"
    return Diagnostic("CLM114", message, place.span(place.at, _WORD))


# What the two parsers of PyYAML say (they share most words), and who explains it; the first that fits.
_ANSWERS = tuple((re.compile(words), answer) for words, answer in (
    (r"a directive|directive name", _directive),
    (r"a tag|tag handle", _tag),
    (r"scanning an (anchor|alias)", _anchor),
    (r"cannot start any token", _first_character),
    (r"a block scalar", _block_header),
    (r"sequence entries are not allowed", _list_item),
    (r"mapping keys are not allowed", _first_character),
    (r"mapping values are not allowed", _colon),
    (r"could not find expected ':'", _no_colon),
    (r"nesting depth", _nesting),
    (r"escape", _escape),
    (r"quoted scalar", _open_quote),
    (r"expected ',' or", _open_bracket),
    (r"node content", _no_content),
    (r"<document start>", _second_document),
    (r"<block end>|expected key|'-' indicator", _indentation),
))
