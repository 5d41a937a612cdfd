"""Giving cards to spots, uniformly over all ways that the constraints allow: exact counting, then sampling.

Each card has a mask of the spots that may be its own, and there are as many cards as spots.  Cards that look alike are
told apart by nobody: a way is which name lies at which spot.  Cards are placed group by group; what is counted are
tables of groups by classes of spots, where a class is what no group that is still to be placed can tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, factorial, perm

from claimdsl.engine.chance import Rng
from claimdsl.frozen import Frozen

_MOST_STEPS = 200_000
_Left = tuple[int, ...]
_Split = tuple[int, _Left, _Left]
"""How many ways it stands for, what is left for the groups behind, how many cards go to each class."""


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

    >>> Dealing([Card("a:1", 0b01), Card("a:2", 0b11)], 2).sample(Rng(1))
    ['a:1', 'a:2']
    >>> Dealing([Card("a:1", 0b011), Card("a:1", 0b111), Card("b:1", 0b111)], 3).ways
    3
    """

    def __init__(self, cards: Sequence[Card], spots: int, quotas: Sequence[Quota] = ()) -> None:
        """Count the ways.

        Raises: TooHardError where counting would take too long.
        """
        self._fixed, free, cards = _settled(cards, (1 << spots) - 1)
        left = [Quota(quota.name, quota.spots & free, quota.count - self._already(quota)) for quota in quotas]
        self._groups = _groups(cards, left)
        self._levels = _levels(self._groups, free)
        self._counted: dict[tuple[int, _Left], int] = {}
        self._spread: dict[tuple[int, _Left], tuple[_Split, ...]] = {}
        self._steps = 0
        self._all = tuple(spots.bit_count() for spots in self._levels[0].classes) if self._levels else ()
        self.ways = 0 if len(self._fixed) + len(cards) != spots else self._count(0, self._all)

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
            self._steps += 1
            if self._steps > _MOST_STEPS:
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

    def sample(self, rng: Rng) -> list[str]:
        """Draw one way: the name at each spot.  There must be a way."""
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


def _settled(cards: Sequence[Card], free: int) -> tuple[dict[int, str], int, list[Card]]:
    """Place every card that has one spot left; give the spots with their names, the free ones, and the other cards."""
    fixed: dict[int, str] = {}
    while True:
        found = next((card for card in cards if (card.spots & free).bit_count() == 1), None)
        if found is None:
            return fixed, free, [Card(card.name, card.spots & free) for card in cards]
        spot = (found.spots & free).bit_length() - 1
        fixed[spot] = found.name
        free &= ~(1 << spot)
        cards = [card for card in cards if card is not found]


def _groups(cards: Sequence[Card], quotas: Sequence[Quota]) -> tuple[_Group, ...]:
    """Group cards: those of a name whose masks differ, or that has a quota, by name; all others by mask."""
    limits: dict[str, list[tuple[int, int]]] = {}
    for quota in quotas:
        limits.setdefault(quota.name, []).append((quota.spots, quota.count))
    names: dict[str, list[int]] = {}
    for card in cards:
        names.setdefault(card.name, []).append(card.spots)
    apart: list[_Group] = []
    by_mask: dict[int, list[str]] = {}
    for name, masks in names.items():
        if name in limits or len(set(masks)) > 1:
            masks.sort(key=int.bit_count)
            apart.append(_Group((name,) * len(masks), tuple(masks), tuple(limits.get(name, ()))))
        else:
            by_mask.setdefault(masks[0], []).extend([name] * len(masks))
    groups = [*apart, *(_Group(tuple(members), (mask,), ()) for mask, members in by_mask.items())]
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
