"""Folding: a typed expression becomes the same expression with all that is known before the game worked out.

Setup rows, options, the phase and factions that are not in play are constants of a binding; conditions on them vanish.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from operator import eq, ge, gt, le, lt, ne
from typing import assert_never

from claimdsl.engine.binding import Binding
from claimdsl.engine.rules import rules_of
from claimdsl.frozen import replace
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import is_face_down
from claimdsl.ir.types import BOOL, INT, Kind, Shape

COMPARED: dict[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
"""What each operator of the language says of two numbers."""

FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
"""The operator that says the same of two numbers the other way round."""


def truth(value: bool) -> ir.Literal:
    """Give a constant Bool."""
    return ir.Literal(BOOL, int(value))


def is_true(expr: ir.Expr) -> bool:
    """Say whether an expression is the constant true."""
    return isinstance(expr, ir.Literal) and expr.type == BOOL and expr.value == 1


def is_false(expr: ir.Expr) -> bool:
    """Say whether an expression is the constant false."""
    return isinstance(expr, ir.Literal) and expr.type == BOOL and expr.value == 0


class Folder:
    """Folds expressions for one binding and one phase ("" outside phases).

    With `arms` an `if` stays one where its condition is known; then only the arm that is taken is folded.
    """

    def __init__(self, binding: Binding, phase: str, arms: bool = False) -> None:
        self._arms = arms
        self.binding = binding
        self.phase = phase
        self._seen: dict[int, tuple[ir.Expr, ir.Expr]] = {}

    @cached_property
    def _hides(self) -> bool:
        """Say whether a play may lie face down in this phase."""
        return bool(rules_of(self.binding, "face_down", self.phase))

    def fold(self, expr: ir.Expr) -> ir.Expr:
        """Fold an expression; a shared node is folded once."""
        found = self._seen.get(id(expr))
        if found is None:
            found = (expr, self._fold(expr))
            self._seen[id(expr)] = found
        return found[1]

    def number(self, expr: ir.Expr) -> int:
        """Fold an expression that the checker has shown to be a number known before the game."""
        folded = (Folder(self.binding, self.phase) if self._arms else self).fold(expr)
        if not isinstance(folded, ir.Literal):
            raise TypeError(f"not a constant: {folded}")
        return folded.value

    def _fold(self, expr: ir.Expr) -> ir.Expr:
        match expr:
            case ir.Literal() | ir.FactionName() | ir.WordLiteral() | ir.Nothing() | ir.Local():
                return expr
            case ir.Known(name="phase"):
                return ir.WordLiteral(expr.type, self.phase)
            case ir.Known():
                return expr
            case ir.SetupValue(row=row):
                number = self.binding.numbers.get(row)
                if number is not None:
                    return ir.Literal(INT, number)
                return ir.WordLiteral(expr.type, self.binding.words[row])
            case ir.OptionValue(option=option):
                return ir.WordLiteral(expr.type, self.binding.options[option])
            case ir.If():
                return self._if(expr)
            case ir.AnyOf() | ir.AllOf():
                return self._logic(expr)
            case ir.Not(operand=operand):
                return self._not(self.fold(operand))
            case ir.Compare():
                return self._compare(expr)
            case ir.Sum():
                return self._sum(expr)
            case ir.Fold():
                return self._over(expr)
            case ir.Member():
                return self._member(expr)
            case ir.Otherwise():
                return self._otherwise(expr)
            case ir.AsMaybe(operand=operand):
                folded = self.fold(operand)
                return folded if _known(folded) is not None else replace(expr, operand=folded)
            case _:
                return self._parts(expr)

    def _if(self, expr: ir.If) -> ir.Expr:
        condition = self.fold(expr.condition)
        if is_true(condition):
            taken = self.fold(expr.yes)
            return replace(expr, condition=condition, yes=taken) if self._arms else taken
        if is_false(condition):
            taken = self.fold(expr.no)
            return replace(expr, condition=condition, no=taken) if self._arms else taken
        return replace(expr, condition=condition, yes=self.fold(expr.yes), no=self.fold(expr.no))

    def _logic(self, expr: ir.AnyOf | ir.AllOf) -> ir.Expr:
        ends = is_true if isinstance(expr, ir.AnyOf) else is_false
        drops = is_false if isinstance(expr, ir.AnyOf) else is_true
        kept = []
        for operand in expr.operands:
            folded = self.fold(operand)
            if ends(folded):
                return folded
            if not drops(folded):
                kept.append(folded)
        if not kept:
            return truth(isinstance(expr, ir.AllOf))
        return kept[0] if len(kept) == 1 else replace(expr, operands=tuple(kept))

    def _not(self, operand: ir.Expr) -> ir.Expr:
        if isinstance(operand, ir.Literal):
            return truth(not operand.value)
        return ir.Not(BOOL, operand)

    def _compare(self, expr: ir.Compare) -> ir.Expr:
        left, right = self.fold(expr.left), self.fold(expr.right)
        match left, right:
            case ir.WordLiteral(), ir.WordLiteral():
                return truth((left.word == right.word) == (expr.operator == "=="))
            case ir.Literal(), ir.Literal():
                return truth(COMPARED[expr.operator](left.value, right.value))
            case (ir.Nothing(), _) | (_, ir.Nothing()):
                return truth(expr.operator == "!=")
            case ir.FactionName(), ir.FactionName():
                return truth((left.name == right.name) == (expr.operator == "=="))
            case _:
                return replace(expr, left=left, right=right)

    def _member(self, expr: ir.Member) -> ir.Expr:
        item, items = self.fold(expr.item), self.fold(expr.items)
        value, values = _known(item), _elements(items)
        return replace(expr, item=item, items=items) if value is None or None in values else truth(value in values)

    def _otherwise(self, expr: ir.Otherwise) -> ir.Expr:
        kept: list[ir.Expr] = []
        for operand in map(self.fold, expr.operands):
            if not isinstance(operand, ir.Nothing):
                kept.append(operand)
            if not may_be_absent(operand):
                break
        if not kept:
            return ir.Nothing(expr.type)
        return kept[0] if len(kept) == 1 else replace(expr, operands=tuple(kept))

    def _sum(self, expr: ir.Sum) -> ir.Expr:
        first = self.fold(expr.first)
        rest = tuple((sign, self.fold(operand)) for sign, operand in expr.rest)
        if isinstance(first, ir.Literal) and all(isinstance(operand, ir.Literal) for _, operand in rest):
            total = first.value
            for sign, operand in rest:
                if isinstance(operand, ir.Literal):
                    total += operand.value if sign == "+" else -operand.value
            return ir.Literal(INT, total)
        return replace(expr, first=first, rest=rest)

    def _over(self, expr: ir.Fold) -> ir.Expr:
        domain = self.fold(expr.domain)
        condition = self.fold(expr.condition) if expr.condition is not None else None
        key = self.fold(expr.key) if expr.key is not None else None
        whole = {"players": self.binding.players, "seats": self.binding.players, "sides": len(self.binding.sides)}
        if expr.function == "count" and condition is None and isinstance(domain, ir.Known) and domain.name in whole:
            return ir.Literal(INT, whole[domain.name])
        if condition is not None and is_true(condition):
            condition = None
        if expr.function == "filter" and condition is None and expr.type.shape is domain.type.shape:
            return domain
        return replace(expr, domain=domain, condition=condition, key=key)

    def _parts(
        self,
        expr: ir.Field | ir.PileOf | ir.StateOf | ir.Join | ir.Numbers | ir.Top | ir.AsCard | ir.AsMany,
    ) -> ir.Expr:
        match expr:
            case ir.Field(of=of):
                hidden = not is_face_down(expr) or may_be_absent(expr) or self._hides
                return replace(expr, of=self.fold(of)) if hidden else truth(False)
            case ir.PileOf(owner=owner) | ir.StateOf(owner=owner):
                return expr if owner is None else replace(expr, owner=self.fold(owner))
            case ir.Join(lists=lists):
                return replace(expr, lists=tuple(self.fold(part) for part in lists))
            case ir.Numbers(low=low, high=high):
                return replace(expr, low=self.fold(low), high=self.fold(high))
            case ir.Top(items=items, count=count):
                return replace(expr, items=self.fold(items), count=self.fold(count))
            case ir.AsCard(operand=operand) | ir.AsMany(operand=operand):
                return replace(expr, operand=self.fold(operand))
            case _:
                assert_never(expr)


def _known(expr: ir.Expr) -> int | str | None:
    """Give what a constant is known by among those of its kind; None for what is no constant."""
    match expr:
        case ir.Literal(value=value):
            return value
        case ir.FactionName(name=name):
            return name
        case _:
            return None


def _elements(items: ir.Expr) -> tuple[int | str | None, ...]:
    """Give the constants of a list; with a None where something is none."""
    match items:
        case ir.AsMany(operand=operand):
            return (_known(operand),)
        case ir.Join(lists=lists):
            return tuple(item for part in lists for item in _elements(part))
        case _:
            return (None,)


def absent(expr: ir.Expr) -> int:
    """Give the number that means nothing for the kind of an expression."""
    return -(1 << 40) if expr.type.kind is Kind.INT else -1


def may_be_absent(expr: ir.Expr) -> bool:
    """Say whether an expression may be nothing."""
    return expr.type.shape is Shape.MAYBE
