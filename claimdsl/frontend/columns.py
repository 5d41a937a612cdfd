"""From a tree and its pieces to the column in which each line should begin: two blanks a level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from claimdsl.frontend import tree
from claimdsl.frontend.pieces import Piece
from claimdsl.frozen import Frozen

STEP = 2
_MARKS = ("---", "...")


class Level(Frozen):
    """A column in which lines begin now, and the one in which they should."""

    now: int
    wanted: int


class Place(Frozen):
    """Where a line in brackets should begin: `column` further in than the piece that starts at `beneath`, if any."""

    beneath: int | None
    column: int


class Columns(Frozen):
    """What is wanted, by the start of a piece.

    `lines` holds the columns of pieces that may be the first of a line, `places` those of lines in brackets, `within`
    what a scalar's own lines are further in than: the column of its key or dash, or of the line of its brackets.
    """

    lines: dict[int, int]
    places: dict[int, Place]
    within: dict[int, Level]


def columns(root: tree.Mapping, pieces: Sequence[Piece]) -> Columns:
    """Say where the lines of a text should begin, those of its comments as well."""
    reader = _Reader(pieces)
    reader.node(root, Level(-STEP, -STEP))
    lines = reader.lines | {piece.start: 0 for piece in pieces if piece.scalar is None and piece.text in _MARKS}
    lines |= dict(_comments(pieces, lines.keys() | reader.places.keys(), lines, reader.steps))
    return Columns(lines, reader.places, reader.within)


class _Reader:
    """Walks the tree along the pieces."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.lines: dict[int, int] = {}
        self.places: dict[int, Place] = {}
        self.within: dict[int, Level] = {}
        self.steps: set[int] = set()
        self._pieces = pieces
        self._place = {piece.start: number for number, piece in enumerate(pieces)}
        self._dashes = iter([piece for piece in pieces if piece.scalar is None and piece.text == "-"])

    def node(self, node: tree.Node, level: Level) -> None:
        """Place what stands under a key or dash of that level."""
        inner = level.wanted + STEP
        match node:
            case tree.Scalar() if node.span.start == node.span.end:
                return
            case tree.Scalar():
                self.lines[node.span.start] = inner
                self.within[node.span.start] = level
            case tree.Mapping() | tree.Sequence() if self._text(node.span.start) in ("{", "["):
                self._flow(node, level)
            case tree.Mapping():
                for entry in node.entries:
                    self._step(self._pieces[self._place[entry.key.span.start]], inner)
                    self.node(entry.value, Level(self._column(entry.key.span.start), inner))
            case tree.Sequence():
                for item in node.items:
                    dash = next(self._dashes)
                    self._step(dash, inner)
                    self.node(item, Level(dash.column, inner))

    def _step(self, piece: Piece, column: int) -> None:
        self.lines[piece.start] = column
        self.steps.add(piece.start)

    def _column(self, start: int) -> int:
        return self._pieces[self._place[start]].column

    def _text(self, start: int) -> str:
        number = self._place.get(start)
        return "" if number is None or self._pieces[number].scalar else self._pieces[number].text

    def _flow(self, node: tree.Mapping | tree.Sequence, level: Level) -> None:
        """Place what stands in brackets: beneath the first thing in them or, if that is a new line, a step in."""
        number = self._place[node.span.start]
        wanted = max(level.wanted + STEP * self._pieces[number].first, 0)
        self.lines[node.span.start] = wanted
        line, open_ones = Place(None, wanted), list[tuple[Place, Place]]()
        while number < len(self._pieces) and self._pieces[number].start < node.span.end:
            piece, number = self._pieces[number], number + 1
            closes = piece.scalar is None and piece.text in ("}", "]")
            if piece.first and open_ones:
                self.places[piece.start] = open_ones[-1][closes]
                line = Place(piece.start, 0)
            self.within[piece.start] = Level(piece.column, wanted + STEP * (len(open_ones) - 1))
            if closes:
                open_ones.pop()
            elif piece.scalar is None and piece.text in ("{", "["):
                after = self._pieces[number]
                beneath = not after.first and not after.is_comment
                within = Place(after.start, 0) if beneath else Place(line.beneath, line.column + STEP)
                open_ones.append((within, line))


def _comments(
    pieces: Sequence[Piece], placed: Set[int], lines: dict[int, int], steps: set[int],
) -> Iterator[tuple[int, int]]:
    """Place comments that have a line of their own and stand in no brackets."""
    levels: list[Level] = []
    after = _lines_after(pieces, lines)
    for piece, below in zip(pieces, after, strict=True):
        if piece.start in steps:
            levels = [level for level in levels if level.now < piece.column]
            levels.append(Level(piece.column, lines[piece.start]))
        elif piece.is_comment and piece.first and piece.start not in placed:
            yield piece.start, beside(piece.column, levels, below)


def _lines_after(pieces: Sequence[Piece], lines: dict[int, int]) -> list[Level]:
    """Give for each piece the level of the next line that begins with no comment."""
    below, found = Level(-1, 0), []
    for piece in reversed(pieces):
        found.append(below)
        if piece.first and not piece.is_comment:
            below = Level(piece.column, lines.get(piece.start, piece.column))
    return found[::-1]


def beside(column: int, levels: Sequence[Level], below: Level) -> int:
    """Say where a comment should begin: with the line below or, where it is further in than that, with one above."""
    above = [level for level in levels if below.now < level.now <= column]
    return above[-1].wanted if above else below.wanted
