"""Numbers of chance worked out many at a time: those of a game, and the places of a shuffle, lie in rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from claimdsl.native.asm import NUM, Asm
from claimdsl.native.blocks import counted, during
from claimdsl.native.chance import FIRST, GOLD, RNG, SECOND, Chance
from claimdsl.native.frame import Frame
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row, Variable, load

PLACE = ("place", "", 0)
MOST = 256
"""So many numbers of a game lie ready at most."""

_ASKED = "@numbers"

_WIDE = 4
_VECTOR = f"<{_WIDE} x i64>"
_LOW = (1 << 32) - 1


class Stream(Chance):
    """Prints draws from a row of numbers while it is ready, else one by one; `places` is the row of a shuffle."""

    def __init__(self, frame: Frame, bmi: bool) -> None:
        super().__init__(frame, bmi)
        self._names = {name: self._asm.name() for name in ("numbers", "places")}
        self.row, self.places = (Row(self._asm, name) for name in self._names.values())
        self._lengths = dict.fromkeys(self._names, _WIDE)
        self.asked = 0
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

    def make_room(self, name: str, numbers: int) -> None:
        """Make a row long enough."""
        self._lengths[name] = max(self._lengths[name], _rounded(numbers))

    def allocations(self) -> list[str]:
        """Print the rows."""
        return [f"  {at} = alloca [{self._lengths[name]} x i64], align 32" for name, at in self._names.items()]

    def skip(self, count: int) -> None:
        """Go on in the stream by so many numbers."""
        asm, old = self._asm, self._frame.get(RNG)
        self._frame.put(RNG, asm.op(f"add i64 {old.text}, {asm.literal(count * GOLD, NUM)}"))


class Streams:
    """Prints the rows of all lanes at once; `are_ready` says whether those of numbers are for whole games."""

    def __init__(self, asm: Asm, lanes: Sequence[Stream], frames: Sequence[Frame]) -> None:
        self._asm = asm
        self._lanes = lanes
        self._frames = frames
        self.are_ready = True

    def begin(self) -> None:
        """Print that all draws are read from the rows from now on, if they are ready."""
        for stream, frame in zip(self._lanes, self._frames, strict=True):
            frame.put(PLACE, 0)
            stream.is_ready, stream.asked = self.are_ready, 0

    def end(self) -> None:
        """Print that the rows are given up, where too many numbers may have been asked for; else how long they are."""
        asked = max(stream.asked for stream in self._lanes)
        self._asm.constants[_ASKED] = _rounded(asked)
        for stream in self._lanes:
            stream.is_ready = False
            stream.make_room("numbers", min(asked, MOST))
        self.are_ready = asked <= MOST

    def lay_places(self, size: int, draws: int) -> None:
        """Lay the first draws of a shuffle of so many cards ready, and pass over all of them in the stream."""
        for stream in self._lanes:
            stream.make_room("places", draws)
        filling = Filling(self._asm, [stream.places for stream in self._lanes], self._frames, size=size)
        filling.up_to(0, _rounded(draws))
        for stream in self._lanes:
            stream.skip(size - 1)

    @contextmanager
    def beside(self, rounds: int, passed: int) -> Iterator[Operand]:
        """Print a loop of so many rounds, and beside what they do the numbers of the game, if rows are for games.

        So many numbers of the stream are `passed` over before the first of them.
        """
        filling = Filling(self._asm, [stream.row for stream in self._lanes], self._frames, passed)
        for stream in self._lanes:
            stream.make_room("numbers", rounds * _WIDE)
        with counted(self._asm, rounds) as number:
            if self.are_ready:
                filling.four(self._asm.times(number, _WIDE))
            yield number
        if self.are_ready:
            filling.up_to(rounds * _WIDE, load(self._asm, _ASKED))


class Filling:
    """Prints how rows are filled: with numbers, or with places below `size`, below one less, and so on."""

    def __init__(
        self, asm: Asm, rows: Sequence[Row], frames: Sequence[Frame], passed: int = 0, size: int = 0
    ) -> None:
        self._asm = asm
        self._rows = rows
        self._bounds = asm.slot(_VECTOR) if size else ""
        self._states = [asm.slot(_VECTOR) for _ in rows]
        if size:
            asm.line(f"store {_VECTOR} {_constant(size - step for step in range(_WIDE))}, ptr {self._bounds}")
        for slot, frame in zip(self._states, frames, strict=True):
            steps = (GOLD * (1 + passed + step) for step in range(_WIDE))
            first = self._lanewise("add", self._spread(frame.get(RNG)), steps)
            asm.line(f"store {_VECTOR} {first.text}, ptr {slot}")

    def up_to(self, first: int, count: Value) -> None:
        """Print a loop that fills the rows from a place on up to another."""
        place = Variable(self._asm, NUM, first)
        with during(self._asm, lambda: self._asm.compare("<", place.read(), count)):
            self.four(place.read())
            place.add(_WIDE)

    def four(self, at: Value) -> None:
        """Print the next numbers of all rows."""
        for slot, row in zip(self._states, self._rows, strict=True):
            self._row(slot, row.place(at), self._bounds)
        if self._bounds:
            self._step(self._bounds, -_WIDE)

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


