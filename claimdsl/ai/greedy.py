"""An honest simple player for every ruleset: it weighs each action by what lies open, one trick ahead.

It knows no faction.  A card is worth its place among all the cards of the game, and more while its faction's vote is
open; a trick is worth the prizes beyond the usual one, and the cards that go to the scored piles.
"""

from __future__ import annotations

from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.observation import Observation
from claimdsl.frozen import Frozen, replace
from claimdsl.ir.labels import faction_of, is_card
from claimdsl.play.match import Outlook, View

_PRIZES = "prizes"
_USUAL = 0.5
_KEEP = 0.35
_PRIZE = 2.0


class GreedyAgent:
    """Choose the action that brings the most now; equal ones: the first."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Choose one of the view's actions."""
        table = _Table.of(view)
        return max(view.actions, key=table.worth_of)


class _Table(Frozen):
    """The view with what is read from it once."""

    view: View
    values: tuple[int, ...]
    mine: frozenset[int]
    stake: float
    fights: bool
    owned: dict[str, tuple[int, int]]

    @staticmethod
    def of(view: View) -> _Table:
        """Read a view."""
        game, seen = view.game, view.seen
        mine = next(frozenset(side) for side in game.sides if seen.seat in side)
        values = tuple(sorted(game.binding.value_of[card] for card in game.cards))
        table = _Table(view, values, mine, 0.0, True, _owned(seen, game.ruleset.scored_pile, mine))
        prizes = [card for view in seen.piles if view.pile == _PRIZES for card in view.cards]
        stake = max((table.worth(card) for card in prizes), default=_USUAL) - _USUAL
        return replace(table, stake=stake, fights=not prizes)

    def worth(self, card: str) -> float:
        """Say what a card is worth to have, from 0 to about 1."""
        return 0.8 * self.rank(card) + 0.2 * self.contest(card)

    def rank(self, card: str) -> float:
        """Say what part of the game's cards has a lower value."""
        value = self.view.game.binding.value_of[card]
        lower = sum(1 for other in self.values if other < value)
        equal = sum(1 for other in self.values if other == value)
        return (lower + equal / 2) / len(self.values)

    def contest(self, card: str) -> float:
        """Say how open the vote of the card's faction is: 1 is open, 0 is settled."""
        faction = faction_of(card)
        ours, theirs = self.owned.get(faction, (0, 0))
        whole = sum(1 for other in self.view.game.cards if faction_of(other) == faction)
        return 0.0 if max(ours, theirs) * 2 > whole else 1.0

    def worth_of(self, action: Action) -> float:
        """Say what an action brings."""
        if action.verb == "play":
            return self.play_worth(action.option, self.view.foresee(action))
        if is_card(action.option):
            return self.worth(action.option)
        return 0.5

    def play_worth(self, card: str, outlook: Outlook) -> float:
        """Say what a play brings: the chance to win times what is at stake, less the card itself."""
        chance = self.chance(card, outlook)
        if outlook.complete and outlook.goes:
            gain = sum((1 if seat in self.mine else -1) * (0.5 + self.contest(one)) for one, seat in outlook.goes)
        elif self.fights and not (outlook.complete and self.view.game.ruleset.scored_pile):
            gain = (2 * chance - 1) * self.view.game.players
        else:
            gain = 0.0
        return (2 * chance - 1) * self.stake * _PRIZE + gain / 2 - _KEEP * self.rank(card)

    def chance(self, card: str, outlook: Outlook) -> float:
        """Guess how likely our side wins the trick with this play."""
        if not outlook.ranking:
            return self.rank(card)
        first = outlook.ranking[0]
        if first not in self.mine:
            return 0.0
        left = self.view.game.players - len(outlook.ranking)
        return float(self.rank(card) ** left)


def _owned(seen: Observation, scored: str, mine: frozenset[int]) -> dict[str, tuple[int, int]]:
    """Count the cards of each faction in our scored piles and in the fullest of the others'."""
    counts: dict[str, dict[int, int]] = {}
    for view in seen.piles:
        if view.pile == scored and isinstance(view.owner, int):
            for card in view.cards:
                by_seat = counts.setdefault(faction_of(card), {})
                by_seat[view.owner] = by_seat.get(view.owner, 0) + 1
    return {
        faction: (
            sum(number for seat, number in by_seat.items() if seat in mine),
            max((number for seat, number in by_seat.items() if seat not in mine), default=0),
        )
        for faction, by_seat in counts.items()
    }
