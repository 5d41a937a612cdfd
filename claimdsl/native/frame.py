"""The frame of one game in native code: places in memory that the optimiser turns into registers.

Piles of players are one place each, read and written by seat with selects; piles with an order are arrays with a top.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from claimdsl.engine.binding import Binding
from claimdsl.engine.firing import Watched
from claimdsl.engine.runtime import NOTHING
from claimdsl.ir.facts import DECK_PILE, ordered_piles
from claimdsl.ir.types import Kind
from claimdsl.native.asm import MASK, NUM, Asm
from claimdsl.native.contents import contents
from claimdsl.native.maps import Operand, Value
from claimdsl.native.ran import Ran
from claimdsl.native.refusal import NotNative

Key = tuple[str, str, int]
FAULT: Key = ("fault", "", 0)


IN_REGISTERS = 2
"""So many places of a kind are read and written by selects, so that they stay in registers; more are an array."""


@dataclass(frozen=True)
class Laid:
    """What was laid on a pile last: in which block, on what, under which condition, which cards."""

    block: int
    old: Value
    here: Value
    cards: Value


class Frame:
    """The places of one lane: one of the games that run side by side."""

    def __init__(self, asm: Asm, binding: Binding, watched: Watched | None = None) -> None:
        self.asm = asm
        self.binding = binding
        self.players = binding.players
        self._places: dict[Key, tuple[str, str]] = {}
        self._rows: dict[tuple[str, str], str] = {}
        self._contents = contents(binding)
        self._laid: dict[Key, Laid] = {}
        self._held: dict[Key, tuple[int, Operand]] = {}
        self._read_by: dict[tuple[str, str, str], tuple[int, Operand]] = {}
        self.ordered = frozenset(ordered_piles(binding.program)) & {pile.name for pile in binding.piles}
        self.packs = dict(binding.packs)
        self.arrays: dict[str, str] = {}
        self.lengths: dict[str, int] = {}
        self.cards: list[Operand] = []
        self.bounds: dict[str, tuple[int, int]] = {}
        self.rounds = 1
        self._reach: dict[str, int] = {}
        self._furthest: dict[str, int] = {}
        self.owners: dict[str, str] = {}
        for pile in binding.piles:
            self.owners[pile.name] = pile.of
            self._pile(pile.name, pile.of)
        for state in binding.states:
            self._state(state.name, state.of)
        self.ran = Ran(self, watched)

    # --- places ----------------------------------------------------------------------------------------------------

    def _place(self, key: Key, kind: str) -> None:
        self._places[key] = (self.asm.slot(self.asm.type_of(kind)), kind)

    def _pile(self, name: str, of: str) -> None:
        if name in self.ordered:
            if of != "table":
                raise NotNative(f"the pile '{name}' of a player has an order")
            size = len(self.binding.deck_cards) if name == DECK_PILE else len(self.packs.get(name, ()))
            self.lengths[name] = size
            self.arrays[name] = self.asm.name()
            self._reach[name], self._furthest[name] = size, 0
            self._place(("top", name, 0), NUM)
            return
        self._row("pile", name, self.count(of), MASK)

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
        self._rows[what, name] = self._places[what, name, 0][0]

    def count(self, of: str) -> int:
        """Say how many piles there are of a player, of the table, or one for each card of a faction."""
        if of in ("table", "player"):
            return 1 if of == "table" else self.players
        return self.binding.faction_masks[self.binding.faction_ids[of]].bit_count()

    def _state(self, name: str, of: str) -> None:
        self._row("state", name, 1 if of == "table" else self.players, NUM)

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
            held = self.asm.op(f"load {self.asm.type_of(kind)}, ptr {place}")
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
        self.asm.line(f"store {self.asm.type_of(kind)} {self.asm.text(value, kind)}, ptr {place}")
        self._hold(key, value)

    # --- by seat ---------------------------------------------------------------------------------------------------

    def gather(self, what: str, name: str, index: Value) -> Value:
        """Read the place of a seat; of nobody, no cards, or the number that means nothing."""
        kind = MASK if what == "pile" else NUM
        asm = self.asm
        if isinstance(index, int):
            return self.get((what, name, index)) if index >= 0 else 0 if kind == MASK else NOTHING
        index = asm.fixed(index)
        if (what, name) in self._rows:
            return self._read(what, name, index)
        count = self._count(what, name)
        if count == 2:
            return asm.select(self._is_first(index), self.get((what, name, 0)), self.get((what, name, 1)), kind)
        found: Value = self.get((what, name, count - 1))
        for seat in reversed(range(count - 1)):
            found = asm.select(asm.compare("==", index, seat), self.get((what, name, seat)), found, kind)
        return found

    def _read(self, what: str, name: str, index: Value) -> Operand:
        """Read a place that is reached by number, once in a block while nothing is written to its row."""
        key = (what, name, self.asm.text(index))
        block, held = self._read_by.get(key, (-1, None))
        if held is None or block != self.asm.block:
            of = self.asm.type_of(MASK if what == "pile" else NUM)
            held = self.asm.op(f"load {of}, ptr {self._cell(what, name, index)}")
            self._read_by[key] = (self.asm.block, held)
        return held

    def _written(self, what: str, name: str) -> None:
        for key in [key for key in self._read_by if key[:2] == (what, name)]:
            del self._read_by[key]

    def _cell(self, what: str, name: str, index: Value) -> str:
        of = self.asm.type_of(MASK if what == "pile" else NUM)
        return self.asm.op(
            f"getelementptr inbounds {of}, ptr {self._rows[what, name]}, i64 {self.asm.text(index)}"
        ).text

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
            place, of = self._cell(what, name, index), asm.type_of(MASK if what == "pile" else NUM)
            old = self._read(what, name, index)
            self._written(what, name)
            new = change(old, asm.compare(">=", index, 0))
            asm.line(f"store {of} {asm.text(new, MASK if what == 'pile' else NUM)}, ptr {place}")
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
        first = self._is_first(asm.fixed(seat))
        for each, here in enumerate((first, asm.denied(first))):
            self._lay(("pile", pile, each), here, cards)

    def _is_first(self, seat: Value) -> Value:
        """Say whether a seat is the first, in one way for a seat and the other one."""
        asm = self.asm
        if isinstance(seat, Operand) and seat.text in asm.others:
            return asm.denied(asm.compare("==", asm.others[seat.text], 0))
        return asm.compare("==", seat, 0)

    def _lay(self, key: Key, here: Value, cards: Value) -> None:
        """Lay cards on a pile where a condition holds; with those laid last where it did not, if there are any."""
        asm = self.asm
        last = self._laid.get(key)
        if last is not None and last.block == asm.block and last.here == asm.denied(here):
            old, more = last.old, asm.select(here, cards, last.cards, MASK)
        else:
            old, more = self.get(key), asm.kept(here, cards)
        self.put(key, asm.either(old, more, MASK))
        self._laid[key] = Laid(asm.block, old, here, cards)

    def take(self, pile: str, seat: Value, cards: Value) -> None:
        """Take cards out of a seat's pile, which no other seat's pile has."""
        if ("pile", pile) in self._rows:
            self.scatter("pile", pile, seat, lambda old, _: self.asm.without(old, cards))
            return
        for each in range(self._count("pile", pile)):
            key = ("pile", pile, each)
            self.put(key, self.asm.without(self.get(key), cards))

    # --- piles with an order ---------------------------------------------------------------------------------------

    def peek(self, pile: str, offset: int, checked: bool) -> tuple[Value, Operand]:
        """Give the card that lies some places below the top of a pile, and whether there is one."""
        asm = self.asm
        place = asm.add(self.get(("top", pile, 0)), offset)
        cell = asm.op(f"getelementptr inbounds i8, ptr {self.arrays[pile]}, i64 {asm.text(place)}")
        card = asm.op(f"load i8, ptr {cell.text}")
        wide = asm.op(f"sext i8 {card.text} to i64" if self.asm.cards < 128 else f"zext i8 {card.text} to i64")
        present = asm.compare("<", place, self.lengths[pile]) if checked else 1
        self._furthest[pile] = max(self._furthest[pile], offset + 1)
        return present, wide

    def poke(self, pile: str, offset: int, card: Value) -> None:
        """Write the card that lies some places below the top of a pile."""
        asm = self.asm
        place = asm.add(self.get(("top", pile, 0)), offset)
        cell = asm.op(f"getelementptr inbounds i8, ptr {self.arrays[pile]}, i64 {asm.text(place)}")
        small = asm.op(f"trunc i64 {asm.text(card)} to i8")
        asm.line(f"store i8 {small.text}, ptr {cell.text}")
        self._furthest[pile] = max(self._furthest[pile], offset + 1)

    def pop(self, pile: str, count: Value, most: int = 1) -> None:
        """Take cards off the top of a pile, so many at most."""
        self._reach[pile] += self.rounds * most
        self.put(("top", pile, 0), self.asm.add(self.get(("top", pile, 0)), count))

    def empty(self, pile: str, when: Value) -> None:
        """Take all cards off a pile, where something holds."""
        key = ("top", pile, 0)
        old = self.get(key)
        left = self.asm.compare("<", old, self.lengths[pile])
        self.put(key, self.asm.select(self.asm.both(when, left), self.lengths[pile], old))

    def allocations(self) -> list[str]:
        """Print the arrays, each as long as the program could ever read: beyond its cards lie zeros.

        A game that reads one of those is found out at its end, by what is then left.
        """
        found = []
        for pile, name in self.arrays.items():
            size = self._reach[pile] + self._furthest[pile] + 1
            found.append(f"  {name} = alloca [{size} x i8]")
            found.append(f"  store [{size} x i8] zeroinitializer, ptr {name}")
        return found

    def remaining(self, pile: str) -> Value:
        """Say how many cards a pile with an order has; fewer than none where it ran dry."""
        return self.asm.sub(self.lengths[pile], self.get(("top", pile, 0)))

    # --- seats -----------------------------------------------------------------------------------------------------

    def around(self, seat: Value, steps: Value) -> Value:
        """Give the seat some steps clockwise of another."""
        asm, n = self.asm, self.players
        if isinstance(seat, int) and isinstance(steps, int):
            return (seat + steps) % n
        if steps == 0:
            return seat
        if n == 2:
            return self._turned(seat, steps)
        if n & (n - 1) == 0:
            masked = asm.op(f"and i64 {asm.text(asm.add(seat, steps))}, {n - 1}")
            asm.natural.add(masked.text)
            return masked
        total = asm.fixed(asm.add(seat, steps))
        found = asm.select(asm.compare(">=", total, n), asm.sub(total, n), total)
        if isinstance(found, Operand) and asm.is_natural(seat) and asm.is_natural(steps):
            asm.natural.add(found.text)
        return found

    def _turned(self, seat: Value, steps: Value) -> Value:
        """Give the seat that sits no or one step from another, of two."""
        asm = self.asm
        if isinstance(steps, int):
            return asm.other(seat) if steps & 1 else seat
        if isinstance(steps, Operand) and steps.text in asm.others:
            return asm.other(self._turned(seat, asm.others[steps.text]))
        found = asm.differ(seat, steps, NUM)
        if isinstance(found, Operand):
            asm.natural.add(found.text)
        return found

    def between(self, start: Value, seat: Value) -> Value:
        """Say how many steps clockwise one seat sits from another."""
        asm, n = self.asm, self.players
        if isinstance(start, int) and isinstance(seat, int):
            return (seat - start) % n
        if n == 2:
            return self._turned(seat, start)
        gap = asm.fixed(asm.sub(seat, start))
        if n & (n - 1) == 0:
            return asm.op(f"and i64 {asm.text(gap)}, {n - 1}")
        return asm.select(asm.compare("<", gap, 0), asm.add(gap, n), gap)

    def is_number(self, state: str) -> bool:
        """Say whether a state holds a number."""
        return next(spec for spec in self.binding.states if spec.name == state).type.kind is Kind.INT
