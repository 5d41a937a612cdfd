"""Giving cards to spots, uniformly over all ways that the constraints allow: exact counting, then sampling.

Each card has a mask of the spots that may be its own, and there are as many cards as spots.  Cards that look alike are
told apart by nobody: a way is which name lies at which spot.  Cards of one group are placed together; spots that the
same masks hold are one column; what is counted are tables of groups by columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, factorial, perm

from claimdsl.engine.chance import Rng
from claimdsl.frozen import Frozen

_MOST_STEPS = 200_000
_Left = tuple[int, ...]


class TooHardError(Exception):
    """More tables than may be counted."""


class Card(Frozen):
    """A card to be placed: its name and the mask of spots that may be its own."""

    name: str
    spots: int


class Quota(Frozen):
    """How many cards of a name lie within some spots."""

    name: str
    spots: int
    count: int


class _Group(Frozen):
    """Cards placed together: distinct ones that share one mask, or equal ones with a mask each and quotas."""

    members: tuple[int, ...]
    masks: tuple[int, ...]
    quotas: tuple[tuple[int, int], ...]


class _Split(Frozen):
    """One way to spread a group: how many ways it stands for, what is left of each column, how many go to each."""

    ways: int
    left: _Left
    numbers: _Left


class Dealing:
    """All ways to give cards to spots.

    >>> Dealing([Card("a:1", 0b01), Card("a:2", 0b11)], 2).sample(Rng(1))
    ['a:1', 'a:2']
    >>> Dealing([Card("a:1", 0b011), Card("a:1", 0b111), Card("b:1", 0b111)], 3).ways
    3
    """

    def __init__(self, cards: Sequence[Card], spots: int, quotas: Sequence[Quota] = ()) -> None:
        """Count the ways; each card has some.

        Raises: TooHardError where counting would take too long.
        """
        self._cards = tuple(cards)
        self._groups = _groups(self._cards, quotas)
        masks = sorted({mask for group in self._groups for mask in (*group.masks, *(spot for spot, _ in group.quotas))})
        columns: dict[int, list[int]] = {}
        for spot in range(spots):
            columns.setdefault(sum(1 << at for at, mask in enumerate(masks) if mask >> spot & 1), []).append(spot)
        self._columns = tuple(columns.values())
        self._within = {
            mask: frozenset(at for at, members in enumerate(self._columns) if mask >> members[0] & 1) for mask in masks
        }
        self._counted: dict[tuple[int, _Left], int] = {}
        self._spread: dict[tuple[int, _Left], tuple[_Split, ...]] = {}
        self._steps = 0
        self._all = tuple(len(members) for members in self._columns)
        self.ways = self._count(0, self._all)

    def _count(self, number: int, left: _Left) -> int:
        """Count the ways to place a group and those after it."""
        if number == len(self._groups):
            return 1
        key = (number, left)
        if key not in self._counted:
            self._counted[key] = sum(split.ways * self._count(number + 1, split.left) for split in self._splits(*key))
        return self._counted[key]

    def _splits(self, number: int, left: _Left) -> tuple[_Split, ...]:
        key = (number, left)
        if key not in self._spread:
            self._spread[key] = tuple(self._each_split(self._groups[number], left))
        return self._spread[key]

    def _each_split(self, group: _Group, left: _Left) -> Iterator[_Split]:
        columns = sorted({at for mask in group.masks for at in self._within[mask] if left[at]})
        for spread in _spreads(len(group.members), [left[at] for at in columns]):
            self._steps += 1
            if self._steps > _MOST_STEPS:
                raise TooHardError
            numbers = [0] * len(left)
            for at, count in zip(columns, spread, strict=True):
                numbers[at] = count
            ways = self._ways(group, left, numbers)
            if ways:
                rest = tuple(have - taken for have, taken in zip(left, numbers, strict=True))
                yield _Split(ways, rest, tuple(numbers))

    def _ways(self, group: _Group, left: _Left, numbers: list[int]) -> int:
        """Count the ways that a spread stands for: 0 where it breaks a quota or the masks of equal cards."""
        if len(group.masks) == 1 and not group.quotas:
            ways = factorial(len(group.members))
            for have, taken in zip(left, numbers, strict=True):
                ways = ways // factorial(taken) * perm(have, taken)
            return ways
        if any(sum(numbers[at] for at in self._within[spots]) != count for spots, count in group.quotas):
            return 0
        if not self._fits(group.masks, numbers):
            return 0
        ways = 1
        for have, taken in zip(left, numbers, strict=True):
            ways *= comb(have, taken)
        return ways

    def _fits(self, masks: Sequence[int], numbers: list[int]) -> bool:
        """Say whether each of some equal cards finds a column of its mask."""
        if not masks:
            return True
        for at in self._within[masks[0]]:
            if numbers[at]:
                numbers[at] -= 1
                found = self._fits(masks[1:], numbers)
                numbers[at] += 1
                if found:
                    return True
        return False

    def sample(self, rng: Rng) -> list[str]:
        """Draw one way: the name at each spot.  There must be a way."""
        left = self._all
        free = [members.copy() for members in self._columns]
        for members in free:
            rng.shuffle(members)
        laid = [""] * len(self._cards)
        for number, group in enumerate(self._groups):
            members = list(group.members)
            if len(group.masks) == 1:
                rng.shuffle(members)
            split = self._draw(number, left, rng)
            left = split.left
            for at, count in enumerate(split.numbers):
                for _ in range(count):
                    laid[free[at].pop()] = self._cards[members.pop()].name
        return laid

    def _draw(self, number: int, left: _Left, rng: Rng) -> _Split:
        splits = self._splits(number, left)
        if len(splits) == 1:
            return splits[0]
        ticket = _below(rng, self._count(number, left))
        for split in splits:
            ticket -= split.ways * self._count(number + 1, split.left)
            if ticket < 0:
                return split
        raise AssertionError("the ways were counted")


def _groups(cards: Sequence[Card], quotas: Sequence[Quota]) -> tuple[_Group, ...]:
    """Group cards: those of a name whose masks differ, or that has a quota, by name; all others by mask."""
    limits: dict[str, list[tuple[int, int]]] = {}
    for quota in quotas:
        limits.setdefault(quota.name, []).append((quota.spots, quota.count))
    names: dict[str, list[int]] = {}
    for number, card in enumerate(cards):
        names.setdefault(card.name, []).append(number)
    apart: list[_Group] = []
    by_mask: dict[int, list[int]] = {}
    for name, members in names.items():
        masks = sorted((cards[number].spots for number in members), key=int.bit_count)
        if name not in limits and masks[0] == masks[-1] and len(set(masks)) == 1:
            by_mask.setdefault(masks[0], []).extend(members)
        else:
            apart.append(_Group(tuple(members), tuple(masks), tuple(limits.get(name, ()))))
    groups = [*apart, *(_Group(tuple(members), (mask,), ()) for mask, members in by_mask.items())]
    return tuple(sorted(groups, key=lambda group: max(mask.bit_count() for mask in group.masks)))


def _spreads(size: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Run through the ways to put `size` alike things into places with room."""
    if not room:
        if size == 0:
            yield ()
        return
    behind = sum(room[1:])
    for number in range(max(0, size - behind), min(size, room[0]) + 1):
        for rest in _spreads(size - number, room[1:]):
            yield (number, *rest)


def _below(rng: Rng, n: int) -> int:
    """Draw a number below a great one; what is over the last whole multiple is drawn again."""
    width = (n.bit_length() + 127) // 64 * 64
    limit = (1 << width) // n * n
    while True:
        number = 0
        for _ in range(0, width, 64):
            number = number << 64 | rng.next()
        if number < limit:
            return number % n
