"""What a seat knows of the deal: for each card, the spots of the deck that it may have come from.

A spot is a place in the deck, in a side pack, or among cards that were left out.  Spots are followed as far as the seat
can see: from an ordered pile by depth, out of a pile that moves whole, into the pile of a player.  A card that shows
itself in a pile came from one of the spots that have reached it by then.  A seat that could not have played as it did
with some card in hand did not hold that card: this is where voids come from, for any ruleset.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from claimdsl.engine import events as ev
from claimdsl.engine.choices import TRICK, Choice, Sight, impossible, is_play, read_choice
from claimdsl.engine.kernel import DECK_PILE
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.walk import all_effects


@dataclass(slots=True)
class Sighting:
    """A card that the seat has seen: its label, the mask of spots that it may have come from, and when it was seen."""

    label: str
    spots: int
    since: int


_Entry = int | Sighting
"""A card in a pile with an order: one that was seen, or the mask of spots that it may have come from."""


class Riddle(Frozen):
    """A card that was played so that the seat does not know yet which it is, by the number of the choice.

    `answers`: what it may be, each with the sighting that it would be (None where the seat knew it in that hand).
    """

    choice: int
    answers: tuple[tuple[str, Sighting | None], ...]


@dataclass(slots=True)
class _Place:
    """What the seat can say of a pile.

    `spots` have surely come here, and leave only to be seen; `maybe` have perhaps.  `known` lie here, `doubtful` do
    perhaps.  Who watches a pile sees which card leaves it.
    """

    watched: bool
    order: list[_Entry] | None = None
    size: int = 0
    spots: int = 0
    maybe: int = 0
    known: list[Sighting] = field(default_factory=list)
    doubtful: list[Sighting] = field(default_factory=list)


class Evidence:
    """Reads the events of a game as one seat saw them.

    `homes`: each pile that a game begins with, and the cards there.  `forbidden`: labels that spots cannot have held,
    unless they were seen before a time.  `exact`: all that the seat knows is in here; otherwise cards were moved so
    that it cannot tell which, or it does not know of a decision what it was.
    """

    def __init__(self, state: State, sight: Sight) -> None:
        self.game = state.game
        self.homes: list[tuple[str, tuple[int, ...]]] = []
        self.sightings: list[Sighting] = []
        self.forbidden: list[tuple[frozenset[str], int, int]] = []
        self.choices: list[Choice] = []
        self.riddles: list[Riddle] = []
        self.exact = True
        self._sight = sight
        self._places: dict[tuple[str, int | str | None], _Place] = {}
        self._unseen = Counter(self.game.binding.labels)
        self._watched = {
            (slot.pile, self.game.owner(slot)) for slot in self.game.layout.all_slots() if slot.seen >> sight.seat & 1
        }
        self._swaps = {
            rule.origin for rule in self.game.binding.program.hooks
            if any(isinstance(effect, ir.Swap) for effect in all_effects(rule.effects or ()))
        }
        self._lay(state)
        self._read(state)

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
            place = self._place(ev.Place(pile))
            place.order, place.size = [1 << spot for spot in range(start, start + len(cards))], len(cards)
            start += len(cards)
        dealt = set(state.deal.deck)
        first = 0
        for spec in self.game.binding.specs:
            own = range(first, first + len(spec.values))
            first += len(own)
            rest = tuple(card for card in own if card not in dealt)
            if rest:
                self.homes.append((spec.rest, rest))
                self._leave_out(self._place(ev.Place(spec.rest)), start, len(rest))
                start += len(rest)

    def _leave_out(self, place: _Place, start: int, size: int) -> None:
        mask = (1 << size) - 1 << start
        place.size += size
        if place.order is not None:
            place.order += [mask] * size
        else:
            place.spots |= mask

    def _place(self, where: ev.Place) -> _Place:
        key = where.pile, where.owner
        place = self._places.get(key)
        if place is None:
            watched = where.pile == TRICK or key in self._watched
            place = self._places[key] = _Place(watched, [] if where.pile in self.game.ordered else None)
        return place

    # --- the game --------------------------------------------------------------------------------------------------

    def _read(self, state: State) -> None:
        events, plies = state.events, state.plies()
        played: str | None = None
        skip = False
        for time, event in enumerate(events):
            match event:
                case ev.Chose():
                    made = next(plies)
                    choice = read_choice(state, time, made, len(self.choices), self._sight)
                    self.choices.append(choice)
                    self.exact = self.exact and not choice.hidden
                    if choice.among is not None:
                        self._wonder(choice, choice.among, time)
                    played = choice.action.option if is_play(self.game, made[0]) and not choice.hidden else None
                    if is_play(self.game, made[0]) and choice.seat != self._sight.seat:
                        self._hand_was(choice.seat, made[0], made[2], time)
                case ev.Moved() if skip:
                    skip = False
                case ev.Moved(source=source, target=target):
                    after = events[time + 1] if time + 1 < len(events) else None
                    if isinstance(after, ev.Moved) and self._is_swap(event, after):
                        self._swapped(event, after, time)
                        skip = True
                    else:
                        known = played is not None and target.pile == TRICK and event.cards == (played,)
                        cards = [(event.cards[0], event.depths[0])] if known else self._seen(event)
                        self._moved(cards, self._place(source), self._place(target), time)
                        played = None if known else played
                case ev.Showed(place=place):
                    self._showed(self._seen(event), self._place(place), time)
                case _:
                    pass

    def _seen(self, event: ev.Moved | ev.Showed) -> list[tuple[str, int]]:
        """Give label ("" for what the seat does not see) and depth of each card."""
        return [
            (label if seen else "", depth)
            for label, seen, depth in zip(event.cards, self._sight.cards(event), event.depths, strict=True)
        ]

    def _hand_was(self, seat: int, v: list[int | tuple[int, ...]], code: int, time: int) -> None:
        """Note that none of the cards that came to a hand unseen can be one of those that it cannot have held."""
        place = self._places.get(("hand", seat))
        if place is not None and place.spots:
            labels = self.game.binding.labels
            names = impossible(self.game, v, code, (card for card, label in enumerate(labels) if self._unseen[label]))
            if names:
                self.forbidden.append((names, place.spots, time))

    def _wonder(self, choice: Choice, among: frozenset[str], time: int) -> None:
        """Note what a card that was just chosen to be played may be."""
        place = self._place(ev.Place("hand", choice.seat))
        known = {sighting.label for sighting in place.known}
        self.riddles.append(Riddle(len(self.choices) - 1, tuple(
            (label, None if label in known else Sighting(label, place.spots | place.maybe, time))
            for label in sorted(among)
        )))

    # --- moves -----------------------------------------------------------------------------------------------------

    def _moved(self, cards: list[tuple[str, int]], here: _Place, there: _Place, time: int) -> None:
        if here.order is not None:
            entries = [here.order[depth] for _, depth in cards]
            gone = {depth for _, depth in cards}
            here.order = [entry for depth, entry in enumerate(here.order) if depth not in gone]
            labels = [label for label, _ in cards]
            arrivals = self._lifted(here, entries, labels, time)
        else:
            arrivals = [self._leave(here, label, time) for label, _ in cards if label]
        hidden = len(cards) - len(arrivals)
        if hidden and there.order is not None:
            here.doubtful += [entry for entry in arrivals if isinstance(entry, Sighting)]
            self._moved_unseen(here, there, len(cards))
            return
        here.size -= len(arrivals)
        there.size += len(arrivals)
        self._arrive(there, arrivals)
        if hidden:
            self._moved_unseen(here, there, hidden)

    def _lifted(self, here: _Place, entries: list[_Entry], labels: list[str], time: int) -> list[_Entry]:
        """Say which cards leave an ordered pile together: in which order those lay that are seen now is not told."""
        mixed = 0
        for entry, label in zip(entries, labels, strict=True):
            mixed |= entry if label and isinstance(entry, int) else 0
        return [
            self._named(here, mixed if isinstance(entry, int) and label else entry, label, time)
            for entry, label in zip(entries, labels, strict=True)
        ]

    def _named(self, here: _Place, entry: _Entry, label: str, time: int) -> _Entry:
        """Say which card one of an ordered pile is."""
        if isinstance(entry, Sighting) or not label:
            return entry
        return self._recalled(here, label) or self._sight_of(label, entry, time)

    def _arrive(self, there: _Place, arrivals: list[_Entry]) -> None:
        if there.order is None:
            for entry in arrivals:
                if isinstance(entry, Sighting):
                    there.known.append(entry)
                elif entry & (entry - 1):
                    there.maybe |= entry
                else:
                    there.spots |= entry
        elif len(arrivals) < 2 or all(isinstance(entry, Sighting) for entry in arrivals):
            there.order[:0] = arrivals
        else:
            known = [entry for entry in arrivals if isinstance(entry, Sighting)]
            masks = [entry.spots if isinstance(entry, Sighting) else entry for entry in arrivals]
            self._mix(there, known, masks, len(arrivals))

    def _mix(self, there: _Place, known: list[Sighting], masks: list[int], size: int) -> None:
        """Put cards on an ordered pile of which the seat cannot tell in which order they lie."""
        assert there.order is not None
        every = 0
        for mask in masks:
            every |= mask
        there.doubtful += known
        there.order[:0] = [every] * size
        self.exact = False

    def _sight_of(self, label: str, spots: int, time: int) -> Sighting:
        sighting = Sighting(label, spots, time)
        self.sightings.append(sighting)
        self._unseen[label] -= 1
        return sighting

    def _leave(self, here: _Place, label: str, time: int) -> Sighting:
        """Take a card that the seat sees out of a pile: one that it knew, one that may be here, or a new one."""
        for sighting in here.known:
            if sighting.label == label:
                here.known.remove(sighting)
                return sighting
        return self._recalled(here, label) or self._sight_of(label, here.spots | here.maybe, time)

    def _recalled(self, here: _Place, label: str) -> Sighting | None:
        """Find a card that the seat saw once and that may lie here; from now on it is sure of it."""
        for sighting in here.doubtful:
            if sighting.label == label:
                for place in self._places.values():
                    place.doubtful = [other for other in place.doubtful if other is not sighting]
                return sighting
        return None

    def _moved_unseen(self, here: _Place, there: _Place, hidden: int) -> None:
        """Move cards that the seat does not see: a whole pile, or some of it."""
        if hidden != here.size:
            self._moved_in_part(here, there, hidden)
        elif there.order is not None:
            masks = [here.spots | here.maybe, *(sighting.spots for sighting in here.known + here.doubtful)]
            self._mix(there, here.known + here.doubtful, masks, hidden)
        else:
            there.known += here.known
            there.doubtful += here.doubtful
            there.spots |= here.spots
            there.maybe |= here.maybe
        if hidden == here.size:
            here.known, here.doubtful, here.spots, here.maybe = [], [], 0, 0
        here.size -= hidden
        there.size += hidden

    def _moved_in_part(self, here: _Place, there: _Place, hidden: int) -> None:
        """Move some cards of a pile: the seat no longer knows where those are that it cannot see."""
        self.exact = False
        if not here.watched:
            here.doubtful += here.known
            here.known = []
        here.maybe |= here.spots
        here.spots = 0
        if there.order is not None:
            there.order[:0] = [here.maybe] * hidden
        else:
            there.maybe |= here.maybe
        there.doubtful += here.doubtful

    def _showed(self, cards: list[tuple[str, int]], place: _Place, time: int) -> None:
        if place.order is not None:
            for label, depth in cards:
                place.order[depth] = self._named(place, place.order[depth], label, time)
            return
        missing = Counter(label for label, _ in cards if label)
        missing.subtract(Counter(sighting.label for sighting in place.known))
        for label in (+missing).elements():
            place.known.append(self._leave(place, label, time))

    # --- exchanges -------------------------------------------------------------------------------------------------

    def _is_swap(self, left: ev.Moved, right: ev.Moved) -> bool:
        mirrored = (left.source, left.target) == (right.target, right.source)
        return mirrored and left.rule == right.rule and left.rule in self._swaps and len(left.cards) == 1

    def _swapped(self, left: ev.Moved, right: ev.Moved, time: int) -> None:
        """Exchange two cards: in a pile with an order each comes to lie where the other lay."""
        here, there = self._place(left.source), self._place(right.source)
        one, other = (self._exchanged(event, time) for event in (left, right))
        for place, depth, entry in ((here, left.depths[0], other), (there, right.depths[0], one)):
            if place.order is not None:
                place.order[depth] = entry
            else:
                self._arrive(place, [entry])

    def _exchanged(self, event: ev.Moved, time: int) -> _Entry:
        place = self._place(event.source)
        [(label, depth)] = self._seen(event)
        if place.order is not None:
            return self._named(place, place.order[depth], label, time)
        if label:
            return self._leave(place, label, time)
        spots = place.spots | place.maybe
        self.exact = False
        place.maybe, place.spots = spots, 0
        return spots
