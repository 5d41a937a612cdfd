"""An honest simple player for every ruleset: it weighs each action by what lies open, one trick ahead."""

from __future__ import annotations

from functools import lru_cache

from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.foresight import Foreseen
from claimdsl.engine.game import Game
from claimdsl.engine.observation import Observation
from claimdsl.engine.weighing import PRIZES, Stakes, Weighing
from claimdsl.play.match import Outlook, View


class GreedyAgent:
    """Choose the action that brings the most now; equal ones: the first."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Choose one of the view's actions."""
        table = _table(view.game)
        stakes = table.stakes(view.seen)
        return max(view.actions, key=lambda action: table.brings(view, action, stakes))


class _Table:
    """Weighs in the words of a view."""

    def __init__(self, game: Game) -> None:
        self._players = game.players
        self._weighing = Weighing(game.binding)
        self._numbers = {label: card for card, label in enumerate(game.binding.labels)}

    def stakes(self, seen: Observation) -> Stakes:
        """Read what is to be won."""
        scored: list[list[int]] = [[] for _ in range(self._players)]
        prizes: list[int] = []
        for pile in seen.piles:
            cards = [self._numbers[card] for card in pile.cards if card in self._numbers]
            if pile.pile == self._weighing.scored and self._weighing.shows_scored and isinstance(pile.owner, int):
                scored[pile.owner] = cards
            elif pile.pile == PRIZES and self._weighing.shows_prizes:
                prizes = cards
        return self._weighing.stakes(scored, prizes)

    def brings(self, view: View, action: Action, stakes: Stakes) -> int:
        """Say what an action brings."""
        card = self._numbers.get(action.option)
        if card is None:
            return self._weighing.half
        if action.verb == "play":
            return self._weighing.play(view.seen.seat, card, self._foreseen(view.foresee(action)), stakes)
        return self._weighing.worth(card, stakes)

    def _foreseen(self, outlook: Outlook) -> Foreseen:
        goes = tuple((self._numbers[card], seat) for card, seat in outlook.goes)
        return Foreseen(outlook.ranking, outlook.complete, goes)


@lru_cache(maxsize=64)
def _table(game: Game) -> _Table:
    return _Table(game)
