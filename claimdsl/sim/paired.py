"""Two kinds of game played with the same deals: how much more often, on average, something happens in the second."""

from __future__ import annotations

from array import array
from collections import Counter
from math import sqrt

from claimdsl.ai.interval import NORMAL
from claimdsl.frozen import Frozen
from claimdsl.sim.results import Reader, Result
from claimdsl.sim.shares import Mean

_MOST_PAIRS = 200_000


class Measure(Frozen):
    """What is compared: `what` is "wins", "draws", "votes" or "faction"; `faction` is "" for all but the last."""

    what: str
    side: int | None
    faction: str

    def of(self, result: Result, reader: Reader) -> int:
        """Measure one game: 0 or 1, or the number of votes."""
        match self.what:
            case "draws":
                return int(len(result.winners) > 1)
            case "wins":
                return int(result.winners == (self.side,))
            case "votes":
                return result.votes[self.side or 0]
            case _:
                return int(result.holders[reader.factions.index(self.faction)] == self.side)


class Difference(Frozen):
    """How much greater a measure is in the second kind of game: the mean of what each deal shows, and its interval."""

    measure: Measure
    mean: Mean

    @property
    def value(self) -> float | None:
        """Give the mean difference; of no games there is none."""
        return self.mean.value

    @property
    def interval(self) -> tuple[float, float] | None:
        """Give the 95% interval, of a difference of shares by Bonett and Price, 2012."""
        if self.measure.what == "votes" or not self.mean.of:
            return self.mean.interval
        more, less = (self.mean.squares + self.mean.total) // 2 + 1, (self.mean.squares - self.mean.total) // 2 + 1
        of = self.mean.of + 2
        gap = (more - less) / of
        half = NORMAL * sqrt(max(0.0, (more + less) / of - gap * gap) / of)
        return max(-1.0, gap - half), min(1.0, gap + half)

    @property
    def is_sure(self) -> bool:
        """Say whether the interval lies on one side of nought."""
        interval = self.interval
        return interval is not None and not interval[0] <= 0 <= interval[1]


def measures(sides: int, reader: Reader) -> tuple[Measure, ...]:
    """Give all that is compared."""
    each = range(sides)
    return (
        *(Measure("wins", side, "") for side in each), Measure("draws", None, ""),
        *(Measure("votes", side, "") for side in each if reader.factions),
        *(Measure("faction", side, name) for name in reader.factions for side in each),
    )


class Pairs:
    """Takes in the results of two kinds of game, deal by deal."""

    def __init__(self, one: Reader, other: Reader, sides: int) -> None:
        self._readers = one, other
        self._measures = measures(sides, one)
        self._waiting: Counter[tuple[int, int]] = Counter()
        self._totals = [0] * len(self._measures)
        self._squares = [0] * len(self._measures)
        self._values: tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]] = ({}, {})
        self._games = 0

    def add(self, one: array[int], other: array[int]) -> None:
        """Take in the same games of both."""
        self._games += len(one)
        self._waiting.update(zip(one, other, strict=True))
        if len(self._waiting) > _MOST_PAIRS:
            self._count()

    def _count(self) -> None:
        for (one, other), count in self._waiting.items():
            for place, (old, new) in enumerate(zip(self._of(0, one), self._of(1, other), strict=True)):
                if old != new:
                    self._totals[place] += count * (new - old)
                    self._squares[place] += count * (new - old) ** 2
        self._waiting.clear()

    def _of(self, kind: int, record: int) -> tuple[int, ...]:
        found = self._values[kind].get(record)
        if found is None:
            reader = self._readers[kind]
            result = reader.result(record)
            found = self._values[kind][record] = tuple(measure.of(result, reader) for measure in self._measures)
        return found

    def differences(self) -> tuple[Difference, ...]:
        """Give the difference of each measure."""
        self._count()
        sums = zip(self._measures, self._totals, self._squares, strict=True)
        return tuple(Difference(measure, Mean(total, squares, self._games)) for measure, total, squares in sums)
