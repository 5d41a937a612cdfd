"""Rows of a panel: marked pieces of text that may be pressed, cut and folded to a width; no toolkit is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from claimdsl.frozen import Frozen, replace
from claimdsl.ui.text import plain, shorter, width_of, wrapped

GAP = 2


class Piece(Frozen):
    """A text, its style, and what pressing it says to the table: a number to choose, or a word; "" for nothing."""

    text: str
    style: str = ""
    says: str = ""


Row = tuple[Piece, ...]


class Group(Frozen):
    """Pieces that belong together below a head, such as the cards of one faction."""

    head: Row
    items: tuple[Piece, ...]


def row(*parts: str | Piece | Iterable[Piece]) -> Row:
    """Make a row of texts, pieces and rows.

    >>> row("a", Piece("b", "strong"))
    (Piece(text='a', style='', says=''), Piece(text='b', style='strong', says=''))
    """
    found: list[Piece] = []
    for part in parts:
        if isinstance(part, str):
            found.append(Piece(part))
        elif isinstance(part, Piece):
            found.append(part)
        else:
            found.extend(part)
    return tuple(replace(piece, text=plain(piece.text)) for piece in found if piece.text)


def width(pieces: Row) -> int:
    """Say how many columns a row takes."""
    return sum(width_of(piece.text) for piece in pieces)


def filled(pieces: Row, columns: int) -> Row:
    """Fill a row with blanks on the right.

    >>> width(filled(row("a"), 5))
    5
    """
    return row(pieces, " " * (columns - width(pieces)))


def cut(pieces: Row, columns: int) -> Row:
    """Cut a row to a width, and show by dots that it was.

    >>> "".join(piece.text for piece in cut(row("abcd", "efgh"), 7))
    'abcd...'
    """
    if width(pieces) <= columns:
        return pieces
    kept: list[Piece] = []
    left = max(columns, 3)
    for piece in pieces:
        taken = width_of(piece.text)
        if taken > left - 3:
            kept.append(replace(piece, text=shorter(piece.text + "....", max(left, 3))))
            break
        kept.append(piece)
        left -= taken
    return tuple(kept)


def told(text: str, style: str, columns: int) -> list[Row]:
    """Break a line of text into rows; one that fits stays as it is."""
    shown, room = plain(text), max(columns, 8)
    return [row(Piece(line, style)) for line in (wrapped(shown, room) if width_of(shown) > room else [shown])]


def folded(groups: Sequence[Group], columns: int, most: int) -> list[Row]:
    """Set groups below each other; where that takes more rows than there may be, after one another."""
    widest = max((width(group.head) for group in groups), default=0)
    lines = [line for group in groups for line in _block(group, widest, columns)]
    return lines if len(lines) <= most else list(_flow(groups, columns))


def _block(group: Group, widest: int, columns: int) -> Iterator[Row]:
    """Set items beside their head; where they do not fit they go on below the first of them."""
    line = filled(group.head, widest)
    for item in group.items:
        if width(line) + GAP + width_of(item.text) > columns and width(line) > widest:
            yield line
            line = row(" " * widest)
        line = row(line, " " * GAP, item)
    yield line


def _flow(groups: Sequence[Group], columns: int) -> Iterator[Row]:
    """Set items after one another, a head before the first of each group, which is never left alone at an end."""
    line: Row = ()
    for group in groups:
        for place, item in enumerate(group.items):
            head = group.head if place == 0 else ()
            chunk = row(head, " " if head else "", item)
            gap = " " * ((GAP + 1 if head else 1) if line else 0)
            if line and width(line) + len(gap) + width(chunk) > columns:
                yield line
                line, gap = (), ""
            line = row(line, gap, chunk)
    if line:
        yield line


def flowed(chunks: Iterable[Row], columns: int, between: str) -> list[Row]:
    """Set rows after one another in as few lines as they take.

    >>> [width(line) for line in flowed([row("abc"), row("def"), row("ghi")], 8, "  ")]
    [8, 3]
    """
    lines: list[Row] = []
    for chunk in chunks:
        if lines and width(lines[-1]) + len(between) + width(chunk) <= columns:
            lines[-1] = row(lines[-1], between, chunk)
        else:
            lines.append(chunk)
    return lines


def ascii_alone(pieces: Row) -> Row:
    """Write out in a row what is not ASCII."""
    return tuple(replace(piece, text=piece.text.encode("ascii", "backslashreplace").decode()) for piece in pieces)
