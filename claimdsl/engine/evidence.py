"""What a seat knows of the deal: for each card, the spots of the deck that it may have come from.

A spot is a place in the deck, in a side pack, or among cards that were left out.  Spots are followed as far as the seat
can see: from an ordered pile by depth, out of a pile that moves whole, into the pile of a player.  A card that shows
itself in a pile came from one of the spots that have reached it by then.  A seat that could not have played as it did
with some card in hand did not hold that card: this is where voids come from, for any ruleset.

Where someone moved a card of his choice and the seat did not see which, it is guessed: a card that the seat knows to
lie there, or that of one spot.  Spots that nothing told so far tells apart are alike, and one of them stands for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from claimdsl.engine import events as ev
from claimdsl.engine.chance import Rng
from claimdsl.engine.choices import Choice
from claimdsl.engine.guesses import Guess, Pin, Riddle
from claimdsl.engine.told import Made, Told
from claimdsl.engine.whereabouts import TRICK, Entry, Pile, Sighting, Whereabouts
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import DECK_PILE


class Evidence:
    """Reads the events of a game as one seat saw them, with a guess for each card that it did not see chosen.

    `homes`: each pile that a game begins with, and the cards there.  `forbidden`: labels that spots cannot have held,
    unless they were seen before a time.  `weight`: for how many guesses these ones stand; 0 where they contradict what
    was seen.  `total`: how many there were to choose from.  Without a `guess` cards that move unseen are not followed.

    `marks` are the evidence as it was before each event at which something was guessed, and `guessed` says of each
    guess by its number at which of them: to read on from there with other guesses.
    """

    def __init__(self, told: Told, guess: Guess | None) -> None:
        self.game = told.state.game
        self.homes: list[tuple[str, tuple[int, ...]]] = []
        self.forbidden: list[tuple[frozenset[str], int, int]] = []
        self.riddles: list[Riddle] = []
        self.pins: list[Pin] = []
        self.weight = self.total = 1
        self.marks: list[Evidence] = []
        self.guessed: list[int] = []
        self._told = told
        self._guess = guess
        self._open: list[tuple[int, ir.Origin | None]] = []
        self._time = self._count = 0
        self._played, self._skips = "", False
        sight = self._sight = told.sight
        layout = self.game.layout
        watched = {(slot.pile, self.game.owner(slot)) for slot in layout.all_slots() if slot.seen >> sight.seat & 1}
        self._cards = Whereabouts(self.game.binding.labels, watched, self.game.ordered)
        self._lay()
        self._read()

    def again(self, guess: Guess) -> Evidence:
        """Give the same evidence, read on from here with other guesses."""
        new = self._copy()
        new.marks, new._guess = [self], guess
        new._read()
        return new

    def _copy(self) -> Evidence:
        new = Evidence.__new__(Evidence)
        new.game, new.homes, new._told, new._sight, new._guess = (
            self.game, self.homes, self._told, self._sight, self._guess
        )
        new.forbidden, new.pins, new._open = self.forbidden.copy(), self.pins.copy(), self._open.copy()
        new.weight, new.total, new.marks, new.guessed = self.weight, self.total, [], []
        new._time, new._count, new._played, new._skips = self._time, self._count, self._played, self._skips
        new._cards, twins = self._cards.copy()
        new.riddles = [riddle.copy(twins) for riddle in self.riddles]
        return new

    @property
    def time(self) -> int:
        """Say how many events have been read."""
        return self._time

    @property
    def sightings(self) -> Sequence[Sighting]:
        """Give every card that the seat has seen."""
        return self._cards.sightings

    @property
    def exact(self) -> bool:
        """Say whether all that the seat knows is in here.

        It is not where cards were moved so that the seat cannot tell which, or where it does not know of a decision
        what it was, or where chance may have drawn from more than one pile, a card was spoken of by name, or someone
        chose from some cards of a pile that not all see.
        """
        is_told = not self._told.is_scattered and not any(choice.hidden for choice in self._told.choices)
        return self._cards.exact and is_told

    @property
    def spots(self) -> int:
        """Count the spots."""
        return sum(len(cards) for _, cards in self.homes)

    # --- the beginning ---------------------------------------------------------------------------------------------

    def _lay(self) -> None:
        """Lay out the spots: the deck, the side packs, then what each faction leaves out."""
        start, deal = 0, self._told.state.deal
        for pile, cards in ((DECK_PILE, deal.deck), *deal.packs):
            self.homes.append((pile, cards))
            self._cards.lay(ev.Place(pile), start, len(cards))
            start += len(cards)
        dealt = set(deal.deck)
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

    def _read(self) -> None:
        events = self._told.events
        while self._time < len(events) and self.weight:
            event = events[self._time]
            if isinstance(event, ev.Moved) and self._is_guessing(event):
                self.marks.append(self._copy())
            self._take(event, self._time)
            self._time += 1
            if self._cards.is_impossible:
                self.weight = 0

    def _take(self, event: ev.Event, time: int) -> None:
        """Take in an event."""
        match event:
            case ev.Chose():
                self._played = self._chosen(self._told.made[self._count], self._count, time)
                self._count += 1
            case ev.Moved() if self._skips:
                self._skips = False
            case ev.Moved():
                after = self._told.events[time + 1] if time + 1 < len(self._told.events) else None
                if isinstance(after, ev.Moved) and self._is_swap(event, after):
                    self._skips = True
                    self._swapped(event, after, time)
                else:
                    self._played = self._moved(event, self._played, time)
            case ev.Showed(place=place):
                self._cards.showed(self._seen(event), self._cards.pile(place), time)
            case _:
                pass

    def _is_guessing(self, event: ev.Moved) -> bool:
        """Say whether a move may be one of a card that is to be guessed, and there is no mark for it yet."""
        if self._guess is None or not self._open or self._skips or self.marks and self.marks[-1].time == self._time:
            return False
        return any(rule == event.rule and self._told.made[index].choice.hidden for index, rule in self._open)

    def _chosen(self, made: Made, index: int, time: int) -> str:
        """Take in a decision; give the card that comes to the trick by it, where the seat knows it by now."""
        choice = made.choice
        if choice.among is not None:
            self._wonder(choice, index, choice.among, time)
        elif choice.card and not made.is_play:
            self._open.append((index, made.rule))
        if not made.is_play:
            return ""
        self._hand_was(choice.seat, made.barred, time)
        return "" if choice.hidden else choice.card

    def _moved(self, event: ev.Moved, played: str, time: int) -> str:
        """Take in a move; give the card that is still to come to the trick."""
        comes = event.target.pile == TRICK and event.cards == (played,)
        here, there = self._cards.pile(event.source), self._cards.pile(event.target)
        choice = None if comes or len(event.cards) > 1 else self._due(event)
        known = comes or choice is not None and not self._told.made[choice].choice.hidden
        cards = [(event.cards[0], event.depths[0])] if known else self._seen(event)
        entry = self._guessed(choice, event, here)
        if entry is None:
            self._cards.moved(cards, here, there, time)
        else:
            self._cards.passed(entry, here, there)
        return "" if comes else played

    def _is_swap(self, left: ev.Moved, right: ev.Moved) -> bool:
        mirrored = (left.source, left.target) == (right.target, right.source)
        return mirrored and left.rule == right.rule and left.rule in self._told.swaps and len(left.cards) == 1

    def _swapped(self, left: ev.Moved, right: ev.Moved, time: int) -> None:
        here, there = self._cards.pile(left.source), self._cards.pile(right.source)
        [one], [other] = self._seen(left), self._seen(right)
        lent = self._guessed(self._due(left), left, here), self._guessed(self._due(right), right, there)
        self._cards.swapped(here, there, one, other, time, lent)

    def _seen(self, event: ev.Moved | ev.Showed) -> list[tuple[str, int]]:
        """Give label ("" for what the seat does not see) and depth of each card."""
        return [
            (label if seen else "", depth)
            for label, seen, depth in zip(event.cards, self._sight.cards(event), event.depths, strict=True)
        ]

    def _hand_was(self, seat: int, barred: frozenset[str], time: int) -> None:
        """Note that no card of a hand can be one of those that it cannot have held."""
        place = self._cards.pile(ev.Place("hand", seat))
        if any(sighting.label in barred for sighting in place.known):
            self.weight = 0
        if barred and place.spots:
            self.forbidden.append((barred, place.spots, time))

    def _wonder(self, choice: Choice, index: int, among: frozenset[str], time: int) -> None:
        """Note what a card that was just chosen to be played may be."""
        place = self._cards.pile(ev.Place("hand", choice.seat))
        known = {sighting.label for sighting in place.known}
        self.riddles.append(Riddle(index, tuple(
            (label, None if label in known else Sighting(label, place.spots | place.maybe, time))
            for label in sorted(among)
        )))

    # --- guesses ---------------------------------------------------------------------------------------------------

    def _due(self, event: ev.Moved) -> int | None:
        """Find the choice of the one card that moves, if it was chosen by the rule that moves it."""
        for at, (index, rule) in enumerate(self._open):
            if rule == event.rule and self._told.made[index].choice.card == event.cards[0]:
                del self._open[at]
                return index
        return None

    def _guessed(self, index: int | None, event: ev.Moved, here: Pile) -> Entry | None:
        """Guess which card moves, where the seat can say what lies there; None where it cannot or where it knows it."""
        if self._guess is None or index is None or not self._told.made[index].choice.hidden:
            return None
        if any(self._sight.cards(event)) or not here.is_plain:
            return None
        return self._pinned(index, here, self._guess)

    def _pinned(self, index: int, here: Pile, guess: Guess) -> Entry | None:
        known = Counter(sighting.label for sighting in here.known)
        classes = self._alike(here.spots)
        weights = [*known.values(), *map(len, classes)]
        if not weights:
            self.weight = 0
            return None
        self.guessed.append(len(self.marks) - 1)
        self.total *= sum(weights)
        picked = guess(weights)
        self.weight *= weights[picked]
        if picked < len(known):
            label = list(known)[picked]
            self.pins.append(Pin(index, label, -1, ()))
            return next(sighting for sighting in here.known if sighting.label == label)
        spots = classes[picked - len(known)]
        self.pins.append(Pin(index, "", spots[0], spots))
        self._cards.rule_out(1 << spots[0])
        self._rule_out(1 << spots[0])
        return 1 << spots[0]

    def _rule_out(self, spot: int) -> None:
        """Take a spot from what was played face down: its card has not been played."""
        for riddle in self.riddles:
            for _, sighting in riddle.answers:
                if sighting is not None:
                    sighting.spots &= ~spot

    def _alike(self, spots: int) -> list[tuple[int, ...]]:
        """Sort spots into those that nothing told so far tells apart."""
        masks = [mask for _, mask, _ in self.forbidden] + [sighting.spots for sighting in self.sightings]
        masks += [sighting.spots for riddle in self.riddles for _, sighting in riddle.answers if sighting is not None]
        start = 0
        for _, cards in self.homes:
            masks.append((1 << len(cards)) - 1 << start)
            start += len(cards)
        classes: dict[int, list[int]] = {}
        for spot in range(spots.bit_length()):
            if spots >> spot & 1:
                row = sum((mask >> spot & 1) << at for at, mask in enumerate(masks))
                classes.setdefault(row, []).append(spot)
        return [tuple(found) for found in classes.values()]

    def settle(self, laid: list[str], rng: Rng) -> dict[int, str]:
        """Name the cards that were guessed; exchange the names of spots so that any of those alike may be meant."""
        found = {}
        for pin in reversed(self.pins):
            found[pin.choice] = pin.label or laid[pin.spot]
            if pin.alike:
                other = pin.alike[rng.below(len(pin.alike))]
                laid[pin.spot], laid[other] = laid[other], laid[pin.spot]
        return found
