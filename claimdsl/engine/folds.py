"""Printing folds: by masks where the list is a set of cards and the condition asks for card facts, else by loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdsl.engine import layout as at
from claimdsl.engine.conditions import is_local
from claimdsl.engine.fold import absent
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind

if TYPE_CHECKING:
    from claimdsl.engine.text import Scope, Texts


_WITHOUT_ORDER = frozenset({"any", "all", "count"})


def variable(local: ir.Local) -> str:
    """Print the name that a fold binds."""
    return f"x{local.id}"


class Folds:
    """Prints the folds of one binding and phase."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def over(self, expr: ir.Fold, scope: Scope) -> str:
        """Print a fold of any function."""
        if expr.type.is_many:
            return self._texts.value(expr, scope)
        if expr.domain.type.kind is Kind.CARD and expr.key is None and self._is_set(expr):
            text = self._over_mask(expr, scope)
            if text:
                return text
        return self._over_items(expr, scope)

    def _is_set(self, expr: ir.Fold) -> bool:
        """Say whether a fold may go by a mask: its list has no order but the deck's, or the order does not matter."""
        if expr.function in _WITHOUT_ORDER and not isinstance(expr.domain, ir.PileOf | ir.Top | ir.AsCard):
            return True
        return not self._texts.sequences.is_ordered(expr.domain)

    def _over_mask(self, expr: ir.Fold, scope: Scope) -> str:
        domain = self._texts.sets.mask(expr.domain, scope)
        kept = domain
        if expr.condition is not None:
            test = self._texts.sets.meeting(expr.condition, is_local(expr.variable), scope)
            if test is None:
                return ""
            kept = f"({domain} & {test})"
        match expr.function:
            case "any":
                return f"({kept} != 0)"
            case "all":
                return f"({domain} & ~{kept} == 0)"
            case "count":
                return f"{kept}.bit_count()"
            case "first":
                return f"low({kept})"
            case "last":
                return f"({kept}.bit_length() - 1)"
            case _:
                return ""

    def filtered(self, expr: ir.Fold, scope: Scope) -> str:
        """Print the cards that meet a condition as a mask."""
        domain = self._texts.sets.mask(expr.domain, scope)
        if expr.condition is None:
            return domain
        test = self._texts.sets.meeting(expr.condition, is_local(expr.variable), scope)
        if test is not None:
            return f"({domain} & {test})"
        name = variable(expr.variable)
        return f"union({name} for {name} in bits({domain}) if {self._texts.one(expr.condition, scope)})"

    def kept(self, expr: ir.Fold, scope: Scope) -> str:
        """Print the elements that meet a condition as a list, in their order."""
        name = variable(expr.variable)
        test = self._texts.one(expr.condition, scope) if expr.condition is not None else "True"
        return f"[{name} for {name} in {self._texts.items(expr.domain, scope)} if {test}]"

    def listed(self, expr: ir.Fold, scope: Scope) -> str:
        """Print the keys of the elements as a list, in their order."""
        return f"[{self.keys(expr, scope)}]"

    def _some(self, expr: ir.Fold, scope: Scope) -> str:
        """Print the elements that meet the condition, as `x in ... if ...`."""
        name = variable(expr.variable)
        text = f"for {name} in {self._texts.items(expr.domain, scope)}"
        return text + (f" if {self._texts.one(expr.condition, scope)}" if expr.condition is not None else "")

    def keys(self, expr: ir.Fold, scope: Scope) -> str:
        """Print the keys of the elements, as `key for x in ... if ...`."""
        key = expr.key if expr.key is not None else expr.variable
        return f"{self._texts.one(key, scope)} {self._some(expr, scope)}"

    def _length(self, domain: ir.Expr, items: str) -> str:
        return f"v[{at.PLAYED}]" if isinstance(domain, ir.Known) and domain.name == "trick" else f"len({items})"

    def _over_items(self, expr: ir.Fold, scope: Scope) -> str:
        name = variable(expr.variable)
        some = self._some(expr, scope)
        test = self._texts.one(expr.condition, scope) if expr.condition is not None else "True"
        items = self._texts.items(expr.domain, scope)
        plain = f"for {name} in {items}"
        match expr.function:
            case "any" if expr.condition is None:
                return f"({self._length(expr.domain, items)} > 0)"
            case "count" if expr.condition is None:
                return self._length(expr.domain, items)
            case "first" | "last" if expr.condition is None and isinstance(expr.domain, ir.Known):
                return f"({items} or ({absent(expr)},))[{0 if expr.function == 'first' else -1}]"
            case "sum" if _is_weight(expr):
                weights = scope.names.get("weights", f"weights(v, {scope.names['side']}, {{}})")
                return weights.format(self._texts.sets.mask(expr.domain, scope))
            case "any":
                return f"any({test} {plain})"
            case "all":
                return f"all({test} {plain})"
            case "count":
                return f"sum(1 {some})"
            case "first":
                return f"next(({name} {some}), {absent(expr)})"
            case "last":
                return f"([{absent(expr)}] + [{name} {some}])[-1]"
            case "most" | "least":
                best = "max" if expr.function == "most" else "min"
                key = self._texts.one(expr.key, scope) if expr.key is not None else name
                return f"{best}(({name} {some}), key=lambda {name}: {key}, default={absent(expr)})"
            case "sum":
                return f"sum({self.keys(expr, scope)})"
            case "max" | "min":
                return f"{expr.function}(({self.keys(expr, scope)}), default={absent(expr)})"
            case _:
                raise TypeError(f"no such fold: {expr.function}")


def _is_weight(expr: ir.Fold) -> bool:
    """Say whether a sum is that of the weights of all cards of a list."""
    match expr.key:
        case ir.Field(of=ir.Local(id=number), name="weight"):
            return expr.condition is None and number == expr.variable.id
        case _:
            return False
