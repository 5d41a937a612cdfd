"""Some games looked at closely: those of a batch, played by a program that notes what runs."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence

from claimdsl.engine.batch import Batch, record_of
from claimdsl.engine.firing import Firing, Power
from claimdsl.engine.game import Game
from claimdsl.engine.outcome import Outcome, outcome

RANDOM = "random"


class Sample:
    """Plays games and looks at what no packed result tells: which powers fire, and which key decides a vote."""

    def __init__(self, game: Game, agents: Sequence[str]) -> None:
        self._batch = Batch(game, tuple(agents))
        self._is_random = set(agents) <= {RANDOM}
        self._firing = Firing(game, self._is_random)
        self.watched = self._firing.watched
        self.fired: Counter[Power] = Counter()
        self.votes_by: Counter[str] = Counter()

    def play(self, seed: int, first: int, count: int) -> array[int]:
        """Play games and note what is seen; give the packed result of each."""
        return array("q", (self._noted(seed, index) for index in range(first, first + count)))

    def _noted(self, seed: int, index: int) -> int:
        ended = self._ended(seed, index)
        self.fired.update(self._firing.take())
        self.votes_by.update(result.decided_by for result in ended.factions)
        return record_of(self._firing.game, ended)

    def again(self, seed: int, index: int) -> tuple[int, frozenset[Power]]:
        """Play a game that is none of the sample; give its packed result and the powers that fire."""
        ended = self._ended(seed, index)
        return record_of(self._firing.game, ended), self._firing.take()

    def _ended(self, seed: int, index: int) -> Outcome:
        play = self._batch.quick_frame if self._is_random else self._batch.frame
        return outcome(self._firing.game, play(seed, index, self._firing.program))
