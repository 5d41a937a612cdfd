"""What greedy goes by, in whole numbers, so that every engine reckons alike.

It knows no faction.  A card is worth its place among all the cards of the game, and more while its faction's vote is
open; a trick is worth the prizes beyond a middling one, and the cards that go to the scored piles.  A worth of `10 * n`
is 1, where n is the number of cards; what a play brings is in units of which `10240 * n` are 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from claimdsl.engine.binding import Binding
from claimdsl.engine.foresight import Foreseen
from claimdsl.frozen import Frozen

PRIZES = "prizes"
SURE = 1 << 10
"""The chance of what is certain."""
KEEP = 1792
"""What a card is worth to keep, for each card that it beats and half of those that it equals."""


class Stakes(Frozen):
    """What is to be won: the factions whose vote is open, what the best prize is worth, whether there is one."""

    open_: frozenset[int]
    prize: int
    any_prize: bool


class Weighing:
    """Weighs cards and plays of one kind of game."""

    def __init__(self, binding: Binding) -> None:
        self._binding = binding
        deck = binding.deck_cards
        numbers = sorted(value for _, value in deck)
        self.cards = len(deck)
        self.half = 5 * self.cards
        self.scored = binding.program.scored_pile
        self.ranks = tuple(
            2 * sum(one < value for one in numbers) + sum(one == value for one in numbers)
            for _, value in binding.cards
        )
        self.wholes = tuple(
            sum(faction == number for faction, _ in deck) for number in range(len(binding.faction_ids))
        )
        self.chances = tuple(self._chances(left) for left in range(binding.players))

    def _chances(self, left: int) -> tuple[int, ...]:
        """Give, for every card, how likely it stays ahead of so many cards more."""
        found = []
        for rank in self.ranks:
            once, chance = self.once(rank), SURE
            for _ in range(left):
                chance = chance * once // SURE
            found.append(chance)
        return tuple(found)

    def once(self, rank: int) -> int:
        """Give how likely a card of this rank beats another."""
        return rank * SURE // (2 * self.cards)

    @property
    def shows_scored(self) -> bool:
        """Say whether all see what is scored."""
        return any(
            pile.name == self.scored and pile.of == "player" and pile.seen_by == "all" for pile in self._binding.piles
        )

    @property
    def shows_prizes(self) -> bool:
        """Say whether there is a pile of prizes that all see."""
        return any(
            pile.name == PRIZES and pile.of == "table" and pile.seen_by == "all" for pile in self._binding.piles
        )

    def stakes(self, scored: Sequence[Iterable[int]], prizes: Sequence[int]) -> Stakes:
        """Read what is to be won from the cards in each seat's scored pile, and the prizes."""
        open_ = frozenset(range(len(self.wholes))) - self._settled(scored)
        stakes = Stakes(open_, 0, bool(prizes))
        best = max((self.worth(card, stakes) for card in prizes), default=self.half)
        return Stakes(open_, best - self.half, bool(prizes))

    def _settled(self, scored: Sequence[Iterable[int]]) -> frozenset[int]:
        """Give the factions of which a side has more than half the cards."""
        found = set()
        for side in self._binding.sides:
            counts = [0] * len(self.wholes)
            for card in (card for seat in side for card in scored[seat]):
                counts[self._binding.cards[card][0]] += 1
            found |= {faction for faction, count in enumerate(counts) if count * 2 > self.wholes[faction]}
        return frozenset(found)

    def contest(self, card: int, stakes: Stakes) -> int:
        """Say whether the vote of a card's faction is open: 1, or 0."""
        return int(self._binding.cards[card][0] in stakes.open_)

    def worth(self, card: int, stakes: Stakes) -> int:
        """Say what a card is worth to have."""
        return 4 * self.ranks[card] + 2 * self.cards * self.contest(card, stakes)

    def play(self, seat: int, card: int, seen: Foreseen, stakes: Stakes) -> int:
        """Say what a play brings: the chance to win times what is at stake, less the card itself."""
        side_of, players = self._binding.side_of, self._binding.players
        if not seen.ranking:
            chance = self.once(self.ranks[card])
        elif side_of[seen.ranking[0]] != side_of[seat]:
            chance = 0
        else:
            chance = self.chances[players - len(seen.ranking)][card]
        ahead = 2 * chance - SURE
        gain = 0
        if seen.goes:
            gain = 2560 * self.cards * sum(
                (1 if side_of[owner] == side_of[seat] else -1) * (1 + 2 * self.contest(one, stakes))
                for one, owner in seen.goes
            )
        elif not stakes.any_prize and not (seen.complete and self.scored):
            gain = 5 * self.cards * players * ahead
        return 2 * ahead * stakes.prize + gain - KEEP * self.ranks[card]
