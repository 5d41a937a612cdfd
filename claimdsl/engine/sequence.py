"""Printing cards in their order: that of an ordered pile, of plays or of keys, where there is one, else the deck's."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from claimdsl.engine.fold import is_false, is_true
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind

if TYPE_CHECKING:
    from claimdsl.engine.text import Scope, Texts


def has_order(cards: ir.Expr, ordered: Collection[str]) -> bool:
    """Say whether a list of cards has an order that its mask does not tell; `ordered` are the piles that have one."""
    match cards:
        case ir.If(condition=condition, yes=yes, no=no):
            arms = [*([] if is_false(condition) else [yes]), *([] if is_true(condition) else [no])]
            return any(has_order(arm, ordered) for arm in arms)
        case ir.PileOf(pile=pile, owner=owner):
            return pile in ordered and not (owner is not None and owner.type.kind is Kind.SIDE)
        case ir.Top(items=items) | ir.Fold(function="filter", domain=items):
            return has_order(items, ordered)
        case ir.Fold(function="each") | ir.AsCard():
            return cards.type.is_many
        case _:
            return False


class Sequences:
    """Prints the card lists of one binding and phase as something to run through."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def is_ordered(self, cards: ir.Expr) -> bool:
        """Say whether a list of cards has an order that its mask does not tell."""
        return has_order(cards, self._texts.layout.ordered)

    def items(self, cards: ir.Expr, scope: Scope) -> str:
        """Print cards in their order."""
        texts = self._texts
        if not self.is_ordered(cards):
            return f"bits({texts.sets.mask(cards, scope)})"
        match cards:
            case ir.If():
                return texts.branch(cards, scope, self.items)
            case ir.PileOf():
                return f"v[{texts.slot(cards, scope)}]"
            case ir.Top(items=items, count=count):
                return f"{self.items(items, scope)}[:{texts.natural(count, scope)}]"
            case ir.Fold(function="filter"):
                return texts.folds.kept(cards, scope)
            case ir.Fold():
                return f"join({texts.folds.listed(cards, scope)})"
            case ir.AsCard(operand=operand):
                return f"[v[{texts.layout.plays['card']} + i] for i in {texts.items(operand, scope)}]"
            case _:
                raise TypeError(f"not a list with an order: {cards}")
