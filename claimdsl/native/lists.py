"""Printing lists that are no sets of cards as their few places."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from claimdsl.engine.fold import absent, is_false, is_true, may_be_absent
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.native.asm import MASK
from claimdsl.native.maps import Value
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Items, Scope

if TYPE_CHECKING:
    from claimdsl.native.values import Values


class Lists:
    """Prints the lists of one lane and phase."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._asm = values.asm
        self._frame = values.frame
        self._binding = values.binding

    def items(self, expr: ir.Expr, scope: Scope) -> Items:
        """Print a list that is no set of cards as its places."""
        asm = self._asm
        match expr:
            case ir.Known(name=name) if name in scope.lists:
                return scope.lists[name]
            case ir.Fold(function="each", domain=domain) if domain.type.kind is Kind.CARD:
                return self._of_cards(expr, scope)
            case ir.Fold(function="filter" | "each"):
                return self._values.folds.listed(expr, scope)
            case ir.If(condition=condition, yes=yes, no=no):
                if is_true(condition) or is_false(condition):
                    return self.items(yes if is_true(condition) else no, scope)
                test = self._values.one(condition, scope)
                return (
                    *((asm.both(test, present), value) for present, value in self.items(yes, scope)),
                    *((asm.both(asm.denied(test), present), value) for present, value in self.items(no, scope)),
                )
            case ir.AsMany(operand=ir.Field(of=ir.FactionName(name=name), name="holder")):
                return tuple((has, side) for side, has in enumerate(self._values.holder(name)))
            case ir.AsMany(operand=operand):
                value = self._values.one(operand, scope)
                present: Value = 1
                if may_be_absent(operand):
                    present = asm.compare("!=", value, absent(operand))
                return ((present, value),)
            case ir.Top(items=items, count=count) if items.type.kind is not Kind.CARD:
                return self._first_few(self.items(items, scope), self._values.one(count, scope))
            case ir.Numbers(low=low, high=high, type=of):
                return self._numbers(self._values.one(low, scope), self._values.one(high, scope), of.most)
            case ir.Field(of=of, name="opponents"):
                return self._opponents(self._values.one(of, scope))
            case ir.Field(of=of, name="players"):
                return tuple((1, seat) for seat in self._values.side_seats(self._values.one(of, scope)))
            case ir.Join(lists=lists) if all(part.type.most == 1 for part in lists):
                return self._joined(lists, scope)
            case ir.AsMaybe(operand=operand):
                return self.items(operand, scope)
            case _:
                raise NotNative(f"a list of the kind {type(expr).__name__}")

    def once(self, expr: ir.Expr, scope: Scope) -> Items:
        """Print a list likewise, in which what is there more than once need be there but once, where it is first."""
        match expr:
            case ir.Fold(function="each", domain=domain) if domain.type.kind is Kind.CARD:
                return self._of_cards(expr, scope, once=True)
            case _:
                return self.items(expr, scope)

    def _of_cards(self, expr: ir.Fold, scope: Scope, once: bool = False) -> Items:
        """Print what is known before the game of each of some cards: of cards for which it is alike, maybe once."""
        asm, column = self._asm, self._values.sets.column(expr.key or expr.variable, expr.variable)
        if column is None or self._values.folds.has_order(expr.domain):
            raise NotNative("a list of what is worked out for each of some cards")
        cards = self._values.folds.filtered(expr, scope)
        runs = [(key, list(run)) for key, run in groupby(range(len(column)), column.__getitem__)]
        if not once or len(runs) > len(set(column)):
            runs = [(key, [card]) for card, key in enumerate(column)]
        masks = [(key, sum(1 << card for card in run) & asm.possible(cards)) for key, run in runs]
        return tuple((asm.some(asm.both(cards, mask, MASK)), key) for key, mask in masks if mask)

    def _first_few(self, items: Items, count: Value) -> Items:
        """Keep so many elements of those that are there, the first."""
        asm, found = self._asm, []
        place: Value = 0
        for present, value in items:
            found.append((asm.both(present, asm.compare("<", place, count)), value))
            place = asm.add(place, asm.widen(present))
        return tuple(found)

    def _joined(self, lists: tuple[ir.Expr, ...], scope: Scope) -> Items:
        """Put lists together, an element once."""
        return self.unlike(tuple(item for part in lists for item in self.items(part, scope)))

    def unlike(self, items: Items) -> Items:
        """Keep an element once."""
        found: list[tuple[Value, Value]] = []
        for present, value in items:
            fresh = present
            for there, other in found:
                twice = self._asm.both(there, self._asm.compare("==", value, other))
                fresh = self._asm.both(fresh, self._asm.denied(twice))
            found.append((fresh, value))
        return tuple(found)

    def _numbers(self, low: Value, high: Value, most: int) -> Items:
        if isinstance(low, int) and isinstance(high, int):
            return tuple((1, number) for number in range(low, min(high, low + most - 1) + 1))
        numbers = tuple(self._asm.add(low, step) for step in range(most))
        return tuple((self._asm.compare("<=", number, high), number) for number in numbers)

    def _opponents(self, seat: Value) -> Items:
        n, side_of = self._frame.players, self._binding.side_of
        steps = [step for step in range(n) if side_of[step] != side_of[0]]
        return tuple((1, self._frame.around(seat, step)) for step in steps)
