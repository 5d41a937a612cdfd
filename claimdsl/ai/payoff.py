"""What an ended game is worth to each side: 1 shared among the winners."""

from __future__ import annotations

from claimdsl.engine.counting import Counting
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame


class Payoff:
    """Judges ended games of one kind."""

    def __init__(self, game: Game) -> None:
        self._counting = Counting(game)
        sides = range(len(game.sides))
        self._shares = tuple(
            tuple((winners >> side & 1) / max(1, winners.bit_count()) for side in sides)
            for winners in range(1 << len(game.sides))
        )

    def of(self, v: Frame) -> tuple[float, ...]:
        """Give each side's share of a won game."""
        return self._shares[self._counting.record(v) & len(self._shares) - 1]
