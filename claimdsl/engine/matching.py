"""Giving cards to spots, uniformly over all ways that the constraints allow: exact counting, then sampling.

Each card has a mask of the spots that may be its own, and there are as many cards as spots.  Cards are placed group by
group; what is counted are tables of groups by classes of spots, where a class is what no group that is still to be
placed can tell apart.

Cards that look alike are told apart by nobody: what must be uniform is which name lies at which spot.  So a way to give
cards is taken the more seldom, the more ways give the same names (`seatings`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import comb, factorial, perm, prod

from claimdsl.engine.chance import Rng
from claimdsl.engine.seating import Card, Quota, alike, homed, seated, seatings, settled
from claimdsl.frozen import Frozen

_MOST_STEPS = 200_000
_Left = tuple[int, ...]
_Split = tuple[int, _Left, _Left]
"""How many ways it stands for, what is left for the groups behind, how many cards go to each class."""


class TooHardError(Exception):
    """More tables than may be counted."""


class _Group(Frozen):
    """Cards placed together: any that share one mask, or equal ones with a mask each and quotas."""

    names: tuple[str, ...]
    masks: tuple[int, ...]
    quotas: tuple[tuple[int, int], ...]

    @property
    def every(self) -> Iterator[int]:
        """Run through all its masks."""
        yield from self.masks
        yield from (spots for spots, _ in self.quotas)


class _Level(Frozen):
    """The classes of spots when a group is placed: each one's spots, and where it goes among the classes behind.

    `within`: the classes of each of the group's masks.
    """

    classes: tuple[int, ...]
    into: tuple[int, ...]
    behind: int
    within: dict[int, tuple[int, ...]]


class Dealing:
    """All ways to give cards to spots.

    >>> dealing = Dealing([Card("a:1", 0b01), Card("a:2", 0b11), Card("a:2", 0b110)], 3)
    >>> dealing.ways, draw([dealing], Rng(1))
    (1, (0, ['a:1', 'a:2', 'a:2']))
    """

    def __init__(
        self, cards: Sequence[Card], spots: int, quotas: Sequence[Quota] = (), most: float = _MOST_STEPS
    ) -> None:
        """Count the ways, in so many steps at most.

        Raises: TooHardError where counting would take too long.
        """
        self._every, self._quotas = tuple(cards), tuple(quotas)
        cards, quotas = homed(list(cards), quotas)
        self._fixed, self._free, cards = settled(cards, (1 << spots) - 1)
        left = [Quota(quota.name, quota.spots & self._free, quota.count - self._already(quota)) for quota in quotas]
        self._groups = _groups(cards, left)
        self._levels = _levels(self._groups, self._free)
        self._alike = alike(cards, {quota.name for quota in left})
        self.least = prod(factorial(masks.count(mask)) for masks in self._alike.values() for mask in set(masks))
        self._counted: dict[tuple[int, _Left], int] = {}
        self._spread: dict[tuple[int, _Left], tuple[_Split, ...]] = {}
        self.steps, self._most = 0, min(most, _MOST_STEPS)
        self._all = tuple(spots.bit_count() for spots in self._levels[0].classes) if self._levels else ()
        self.ways = 0 if len(self._fixed) + len(cards) != spots else self._count(0, self._all)

    @property
    def alone(self) -> dict[str, int]:
        """Give the spots of each name that one card has; of none where there are quotas."""
        masks: dict[str, list[int]] = {}
        for card in self._every:
            masks.setdefault(card.name, []).append(card.spots)
        return {} if self._quotas else {name: spots for name, (spots, *others) in masks.items() if not others}

    def _already(self, quota: Quota) -> int:
        return sum(1 for spot, name in self._fixed.items() if name == quota.name and quota.spots >> spot & 1)

    def _count(self, number: int, left: _Left) -> int:
        """Count the ways to place a group and those after it."""
        if number == len(self._groups):
            return 1
        key = (number, left)
        if key not in self._counted:
            self._counted[key] = sum(ways * self._count(number + 1, rest) for ways, rest, _ in self._splits(*key))
        return self._counted[key]

    def _splits(self, number: int, left: _Left) -> tuple[_Split, ...]:
        key = (number, left)
        if key not in self._spread:
            self._spread[key] = tuple(self._each_split(self._groups[number], self._levels[number], left))
        return self._spread[key]

    def _each_split(self, group: _Group, level: _Level, left: _Left) -> Iterator[_Split]:
        classes = sorted({at for mask in group.masks for at in level.within[mask] if left[at]})
        for spread in _spreads(len(group.names), [left[at] for at in classes]):
            self.steps += 1
            if self.steps > self._most:
                raise TooHardError
            numbers = [0] * len(left)
            for at, count in zip(classes, spread, strict=True):
                numbers[at] = count
            ways = _ways(group, level, left, numbers)
            if ways:
                rest = [0] * level.behind
                for at, into in enumerate(level.into):
                    rest[into] += left[at] - numbers[at]
                yield ways, tuple(rest), tuple(numbers)

    def once(self, rng: Rng) -> list[str]:
        """Draw one way to give each card a spot, all alike: the name at each spot.  There must be one."""
        laid = {**self._fixed}
        left = self._all
        free = [_bits(spots) for spots in self._levels[0].classes] if self._levels else []
        for number, (group, level) in enumerate(zip(self._groups, self._levels, strict=True)):
            names = list(group.names)
            _shuffle(names, rng)
            _, left, numbers = self._draw(number, left, rng)
            behind: list[list[int]] = [[] for _ in range(level.behind)]
            for at, count in enumerate(numbers):
                for _ in range(count):
                    laid[_pick(free[at], rng)] = names.pop()
                behind[level.into[at]] += free[at]
            free = behind
        return [laid[spot] for spot in range(len(laid))]

    def seatings(self, laid: Sequence[str]) -> int:
        """Count the ways that give the same names, up to a factor that is the same for all."""
        found = 1
        for name, masks in self._alike.items():
            spots = [spot for spot, other in enumerate(laid) if other == name and self._free >> spot & 1]
            found *= seatings(masks, spots)
        return found

    def admits(self, laid: Sequence[str]) -> bool:
        """Say whether names at all spots are one of the ways."""
        where: dict[str, list[int]] = {}
        for spot, name in enumerate(laid):
            where.setdefault(name, []).append(spot)
        masks: dict[str, list[int]] = {}
        for card in self._every:
            masks.setdefault(card.name, []).append(card.spots)
        return (
            {name: len(spots) for name, spots in where.items()} == {name: len(each) for name, each in masks.items()}
            and all(seated(sorted(each, key=int.bit_count), where[name]) for name, each in masks.items())
            and all(sum(quota.spots >> spot & 1 for spot in where[quota.name]) == quota.count for quota in self._quotas)
        )

    def _draw(self, number: int, left: _Left, rng: Rng) -> _Split:
        splits = self._splits(number, left)
        if len(splits) == 1:
            return splits[0]
        ticket = below(rng, self._count(number, left))
        for split in splits:
            ticket -= split[0] * self._count(number + 1, split[1])
            if ticket < 0:
                return split
        raise AssertionError("the ways were counted")


def draw(dealings: Sequence[Dealing], rng: Rng, weights: Sequence[int] = ()) -> tuple[int, list[str]]:
    """Draw a name for each spot by one of some dealings, whose number is given too; all are equally likely.

    One of the dealings must have a way.  `weights`: how much each way of a dealing counts.
    """
    least = min(dealing.least for dealing in dealings if dealing.ways)
    each = weights or [1] * len(dealings)
    totals = list(accumulate(dealing.ways * weight for dealing, weight in zip(dealings, each, strict=True)))
    while True:
        number = bisect_right(totals, below(rng, totals[-1])) if len(totals) > 1 else 0
        laid = dealings[number].once(rng)
        same = dealings[number].seatings(laid)
        if same == least or below(rng, same) < least:
            return number, laid


def _groups(cards: Sequence[Card], quotas: Sequence[Quota]) -> tuple[_Group, ...]:
    """Group cards: those of a name that has a quota by name; all others by mask."""
    limits: dict[str, list[tuple[int, int]]] = {}
    for quota in quotas:
        limits.setdefault(quota.name, []).append((quota.spots, quota.count))
    apart: dict[str, list[int]] = {}
    by_mask: dict[int, list[str]] = {}
    for card in cards:
        if card.name in limits:
            apart.setdefault(card.name, []).append(card.spots)
        else:
            by_mask.setdefault(card.spots, []).append(card.name)
    groups = [
        _Group((name,) * len(masks), tuple(sorted(masks, key=int.bit_count)), tuple(limits[name]))
        for name, masks in apart.items()
    ]
    groups += [_Group(tuple(members), (mask,), ()) for mask, members in by_mask.items()]
    return tuple(sorted(groups, key=lambda group: max(mask.bit_count() for mask in group.masks)))


def _levels(groups: Sequence[_Group], free: int) -> tuple[_Level, ...]:
    """Find the classes of spots for each group: those that it and the groups behind it can tell apart."""
    levels: list[_Level] = []
    behind: dict[tuple[bool, ...], int] = {(): 0}
    masks: list[int] = []
    for group in reversed(groups):
        coarse = list(masks)
        masks += [mask for mask in dict.fromkeys(group.every) if mask not in masks]
        classes: dict[tuple[bool, ...], int] = {}
        for spot in _bits(free):
            row = tuple(mask >> spot & 1 == 1 for mask in masks)
            classes[row] = classes.get(row, 0) | 1 << spot
        within = {
            mask: tuple(at for at, spots in enumerate(classes.values()) if spots & mask) for mask in group.every
        }
        into = tuple(behind[row[: len(coarse)]] for row in classes)
        levels.append(_Level(tuple(classes.values()), into, len(behind), within))
        behind = {row: at for at, row in enumerate(classes)}
    return tuple(reversed(levels))


def _ways(group: _Group, level: _Level, left: _Left, numbers: list[int]) -> int:
    """Count the ways that a spread stands for: 0 where it breaks a quota or the masks of equal cards."""
    ways = 1
    if len(group.masks) == 1 and not group.quotas:
        ways = factorial(len(group.names))
        for have, taken in zip(left, numbers, strict=True):
            if taken:
                ways = ways // factorial(taken) * perm(have, taken)
        return ways
    if any(sum(numbers[at] for at in level.within[spots]) != count for spots, count in group.quotas):
        return 0
    if not _fits(group.masks, level, numbers):
        return 0
    for have, taken in zip(left, numbers, strict=True):
        if taken:
            ways *= comb(have, taken)
    return ways


def _fits(masks: Sequence[int], level: _Level, numbers: list[int]) -> bool:
    """Say whether each of some equal cards finds a class of its mask."""
    if not masks:
        return True
    for at in level.within[masks[0]]:
        if numbers[at]:
            numbers[at] -= 1
            found = _fits(masks[1:], level, numbers)
            numbers[at] += 1
            if found:
                return True
    return False


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


def _bits(mask: int) -> list[int]:
    return [spot for spot in range(mask.bit_length()) if mask >> spot & 1]


def _shuffle(names: list[str], rng: Rng) -> None:
    for last in range(len(names) - 1, 0, -1):
        other = rng.below(last + 1)
        names[last], names[other] = names[other], names[last]


def _pick(free: list[int], rng: Rng) -> int:
    """Take one out of a list, each being equally likely; the order of the others does not matter."""
    at = rng.below(len(free))
    free[at], free[-1] = free[-1], free[at]
    return free.pop()


def below(rng: Rng, n: int) -> int:
    """Draw a number below a great one; what is over the last whole multiple is drawn again."""
    width = (n.bit_length() + 127) // 64 * 64
    limit = (1 << width) // n * n
    while True:
        number = 0
        for _ in range(0, width, 64):
            number = number << 64 | rng.next()
        if number < limit:
            return number % n
