"""The greedy player on frames, for games that are played without states: it chooses as `ai.greedy` does."""

from __future__ import annotations

from functools import cached_property

from claimdsl.engine import layout as at
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, number, row
from claimdsl.engine.runtime import NOTHING
from claimdsl.engine.weighing import PRIZES, Stakes, Weighing
from claimdsl.ir.types import Kind


class Greedy:
    """Decides in games of one kind."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @cached_property
    def _weighing(self) -> Weighing:
        return Weighing(self._game.binding)

    def choose(self, v: Frame) -> int:
        """Choose the option that brings the most now; of equal ones the first."""
        options, decision = row(v, at.OPTIONS), self._game.decisions[number(v, at.DECISION)]
        seat, stakes = number(v, at.ACTOR), self._stakes(v)
        if decision.rule < 0 and decision.verb == "play":
            weigh, foresee = self._weighing.play, self._game.foresight.of
            return max(options, key=lambda card: weigh(seat, card, foresee(v, seat, card), stakes))
        cards = [NOTHING] * len(options)
        if decision.kind is Kind.CARD:
            unseen = 0 if decision.named else self._unseen(v)
            cards = [card if card < 0 or not unseen >> card & 1 else NOTHING for card in options]
        elif decision.kind is Kind.PLAY:
            played = self._game.layout.plays["card"]
            cards = [number(v, played + play) for play in options]
        return options[max(range(len(options)), key=lambda place: self._worth(cards[place], stakes))]

    def _worth(self, card: int, stakes: Stakes) -> int:
        return self._weighing.half if card < 0 else self._weighing.worth(card, stakes)

    def _stakes(self, v: Frame) -> Stakes:
        weighing, game = self._weighing, self._game
        scored: list[list[int]] = [[] for _ in range(game.players)]
        prizes: list[int] = []
        for slot in game.layout.slots:
            if slot.pile == weighing.scored and weighing.shows_scored and slot.owner is not None:
                scored[slot.owner] = game.card_numbers(v, slot)
            elif slot.pile == PRIZES and weighing.shows_prizes:
                prizes = game.card_numbers(v, slot)
        return weighing.stakes(scored, prizes)

    def _unseen(self, v: Frame) -> int:
        written = {pile.name for pile in self._game.binding.piles if pile.written}
        return sum(
            1 << card for slot in self._game.layout.slots if slot.pile in written and not slot.seen
            for card in self._game.card_numbers(v, slot)
        )
