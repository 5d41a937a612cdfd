"""The edits that let the lines within one scalar begin where they should, end with a letter, and be parted once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from claimdsl.frontend.columns import STEP, Level, beside
from claimdsl.frontend.edits import Edit
from claimdsl.frontend.lexer import DEDENT, INDENT, NEWLINE
from claimdsl.frontend.parser import tokens
from claimdsl.frontend.pieces import LINE_END
from claimdsl.frontend.tree import Scalar, Style
from claimdsl.frozen import Frozen


class Line(Frozen):
    """One line within a scalar.  Unit: offsets of its start, its first letter, its last one (exclusive), its end."""

    start: int
    first: int
    last: int
    end: int

    @property
    def lead(self) -> int:
        """Count the blanks before its first letter."""
        return self.first - self.start

    @property
    def is_blank(self) -> bool:
        """Say whether it holds nothing but blanks."""
        return self.first == self.end


class _Statement(Frozen):
    """One line of effects, which may go on within parentheses; `depth` counts what it stands under."""

    start: int
    end: int
    depth: int


def cut_lines(text: str, start: int, end: int) -> list[Line]:
    """Cut a stretch of text into lines; the end of a line is before its line end."""
    breaks = list(LINE_END.finditer(text, start, end))
    starts = [start, *(match.end() for match in breaks)]
    ends = [*(match.start() for match in breaks), end]
    return [_line(text, *place) for place in zip(starts, ends, strict=True)]


def _line(text: str, start: int, end: int) -> Line:
    content = text[start:end]
    last = start + len(content.rstrip(" "))
    first = end if last == start else start + len(content) - len(content.lstrip(" "))
    return Line(start, first, last, end)


def flow_lines(scalar: Scalar, level: Level, column: int | None) -> Iterator[Edit]:
    """Give the edits of a plain or quoted scalar that goes on for several lines.

    `column` is where it begins if that is a line of its own: then the others stay as much further in as they are.
    """
    text = scalar.span.source.text
    first, *rest = cut_lines(text, scalar.span.start, scalar.span.end)
    inner = max(level.wanted, 0) + STEP
    yield from _further_in(rest, inner) if column is None else _beneath(rest, column, inner)
    for line in (first, *rest):
        if line.is_blank:
            yield from _begin(line, 0)
        elif not (scalar.style is Style.DOUBLE and text[line.last - 1] == "\\"):
            yield from _stripped(line)


def text_shift(lines: list[Line], level: Level, counted: bool) -> tuple[int, int]:
    """Say up to which column blanks of a block are layout, and how far its lines move to the right.

    `counted` says that the header tells how far in they are (as in `|2`), which must stay so.
    """
    if counted:
        return 0, level.wanted - level.now
    depth = next((line.lead for line in lines if not line.is_blank), 0)
    return depth, level.wanted + STEP - depth


def text_lines(lines: list[Line], depth: int, shift: int) -> Iterator[Edit]:
    """Move all lines of a text by the same number of blanks."""
    for line in lines:
        yield from _begin(line, moved_blanks(line.lead, depth, shift) if line.is_blank else line.lead + shift)


def moved_blanks(count: int, depth: int, shift: int) -> int:
    """Say how many blanks a line holds that holds nothing else, when its text has moved."""
    return max(count + shift, 0) if count > depth else 0


def loose_lines(lines: list[Line], column: int) -> Iterator[Edit]:
    """Give the edits of an expression in a block."""
    for line in lines:
        yield from () if line.is_blank else _stripped(line)
    yield from _further_in(lines, column)
    yield from _blank_lines(lines)


def effect_lines(scalar: Scalar, lines: list[Line], column: int) -> Iterator[Edit]:
    """Give the edits of effects in a block: two blanks more for each `if` and `for` that they stand under."""
    statements = {statement.start: statement for statement in _statements(scalar)}
    yield from _blank_lines(lines)
    levels: list[Level] = []
    until = 0
    for number, line in enumerate(lines):
        if line.is_blank:
            continue
        yield from _stripped(line)
        statement = statements.get(line.first)
        if statement is not None:
            wanted, until = column + STEP * statement.depth, statement.end
            levels = [*(level for level in levels if level.now < line.lead), Level(line.lead, wanted)]
            yield from _begin(line, wanted)
            yield from _further_in([more for more in lines[number + 1 :] if more.first < until], wanted + STEP)
        elif line.first >= until:
            below = next((later for later in lines[number + 1 :] if later.first in statements), None)
            next_level = Level(-1, column)
            if below is not None:
                next_level = Level(below.lead, column + STEP * statements[below.first].depth)
            yield from _begin(line, beside(line.lead, levels, next_level))


def _statements(scalar: Scalar) -> Iterator[_Statement]:
    """Give the lines of effects."""
    depth, start, end = 0, -1, -1
    for leaf in tokens(scalar.inner, "block"):
        if leaf.type in (INDENT, DEDENT):
            depth += 1 if leaf.type == INDENT else -1
        elif leaf.type != NEWLINE:
            start, end = (leaf.start_pos if start < 0 else start), leaf.end_pos
        elif start >= 0:
            yield _Statement(start, end, depth)
            start = -1


def _begin(line: Line, column: int) -> Iterator[Edit]:
    if line.lead != column:
        yield Edit(line.start, line.first, " " * column)


def _stripped(line: Line) -> Iterator[Edit]:
    if line.last < line.end:
        yield Edit(line.last, line.end, "")


def _further_in(lines: Iterable[Line], column: int) -> Iterator[Edit]:
    """Let the line that is least further in begin in a column, and the others as much further in as they are."""
    filled = [line for line in lines if not line.is_blank]
    least = min((line.lead for line in filled), default=0)
    for line in filled:
        yield from _begin(line, line.lead - least + column)


def _beneath(lines: Iterable[Line], now: int, wanted: int) -> Iterator[Edit]:
    """Leave lines as much further in as they are than a first line that moves."""
    for line in lines:
        if not line.is_blank:
            yield from _begin(line, max(line.lead - now + wanted, wanted))


def _blank_lines(lines: list[Line]) -> Iterator[Edit]:
    """Leave one blank line in a row, and none at the start."""
    was_blank = True
    for line, after in pairwise(lines):
        if line.is_blank and was_blank:
            yield Edit(line.start, after.start, "")
        elif line.is_blank:
            yield from _begin(line, 0)
        was_blank = line.is_blank
