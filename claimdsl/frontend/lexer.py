"""Turn a window of source text into leaves: tokens with absolute offsets, layout and limits included.

Free of any parser: `parser` hands over the terminals of the grammar and reads the leaves.  What cannot be
read becomes a leaf of a type that no rule accepts (UNKNOWN, BAD_COLUMN, TOO_DEEP): every mistake is an unexpected leaf.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from claimdsl.diagnostics.source import Source, Span
from claimdsl.frozen import Frozen

DEEPEST = 32
NEWLINE, INDENT, DEDENT = "_NL", "_INDENT", "_DEDENT"
UNKNOWN, BAD_COLUMN, TOO_DEEP, END = "UNKNOWN", "BAD_COLUMN", "TOO_DEEP", "$END"
_REFUSED_WORDS = ("null",)
_TIMES = re.compile(r"x[1-9][0-9]?")


class Leaf:
    """One token."""

    __slots__ = ("end_pos", "source", "start_pos", "type", "value")

    def __init__(self, type: str, value: str, source: Source, start_pos: int, end_pos: int) -> None:
        self.type = type
        self.value = value
        self.source = source
        self.start_pos = start_pos
        self.end_pos = end_pos


class Vocabulary(Frozen):
    """The terminals of the grammar: one pattern with a group each, its reserved words, and what is skipped."""

    pattern: re.Pattern[str]
    words: dict[str, str]
    skipped: frozenset[str]


def vocabulary(patterns: dict[str, str], words: dict[str, str], skipped: Iterable[str]) -> Vocabulary:
    """Join the terminals into one pattern.

    Shape: `patterns` maps a terminal to its expression, in the order to try; `words` a reserved word to its type.
    """
    groups = [f"(?P<{name}>{pattern})" for name, pattern in patterns.items()]
    whole = re.compile("|".join([*groups, rf"(?s:(?P<{UNKNOWN}>.))"]))
    return Vocabulary(whole, words | dict.fromkeys(_REFUSED_WORDS, UNKNOWN), frozenset(skipped))


def leaves(terminals: Vocabulary, window: Span, goal: str) -> Iterator[Leaf]:
    """Give the leaves of a window as the rule `goal` reads them."""
    found = _scan(terminals, window)
    match goal:
        case "block":
            return _bounded(_laid_out(found))
        case "cards":
            return _counted(leaf for leaf in found if leaf.type != NEWLINE)
        case _:
            return _bounded(leaf for leaf in found if leaf.type != NEWLINE)


def _scan(terminals: Vocabulary, window: Span) -> Iterator[Leaf]:
    """Cut the window into leaves; a NAME that is a reserved word gets that word's type."""
    source, words, skipped = window.source, terminals.words, terminals.skipped
    for match in terminals.pattern.finditer(source.text, window.start, window.end):
        kind = match.lastgroup or UNKNOWN
        if kind not in skipped:
            value = match.group()
            if kind == "NAME":
                kind = words.get(value, kind)
            yield Leaf(kind, value, source, match.start(), match.end())


def _counted(found: Iterable[Leaf]) -> Iterator[Leaf]:
    """Read `x3` as how many times a card is there."""
    for leaf in found:
        if leaf.type == "NAME" and _TIMES.fullmatch(leaf.value):
            leaf.type = "TIMES"
        yield leaf


def _bounded(found: Iterable[Leaf]) -> Iterator[Leaf]:
    """Watch how deep parentheses, `if`, `not` and fields nest, and stop where that is too deep."""
    open_ifs, nots, fields = [0], 0, 0
    for leaf in found:
        kind = leaf.type
        nots = nots + 1 if kind == "NOT" else 0
        fields = fields + 1 if kind == "DOT" else fields if kind == "NAME" else 0
        match kind:
            case "LPAR":
                open_ifs.append(0)
            case "RPAR" if len(open_ifs) > 1:
                open_ifs.pop()
            case "IF":
                open_ifs[-1] += 1
            case "COMMA" | "_NL":
                open_ifs[-1] = 0
        if kind in ("LPAR", "IF", "NOT", "DOT") and len(open_ifs) - 1 + sum(open_ifs) + nots + fields > DEEPEST:
            leaf.type = TOO_DEEP
        yield leaf
        if leaf.type == TOO_DEEP:
            return


class _Layout:
    """The columns of the blocks that are open, and how many `else` each has had in a row."""

    def __init__(self) -> None:
        self._columns: list[int] = []
        self._elses: list[int] = []

    def step(self, leaf: Leaf) -> Iterator[Leaf]:
        """Give the leaves that stand before the first one of a line."""
        column = column_of(leaf)
        if not self._columns:
            self._open(column)
        elif column > self._columns[-1]:
            self._open(column)
            yield _beside(leaf, INDENT)
        while column < self._columns[-1] and len(self._columns) > 1:
            self._close()
            yield _beside(leaf, DEDENT)
        if column != self._columns[-1]:
            leaf.type = BAD_COLUMN
        self._elses[-1] = self._elses[-1] + 1 if leaf.type == "ELSE" else 0
        if len(self._columns) + sum(self._elses) > DEEPEST:
            leaf.type = TOO_DEEP

    def finish(self, leaf: Leaf) -> Iterator[Leaf]:
        """Close the last line and all blocks."""
        yield Leaf(NEWLINE, "", leaf.source, leaf.end_pos, leaf.end_pos)
        for _ in self._columns[1:]:
            yield Leaf(DEDENT, "", leaf.source, leaf.end_pos, leaf.end_pos)

    def _open(self, column: int) -> None:
        self._columns.append(column)
        self._elses.append(0)

    def _close(self) -> None:
        self._columns.pop()
        self._elses.pop()


def _laid_out(found: Iterable[Leaf]) -> Iterator[Leaf]:
    """Turn columns into _INDENT and _DEDENT; within parentheses and on empty lines a line end is a blank."""
    layout, depth, fresh = _Layout(), 0, True
    last: Leaf | None = None
    for leaf in found:
        if leaf.type == NEWLINE:
            if depth == 0 and not fresh:
                fresh = True
                yield leaf
            continue
        if fresh:
            yield from layout.step(leaf)
        depth = max(0, depth + (leaf.type == "LPAR") - (leaf.type == "RPAR"))
        fresh, last = False, leaf
        yield leaf
    if last is not None:
        yield from _closing(layout, last, fresh)


def _closing(layout: _Layout, last: Leaf, fresh: bool) -> Iterator[Leaf]:
    closing = layout.finish(last)
    if fresh:
        next(closing)
    yield from closing


def _beside(leaf: Leaf, kind: str) -> Leaf:
    return Leaf(kind, "", leaf.source, leaf.start_pos, leaf.end_pos)


def column_of(leaf: Leaf) -> int:
    """Say in which column of its line a leaf stands.  Unit: from 0, in code points."""
    text, start = leaf.source.text, leaf.start_pos
    return start - 1 - max(text.rfind("\n", 0, start), text.rfind("\r", 0, start))
