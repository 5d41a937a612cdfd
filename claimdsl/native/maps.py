"""Constants that hang on which cards were played: what an operation gives for each card that an operand may be.

A `Mapped` value is a table over the cards that one card operand may be; a `Grid` is one over two, the first by classes
of cards that make no difference.  `combine` works an operation out for all of them when it is printed.  So what the
answers of many rules come to, such as who outranks whom and where a card goes, is read from a table.  Conditions that
are asked of all cards at once are no matter of operands: they are sets before anything is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import repeat

MOST_CELLS = 1 << 15


class ManyCards(Exception):
    """More than two cards, or too many cells: to be worked out while the game runs."""


@dataclass(frozen=True)
class Operand:
    """A value that is worked out while the game runs; `rank` orders card operands, and is -1 for all others."""

    text: str
    rank: int = -1


@dataclass(frozen=True)
class Mapped:
    """A value for every card that `card` may be."""

    card: Operand
    values: tuple[int, ...]


@dataclass(frozen=True)
class Grid:
    """A value for every pair of cards: `rows[classes[first]][second]`."""

    first: Operand
    classes: tuple[int, ...]
    second: Operand
    rows: tuple[tuple[int, ...], ...]


Static = int | Mapped | Grid
Value = int | Mapped | Grid | Operand


def is_static(value: Value) -> bool:
    """Say whether a value is known for every card before the game."""
    return not isinstance(value, Operand)


def cards_of(values: Iterable[Value]) -> tuple[Operand, ...]:
    """Give the card operands that some static values depend on, the first played first."""
    found: set[Operand] = set()
    for value in values:
        match value:
            case Mapped(card=card):
                found.add(card)
            case Grid(first=first, second=second):
                found |= {first, second}
            case _:
                pass
    return tuple(sorted(found, key=lambda card: card.rank))


def combine(function: Callable[..., int], *values: Static) -> Static:
    """Work an operation out for every card.

    Raises: ManyCards where the values depend on more than two.
    """
    cards = cards_of(values)
    if not cards:
        return function(*values)
    if len(cards) == 1:
        columns = [_column(value) for value in values]
        size = max(len(column) for column in columns if column is not None)
        return _mapped(cards[0], tuple(map(function, *(
            repeat(value, size) if column is None else column for value, column in zip(values, columns, strict=True)
        ))))
    if len(cards) > 2:
        raise ManyCards
    return _grid(function, cards[0], cards[1], values)


def _column(value: Static) -> tuple[int, ...] | None:
    return value.values if isinstance(value, Mapped) else None


def _mapped(card: Operand, values: tuple[int, ...]) -> Static:
    return values[0] if len(set(values)) == 1 else Mapped(card, values)


def _size(values: Iterable[Static]) -> int:
    sizes = [0]
    for value in values:
        match value:
            case Mapped(values=column):
                sizes.append(len(column))
            case Grid(classes=classes):
                sizes.append(len(classes))
            case _:
                pass
    return max(sizes)


def _grid(function: Callable[..., int], first: Operand, second: Operand, values: tuple[Static, ...]) -> Static:
    size = _size(values)
    numbers: dict[tuple[int, ...], int] = {}
    classes: list[int] = []
    samples: list[int] = []
    for card in range(size):
        kind = tuple(_class_of(value, first, card) for value in values)
        if kind not in numbers:
            numbers[kind] = len(samples)
            samples.append(card)
        classes.append(numbers[kind])
    if len(samples) * size > MOST_CELLS:
        raise ManyCards
    rows = tuple(
        tuple(map(function, *(_along(value, first, sample, size) for value in values))) for sample in samples
    )
    return _simple(first, tuple(classes), second, rows)


def _simple(first: Operand, classes: tuple[int, ...], second: Operand, rows: tuple[tuple[int, ...], ...]) -> Static:
    """Leave out a card that makes no difference."""
    distinct = {row: number for number, row in enumerate(dict.fromkeys(rows))}
    if len(distinct) == 1:
        return _mapped(second, rows[0])
    if all(len(set(row)) == 1 for row in rows):
        return _mapped(first, tuple(rows[number][0] for number in classes))
    return Grid(first, tuple(distinct[rows[number]] for number in classes), second, tuple(distinct))


def _class_of(value: Static, first: Operand, card: int) -> int:
    match value:
        case Mapped(card=of, values=column):
            return column[card] if of == first else 0
        case Grid(classes=classes):
            return classes[card]
        case _:
            return 0


def _along(value: Static, first: Operand, one: int, size: int) -> Iterable[int]:
    """Give a value for one first card and every second."""
    match value:
        case Mapped(card=of, values=column):
            return repeat(column[one], size) if of == first else column
        case Grid(classes=classes, rows=rows):
            return rows[classes[one]]
        case _:
            return repeat(value, size)
