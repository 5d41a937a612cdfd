"""Who sits where in native code: seats around the table, as numbers that are worked out while a game runs."""

from __future__ import annotations

from claimdsl.native.asm import NUM, Asm
from claimdsl.native.maps import Operand, Value


class Seats:
    """Prints how so many seats lie to each other."""

    def __init__(self, asm: Asm, players: int) -> None:
        self.asm = asm
        self.players = players

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
        if asm.keeps_tables and asm.is_natural(seat) and asm.is_natural(steps) and isinstance(seat, Operand):
            return self._looked_up(seat, steps)
        total = asm.fixed(asm.add(seat, steps))
        found = asm.select(asm.compare(">=", total, n), asm.sub(total, n), total)
        if isinstance(found, Operand) and asm.is_natural(seat) and asm.is_natural(steps):
            asm.natural.add(found.text)
        return found

    def _looked_up(self, seat: Operand, steps: Value) -> Operand:
        """Read the seat some steps from another off a table, which takes less than to work it out."""
        asm, n = self.asm, self.players
        first, index = (steps, seat) if isinstance(steps, int) else (0, asm.fixed(asm.add(seat, steps)))
        found = asm.lookup(NUM, tuple((place + first) % n for place in range(2 * n - 1)), index)
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

    def is_first(self, seat: Value) -> Value:
        """Say whether a seat is the first, in one way for a seat and the other one."""
        asm = self.asm
        if isinstance(seat, Operand) and seat.text in asm.others:
            return asm.denied(asm.compare("==", asm.others[seat.text], 0))
        return asm.compare("==", seat, 0)
