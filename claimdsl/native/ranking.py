"""Printing how the plays of a trick rank: by keys made of tier and strength, of equal ones the earlier play first."""

from __future__ import annotations

from claimdsl.native.asm import BOOL, Asm
from claimdsl.native.maps import Value

_TIER = 1 << 44
_STRENGTH = 1 << 31
_SORTING = {3: ((0, 1), (1, 2), (0, 1)), 4: ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2))}
"""Which two places are put in order, one pair after the other, to sort so many."""


def key_of(asm: Asm, tier: Value, strength: Value) -> Value:
    """Print what plays are ranked by."""
    return asm.add(asm.times(tier, _TIER), asm.add(strength, _STRENGTH))


def ahead(asm: Asm, keys: list[Value]) -> Value:
    """Print the number of the play with the greatest key, the earlier of equal ones."""
    best, found = keys[0], 0
    chosen: Value = found
    for play, key in enumerate(keys[1:], 1):
        better = asm.compare(">", key, best)
        best, chosen = asm.select(better, key, best), asm.select(better, play, chosen)
    return asm.fixed(chosen)


def ranked(asm: Asm, keys: list[Value]) -> tuple[Value, ...]:
    """Print the numbers of all plays, the strongest first."""
    return _two(asm, keys) if len(keys) == 2 else _sorted(asm, keys)


def _two(asm: Asm, keys: list[Value]) -> tuple[Value, Value]:
    second = asm.fixed(asm.compare(">", keys[1], keys[0]), BOOL)
    first = asm.widen(second)
    return first, asm.other(first)


def _sorted(asm: Asm, keys: list[Value]) -> tuple[Value, ...]:
    marked = [asm.fixed(asm.add(asm.times(key, 4), 3 - play)) for play, key in enumerate(keys)]
    for low, high in _SORTING[len(keys)]:
        a, b = marked[low], marked[high]
        more = asm.compare(">", a, b)
        marked[low], marked[high] = asm.fixed(asm.select(more, a, b)), asm.fixed(asm.select(more, b, a))
    places = []
    for mark in marked:
        place = asm.op(f"xor i64 {asm.op(f'and i64 {asm.text(mark)}, 3').text}, 3")
        asm.natural.add(place.text)
        places.append(place)
    return tuple(places)
