"""Places that printed code reads and writes: variables, rows of values, and single values at an address."""

from __future__ import annotations

from claimdsl.native.asm import NUM, Asm
from claimdsl.native.lines import BYTE
from claimdsl.native.maps import Operand, Value


def load(asm: Asm, place: str, kind: str = NUM) -> Operand:
    """Print that a place is read."""
    return asm.op(f"load {asm.type_of(kind)}, ptr {place}")


def store(asm: Asm, value: Value, place: str, kind: str = NUM) -> None:
    """Print that a place is written."""
    asm.line(f"store {asm.type_of(kind)} {asm.text(value, kind)}, ptr {place}")


class Variable:
    """A place of one function, which holds one value."""

    def __init__(self, asm: Asm, kind: str = NUM, start: Value | None = None) -> None:
        self._asm = asm
        self._kind = kind
        self.place = asm.slot(asm.type_of(kind))
        if start is not None:
            self.write(start)

    def read(self) -> Operand:
        """Print that it is read."""
        return load(self._asm, self.place, self._kind)

    def write(self, value: Value) -> None:
        """Print that it is written."""
        store(self._asm, value, self.place, self._kind)

    def add(self, value: Value) -> None:
        """Print that a number is added to it."""
        self.write(self._asm.add(self.read(), value))

    def unite(self, cards: Value) -> None:
        """Print that cards are added to it."""
        self.write(self._asm.either(self.read(), cards, self._kind))


class Row:
    """Values of a kind that lie side by side from an address on; a card is one byte."""

    def __init__(self, asm: Asm, start: str, kind: str = NUM) -> None:
        self._asm = asm
        self._start = start
        self._kind = kind

    def place(self, index: Value) -> str:
        """Print where a value lies."""
        of = self._asm.type_of(self._kind)
        return self._asm.op(f"getelementptr inbounds {of}, ptr {self._start}, i64 {self._asm.text(index)}").text

    def read(self, index: Value) -> Operand:
        """Print that a value is read."""
        found = load(self._asm, self.place(index), self._kind)
        return self._asm.op(f"zext i8 {found.text} to i64") if self._kind == BYTE else found

    def write(self, index: Value, value: Value) -> None:
        """Print that a value is written."""
        place = self.place(index)
        if self._kind == BYTE and not isinstance(value, int):
            value = self._asm.op(f"trunc i64 {self._asm.text(value)} to i8")
        store(self._asm, value, place, self._kind)

    def add(self, index: Value, value: Value) -> None:
        """Print that a number is added to one of the row."""
        place = self.place(index)
        store(self._asm, self._asm.add(load(self._asm, place), value), place)
