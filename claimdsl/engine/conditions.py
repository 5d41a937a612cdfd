"""Printing conditions on cards as masks: one that asks only for card facts becomes the set of cards that meet it."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_, eq, ge, gt, le, lt, ne, or_
from typing import TYPE_CHECKING

from claimdsl.engine.fold import is_false, is_true, may_be_absent
from claimdsl.engine.runtime import union
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import mentions

if TYPE_CHECKING:
    from claimdsl.engine.text import Scope, Texts

Matches = Callable[[ir.Expr], bool]
_COMPARED: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def _is_branch(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.If)


FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


class Conditions:
    """Prints the conditions of one binding and phase; `is_card` tells the card that is asked about."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def mask(self, test: ir.Expr, is_card: Matches, scope: Scope) -> str | None:
        """Print a condition on a card as the mask of all cards that meet it; None where it asks for more than facts."""
        if not mentions(test, is_card):
            if is_true(test) or is_false(test):
                return "ALL" if is_true(test) else "0"
            return f"(ALL if {self._texts.one(test, scope)} else 0)"
        if self._texts.marks and mentions(test, _is_branch):
            return None
        match test:
            case ir.Known(name="base"):
                return scope.names["base_mask"]
            case ir.AllOf(operands=operands) | ir.AnyOf(operands=operands):
                return self._joined(operands, isinstance(test, ir.AllOf), is_card, scope)
            case ir.Not(operand=operand):
                part = self.mask(operand, is_card, scope)
                return self._others(part) if part is not None else None
            case ir.If(condition=condition, yes=yes, no=no) if not mentions(condition, is_card):
                one, other = (self.mask(part, is_card, scope) for part in (yes, no))
                if one is None or other is None:
                    return None
                return f"({one} if {self._texts.one(condition, scope)} else {other})"
            case ir.Compare():
                return self._compare(test, is_card, scope)
            case ir.Member(item=item, items=items) if is_card(item) and not mentions(items, is_card):
                return self._texts.mask(items, scope)
            case _:
                return None

    def _joined(self, operands: tuple[ir.Expr, ...], is_all: bool, is_card: Matches, scope: Scope) -> str | None:
        """Print what holds together or by itself: what asks for no card decides first, and alone."""
        parts = [self.mask(part, is_card, scope) for part in operands if mentions(part, is_card)]
        texts = [part for part in parts if part is not None]
        if len(texts) < len(parts):
            return None
        masks = self._combined(texts, is_all)
        tests = [self._texts.one(part, scope) for part in operands if not mentions(part, is_card)]
        if not tests:
            return masks if masks.isdigit() else f"({masks})"
        return f"({masks} if {' and '.join(tests)} else 0)" if is_all else f"(ALL if {' or '.join(tests)} else {masks})"

    def _combined(self, texts: list[str], is_all: bool) -> str:
        """Print masks together; those that are known make one."""
        known = [int(text) for text in texts if text.isdigit()]
        kept = [text for text in texts if not text.isdigit()]
        if known:
            kept.append(str(reduce(and_ if is_all else or_, known)))
        return (" & " if is_all else " | ").join(kept)

    def _others(self, mask: str) -> str:
        return str(self._texts.binding.all_cards ^ int(mask)) if mask.isdigit() else f"(ALL ^ {mask})"

    def _compare(self, test: ir.Compare, is_card: Matches, scope: Scope) -> str | None:
        left, right, operator = test.left, test.right, test.operator
        if mentions(right, is_card):
            left, right, operator = right, left, FLIPPED[operator]
        if mentions(right, is_card):
            return None
        text = self._texts.one(right, scope)
        match left:
            case ir.Field(of=of, name="faction") if is_card(of):
                text = str(self._faction(right)) if isinstance(right, ir.FactionName) else f"FACTION_CARDS[{text}]"
            case ir.Field(of=of, name="value") if is_card(of) and isinstance(right, ir.Literal):
                return str(self._with_value(operator, right.value))
            case ir.Field(of=of, name="value") if is_card(of) and not may_be_absent(right):
                return self._value(operator, text)
            case _ if is_card(left) and left.type.kind is Kind.CARD:
                text = f"bit({text})"
            case _:
                return None
        return text if operator == "==" else self._others(text)

    def _faction(self, faction: ir.FactionName) -> int:
        """Give the cards of a faction; none where it is not in play."""
        binding = self._texts.binding
        number = binding.faction_ids.get(faction.name)
        return 0 if number is None else binding.faction_masks[number]

    def _with_value(self, operator: str, bound: int) -> int:
        """Give the cards whose numbers compare so with a bound."""
        cards, holds = self._texts.binding.cards, _COMPARED[operator]
        return union(card for card, (_, value) in enumerate(cards) if holds(value, bound))

    def _value(self, operator: str, text: str) -> str:
        match operator:
            case "==":
                return f"(at_least({text}) & ~at_least({text} + 1))"
            case "!=":
                return f"(ALL ^ at_least({text}) | at_least({text} + 1))"
            case ">=":
                return f"at_least({text})"
            case ">":
                return f"at_least({text} + 1)"
            case "<":
                return f"(ALL ^ at_least({text}))"
            case _:
                return f"(ALL ^ at_least({text} + 1))"
