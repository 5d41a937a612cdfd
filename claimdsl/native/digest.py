"""Printing a number to compare games by: what lies in every pile without an order, equal cards being the same."""

from __future__ import annotations

from claimdsl.engine.runtime import bits
from claimdsl.native.asm import MASK, NUM
from claimdsl.native.frame import Frame
from claimdsl.native.maps import Operand, Value


def digest(frame: Frame) -> Value:
    """Mix what lies in every pile without an order into one number."""
    asm = frame.asm
    total: Value = 0
    factor = 1
    for name, of in frame.owners.items():
        if name in frame.ordered:
            continue
        for index in range(frame.count(of)):
            mask = _alike(frame, frame.get(("pile", name, index)))
            for word in range(asm.width // 64):
                moved = asm.op(f"lshr {asm.mask} {mask.text}, {64 * word}")
                part = moved if asm.width == 64 else asm.op(f"trunc {asm.mask} {moved.text} to i64")
                factor = factor * 0x9E3779B97F4A7C15 % (1 << 64)
                folded = asm.op(f"xor i64 {part.text}, {asm.op(f'lshr i64 {part.text}, 32').text}")
                mixed = asm.op(f"mul i64 {folded.text}, {asm.literal(factor, NUM)}")
                total = mixed if total == 0 else asm.op(f"add i64 {asm.text(total)}, {mixed.text}")
    return total


def _alike(frame: Frame, mask: Operand) -> Operand:
    """Take equal cards for the first of them, so that it does not matter which of them is which."""
    asm, found = frame.asm, mask
    for group in frame.binding.groups:
        first = asm.text(_first(frame, group, asm.both(mask, group, MASK)), MASK)
        found = asm.op(f"or {asm.mask} {asm.text(asm.without(found, group), MASK)}, {first}")
    return found


def _first(frame: Frame, group: int, cards: Value) -> Value:
    """Print the first cards of a group, as many as there are of some."""
    asm, start = frame.asm, (group & -group).bit_length() - 1
    if group >> start == (1 << group.bit_count()) - 1:
        count = asm.op(f"call {asm.mask} @llvm.ctpop.{asm.mask}({asm.mask} {asm.text(cards, MASK)})")
        low = asm.op(f"sub {asm.mask} {asm.op(f'shl {asm.mask} 1, {count.text}').text}, 1")
        return asm.op(f"shl {asm.mask} {low.text}, {start}")
    found: Value = 0
    many = asm.count(cards)
    for place, card in enumerate(bits(group)):
        found = asm.either(found, asm.kept(asm.compare(">", many, place), 1 << card), MASK)
    return found
