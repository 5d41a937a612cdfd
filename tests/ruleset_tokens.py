"""Cut a ruleset file into all its tokens, each with the part that it plays in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.load import load
from claimdsl.frontend.sections import REMOVE, SECTIONS, Either, In, Kind, ListOf, Names, One, Value, rows_of
from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence
from claimdsl.ir.vocabulary import KEYWORDS

_TOKEN = re.compile(
    r"(?P<comment>(?<![^\s])#[^\n]*)|(?P<layout>\n *)|(?P<word>[^\W\d]\w*)|(?P<number>\d+)"
    r"|(?P<sign>==|!=|<=|>=|\.\.|>-|[^\s\w])"
)
_COMMENT_PART = re.compile(r"\w+|[^\s\w]+")
_BINDS = re.compile(r"\b(?:for|draw|choose|choose \w+ or) $")

# Words that somebody else must spell the same: a mistake in one of them can be found.
NAMED = frozenset({"key", "definition", "name", "field", "function", "variable", "choice", "value", "reference"})


@dataclass(frozen=True, slots=True)
class Token:
    """One token.  `part` is what it is; `place` the path of the key that it belongs to, parted by dots."""

    start: int
    end: int
    text: str
    part: str
    place: str


@dataclass(frozen=True, slots=True)
class _Window:
    span: Span
    part: str
    place: str


def tokens(text: str) -> tuple[Token, ...]:
    """Give all tokens of a file that loads without a finding, in order; line ends count, with the blanks after them."""
    report = Report()
    root = load(Source("tokens.yaml", text), report)
    assert isinstance(root, Mapping) and not len(report)
    windows = sorted(_windows(root, In("ruleset"), ""), key=lambda window: window.span.start)
    return tuple(_cut(text, windows))


def _cut(text: str, windows: list[_Window]) -> Iterator[Token]:
    at = 0
    for match in _TOKEN.finditer(text):
        kind, start, end = match.lastgroup or "", match.start(), match.end()
        while at < len(windows) and windows[at].span.end <= start:
            at += 1
        window = windows[at] if at < len(windows) and windows[at].span.start <= start else None
        place = window.place if window else ""
        if kind == "comment":
            for piece in _COMMENT_PART.finditer(text, start, end):
                yield Token(piece.start(), piece.end(), piece.group(), "comment", "")
        elif window is not None and window.part == "cards" and kind == "word":
            yield Token(start, start + 1, match.group()[0], "sign", place)
            yield Token(start + 1, end, match.group()[1:], "number", place)
        else:
            part = "label" if place.endswith(".written") and kind == "word" else _part(text, start, end, kind, window)
            yield Token(start, end, match.group(), part, place)


def _part(text: str, start: int, end: int, kind: str, window: _Window | None) -> str:
    if kind == "layout" or window is None:
        return kind
    if window.part == "text":
        return "text"
    if kind != "word":
        return kind
    return window.part if window.part != "expression" else _word_of_expression(text, start, end)


def _word_of_expression(text: str, start: int, end: int) -> str:
    before, behind = text[max(0, start - 40) : start], text[end : end + 4]
    if text[start:end] in KEYWORDS:
        return "keyword"
    if before.endswith(".") and not before.endswith(".."):
        return "field"
    if _BINDS.search(before) or (before.endswith("(") and behind == " in "):
        return "variable"
    return "function" if behind.startswith("(") else "name"


def _windows(node: Node, value: Value, place: str) -> Iterator[_Window]:
    match node:
        case Scalar():
            yield _Window(node.inner, _part_of(value), place)
        case Sequence():
            item = _form(value, ListOf)
            for each in node.items:
                yield from _windows(each, item.item if isinstance(item, ListOf) else value, place)
        case Mapping():
            section = _form(value, In)
            assert isinstance(section, In)
            yield from _entries(node, section.section, place)


def _entries(node: Mapping, section: str, place: str) -> Iterator[_Window]:
    rows = {row.key: row for row in rows_of(section)}
    for entry in node.entries:
        key = entry.key.value
        inner = f"{place}.{key}".removeprefix(".")
        row = rows.get(key, rows.get("*"))
        fixed = key in rows or SECTIONS[section].names is Names.FIXED or key == REMOVE
        yield _Window(entry.key.span, "key" if fixed else _defined(section), inner if fixed else f"{place}.*")
        given: Value = row.value if row is not None and key != REMOVE else One(Kind.REMOVED)
        yield from _windows(entry.value, given, inner)


def _defined(section: str) -> str:
    """Say whether others refer to what an entry of a section is called, or it is a label alone."""
    return "label" if section in ("powers", "keys", "text") else "definition"


def _form(value: Value, wanted: type[ListOf] | type[In]) -> Value:
    if isinstance(value, Either):
        return next((form for form in value.forms if isinstance(form, wanted)), value)
    return value


def _part_of(value: Value) -> str:
    one = value
    while not isinstance(one, One):
        match one:
            case Either():
                one = one.forms[0] if not isinstance(one.forms[0], (In, ListOf)) else one.forms[-1]
                if isinstance(one, In):
                    return "choice"
            case ListOf():
                one = one.item
            case _:
                return "name"
    match one.kind:
        case Kind.EXPRESSION | Kind.CONDITION | Kind.EFFECTS:
            return "expression"
        case Kind.TEXT:
            return "text"
        case Kind.CHOICE:
            return "choice"
        case Kind.REFERENCE:
            return "reference"
        case Kind.VALUE:
            return "value"
        case Kind.SLUG:
            return "label"
        case Kind.CARDS:
            return "cards"
        case _:
            return "name"
