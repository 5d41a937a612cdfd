"""In how many games each power fires: of all that native code plays and counts, else of a sample."""

from __future__ import annotations

from array import array

from claimdsl.sim.engines import FAULTY, UNKNOWN, Engine, mended
from claimdsl.sim.sample import Sample
from claimdsl.sim.shares import Share


class Fires:
    """Counts the powers of one kind of game.

    Native code is taken at its word where it counts the games of the sample as the sample does.
    """

    def __init__(self, sample: Sample, engine: Engine, seed: int, looked_at: int) -> None:
        self._sample = sample
        self._looked_at = looked_at
        self._powers = sample.watched.powers
        self._totals = array("q", [0] * len(self._powers))
        told = engine.play(seed, 0, looked_at) if engine.is_native else None
        if told is not None and FAULTY in told.records:
            told = mended(told, seed, 0, sample)
        self._sure = {
            power for power, count in zip(self._powers, told.fired if told is not None else (), strict=False)
            if count == sample.fired[power]
        }

    def add(self, fired: array[int]) -> None:
        """Take in what was counted in some games."""
        for place, count in enumerate(fired):
            if count != UNKNOWN:
                self._totals[place] += count

    def shares(self, games: int) -> tuple[tuple[str, str, Share], ...]:
        """Give the share of each power, by faction, of so many games that were played."""
        return tuple(
            (*power, Share(total, games) if power in self._sure else Share(self._sample.fired[power], self._looked_at))
            for power, total in zip(self._powers, self._totals, strict=True)
        )
