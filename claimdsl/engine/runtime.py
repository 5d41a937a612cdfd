"""What printed programs call: card sets as bit masks, lists as tuples, nothing as a number that no value has.

A card list is an int with bit c set for card c; its order is the deck's.  An ordered pile is a tuple, top first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

NOTHING = -1
NO_NUMBER = -(1 << 40)


def bits(mask: int) -> list[int]:
    """Give the numbers of the cards in a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def low(mask: int) -> int:
    """Give the first card of a mask, or NOTHING."""
    return (mask & -mask).bit_length() - 1


def bit(card: int) -> int:
    """Give the mask of a card; of NOTHING the empty one."""
    return 1 << card if card >= 0 else 0


def union(cards: Iterable[int]) -> int:
    """Give the mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def joined(masks: Iterable[int]) -> int:
    """Give the union of some masks."""
    mask = 0
    for part in masks:
        mask |= part
    return mask


def has(mask: int, card: int) -> bool:
    """Say whether a card, if any, is in a mask."""
    return card >= 0 and mask >> card & 1 == 1


def many(value: int, nothing: int) -> tuple[int, ...]:
    """Give a list of at most one."""
    return () if value == nothing else (value,)


def either(nothing: int, *values: int) -> int:
    """Give the first value that is not nothing, else nothing."""
    for value in values:
        if value != nothing:
            return value
    return nothing


def join(*lists: Sequence[int]) -> tuple[int, ...]:
    """Put lists together, an element once."""
    return tuple(dict.fromkeys(item for items in lists for item in items))


def clamp(value: int, lowest: int, highest: int) -> int:
    """Draw a number into a range."""
    return lowest if value < lowest else highest if value > highest else value


def tops(mask: int, count: int) -> int:
    """Give the first `count` cards of a mask."""
    return union(bits(mask)[: max(count, 0)])
