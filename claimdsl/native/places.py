"""The places of one game in memory: one for each pile without an order and each state, or a row of them by seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from claimdsl.engine.binding import Binding
from claimdsl.engine.runtime import NOTHING
from claimdsl.native.asm import MASK, NUM, Asm
from claimdsl.native.contents import contents
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row, load, store
from claimdsl.native.seats import Seats

Key = tuple[str, str, int]
"""A place: "pile", "state" or something else, its name, and its number among those of that name."""

IN_REGISTERS = 2
"""So many places of a kind are read and written by selects, so that they stay in registers; more are an array."""


@dataclass(frozen=True)
class Laid:
    """What was laid on a pile last: in which block, on what, under which condition, which cards."""

    block: int
    old: Value
    here: Value
    cards: Value


class Places(Seats):
    """Prints how the places of a lane are read and written."""

    def __init__(self, asm: Asm, binding: Binding) -> None:
        super().__init__(asm, binding.players)
        self.binding = binding
        self.owners = {pile.name: pile.of for pile in binding.piles}
        self._places: dict[Key, tuple[str, str]] = {}
        self._rows: dict[tuple[str, str], str] = {}
        self._contents = contents(binding)
        self._laid: dict[Key, Laid] = {}
        self._held: dict[Key, tuple[int, Operand]] = {}
        self._read_by: dict[tuple[str, str, str], tuple[int, Operand]] = {}

    def _place(self, key: Key, kind: str) -> None:
        self._places[key] = (self.asm.slot(self.asm.type_of(kind)), kind)

    def _row(self, what: str, name: str, count: int, kind: str) -> None:
        """Make the places of all seats: for more than two one array, which has a place in front that nobody owns."""
        if count <= IN_REGISTERS:
            for index in range(count):
                self._place((what, name, index), kind)
            return
        of = self.asm.type_of(kind)
        start = self.asm.slot(f"[{count + 1} x {of}]")
        nothing = 0 if kind == MASK else NOTHING
        self.asm.heads.append(f"  store {of} {nothing}, ptr {start}")
        for index in range(count):
            place = self.asm.name()
            self.asm.heads.append(f"  {place} = getelementptr inbounds {of}, ptr {start}, i64 {index + 1}")
            self._places[what, name, index] = (place, kind)
        self._rows[what, name] = start

    def count(self, of: str) -> int:
        """Say how many piles there are of a player, of the table, or one for each card of a faction."""
        if of in ("table", "player"):
            return 1 if of == "table" else self.players
        return self.binding.faction_masks[self.binding.faction_ids[of]].bit_count()

    def add(self, key: Key, kind: str) -> None:
        """Make a place more, once."""
        if key not in self._places:
            self._place(key, kind)

    @property
    def keys(self) -> tuple[Key, ...]:
        """Give all places."""
        return tuple(self._places)

    def get(self, key: Key) -> Operand:
        """Read a place."""
        block, held = self._held.get(key, (-1, None))
        if held is None or block != self.asm.block:
            place, kind = self._places[key]
            held = load(self.asm, place, kind)
            self._hold(key, held)
        if key[0] == "pile" and key[1] in self._contents:
            self.asm.within(held, self._contents[key[1]])
        return held

    def _hold(self, key: Key, value: Value) -> None:
        """Remember what a place holds for the rest of the block; places that are reached by number are always read."""
        if isinstance(value, Operand) and key[:2] not in self._rows:
            self._held[key] = (self.asm.block, value)
        else:
            self._held.pop(key, None)

    def put(self, key: Key, value: Value) -> None:
        """Write a place."""
        place, kind = self._places[key]
        self._laid.pop(key, None)
        self._written(*key[:2])
        store(self.asm, value, place, kind)
        self._hold(key, value)

    # --- by seat ---------------------------------------------------------------------------------------------------

    def gather(self, what: str, name: str, index: Value) -> Value:
        """Read the place of a seat; of nobody, no cards, or the number that means nothing."""
        kind = _kind(what)
        asm = self.asm
        if isinstance(index, int):
            return self.get((what, name, index)) if index >= 0 else 0 if kind == MASK else NOTHING
        index = asm.fixed(index)
        if (what, name) in self._rows:
            return self._read(what, name, index)
        count = self._count(what, name)
        if count == 2:
            return asm.select(self.is_first(index), self.get((what, name, 0)), self.get((what, name, 1)), kind)
        found: Value = self.get((what, name, count - 1))
        for seat in reversed(range(count - 1)):
            found = asm.select(asm.compare("==", index, seat), self.get((what, name, seat)), found, kind)
        return found

    def _read(self, what: str, name: str, index: Value) -> Operand:
        """Read a place that is reached by number, once in a block while nothing is written to its row."""
        key = (what, name, self.asm.text(index))
        block, held = self._read_by.get(key, (-1, None))
        if held is None or block != self.asm.block:
            held = load(self.asm, self._cell(what, name, index), _kind(what))
            self._read_by[key] = (self.asm.block, held)
        return held

    def _written(self, what: str, name: str) -> None:
        for key in [key for key in self._read_by if key[:2] == (what, name)]:
            del self._read_by[key]

    def _cell(self, what: str, name: str, index: Value) -> str:
        asm, of = self.asm, self.asm.type_of(_kind(what))
        before = Row(asm, self._rows[what, name], _kind(what)).place(index)
        return asm.op(f"getelementptr inbounds {of}, ptr {before}, i64 1").text

    def _count(self, what: str, name: str) -> int:
        if what == "pile":
            return self.count(self.owners[name])
        return self.players

    def scatter(self, what: str, name: str, index: Value, change: Callable[[Value, Value], Value]) -> None:
        """Change the place of a seat: `change` is given the old value and whether this is the place."""
        asm = self.asm
        if isinstance(index, int):
            if index >= 0:
                key = (what, name, index)
                self.put(key, change(self.get(key), 1))
            return
        index = asm.fixed(index)
        if (what, name) in self._rows:
            place = self._cell(what, name, index)
            old = self._read(what, name, index)
            self._written(what, name)
            new = change(old, asm.compare(">=", index, 0))
            store(asm, new, place, _kind(what))
            return
        for seat in range(self._count(what, name)):
            key = (what, name, seat)
            self.put(key, change(self.get(key), asm.compare("==", index, seat)))

    def lay(self, pile: str, seat: Value, cards: Value) -> None:
        """Lay cards on a seat's pile."""
        asm = self.asm
        if isinstance(seat, int) or ("pile", pile) in self._rows or self._count("pile", pile) != 2:
            self.scatter("pile", pile, seat, lambda old, here: asm.either(old, asm.kept(here, cards), MASK))
            return
        first = self.is_first(asm.fixed(seat))
        for each, here in enumerate((first, asm.denied(first))):
            self._lay(("pile", pile, each), here, cards)

    def _lay(self, key: Key, here: Value, cards: Value) -> None:
        """Lay cards on a pile where a condition holds; with those laid last where it did not, if there are any."""
        asm = self.asm
        last = self._laid.get(key)
        if last is not None and last.block == asm.block and last.here == asm.denied(here):
            self.put(key, asm.either(last.old, asm.select(here, cards, last.cards, MASK), MASK))
            return
        old = self.get(key)
        self.put(key, asm.either(old, asm.kept(here, cards), MASK))
        self._laid[key] = Laid(asm.block, old, here, cards)

    def take(self, pile: str, seat: Value, cards: Value) -> None:
        """Take cards out of a seat's pile, which no other seat's pile has."""
        if ("pile", pile) in self._rows:
            self.scatter("pile", pile, seat, lambda old, _: self.asm.without(old, cards))
            return
        for each in range(self._count("pile", pile)):
            key = ("pile", pile, each)
            self.put(key, self.asm.without(self.get(key), cards))


def _kind(what: str) -> str:
    return MASK if what == "pile" else NUM
