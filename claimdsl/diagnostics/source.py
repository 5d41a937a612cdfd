"""Source text and the places in it: offsets are code points, lines and columns are computed here and nowhere else."""

from __future__ import annotations

import re
from bisect import bisect_right

from claimdsl.frozen import Frozen

STANDARD_INPUT = "-"  # the name of a source that is no file
_LINE_END = re.compile(r"\r\n|\n|\r")


class Position(Frozen):
    """A place a person can find.  Unit: line and column count from 1, in code points."""

    line: int
    column: int


class Source:
    """One decoded text and the name that messages give it.

    >>> Source("a.yaml", "x: 1\\r\\ny: 2").position(6)
    Position(line=2, column=1)
    """

    __slots__ = ("_starts", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._starts = (0, *(match.end() for match in _LINE_END.finditer(text)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Source) and (self.name, self.text) == (other.name, other.text)

    def __hash__(self) -> int:
        return hash((self.name, self.text))

    def __repr__(self) -> str:
        return f"Source({self.name!r})"

    def position(self, offset: int) -> Position:
        """Say the line and column of an offset; offsets outside the text are drawn to its ends."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset)
        return Position(line, offset - self._starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """Give the text of a line without its end.  Unit: the first line is 1."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


class Span(Frozen):
    """A stretch of one source.  Unit: code points, end exclusive."""

    source: Source
    start: int
    end: int

    @property
    def first(self) -> Position:
        """Say where the span begins."""
        return self.source.position(self.start)

    @property
    def last(self) -> Position:
        """Say where the span ends (exclusive)."""
        return self.source.position(self.end)

    @property
    def text(self) -> str:
        """Give the text that the span covers."""
        return self.source.text[self.start : self.end]
