"""Some games looked at closely: those of a batch, played by a program that notes what runs."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence

from claimdsl.engine.batch import Batch, record_of
from claimdsl.engine.game import Game
from claimdsl.engine.outcome import outcome
from claimdsl.sim.powers import Firing

RANDOM = "random"


class Sample:
    """Plays games and looks at what no packed result tells: which powers fire, and which key decides a vote."""

    def __init__(self, game: Game, agents: Sequence[str]) -> None:
        self._batch = Batch(game, tuple(agents))
        self._firing = Firing(game)
        self.votes_by: Counter[str] = Counter()

    def play(self, seed: int, first: int, count: int) -> array[int]:
        """Play games and note what is seen; give the packed result of each."""
        return array("q", (self._record(seed, index) for index in range(first, first + count)))

    @property
    def firing(self) -> Firing:
        """Give what was noted of powers."""
        return self._firing

    def _record(self, seed: int, index: int) -> int:
        game = self._firing.game
        ended = outcome(game, self._batch.frame(seed, index, game.plain))
        self._firing.count()
        self.votes_by.update(result.decided_by for result in ended.factions)
        return record_of(game, ended)
