"""The edits between the pieces of a text: blanks on a line, where lines begin, blank lines, and the end of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from claimdsl.frontend import tree
from claimdsl.frontend.body import cut_lines, moved_blanks
from claimdsl.frontend.edits import Edit
from claimdsl.frontend.pieces import LINE_END, Piece
from claimdsl.frontend.spacing import BLOCKS, header_of

_CLOSING = ("}", "]", ",")


def gap_edits(
    text: str, pieces: Sequence[Piece], lines: Mapping[int, int], values: Mapping[int, int],
    kept: Mapping[int, tuple[int, int]],
) -> Iterator[Edit]:
    """Give the edits between pieces; those before a comment on the line of something else are not among them.

    `lines` tells the columns of pieces that begin lines, all but those in brackets; `values` the blanks before values
    that stand beneath one another; `kept`, of block scalars behind which every blank counts, up to which column it does
    not, and how far they move.
    """
    first, last = pieces[0], pieces[-1]
    yield from _edit(text, 0, first.start, " " * lines.get(first.start, 0))
    for before, after in pairwise(pieces):
        gap = text[before.end : after.start]
        ends, lead = LINE_END.findall(gap), " " * lines.get(after.start, after.column)
        if not ends:
            wanted = gap if after.is_comment else " " * values.get(after.start, _blanks(before, after, gap))
        elif before.start in kept:
            wanted = _tail(gap[: len(gap) - after.column], *kept[before.start]) + lead
        else:
            wanted = "".join(ends[:2]) + lead
        yield from _edit(text, before.end, after.start, wanted)
    tail = _tail(text[last.end :], *kept[last.start]) if last.start in kept else _line_end(text, last.end)
    yield from _edit(text, last.end, len(text), tail)


def blanks_count(text: str, scalar: tree.Scalar, next_line: int) -> bool:
    """Say whether blanks and line ends behind a block scalar, up to the next line with a letter, belong to its text."""
    if scalar.style not in BLOCKS:
        return False
    behind, *blank = LINE_END.split(text[scalar.span.end : next_line])
    lines = cut_lines(text, scalar.inner.start, scalar.inner.end)
    depth = next((line.lead for line in lines if not line.is_blank), 0)
    return bool(behind) or not blank or "+" in header_of(scalar) or any(len(line) > depth for line in blank)


def _edit(text: str, start: int, end: int, wanted: str) -> Iterator[Edit]:
    if text[start:end] != wanted:
        yield Edit(start, end, wanted)


def _tail(gap: str, depth: int, shift: int) -> str:
    """Give the blanks and line ends behind a block scalar that moves."""
    behind, *rest = re.split(r"(\r\n|\n|\r)", gap)
    lines = zip(rest[::2], rest[1::2], strict=True)
    return behind + "".join(f"{end}{' ' * moved_blanks(len(line), depth, shift)}" for end, line in lines)


def _line_end(text: str, end: int) -> str:
    found = LINE_END.search(text, end) or LINE_END.search(text)
    return found[0] if found else "\n"


def _blanks(before: Piece, after: Piece, gap: str) -> int:
    """Count the blanks between two pieces of a line."""
    left, right = (piece.text if piece.scalar is None else "" for piece in (before, after))
    if left == ":" and right in _CLOSING:
        return min(len(gap), 1)
    if left in ("{", "[") or right == ":" or right in _CLOSING:
        return 0
    return 1
