"""Where the cards are that a seat has seen or not: piles, and the spots of the deck that may have come to them.

A seat follows spots from an ordered pile by depth, out of a pile that moves whole, into the pile of a player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from claimdsl.engine import events as ev

TRICK = "trick"
Label = tuple[str, int]
"""A card as it moves: its name ("" where the seat does not see it) and how deep it lay."""
_Key = tuple[str, int | str | None]


@dataclass(slots=True)
class Sighting:
    """A card that the seat has seen: its label, the mask of spots that it may have come from, and when it was seen."""

    label: str
    spots: int
    since: int


Entry = int | Sighting
"""A card in a pile with an order: one that was seen, or the mask of spots that it may have come from."""


@dataclass(slots=True)
class Pile:
    """What the seat can say of a pile.

    `spots` have surely come here, and leave only to be seen; `maybe` have perhaps.  `known` lie here, `doubtful` do
    perhaps.  Who watches a pile sees which card leaves it.
    """

    watched: bool
    order: list[Entry] | None = None
    size: int = 0
    spots: int = 0
    maybe: int = 0
    known: list[Sighting] = field(default_factory=list)
    doubtful: list[Sighting] = field(default_factory=list)

    @property
    def is_plain(self) -> bool:
        """Say whether its cards have no order, are not watched, and are all surely here."""
        return self.order is None and not self.watched and not self.maybe and not self.doubtful

    def copy(self, twins: Mapping[int, Sighting]) -> Pile:
        """Give the same pile of other sightings."""
        order = None if self.order is None else [
            entry if isinstance(entry, int) else twins[id(entry)] for entry in self.order
        ]
        known, doubtful = [twins[id(one)] for one in self.known], [twins[id(one)] for one in self.doubtful]
        return Pile(self.watched, order, self.size, self.spots, self.maybe, known, doubtful)


class Whereabouts:
    """Follows the cards of one game for one seat.

    `unseen` counts the cards of each name that the seat has not seen; `exact`: it could tell of every move which spots
    moved; `is_impossible`: more cards of a name were seen than there are, or one that can have come from nowhere.
    """

    def __init__(self, labels: Collection[str], watched: Collection[_Key], ordered: Collection[str]) -> None:
        self.sightings: list[Sighting] = []
        self.unseen = Counter(labels)
        self.exact = True
        self.is_impossible = False
        self._watched = watched
        self._ordered = ordered
        self._piles: dict[_Key, Pile] = {}

    def copy(self) -> tuple[Whereabouts, dict[int, Sighting]]:
        """Give the same, to be followed by itself; and the new sightings by the identity of the old ones."""
        new = Whereabouts((), self._watched, self._ordered)
        twins = {id(old): Sighting(old.label, old.spots, old.since) for old in self.sightings}
        new.sightings = list(twins.values())
        new.unseen, new.exact, new.is_impossible = self.unseen.copy(), self.exact, self.is_impossible
        new._piles = {key: pile.copy(twins) for key, pile in self._piles.items()}
        return new, twins

    def pile(self, where: ev.Place) -> Pile:
        """Give what the seat can say of a pile."""
        key = where.pile, where.owner
        pile = self._piles.get(key)
        if pile is None:
            watched = where.pile == TRICK or key in self._watched
            pile = self._piles[key] = Pile(watched, [] if where.pile in self._ordered else None)
        return pile

    def lay(self, where: ev.Place, start: int, size: int) -> None:
        """Lay spots on a pile, the first on its top."""
        place = self.pile(where)
        place.order = [1 << spot for spot in range(start, start + size)]
        place.size = size

    def scatter(self, where: ev.Place, start: int, size: int) -> None:
        """Lay spots into a pile, nobody knows in which order."""
        place = self.pile(where)
        mask = (1 << size) - 1 << start
        place.size += size
        if place.order is not None:
            place.order += [mask] * size
        else:
            place.spots |= mask

    # --- moves -----------------------------------------------------------------------------------------------------

    def moved(self, cards: list[Label], here: Pile, there: Pile, time: int) -> None:
        """Move cards."""
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

    def passed(self, entry: Entry, here: Pile, there: Pile) -> None:
        """Move a card that the seat takes to be a certain one, unseen."""
        self._taken(entry, here)
        here.size -= 1
        there.size += 1
        self._arrive(there, [entry])

    def _taken(self, entry: Entry, here: Pile) -> None:
        if isinstance(entry, Sighting):
            here.known.remove(entry)
        else:
            here.spots &= ~entry

    def rule_out(self, spot: int) -> None:
        """Take a spot from all cards that were seen so far: its own has not been."""
        for sighting in self.sightings:
            sighting.spots &= ~spot
            self.is_impossible = self.is_impossible or not sighting.spots

    def _lifted(self, here: Pile, entries: list[Entry], labels: list[str], time: int) -> list[Entry]:
        """Say which cards leave an ordered pile together: in which order those lay that are seen now is not told."""
        mixed = 0
        for entry, label in zip(entries, labels, strict=True):
            mixed |= entry if label and isinstance(entry, int) else 0
        return [
            self._named(here, mixed if isinstance(entry, int) and label else entry, label, time)
            for entry, label in zip(entries, labels, strict=True)
        ]

    def _named(self, here: Pile, entry: Entry, label: str, time: int) -> Entry:
        """Say which card one of an ordered pile is."""
        if isinstance(entry, Sighting) or not label:
            return entry
        return self._recalled(here, label) or self._sight_of(label, entry, time)

    def _arrive(self, there: Pile, arrivals: list[Entry]) -> None:
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

    def _mix(self, there: Pile, known: list[Sighting], masks: list[int], size: int) -> None:
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
        self.unseen[label] -= 1
        self.is_impossible = self.is_impossible or not spots or self.unseen[label] < 0
        return sighting

    def _leave(self, here: Pile, label: str, time: int) -> Sighting:
        """Take a card that the seat sees out of a pile: one that it knew, one that may be here, or a new one."""
        for sighting in here.known:
            if sighting.label == label:
                here.known.remove(sighting)
                return sighting
        return self._recalled(here, label) or self._sight_of(label, here.spots | here.maybe, time)

    def _recalled(self, here: Pile, label: str) -> Sighting | None:
        """Find a card that the seat saw once and that may lie here; from now on it is sure of it."""
        for sighting in here.doubtful:
            if sighting.label == label:
                for place in self._piles.values():
                    place.doubtful = [other for other in place.doubtful if other is not sighting]
                return sighting
        return None

    def _moved_unseen(self, here: Pile, there: Pile, hidden: int) -> None:
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

    def _moved_in_part(self, here: Pile, there: Pile, hidden: int) -> None:
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

    def showed(self, cards: list[Label], place: Pile, time: int) -> None:
        """Show cards where they lie."""
        if place.order is not None:
            for label, depth in cards:
                place.order[depth] = self._named(place, place.order[depth], label, time)
            return
        missing = Counter(label for label, _ in cards if label)
        missing.subtract(Counter(sighting.label for sighting in place.known))
        for label in (+missing).elements():
            place.known.append(self._leave(place, label, time))

    # --- exchanges -------------------------------------------------------------------------------------------------

    def swapped(
        self, here: Pile, there: Pile, left: Label, right: Label, time: int, guessed: tuple[Entry | None, Entry | None],
    ) -> None:
        """Exchange two cards: in a pile with an order each comes to lie where the other lay."""
        one, other = self._lent(here, *left, time, guessed[0]), self._lent(there, *right, time, guessed[1])
        for place, depth, entry in ((here, left[1], other), (there, right[1], one)):
            if place.order is not None:
                place.order[depth] = entry
            else:
                self._arrive(place, [entry])

    def _lent(self, place: Pile, label: str, depth: int, time: int, guessed: Entry | None) -> Entry:
        if place.order is not None:
            return self._named(place, place.order[depth], label, time)
        if label:
            return self._leave(place, label, time)
        if guessed is not None:
            self._taken(guessed, place)
            return guessed
        spots = place.spots | place.maybe
        self.exact = False
        place.maybe, place.spots = spots, 0
        return spots
