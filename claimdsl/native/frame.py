"""The frame of one game in native code: places in memory that the optimiser turns into registers.

Piles of players are one place each, read and written by seat with selects; piles with an order are arrays with a top.
"""

from __future__ import annotations

from claimdsl.engine.binding import Binding
from claimdsl.engine.firing import Watched
from claimdsl.ir.facts import DECK_PILE, ordered_piles
from claimdsl.ir.types import Kind
from claimdsl.native.asm import MASK, NUM, Asm
from claimdsl.native.blocks import behind, during
from claimdsl.native.lines import BYTE
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row, Variable, load
from claimdsl.native.places import Key, Places
from claimdsl.native.ran import Ran
from claimdsl.native.refusal import NotNative

__all__ = ["FAULT", "Frame", "Key"]

FAULT: Key = ("fault", "", 0)


class Frame(Places):
    """The places of one lane: one of the games that run side by side."""

    def __init__(self, asm: Asm, binding: Binding, watched: Watched | None = None) -> None:
        super().__init__(asm, binding)
        self.ordered = frozenset(ordered_piles(binding.program)) & {pile.name for pile in binding.piles}
        self.packs = dict(binding.packs)
        self.arrays: dict[str, str] = {}
        self.lengths: dict[str, int] = {}
        self.cards: list[Operand] = []
        self.bounds: dict[str, tuple[int, int]] = {}
        self.rounds = 1
        self._reach: dict[str, int] = {}
        self._furthest: dict[str, int] = {}
        for pile in binding.piles:
            self._pile(pile.name, pile.of)
        for state in binding.states:
            self._row("state", state.name, 1 if state.of == "table" else self.players, NUM)
        self.ran = Ran(self, watched)

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

    def is_number(self, state: str) -> bool:
        """Say whether a state holds a number."""
        return next(spec for spec in self.binding.states if spec.name == state).type.kind is Kind.INT

    # --- piles with an order ---------------------------------------------------------------------------------------

    def peek(self, pile: str, offset: int, checked: bool) -> tuple[Value, Operand]:
        """Give the card that lies some places below the top of a pile, and whether there is one."""
        asm = self.asm
        place = asm.add(self.get(("top", pile, 0)), offset)
        card = load(asm, Row(asm, self.arrays[pile], BYTE).place(place), BYTE)
        wide = asm.op(f"sext i8 {card.text} to i64" if self.asm.cards < 128 else f"zext i8 {card.text} to i64")
        present = asm.compare("<", place, self.lengths[pile]) if checked else 1
        self._furthest[pile] = max(self._furthest[pile], offset + 1)
        return present, wide

    def poke(self, pile: str, offset: int, card: Value) -> None:
        """Write the card that lies some places below the top of a pile."""
        place = self.asm.add(self.get(("top", pile, 0)), offset)
        Row(self.asm, self.arrays[pile], BYTE).write(place, card)
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

    def sift(self, pile: str, cards: Value) -> None:
        """Take cards out of a pile wherever they lie in it; those above them come to lie lower."""
        asm, key, row = self.asm, ("top", pile, 0), Row(self.asm, self.arrays[pile], BYTE)
        top, length = self.get(key), self.lengths[pile]
        at, to = (Variable(asm, NUM, asm.select(asm.compare(">", top, length), top, length)) for _ in range(2))
        with during(asm, lambda: asm.compare(">", at.read(), top)):
            at.add(-1)
            card = row.read(at.read())
            with behind(asm, asm.denied(asm.some(asm.both(cards, asm.bit(card), MASK)))):
                to.add(-1)
                row.write(to.read(), card)
        self.put(key, to.read())

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
