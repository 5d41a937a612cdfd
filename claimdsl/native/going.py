"""Printing which cards of a trick go to a pile, by the condition for each play."""

from __future__ import annotations

from collections.abc import Sequence

from claimdsl.native.asm import MASK, Asm
from claimdsl.native.maps import Mapped, Operand, Value


def share(asm: Asm, conditions: Sequence[Value], lying: Operand, cards: Sequence[Operand]) -> Value:
    """Give the cards of the trick that go to a pile: those that lie there and whose play meets its condition."""
    common = _common(asm, conditions, cards)
    if common is not None:
        asked, yes, no = common
        return asm.select(asked, asm.both(lying, yes, MASK), asm.both(lying, no, MASK), MASK)
    found: Value = 0
    for card, condition in zip(cards, conditions, strict=True):
        found = asm.either(found, asm.kept(condition, asm.both(lying, asm.bit(card), MASK)), MASK)
    return found


def _common(asm: Asm, conditions: Sequence[Value], cards: Sequence[Operand]) -> tuple[Value, int, int] | None:
    """Give one thing that decides over all plays alike, and the cards that go where it holds and where not."""
    found: set[tuple[Value, int, int]] = set()
    for card, condition in zip(cards, conditions, strict=True):
        parts = asm.cofactors(condition)
        if parts is None:
            return None
        yes, no = (_column(asm, part, card) for part in parts[1:])
        if yes is None or no is None:
            return None
        found.add((parts[0], yes, no))
    return found.pop() if len(found) == 1 else None


def _column(asm: Asm, known: Value, card: Operand) -> int | None:
    """Give the cards for which a truth about a play holds that is known before the game."""
    if isinstance(known, Mapped):
        whole = sum(1 << place for place, yes in enumerate(known.values) if yes)
        return whole if known.card == card else None
    return ((1 << asm.width) - 1 if known else 0) if isinstance(known, int) else None
