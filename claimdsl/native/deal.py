"""Printing the deal: piles cleared, the deck and side packs laid out and shuffled, the first leader drawn."""

from __future__ import annotations

from collections.abc import Sequence

from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import Folder
from claimdsl.engine.rules import rules_of
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import DECK_PILE
from claimdsl.native.alike import matters
from claimdsl.native.asm import MASK, NUM, Asm
from claimdsl.native.blocks import counted
from claimdsl.native.flow import LEADER, Lane
from claimdsl.native.frame import FAULT
from claimdsl.native.lines import BYTE
from claimdsl.native.maps import Value
from claimdsl.native.memory import Row, load, store
from claimdsl.native.refusal import NotNative
from claimdsl.native.stream import Stream, Streams

_AT_ONCE = (3, 2, 1)
"""So many cards change places while four numbers of a game are worked out."""


class Deal:
    """Prints the deal of all lanes, whose streams begin at their seeds."""

    def __init__(
        self, asm: Asm, binding: Binding, lanes: Sequence[Lane], rows: Sequence[Stream], streams: Streams
    ) -> None:
        self.asm = asm
        self.binding = binding
        self._lanes = lanes
        self._rows = rows
        self._streams = streams

    def write(self) -> None:
        """Print the deal."""
        numbered = matters(self.binding)
        for lane in self._lanes:
            self._clear(lane)
        self._deal_parts()
        decks = [lane.frame.arrays[DECK_PILE] for lane in self._lanes]
        after = sum(max(len(cards) - 1, 0) for _, cards in self.binding.packs)
        self._shuffle(decks, self._dealt(), 0 if numbered else self._first_taken(), after)
        if numbered:
            for deck in decks:
                self._number(deck)
        for pile, cards in self.binding.packs:
            for lane in self._lanes:
                self._fill(lane.frame.arrays[pile], cards)
            self._shuffle([lane.frame.arrays[pile] for lane in self._lanes], len(cards))
        self._streams.begin()
        for lane in self._lanes:
            lane.frame.put(LEADER, lane.chance.below(self.binding.players))

    def _first_taken(self) -> int:
        """Say how many cards leave the deck at once for a pile without an order: which of them is which is nothing."""
        folder = Folder(self.binding, "")
        _, rule = next(iter(rules_of(self.binding, "at_start", "")), (0, None))
        if rule is None or rule.when is not None or not rule.effects:
            return 0
        first = rule.effects[0]
        match first:
            case ir.Each(items=ir.Known(name="seats" | "players"), body=(ir.Move() as move, *_)):
                first = move
            case _:
                pass
        match first:
            case ir.Move(
                cards=ir.Top(items=ir.PileOf(pile=pile), count=count), pile=ir.PileOf(owner=None | ir.Local())
            ) if pile == DECK_PILE and isinstance(folder.fold(count), ir.Literal):
                return max(min(folder.number(count), self._dealt()), 0)
            case _:
                return 0

    def _clear(self, lane: Lane) -> None:
        """Empty all piles and put every state at its start."""
        frame = lane.frame
        for name, of in frame.owners.items():
            if name in frame.ordered:
                frame.put(("top", name, 0), 0)
            else:
                for place in range(frame.count(of)):
                    frame.put(("pile", name, place), 0)
        for state in self.binding.states:
            start = max(state.low, min(0, state.high)) if frame.is_number(state.name) else (
                0 if state.type.kind.value == "Bool" else -1
            )
            for place in range(1 if state.of == "table" else self.binding.players):
                frame.put(("state", state.name, place), start)
        frame.put(FAULT, 0)
        frame.ran.clear()

    def _dealt(self) -> int:
        return sum(spec.deal or len(spec.values) for spec in self.binding.specs)

    def _deal_parts(self) -> None:
        """Lay out the deck in order; of factions that are dealt in part, so many cards that chance chooses."""
        start, place = 0, 0
        for spec in self.binding.specs:
            own = tuple(range(start, start + len(spec.values)))
            start += len(own)
            if not spec.deal:
                for lane in self._lanes:
                    self._fill(lane.frame.arrays[DECK_PILE], own, place)
            else:
                self._part(own, spec.deal, spec.rest, place)
            place += spec.deal or len(own)

    def _part(self, own: tuple[int, ...], count: int, rest: str, place: int) -> None:
        """Print that chance chooses so many cards of a faction, which lie in the deck from a place on."""
        asm = self.asm
        scratch = [asm.slot(f"[{len(own)} x i8]") for _ in self._lanes]
        for array in scratch:
            self._fill(array, own)
        self._shuffle(scratch, len(own))
        for array, lane in zip(scratch, self._lanes, strict=True):
            mask: Value = 0
            for index in range(count):
                mask = asm.either(mask, asm.bit(Row(asm, array, BYTE).read(index)), MASK)
            if rest in lane.frame.ordered:
                raise NotNative(f"the rest of a faction lies in '{rest}', which has an order")
            chosen = asm.fixed(mask, MASK)
            lane.frame.put(("pile", rest, 0), asm.without(sum(1 << card for card in own), chosen))
            self._in_order(chosen, count, Row(asm, lane.frame.arrays[DECK_PILE], BYTE), place)

    def _in_order(self, cards: Value, count: int, deck: Row, place: int) -> None:
        """Print that so many cards come into the deck from a place on, the first of them first."""
        left = cards
        for index in range(count):
            card = self.asm.lowest(left)
            left = self.asm.without(left, self.asm.bit(card))
            deck.write(place + index, card)

    def _fill(self, array: str, cards: tuple[int, ...], place: int = 0) -> None:
        row = Row(self.asm, array, BYTE)
        for index, card in enumerate(cards, place):
            row.write(index, card)

    def _shuffle(self, arrays: list[str], size: int, loose: int = 0, after: int | None = None) -> None:
        """Print a shuffle of the first cells of an array in each lane, but for the order of the `loose` first.

        The numbers of the game are worked out beside it, where so many draws come `after` it and before them.
        """
        if size < 2:
            self._streams.are_ready &= after is None
            return
        draws = size - max(loose, 1)
        each = 1 if after is None else next(each for each in _AT_ONCE if _rounds(draws, each) * each <= size)
        rounds = _rounds(draws, each)
        self._streams.lay_places(size, rounds * each)
        with counted(self.asm, rounds) if after is None else self._streams.beside(rounds, after) as number:
            for step in range(each):
                place = self.asm.add(self.asm.times(number, each), step)
                last = self.asm.sub(size - 1, place)
                for array, stream in zip(arrays, self._rows, strict=True):
                    self._exchange(Row(self.asm, array, BYTE), last, stream.places.read(place))

    def _exchange(self, row: Row, one: Value, other: Value) -> None:
        """Print that two cards change places."""
        places = row.place(one), row.place(other)
        cards = [load(self.asm, place, BYTE) for place in places]
        for card, place in zip(reversed(cards), places, strict=True):
            store(self.asm, card, place, BYTE)

    def _number(self, deck: str) -> None:
        """Print that equal cards are numbered as they lie in the deck."""
        asm, size = self.asm, self._dealt()
        following = asm.slot(f"[{size} x i8]")
        self._fill(following, tuple(range(size)))
        cards, next_ones = Row(asm, deck, BYTE), Row(asm, following, BYTE)
        with counted(asm, size) as index:
            first = asm.lookup(NUM, self.binding.firsts, cards.read(index))
            number = next_ones.read(first)
            cards.write(index, number)
            next_ones.write(first, asm.add(number, 1))


def _rounds(draws: int, each: int) -> int:
    """Say in how many rounds so many cards are drawn; one too many changes nothing."""
    return max(-(-draws // each), 1)
