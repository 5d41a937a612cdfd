"""What a seat knows of the deal: for each card, the spots of the deck that it may have come from.

A spot is a place in the deck, in a side pack, or among cards that were left out.  Spots are followed as far as all can
see: from an ordered pile by depth, out of a pile that moves whole, into the pile of a player.  A card that shows itself
in a pile came from one of the spots that have reached it by then.  A seat that could not have played as it did with
some card in hand did not hold that card: this is where voids come from, for any ruleset.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from claimdsl.engine import events as ev
from claimdsl.engine.kernel import DECK_PILE
from claimdsl.engine.state import State


@dataclass(slots=True)
class Sighting:
    """A card that the seat has seen: its label and the mask of spots that it may have come from."""

    label: str
    spots: int
    since: int


@dataclass(slots=True)
class _Place:
    """What the seat can say of a pile: spots in order, or a mask of those that have come here; and cards it knows."""

    order: list[int | Sighting] | None = None
    spots: int = 0
    hidden: int = 0
    known: list[Sighting] = field(default_factory=list)


class Evidence:
    """Reads the events of a game as one seat saw them."""

    def __init__(self, state: State, seat: int) -> None:
        self.game = state.game
        self.seat = seat
        self.homes: list[tuple[str, tuple[int, ...]]] = []
        self.sightings: list[Sighting] = []
        self.forbidden: list[tuple[str, int, int]] = []
        self._places: dict[ev.Place, _Place] = {}
        self._lost: list[Sighting] = []
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
            self._place(ev.Place(pile)).order = list(range(start, start + len(cards)))
            start += len(cards)
        dealt = set(state.deal.deck)
        first = 0
        for spec in self.game.binding.specs:
            own = range(first, first + len(spec.values))
            first += len(own)
            rest = tuple(card for card in own if card not in dealt)
            if rest:
                self.homes.append((spec.rest, rest))
                place = self._place(ev.Place(spec.rest))
                place.spots, place.hidden = (1 << len(rest)) - 1 << start, len(rest)
                start += len(rest)

    def _place(self, where: ev.Place) -> _Place:
        return self._places.setdefault(where, _Place())

    # --- the game --------------------------------------------------------------------------------------------------

    def _read(self, state: State) -> None:
        read = 0
        for step in state.steps():
            for event in step.events[read:]:
                self._event(event, read)
                read += 1
            if step.seat != self.seat:
                self._hand_was(step.seat, step.impossible, read)
        for event in state.events[read:]:
            self._event(event, read)
            read += 1

    def _event(self, event: ev.Event, time: int) -> None:
        match event:
            case ev.Moved(cards=cards, known=known, depths=depths, source=source, target=target):
                self._moved(self._seen(cards, known, depths), source, target, time)
            case ev.Showed(cards=cards, known=known, depths=depths, place=place):
                for label, depth in self._seen(cards, known, depths):
                    if label:
                        self._showed(label, depth, self._place(place), time)
            case _:
                pass

    def _seen(
        self, cards: tuple[str, ...], known: tuple[int, ...], depths: tuple[int, ...]
    ) -> list[tuple[str, int]]:
        """Give label ("" for what the seat does not see) and depth of each card."""
        return [
            (label if who >> self.seat & 1 else "", depth)
            for label, who, depth in zip(cards, known, depths, strict=True)
        ]

    def _hand_was(self, seat: int, impossible: frozenset[str], time: int) -> None:
        """Note that none of the cards that came to a hand unseen can be one of these."""
        place = self._places.get(ev.Place("hand", seat))
        if place is not None and place.hidden:
            self.forbidden += [(label, place.spots, time) for label in impossible]

    # --- moves -----------------------------------------------------------------------------------------------------

    def _moved(self, cards: list[tuple[str, int]], source: ev.Place, target: ev.Place, time: int) -> None:
        here, there = self._place(source), self._place(target)
        if here.order is not None:
            for (label, _), spot in zip(cards, self._lift(here, [depth for _, depth in cards]), strict=True):
                self._arrive(there, spot, label, time)
            return
        hidden = sum(1 for label, _ in cards if not label)
        for label, _ in cards:
            if label:
                self._come(there, self._leave(here, label, time))
        if hidden:
            self._hidden_move(here, there, hidden)

    def _lift(self, here: _Place, depths: list[int]) -> list[int | Sighting]:
        assert here.order is not None
        lifted = [here.order[depth] for depth in depths]
        gone = set(depths)
        here.order = [spot for depth, spot in enumerate(here.order) if depth not in gone]
        return lifted

    def _arrive(self, there: _Place, spot: int | Sighting, label: str, time: int) -> None:
        if isinstance(spot, Sighting):
            self._come(there, spot)
        elif label:
            self._come(there, self._sight(label, 1 << spot, time))
        elif there.order is not None:
            there.order.insert(0, spot)
        else:
            there.spots |= 1 << spot
            there.hidden += 1

    def _come(self, there: _Place, sighting: Sighting) -> None:
        if there.order is not None:
            there.order.insert(0, sighting)
        else:
            there.known.append(sighting)

    def _sight(self, label: str, spots: int, time: int) -> Sighting:
        sighting = Sighting(label, spots, time)
        self.sightings.append(sighting)
        return sighting

    def _leave(self, here: _Place, label: str, time: int) -> Sighting:
        """Take a card that the seat sees out of a pile: one that it knew, one that it had lost sight of, or a new one."""
        for sighting in here.known:
            if sighting.label == label:
                here.known.remove(sighting)
                return sighting
        here.hidden -= 1
        for sighting in self._lost:
            if sighting.label == label:
                self._lost.remove(sighting)
                return sighting
        return self._sight(label, here.spots, time)

    def _hidden_move(self, here: _Place, there: _Place, hidden: int) -> None:
        """Move cards that the seat does not see; where it cannot tell which, it loses sight of those it knew there."""
        whole = hidden == here.hidden + len(here.known)
        there.spots |= here.spots
        if whole:
            there.known += here.known
            there.hidden += here.hidden
            here.spots = 0
        else:
            self._lost += here.known
            here.hidden += len(here.known) - hidden
            there.hidden += hidden
        here.known = []
        if whole:
            here.hidden = 0

    def _showed(self, label: str, depth: int, place: _Place, time: int) -> None:
        if place.order is not None:
            spot = place.order[depth]
            if not isinstance(spot, Sighting):
                place.order[depth] = self._sight(label, 1 << spot, time)
        elif all(sighting.label != label for sighting in place.known):
            place.known.append(self._leave(place, label, time))
