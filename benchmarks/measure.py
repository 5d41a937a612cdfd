"""Measurements taken in turns (A B C, A B C, ...) and what is read from them: medians, and ratios of the same turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Series:
    """The values of one thing, one a round."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """Give the median."""
        return median(self.values)

    def against(self, other: Series) -> float:
        """Give the median of the ratios of the same rounds."""
        return median(own / peer for own, peer in zip(self.values, other.values, strict=True))

    def less(self, other: Series) -> Series:
        """Take away another series, round by round."""
        return Series(tuple(own - peer for own, peer in zip(self.values, other.values, strict=True)))

    def scaled(self, factor: float) -> Series:
        """Change the unit."""
        return Series(tuple(value * factor for value in self.values))


@dataclass(frozen=True, slots=True)
class Sample:
    """What one turn did.  Unit: seconds of processor time."""

    games: int
    decisions: int
    seconds: float
    wins: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Contender:
    """Something that takes a turn in each round.  It is called with the number of the round."""

    name: str
    turn: Callable[[int], Sample]


def in_turns(contenders: Sequence[Contender], rounds: int) -> dict[str, tuple[Sample, ...]]:
    """Let every contender take a turn in each round, after one that does not count; every other round backwards."""
    for contender in contenders:
        contender.turn(0)
    taken: dict[str, list[Sample]] = {contender.name: [] for contender in contenders}
    for number in range(1, rounds + 1):
        for contender in contenders if number % 2 else contenders[::-1]:
            taken[contender.name].append(contender.turn(number))
    return {name: tuple(samples) for name, samples in taken.items()}


def games_a_second(samples: Sequence[Sample]) -> Series:
    """Give the rate of games."""
    return Series(tuple(sample.games / sample.seconds for sample in samples))


def decisions_a_second(samples: Sequence[Sample]) -> Series:
    """Give the rate of decisions."""
    return Series(tuple(sample.decisions / sample.seconds for sample in samples))
