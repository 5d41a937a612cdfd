"""Conditions on cards as masks: what is known of every card before the game becomes a constant or a table of masks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdsl.engine.conditions import FLIPPED
from claimdsl.engine.fold import compare, may_be_absent
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import mentions
from claimdsl.native.asm import MASK, NUM, Dynamic
from claimdsl.native.maps import ManyCards, Operand, Value, as_mask
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Scope

if TYPE_CHECKING:
    from claimdsl.native.values import Values

EACH = Operand("%each", 1 << 20)
"""Stands for any card, where a condition is asked of all cards at once."""


class Conditions:
    """Prints conditions of one lane.  A condition asks about EACH, which its scope binds."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._asm = values.asm

    def known(self, test: ir.Expr, scope: Scope) -> Value | None:
        """Give a condition as a mask where it is known for every card before the game, else None."""
        try:
            with self._asm.static_only():
                value = self._values.one(test, scope)
            if isinstance(value, int):
                return self._asm.everything if value else 0
            if isinstance(value, Operand):
                return None
            return as_mask(value, EACH)
        except (Dynamic, ManyCards, NotNative):
            return None

    def mask(self, test: ir.Expr, scope: Scope) -> Value | None:
        """Print a condition as the mask of all cards that meet it; None where it must be asked card by card."""
        asm = self._asm
        known = self.known(test, scope)
        if known is not None:
            return known
        if not self.asks(test, scope):
            return asm.kept(self._values.one(test, scope), asm.everything)
        match test:
            case ir.Known(name="base"):
                return scope.names["base mask"]
            case ir.AllOf(operands=operands) | ir.AnyOf(operands=operands):
                join = asm.both if isinstance(test, ir.AllOf) else asm.either
                found: Value | None = None
                for operand in operands:
                    part = self.mask(operand, scope)
                    if part is None:
                        return None
                    found = part if found is None else join(found, part, MASK)
                return found
            case ir.Not(operand=operand):
                part = self.mask(operand, scope)
                return None if part is None else asm.differ(part, asm.everything, MASK)
            case ir.If(condition=condition, yes=yes, no=no) if not self.asks(condition, scope):
                one, other = self.mask(yes, scope), self.mask(no, scope)
                if one is None or other is None:
                    return None
                return asm.select(self._values.one(condition, scope), one, other, MASK)
            case ir.Compare():
                return self._compare(test, scope)
            case ir.Member(item=item, items=items) if items.type.kind is Kind.CARD and self._is_each(item, scope):
                return None if self.asks(items, scope) else self._values.mask(items, scope)
            case _:
                return None

    def split(self, test: ir.Expr, scope: Scope) -> tuple[Value, Value | None]:
        """Print a condition as one under which all cards meet it, and else the mask of those that do."""
        match test:
            case ir.AnyOf(operands=operands) if self.known(test, scope) is None:
                free: Value = 0
                for operand in operands:
                    if not self.asks(operand, scope):
                        free = self._asm.either(free, self._values.one(operand, scope))
                asking = tuple(operand for operand in operands if self.asks(operand, scope))
                if not asking or free == 0:
                    return 0, self.mask(test, scope)
                found: Value = 0
                for operand in asking:
                    part = self.mask(operand, scope)
                    if part is None:
                        return 0, None
                    found = self._asm.either(found, part, MASK)
                return free, found
            case _:
                return 0, self.mask(test, scope)

    def _is_each(self, expr: ir.Expr, scope: Scope) -> bool:
        match expr:
            case ir.Known(name=name):
                return scope.names.get(name) == EACH
            case ir.Local(id=number):
                return scope.variables.get(number) == EACH
            case ir.AsMaybe(operand=operand):
                return self._is_each(operand, scope)
            case _:
                return False

    def asks(self, expr: ir.Expr, scope: Scope) -> bool:
        """Say whether an expression asks about EACH."""
        return mentions(expr, lambda part: self._is_each(part, scope) or (
            isinstance(part, ir.Known) and part.name == "base" and "base mask" in scope.names
        ))

    def _compare(self, test: ir.Compare, scope: Scope) -> Value | None:
        asm, left, right, operator = self._asm, test.left, test.right, test.operator
        if self.asks(right, scope):
            left, right, operator = right, left, FLIPPED[operator]
        if self.asks(right, scope):
            return None
        match left:
            case ir.Field(of=of, name="faction") if self._is_each(of, scope) and operator in ("==", "!="):
                masks = (*self._values.binding.faction_masks,)
                found: Value = self._by(masks, self._values.one(right, scope))
            case ir.Field(of=of, name="value") if self._is_each(of, scope) and not may_be_absent(right):
                return self._numbers(operator, self._values.one(right, scope))
            case _ if self._is_each(left, scope) and operator in ("==", "!="):
                found = asm.maybe_bit(asm.fixed(self._values.one(right, scope)))
            case _:
                return None
        return found if operator == "==" else asm.differ(found, asm.everything, MASK)

    def _by(self, masks: tuple[int, ...], number: Value) -> Value:
        """Look masks up by a faction; -1 and -2 (nothing, not in play) give no cards."""
        count = len(masks)
        known = self._asm.lift(lambda n: masks[n] if 0 <= n < count else 0, number)
        if known is not None:
            return known
        index = self._asm.fixed(number)
        return self._asm.lookup(MASK, masks, self._asm.select(self._asm.compare("<", index, -1), -1, index))

    def _numbers(self, operator: str, value: Value) -> Value:
        """Give the cards whose number compares so with a value."""
        numbers = self._values.numbers
        top = max(numbers, default=0) + 2
        rows = tuple(
            sum(1 << card for card, number in enumerate(numbers) if compare(operator, number, least))
            for least in range(-1, top)
        )
        index = self._clamped(value, top)
        return self._asm.lookup(MASK, rows, self._asm.add(index, 1))

    def _clamped(self, value: Value, top: int) -> Value:
        asm = self._asm
        value = asm.fixed(value, NUM)
        low = asm.fixed(asm.select(asm.compare("<", value, -1), -1, value))
        return asm.fixed(asm.select(asm.compare(">=", low, top), top - 1, low))
