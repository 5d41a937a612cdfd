"""Printing sets of cards as masks: lists of cards, and the cards that meet a condition."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from claimdsl.engine import conditions as met
from claimdsl.engine.fold import may_be_absent
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import mentions

if TYPE_CHECKING:
    from claimdsl.engine.text import Scope, Texts

_VALUED = {
    "==": "(at_least({0}) & ~at_least({0} + 1))",
    "!=": "(ALL ^ at_least({0}) | at_least({0} + 1))",
    ">=": "at_least({0})",
    ">": "at_least({0} + 1)",
    "<": "(ALL ^ at_least({0}))",
    "<=": "(ALL ^ at_least({0} + 1))",
}


class Sets:
    """Prints the sets of cards of one binding and phase."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._conditions = met.Conditions(texts.folder)

    def meeting(self, test: ir.Expr, asked: met.Matches, scope: Scope) -> str | None:
        """Print the cards that meet a condition; None where it must be asked card by card."""
        if self._texts.marks and mentions(test, asked) and mentions(test, _is_branch):
            return None
        cards = self._conditions.cards(test, asked)
        return None if cards is None else self._set(cards, scope)

    def _set(self, cards: met.Cards, scope: Scope) -> str:
        match cards:
            case met.Fixed(mask=mask):
                return "ALL" if mask == self._texts.binding.all_cards else str(mask)
            case met.OfFaction(faction=faction):
                return f"FACTION_CARDS[{self._texts.one(faction, scope)}]"
            case met.Valued(operator=operator, bound=bound):
                return _VALUED[operator].format(self._texts.one(bound, scope))
            case met.Listed(cards=items):
                return self.mask(items, scope)
            case met.Beneath():
                return scope.names["base_mask"]
            case met.Where(test=test, yes=yes, no=no):
                return f"({self._set(yes, scope)} if {self._texts.one(test, scope)} else {self._set(no, scope)})"
            case met.Common(sets=sets):
                return "(" + " & ".join(self._set(part, scope) for part in sets) + ")"
            case met.United(sets=sets):
                return "(" + " | ".join(self._set(part, scope) for part in sets) + ")"
            case met.Others(cards=others):
                return f"(ALL ^ {self._set(others, scope)})"
            case _:
                assert_never(cards)

    def mask(self, expr: ir.Expr, scope: Scope) -> str:
        """Print a list of cards as a mask."""
        texts = self._texts
        match expr:
            case ir.PileOf():
                return self._pile(expr, scope)
            case ir.Fold(function="filter"):
                return texts.folds.filtered(expr, scope)
            case ir.Fold(function="each"):
                return f"union({texts.folds.keys(expr, scope)})"
            case ir.Join(lists=lists):
                return "(" + " | ".join(self.mask(part, scope) for part in lists) + ")"
            case ir.If():
                return texts.branch(expr, scope, self.mask)
            case ir.Top():
                return self._top(expr, scope)
            case ir.AsMany(operand=operand):
                text = texts.one(operand, scope)
                return f"bit({text})" if may_be_absent(operand) else f"(1 << {text})"
            case ir.AsCard(operand=operand):
                start = texts.layout.plays["card"]
                return f"union(v[{start} + i] for i in {texts.items(operand, scope)})"
            case ir.Known(name="deck"):
                return "DECK"
            case ir.Known(name=name):
                return scope.names[name]
            case ir.Field(name="won"):
                return scope.names["won"]
            case ir.AsMaybe(operand=operand):
                return self.mask(operand, scope)
            case _:
                raise TypeError(f"not a list of cards: {expr}")

    def _pile(self, expr: ir.PileOf, scope: Scope) -> str:
        texts = self._texts
        wrap = "union({})" if texts.is_ordered(expr) else "{}"
        if expr.owner is not None and expr.owner.type.kind is Kind.SIDE:
            part = wrap.format(f"v[{texts.layout.piles[expr.pile]} + s]")
            return f"joined({part} for s in SIDES[{texts.one(expr.owner, scope)}])"
        return wrap.format(f"v[{texts.slot(expr, scope)}]")

    def _top(self, expr: ir.Top, scope: Scope) -> str:
        texts, items = self._texts, expr.items
        if isinstance(items, ir.PileOf) and not texts.is_side(items) and texts.is_ordered(items):
            cards, number = f"v[{texts.slot(items, scope)}]", texts.natural(expr.count, scope)
            return f"(1 << {cards}[0] if {cards} else 0)" if number == "1" else f"union({cards}[:{number}])"
        if texts.sequences.is_ordered(items):
            return f"union({texts.sequences.items(expr, scope)})"
        return f"tops({self.mask(items, scope)}, {texts.one(expr.count, scope)})"


def _is_branch(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.If)
