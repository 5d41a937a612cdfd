"""Chance as OpenSpiel has it: one outcome after another, each with its probability.

The deal is laid card by card: the deck from its top, each side pack from its top, then who leads.  A faction that deals
only part of its cards is as likely to leave out one as another.  Equal cards are one outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from claimdsl.engine import layout as at
from claimdsl.engine.dealing import Deal
from claimdsl.engine.game import Game
from claimdsl.engine.layout import number, row
from claimdsl.engine.runtime import bits
from claimdsl.engine.state import State

Outcomes = list[tuple[int, float]]


class Chances:
    """What chance can do in one kind of game.  A card is the least number of its name."""

    def __init__(self, game: Game) -> None:
        self._game = game
        binding = game.binding
        self._first = tuple((copies & -copies).bit_length() - 1 for copies in binding.copies)
        self._deck = sum(spec.deal or len(spec.values) for spec in binding.specs)
        self._own: list[tuple[Counter[int], int]] = []
        start = 0
        for spec in binding.specs:
            cards = self._first[start : start + len(spec.values)]
            self._own.append((Counter(cards), spec.deal or len(cards)))
            start += len(cards)
        self._packs = tuple((pile, Counter(self._first[card] for card in cards)) for pile, cards in binding.packs)

    @property
    def steps(self) -> int:
        """Say how many outcomes make a deal."""
        return self._deck + sum(pack.total() for _, pack in self._packs) + 1

    @property
    def most(self) -> int:
        """Bound the numbers of outcomes."""
        return max(len(self._first), self._game.players)

    def deal(self, laid: Sequence[int]) -> Outcomes:
        """Give what can be laid next."""
        if len(laid) < self._deck:
            return self._next_of_the_deck(Counter(laid))
        start = self._deck
        for _, pack in self._packs:
            if len(laid) < start + pack.total():
                left = pack - Counter(laid[start:])
                return [(card, count / left.total()) for card, count in sorted(left.items())]
            start += pack.total()
        return [(seat, 1 / self._game.players) for seat in range(self._game.players)]

    def _next_of_the_deck(self, laid: Counter[int]) -> Outcomes:
        room = self._deck - laid.total()
        found: Outcomes = []
        for cards, dealt in self._own:
            due = dealt - sum(laid[card] for card in cards)
            left = cards - laid
            found += [(card, due / room * count / left.total()) for card, count in left.items() if due]
        return sorted(found)

    def begun(self, laid: Sequence[int]) -> State:
        """Give the state that a whole deal leads to."""
        labels = [self._game.label(card) for card in laid[:-1]]
        packs: dict[str, list[str]] = {}
        start = self._deck
        for pile, pack in self._packs:
            packs[pile] = labels[start : start + pack.total()]
            start += pack.total()
        return self._game.deal(deck=labels[: self._deck], side_decks=packs, first_leader=laid[-1], follow=True)

    def laid(self, deal: Deal) -> tuple[int, ...]:
        """Give the outcomes that make a deal."""
        cards = (*deal.deck, *(card for _, pack in deal.packs for card in pack))
        return (*(self._first[card] for card in cards), deal.first_leader)

    def draw(self, state: State) -> Outcomes:
        """Give what can be drawn now, each by the number that the program knows it by."""
        v = state.frame()
        pool, codes = bits(number(v, at.POOL)), row(v, at.OPTIONS)
        drawn = Counter(self.code(codes, card) for card in pool)
        return [(code, count / len(pool)) for code, count in sorted(drawn.items())]

    def code(self, codes: Sequence[int], card: int) -> int:
        """Give the option that stands for a card that was drawn: the first of its name."""
        return next(code for code in codes if self._first[code] == self._first[card])

    def name(self, outcome: int, laid: int) -> str:
        """Write an outcome of the deal, so many having been laid."""
        return f"deal {self._game.label(outcome)}" if laid < self.steps - 1 else f"lead {outcome}"
