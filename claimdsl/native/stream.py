"""Numbers of chance worked out many at a time: those of a phase, or the places of a shuffle, lie ready in a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from claimdsl.native.asm import NUM, Asm
from claimdsl.native.blocks import during
from claimdsl.native.chance import FIRST, GOLD, RNG, SECOND, Chance
from claimdsl.native.frame import Frame
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row, Variable, load

PLACE = ("place", "", 0)
MOST = 256
"""So many numbers of a phase lie ready at most."""

_WIDE = 4
_VECTOR = f"<{_WIDE} x i64>"
_LOW = (1 << 32) - 1


class Stream(Chance):
    """Prints draws from a row of numbers while it is ready, else one by one."""

    def __init__(self, frame: Frame, bmi: bool) -> None:
        super().__init__(frame, bmi)
        self._name = self._asm.name()
        self.row = Row(self._asm, self._name)
        self.asked = 0
        self._length = _WIDE
        frame.add(PLACE, NUM)

    def number(self, active: Value) -> Operand:
        """Print the next number of the row, to which the next draw comes back where this one is not active."""
        if not self.is_ready:
            return super().number(active)
        asm, frame = self._asm, self._frame
        self.asked += frame.rounds
        place = frame.get(PLACE)
        cell = self.row.place(place)
        frame.put(PLACE, asm.add(place, asm.widen(active)))
        return load(asm, cell)

    def make_room(self, numbers: int) -> None:
        """Make the row long enough."""
        self._length = max(self._length, _rounded(numbers))

    def allocation(self) -> str:
        """Print the row."""
        return f"  {self._name} = alloca [{self._length} x i64], align 32"

    def skip(self, count: Value) -> None:
        """Go on in the stream by so many numbers."""
        asm, old = self._asm, self._frame.get(RNG)
        steps = asm.times(count, GOLD)
        if isinstance(steps, int):
            steps = Operand(asm.literal(steps, NUM))
        self._frame.put(RNG, asm.op(f"add i64 {old.text}, {asm.text(steps)}"))


class Streams:
    """Prints the rows of all lanes at once."""

    def __init__(self, asm: Asm, lanes: Sequence[Stream], frames: Sequence[Frame]) -> None:
        self._asm = asm
        self._lanes = lanes
        self._frames = frames
        self._begun = 0

    def begin(self) -> None:
        """Print that the numbers of a phase are laid ready; how many, is told at its end."""
        count = load(self._asm, self._name())
        self._fill(count, 0)
        for stream, frame in zip(self._lanes, self._frames, strict=True):
            frame.put(PLACE, 0)
            stream.is_ready, stream.asked = True, 0

    def end(self) -> int:
        """Print that the row is given up; say how many numbers the phase may have asked for."""
        asked = max(stream.asked for stream in self._lanes)
        self._asm.constants[self._name()] = _rounded(asked)
        self._begun += 1
        for stream, frame in zip(self._lanes, self._frames, strict=True):
            stream.is_ready = False
            stream.make_room(min(asked, MOST))
            stream.skip(frame.get(PLACE))
        return asked

    def _name(self) -> str:
        return f"@numbers{self._begun}"

    def places(self, size: int, draws: int) -> None:
        """Lay the first draws of a shuffle of so many cards ready, and pass over all of them in the stream."""
        for stream in self._lanes:
            stream.make_room(draws)
        self._fill(_rounded(draws), size)
        for stream in self._lanes:
            stream.skip(size - 1)

    def _fill(self, count: Value, size: int) -> None:
        """Print a loop that fills the rows: with numbers, or with places below `size`, below one less, and so on."""
        asm = self._asm
        place, bounds = Variable(asm, NUM), asm.slot(_VECTOR)
        states = [asm.slot(_VECTOR) for _ in self._lanes]
        place.write(0)
        asm.line(f"store {_VECTOR} {_constant(size - step for step in range(_WIDE))}, ptr {bounds}")
        for slot, frame in zip(states, self._frames, strict=True):
            first = self._lanewise("add", self._spread(frame.get(RNG)), (GOLD * (1 + step) for step in range(_WIDE)))
            asm.line(f"store {_VECTOR} {first.text}, ptr {slot}")
        with during(asm, lambda: asm.compare("<", place.read(), count)):
            at = place.read()
            for slot, stream in zip(states, self._lanes, strict=True):
                self._row(slot, stream.row.place(at), bounds if size else "")
            self._step(bounds, -_WIDE)
            place.write(asm.add(at, _WIDE))

    def _row(self, slot: str, cell: str, bounds: str) -> None:
        """Print some numbers of one lane."""
        asm = self._asm
        z = asm.op(f"load {_VECTOR}, ptr {slot}")
        for shift, factor in ((30, FIRST), (27, SECOND)):
            z = self._lanewise("mul", self._folded(z, shift), (factor,) * _WIDE)
        z = self._lanewise("lshr", self._folded(z, 31), (32,) * _WIDE)
        if bounds:
            below = self._lanewise("and", asm.op(f"load {_VECTOR}, ptr {bounds}"), (_LOW,) * _WIDE)
            product = asm.op(f"mul {_VECTOR} {z.text}, {below.text}")
            z = self._lanewise("lshr", product, (32,) * _WIDE)
        asm.line(f"store {_VECTOR} {z.text}, ptr {cell}, align 32")
        self._step(slot, GOLD * _WIDE)

    def _folded(self, z: Operand, shift: int) -> Operand:
        moved = self._lanewise("lshr", z, (shift,) * _WIDE)
        return self._asm.op(f"xor {_VECTOR} {z.text}, {moved.text}")

    def _step(self, slot: str, by: int) -> None:
        old = self._asm.op(f"load {_VECTOR}, ptr {slot}")
        self._asm.line(f"store {_VECTOR} {self._lanewise('add', old, (by,) * _WIDE).text}, ptr {slot}")

    def _lanewise(self, name: str, value: Operand, others: Iterable[int]) -> Operand:
        return self._asm.op(f"{name} {_VECTOR} {value.text}, {_constant(others)}")

    def _spread(self, value: Operand) -> Operand:
        """Put a number into all places of a vector."""
        first = self._asm.op(f"insertelement {_VECTOR} poison, i64 {value.text}, i64 0")
        return self._asm.op(f"shufflevector {_VECTOR} {first.text}, {_VECTOR} poison, <{_WIDE} x i32> zeroinitializer")


def _rounded(count: int) -> int:
    return max(-(-count // _WIDE), 1) * _WIDE


def _constant(values: Iterable[int]) -> str:
    words = (value & (1 << 64) - 1 for value in values)
    return f"<{', '.join(f'i64 {word - (1 << 64) if word >> 63 else word}' for word in words)}>"


