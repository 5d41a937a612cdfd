"""What a seat knows of the deal: for each card, the spots of the deck that it may have come from.

A spot is a place in the deck, in a side pack, or among cards that were left out.  Spots are followed as far as the seat
can see: from an ordered pile by depth, out of a pile that moves whole, into the pile of a player.  A card that shows
itself in a pile came from one of the spots that have reached it by then.  A seat that could not have played as it did
with some card in hand did not hold that card: this is where voids come from, for any ruleset.
"""

from __future__ import annotations

from collections.abc import Sequence

from claimdsl.engine import events as ev
from claimdsl.engine.action import Action
from claimdsl.engine.choices import Choice, Sight, impossible, is_play, read_choice
from claimdsl.engine.layout import Frame
from claimdsl.engine.state import State
from claimdsl.engine.whereabouts import TRICK, Sighting, Whereabouts
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import DECK_PILE, naming
from claimdsl.ir.walk import all_effects


class Riddle(Frozen):
    """A card that was played so that the seat does not know yet which it is, by the number of the choice.

    `answers`: what it may be, each with the sighting that it would be (None where the seat knew it in that hand).
    """

    choice: int
    answers: tuple[tuple[str, Sighting | None], ...]


class Evidence:
    """Reads the events of a game as one seat saw them.

    `homes`: each pile that a game begins with, and the cards there.  `forbidden`: labels that spots cannot have held,
    unless they were seen before a time.
    """

    def __init__(self, state: State, sight: Sight) -> None:
        self.game = state.game
        self.homes: list[tuple[str, tuple[int, ...]]] = []
        self.forbidden: list[tuple[frozenset[str], int, int]] = []
        self.choices: list[Choice] = []
        self.riddles: list[Riddle] = []
        self._sight = sight
        layout = self.game.layout
        watched = {(slot.pile, self.game.owner(slot)) for slot in layout.all_slots() if slot.seen >> sight.seat & 1}
        self._cards = Whereabouts(self.game.binding.labels, watched, self.game.ordered)
        self._swaps = {
            rule.origin for rule in self.game.binding.program.hooks
            if any(isinstance(effect, ir.Swap) for effect in all_effects(rule.effects or ()))
        }
        binding = self.game.binding
        self._scattered = any(binding.in_play(rule.faction) for rule in naming(binding.program)) or any(
            isinstance(effect, ir.Draw) and not isinstance(effect.cards, ir.PileOf)
            for rule in binding.program.hooks if binding.in_play(rule.origin.faction)
            for effect in all_effects(rule.effects or ())
        )
        self._lay(state)
        self._read(state)

    @property
    def sightings(self) -> Sequence[Sighting]:
        """Give every card that the seat has seen."""
        return self._cards.sightings

    @property
    def exact(self) -> bool:
        """Say whether all that the seat knows is in here.

        It is not where cards were moved so that the seat cannot tell which, or where it does not know of a decision
        what it was, or where chance may have drawn from more than one pile or a card was spoken of by name.
        """
        return self._cards.exact and not self._scattered and not any(choice.hidden for choice in self.choices)

    @property
    def spots(self) -> int:
        """Count the spots."""
        return sum(len(cards) for _, cards in self.homes)

    # --- the beginning ---------------------------------------------------------------------------------------------

    def _lay(self, state: State) -> None:
        """Lay out the spots: the deck, the side packs, then what each faction leaves out."""
        start = 0
        for pile, cards in ((DECK_PILE, state.deal.deck), *state.deal.packs):
            self.homes.append((pile, cards))
            self._cards.lay(ev.Place(pile), start, len(cards))
            start += len(cards)
        dealt = set(state.deal.deck)
        first = 0
        for spec in self.game.binding.specs:
            own = range(first, first + len(spec.values))
            first += len(own)
            rest = tuple(card for card in own if card not in dealt)
            if rest:
                self.homes.append((spec.rest, rest))
                self._cards.scatter(ev.Place(spec.rest), start, len(rest))
                start += len(rest)

    # --- the game --------------------------------------------------------------------------------------------------

    def _read(self, state: State) -> None:
        events, plies = state.events, state.plies()
        played, skip = "", False
        for time, event in enumerate(events):
            match event:
                case ev.Chose():
                    played = self._chosen(state, time, next(plies))
                case ev.Moved() if skip:
                    skip = False
                case ev.Moved():
                    after = events[time + 1] if time + 1 < len(events) else None
                    skip = isinstance(after, ev.Moved) and self._is_swap(event, after)
                    if isinstance(after, ev.Moved) and skip:
                        self._swapped(event, after, time)
                    else:
                        played = self._moved(event, played, time)
                case ev.Showed(place=place):
                    self._cards.showed(self._seen(event), self._cards.pile(place), time)
                case _:
                    pass

    def _chosen(self, state: State, time: int, made: tuple[Frame, Action, int]) -> str:
        """Take in a decision; give the card that comes to the trick by it, where the seat knows it by now."""
        v, _, code = made
        choice = read_choice(state, time, made, len(self.choices), self._sight)
        self.choices.append(choice)
        if choice.among is not None:
            self._wonder(choice, choice.among, time)
        if not is_play(self.game, v):
            return ""
        if choice.seat != self._sight.seat:
            self._hand_was(choice.seat, v, code, time)
        return "" if choice.hidden else choice.card

    def _moved(self, event: ev.Moved, played: str, time: int) -> str:
        """Take in a move; give the card that is still to come to the trick."""
        comes = event.target.pile == TRICK and event.cards == (played,)
        cards = [(played, event.depths[0])] if comes else self._seen(event)
        self._cards.moved(cards, self._cards.pile(event.source), self._cards.pile(event.target), time)
        return "" if comes else played

    def _is_swap(self, left: ev.Moved, right: ev.Moved) -> bool:
        mirrored = (left.source, left.target) == (right.target, right.source)
        return mirrored and left.rule == right.rule and left.rule in self._swaps and len(left.cards) == 1

    def _swapped(self, left: ev.Moved, right: ev.Moved, time: int) -> None:
        here, there = self._cards.pile(left.source), self._cards.pile(right.source)
        [one], [other] = self._seen(left), self._seen(right)
        self._cards.swapped(here, there, one, other, time)

    def _seen(self, event: ev.Moved | ev.Showed) -> list[tuple[str, int]]:
        """Give label ("" for what the seat does not see) and depth of each card."""
        return [
            (label if seen else "", depth)
            for label, seen, depth in zip(event.cards, self._sight.cards(event), event.depths, strict=True)
        ]

    def _hand_was(self, seat: int, v: Frame, code: int, time: int) -> None:
        """Note that none of the cards that came to a hand unseen can be one of those that it cannot have held."""
        place = self._cards.pile(ev.Place("hand", seat))
        if place.spots:
            labels, unseen = self.game.binding.labels, self._cards.unseen
            names = impossible(self.game, v, code, (card for card, label in enumerate(labels) if unseen[label]))
            if names:
                self.forbidden.append((names, place.spots, time))

    def _wonder(self, choice: Choice, among: frozenset[str], time: int) -> None:
        """Note what a card that was just chosen to be played may be."""
        place = self._cards.pile(ev.Place("hand", choice.seat))
        known = {sighting.label for sighting in place.known}
        self.riddles.append(Riddle(len(self.choices) - 1, tuple(
            (label, None if label in known else Sighting(label, place.spots | place.maybe, time))
            for label in sorted(among)
        )))
