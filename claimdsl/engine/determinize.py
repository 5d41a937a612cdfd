"""A whole state that one seat could be in: its hidden cards dealt anew, uniformly over the deals that it cannot rule out.

`Evidence` says which spots of the deck each card may have come from; `matching` deals; the game is then played again.
A deal under which some action would not have been possible, or under which the seat would have seen something else, is
dropped and another one drawn: for rules whose traces are of no simple form this rejection is all there is.
"""

from __future__ import annotations

from collections import Counter

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.engine.chance import Rng
from claimdsl.engine.evidence import Evidence, Sighting
from claimdsl.engine.matching import TooHardError, assign
from claimdsl.engine.state import State

_MOST_TRIES = 1000


class NoDealError(ClaimError):
    """No consistent deal was found within the bound."""


class Determinizer:
    """Draws states consistent with what a seat knows of one state.

    >>> from claimdsl import load_ruleset
    >>> state = load_ruleset("base").game().deal(seed=7)
    >>> other = Determinizer(state, seat=0).draw(Rng(1))
    >>> other.observation(0) == state.observation(0), other.pile("hand", 1) == state.pile("hand", 1)
    (True, False)
    """

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat
        self._evidence = Evidence(state, seat)
        self._cards, self._allowed = self._constraints()
        self._seen = state.information_state(seat)

    def _constraints(self) -> tuple[list[str], list[int]]:
        """Give every card's label and the mask of its possible spots: those seen first, then all others."""
        evidence = self._evidence
        labels = evidence.game.binding.labels
        everything = Counter(labels[card] for _, cards in evidence.homes for card in cards)
        homes = self._homes()
        cards: list[str] = []
        allowed: list[int] = []
        for sighting in evidence.sightings:
            everything[sighting.label] -= 1
            cards.append(sighting.label)
            allowed.append(sighting.spots & homes[sighting.label] & ~self._ruled_out(sighting))
        for label in everything.elements():
            cards.append(label)
            allowed.append(homes[label] & ~self._ruled_out(Sighting(label, 0, 1 << 60)))
        return cards, allowed

    def _homes(self) -> dict[str, int]:
        """Give the spots that each label may have: those of the deck or pack that it belongs to."""
        labels = self._evidence.game.binding.labels
        factions = self._evidence.game.binding.specs
        homes: dict[str, int] = {}
        start = 0
        partly = {spec.name for spec in factions if spec.deal}
        for index, (_, cards) in enumerate(self._evidence.homes):
            mask = (1 << len(cards)) - 1 << start
            start += len(cards)
            own = {labels[card] for card in cards}
            if index == 0:
                own |= {label for label in labels if label.partition(":")[0] in partly}
            elif any(label.partition(":")[0] in partly for label in own):
                own = {label for label in labels if label.partition(":")[0] in partly}
            for label in own:
                homes[label] = homes.get(label, 0) | mask
        return homes

    def _ruled_out(self, card: Sighting) -> int:
        """Give the spots that a card, hidden until `since`, cannot have had."""
        mask = 0
        for label, spots, time in self._evidence.forbidden:
            if label == card.label and time < card.since:
                mask |= spots
        return mask

    def propose(self, rng: Rng) -> State | None:
        """Deal by the evidence and play the game again; None where an action would not have been possible.

        Raises: NoDealError where the evidence allows no deal or is too hard to count.
        """
        try:
            spots = assign(self._allowed, self._evidence.spots, rng)
        except TooHardError:
            raise NoDealError("there are too many ways to deal the hidden cards") from None
        if spots is None:
            raise NoDealError("no deal agrees with what the seat has seen")
        laid = [""] * self._evidence.spots
        for label, spot in zip(self._cards, spots, strict=True):
            laid[spot] = label
        return self._played(laid, rng)

    def _played(self, laid: list[str], rng: Rng) -> State | None:
        decks: list[list[str]] = []
        labels = self._evidence.game.binding.labels
        start = 0
        for index, (_, cards) in enumerate(self._evidence.homes):
            decks.append(laid[start : start + len(cards)])
            start += len(cards)
            if 0 < index <= len(self._state.side_decks) and Counter(decks[-1]) != Counter(labels[c] for c in cards):
                return None
        packs = dict(zip(self._state.side_decks, decks[1:], strict=False))
        game = self._state.game
        try:
            new = game.deal(deck=decks[0], side_decks=packs, first_leader=self._state.first_leader)
        except ClaimError:
            return None
        for action, hidden in self._state.actions_seen_by(self._seat):
            options = new.legal_actions
            if hidden:
                alike = [option for option in options if option.verb == action.verb]
                if not alike:
                    return None
                action = alike[rng.below(len(alike))]
            elif action not in options:
                return None
            new = new.apply(action)
        return new

    def draw(self, rng: Rng) -> State:
        """Draw a consistent state.

        Raises: NoDealError after many tries without one; says how many.
        """
        for _ in range(_MOST_TRIES):
            new = self.propose(rng)
            if new is not None and new.information_state(self._seat) == self._seen:
                return new
        raise NoDealError(f"none of {_MOST_TRIES} deals agreed with what seat {self._seat} has seen")
