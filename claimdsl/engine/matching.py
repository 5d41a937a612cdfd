"""Giving cards to spots, uniformly over all ways that the constraints allow: exact counting, then sampling.

Each card has a mask of the spots that may be its own, and there are as many cards as spots.  Cards with equal masks are
one group; spots that the same groups may have are one column; what is counted are tables of groups by columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import factorial, perm

from claimdsl.engine.chance import Rng

_MOST_STEPS = 200_000


class TooHardError(Exception):
    """More tables than may be counted."""


def assign(allowed: Sequence[int], spots: int, rng: Rng) -> list[int] | None:
    """Give each card a spot; every allowed assignment is equally likely.  None where there is none.

    Shape: `allowed[i]` is the mask of spots of card i; the answer's i-th entry is its spot.
    Unit: `spots` is how many there are.
    Raises: TooHardError where counting would take too long.

    >>> assign([0b01, 0b11], 2, Rng(1))
    [0, 1]
    """
    counter = _Counter(allowed, spots)
    if counter.count(0, counter.capacities) == 0:
        return None
    return counter.sample(rng)


class _Counter:
    def __init__(self, allowed: Sequence[int], spots: int) -> None:
        by_mask: dict[int, list[int]] = {}
        for card, mask in enumerate(allowed):
            by_mask.setdefault(mask, []).append(card)
        self._groups = sorted(by_mask.items(), key=lambda group: group[0].bit_count())
        columns: dict[tuple[bool, ...], list[int]] = {}
        for spot in range(spots):
            row = tuple(mask >> spot & 1 == 1 for mask, _ in self._groups)
            columns.setdefault(row, []).append(spot)
        self._columns = list(columns.items())
        self.capacities = tuple(len(members) for _, members in self._columns)
        self._seen: dict[tuple[int, tuple[int, ...]], int] = {}
        self._steps = 0

    def count(self, group: int, left: tuple[int, ...]) -> int:
        """Count the ways to place this group and those after it."""
        if group == len(self._groups):
            return 1
        key = (group, left)
        if key not in self._seen:
            self._seen[key] = sum(
                ways * self.count(group + 1, rest) for ways, rest, _ in self._splits(group, left)
            )
        return self._seen[key]

    def _splits(self, group: int, left: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        """Run through the ways to spread a group over its columns: how many each stands for, what is left, the split."""
        size = len(self._groups[group][1])
        open_columns = [index for index, (row, _) in enumerate(self._columns) if row[group] and left[index]]
        for split in _spread(size, [left[index] for index in open_columns]):
            self._steps += 1
            if self._steps > _MOST_STEPS:
                raise TooHardError
            rest = list(left)
            ways = factorial(size)
            for index, number in zip(open_columns, split, strict=True):
                ways = ways // factorial(number) * perm(left[index], number)
                rest[index] -= number
            full = [0] * len(left)
            for index, number in zip(open_columns, split, strict=True):
                full[index] = number
            yield ways, tuple(rest), tuple(full)

    def sample(self, rng: Rng) -> list[int]:
        """Draw one assignment."""
        left = self.capacities
        free = [members.copy() for _, members in self._columns]
        for members in free:
            rng.shuffle(members)
        answer = [0] * sum(len(cards) for _, cards in self._groups)
        for group, (_, members) in enumerate(self._groups):
            cards = members.copy()
            rng.shuffle(cards)
            left, split = self._draw(group, left, rng)
            for index, number in enumerate(split):
                for _ in range(number):
                    answer[cards.pop()] = free[index].pop()
        return answer

    def _draw(self, group: int, left: tuple[int, ...], rng: Rng) -> tuple[tuple[int, ...], tuple[int, ...]]:
        ticket = _below(rng, self.count(group, left))
        for ways, rest, split in self._splits(group, left):
            ticket -= ways * self.count(group + 1, rest)
            if ticket < 0:
                return rest, split
        raise AssertionError("the ways were counted")


def _spread(size: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Run through the ways to put `size` alike things into places with room."""
    if not room:
        if size == 0:
            yield ()
        return
    behind = sum(room[1:])
    for number in range(max(0, size - behind), min(size, room[0]) + 1):
        for rest in _spread(size - number, room[1:]):
            yield (number, *rest)


def _below(rng: Rng, n: int) -> int:
    """Draw a number below a great one; what is over the last whole multiple is drawn again."""
    size = n.bit_length() + 64
    while True:
        number = 0
        for _ in range(0, size, 64):
            number = number << 64 | rng.next()
        width = (size + 63) // 64 * 64
        limit = (1 << width) // n * n
        if number < limit:
            return number % n


