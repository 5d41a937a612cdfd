"""The columns that depend on what other edits made of a line: lines in brackets, and comments behind something."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from claimdsl.diagnostics.source import Source
from claimdsl.frontend.columns import Place
from claimdsl.frontend.edits import Edit, applied
from claimdsl.frontend.pieces import Piece

_APART = 2


def aligned(
    source: Source, edits: Sequence[Edit], pieces: Sequence[Piece], places: Mapping[int, Place],
    comments: Sequence[tuple[int, int]],
) -> str:
    """Make edits; then put lines in brackets where they belong, and leave comments in their column if there is room.

    Shape: `edits` are in order; a comment is where what it stands behind ends, and where it begins itself.
    """
    moved = _Moved(source, edits)
    found = [*moved.lines(pieces, places), *(moved.comment(*comment) for comment in comments)]
    return applied(moved.text, tuple(sorted(found, key=lambda edit: edit.start)))


class _Moved:
    """A text after its edits, which knows where each place of it was before."""

    def __init__(self, source: Source, edits: Sequence[Edit]) -> None:
        self._before = source
        self._ends = [edit.end for edit in edits]
        self._shifts = [0, *accumulate(len(edit.text) - (edit.end - edit.start) for edit in edits)]
        self.text = applied(source.text, tuple(edits))
        self._after = Source(source.name, self.text)
        self._lines: dict[int, int] = {}

    def lines(self, pieces: Sequence[Piece], places: Mapping[int, Place]) -> Iterator[Edit]:
        """Give the edits that put lines in brackets in their place, and keep how far each line moves by them."""
        for piece in pieces:
            place = places.get(piece.start)
            if place is None:
                continue
            wanted = place.column + (0 if place.beneath is None else self._column(self._now(place.beneath)))
            at = self._now(piece.start)
            line, column = self._after.position(at).line, self._column(at)
            self._lines[line] = wanted - column
            if wanted != column:
                yield Edit(at - column, at, " " * wanted)

    def comment(self, end: int, start: int) -> Edit:
        """Give the edit that puts a comment in the column where it was or, if need be, further out."""
        wanted = self._before.position(start).column - 1 - self._column(self._now(end))
        return Edit(self._now(end), self._now(start), " " * max(wanted, _APART))

    def _now(self, offset: int) -> int:
        return offset + self._shifts[bisect_right(self._ends, offset)]

    def _column(self, offset: int) -> int:
        """Give the column of an offset; the lines that are known to move have moved."""
        position = self._after.position(offset)
        return position.column - 1 + self._lines.get(position.line, 0)
