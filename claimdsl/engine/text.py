"""Printing expressions: a folded expression becomes Python text over the frame `v`.

Every text is an atom or stands in parentheses.  Folds are in `folds`, sets of cards in `sets`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import assert_never

from claimdsl.engine import layout as at
from claimdsl.engine.binding import Binding
from claimdsl.engine.coverage import Marks
from claimdsl.engine.fold import FLIPPED, Folder, absent, is_false, is_true, may_be_absent
from claimdsl.engine.folds import Folds
from claimdsl.engine.layout import Layout
from claimdsl.engine.sequence import Sequences
from claimdsl.engine.sets import Sets
from claimdsl.frozen import Frozen, replace
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind

_AROUND = {"left": "LEFT", "right": "RIGHT", "opponents": "OPPONENTS", "partner": "PARTNER"}
_SLOT = re.compile(r"v\[\d+]")
_SIGNS = {"+": "+", "-": "-"}


class Scope(Frozen):
    """Where a text stands: the text of each name that the engine supplies, and the frame slots of kept variables."""

    names: Mapping[str, str]
    in_frame: Mapping[int, int]

    def with_names(self, **names: str) -> Scope:
        """Give a scope with more names."""
        return replace(self, names={**self.names, **names})


def worth_of(play: str, scope: Scope) -> str:
    """Print what a play is worth, as the place in question knows it; `own_worth` is that of the play asked about."""
    if "own_worth" in scope.names and play == scope.names["play"]:
        return scope.names["own_worth"]
    return scope.names["worth"].format(play)


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


class Texts:
    """Prints expressions of one binding and phase."""

    def __init__(self, binding: Binding, layout: Layout, folder: Folder, marks: Marks) -> None:
        self.marks = marks
        self.binding = binding
        self.layout = layout
        self.folder = folder
        self.sets = Sets(self)
        self.sequences = Sequences(self)
        self.folds = Folds(self)

    def fold(self, expr: ir.Expr) -> ir.Expr:
        """Fold an expression."""
        return self.folder.fold(expr)

    # --- single values ---------------------------------------------------------------------------------------------

    def one(self, expr: ir.Expr, scope: Scope) -> str:
        """Print a folded expression as the value that it has at run time."""
        match expr:
            case ir.Literal(value=value):
                return str(bool(value)) if expr.type.kind is Kind.BOOL else _number(value)
            case ir.FactionName(name=name):
                return _number(self.binding.faction_number(name))
            case ir.WordLiteral(word=word):
                return repr(word)
            case ir.Nothing():
                return f"({absent(expr)})"
            case ir.Known(name=name):
                return scope.names[name]
            case ir.Local(id=number):
                return f"v[{scope.in_frame[number]}]" if number in scope.in_frame else f"x{number}"
            case ir.Field():
                return self._field(expr, scope)
            case ir.PileOf():
                return f"v[{self.slot(expr, scope)}]" if not self.is_side(expr) else self.sets.mask(expr, scope)
            case ir.StateOf():
                return self._state(expr, scope)
            case ir.If():
                return self.branch(expr, scope, self.value)
            case ir.AnyOf(operands=operands):
                return "(" + " or ".join(self.one(part, scope) for part in operands) + ")"
            case ir.AllOf(operands=operands):
                return "(" + " and ".join(self.one(part, scope) for part in operands) + ")"
            case ir.Not(operand=operand):
                return f"(not {self.one(operand, scope)})"
            case ir.Compare():
                return self._compare(expr, scope)
            case ir.Member(item=item, items=items):
                return self._member(item, items, scope)
            case ir.Sum(first=first, rest=rest):
                tail = "".join(f" {_SIGNS[sign]} {self.one(part, scope)}" for sign, part in rest)
                return f"({self.one(first, scope)}{tail})"
            case ir.Otherwise(operands=operands):
                return self._otherwise([self.one(part, scope) for part in operands], absent(expr))
            case ir.Fold():
                return self.folds.over(expr, scope)
            case ir.AsCard(operand=operand):
                return self._as_card(operand, scope)
            case ir.AsMaybe(operand=operand):
                return self.one(operand, scope)
            case ir.Join() | ir.Numbers() | ir.Top() | ir.AsMany() | ir.SetupValue() | ir.OptionValue():
                return self.value(expr, scope)
            case _:
                assert_never(expr)

    def _otherwise(self, texts: list[str], nothing: int) -> str:
        if len(texts) == 2 and _SLOT.fullmatch(texts[0]):
            return f"({texts[0]} if {texts[0]} != {nothing} else {texts[1]})"
        return f"either({nothing}, {', '.join(texts)})"

    def branch(self, expr: ir.If, scope: Scope, printed: Callable[[ir.Expr, Scope], str]) -> str:
        """Print a conditional value; `printed` prints an arm.  Where the condition is known there is only one."""
        if is_true(expr.condition):
            return self.marks.value(expr.spot, True, printed(expr.yes, scope))
        if is_false(expr.condition):
            return self.marks.value(expr.spot, False, printed(expr.no, scope))
        yes = self.marks.value(expr.spot, True, printed(expr.yes, scope))
        no = self.marks.value(expr.spot, False, printed(expr.no, scope))
        return f"({yes} if {self.one(expr.condition, scope)} else {no})"

    def natural(self, expr: ir.Expr, scope: Scope) -> str:
        """Print a number that counts: one below 0 is 0."""
        text = self.one(expr, scope)
        return text if text.isdigit() else f"max({text}, 0)"

    def value(self, expr: ir.Expr, scope: Scope) -> str:
        """Print a value of any shape: card lists as masks, other lists as tuples."""
        if not expr.type.is_many:
            return self.one(expr, scope)
        return self.sets.mask(expr, scope) if expr.type.kind is Kind.CARD else self.items(expr, scope)

    def _field(self, expr: ir.Field, scope: Scope) -> str:
        of = self.one(expr.of, scope)
        match expr.of.type.kind, expr.name:
            case Kind.CARD, "faction":
                return f"FAC[{of}]"
            case Kind.CARD, "value":
                return f"VAL[{of}]"
            case Kind.CARD, "weight":
                return f"weight(v, {scope.names['side']}, {of})"
            case Kind.PLAY, "faction":
                return f"FAC[{self._played('card', of)}]"
            case Kind.PLAY, "value":
                return f"VAL[{self._played('card', of)}]"
            case Kind.PLAY, "face_down":
                return scope.names["face_down"].format(of)
            case Kind.PLAY, "worth":
                return worth_of(of, scope)
            case Kind.PLAY, ("card" | "player" | "counts_as" | "tier" | "strength") as name:
                return self._played(name, of)
            case Kind.PLAY, chosen:
                return self._played(f".{chosen}", of)
            case Kind.PLAYER, "play":
                return f"v[{self.layout.play_of} + {of}]"
            case Kind.PLAYER, name:
                return f"{_AROUND[name]}[{of}]"
            case Kind.FACTION, _:
                return f"holder(v, {of})"
            case Kind.SIDE, "players":
                return f"SIDES[{of}]"
            case Kind.SIDE, name:
                return scope.names[name]
            case _:
                raise TypeError(f"no such field: {expr}")

    def _played(self, array: str, play: str) -> str:
        return f"v[{self.layout.plays[array]} + {play}]"

    def _as_card(self, operand: ir.Expr, scope: Scope) -> str:
        return self._played("card", self.one(operand, scope))

    def _state(self, expr: ir.StateOf, scope: Scope) -> str:
        start = self.layout.states[expr.state]
        if expr.owner is None:
            return f"v[{start}]"
        owner = self.one(expr.owner, scope)
        if expr.owner.type.kind is Kind.SIDE:
            total = f"sum(v[{start} + s] for s in SIDES[{owner}])"
            return f"({total} if {owner} >= 0 else {absent(expr)})" if may_be_absent(expr.owner) else total
        return f"v[{start} + {owner}]"

    def _compare(self, expr: ir.Compare, scope: Scope) -> str:
        left, right, operator = expr.left, expr.right, expr.operator
        if operator == "!=":
            same = replace(expr, operator="==")
            return f"(not {self._compare(same, scope)})"
        if operator in (">", ">="):
            left, right, operator = right, left, FLIPPED[operator]
        a, b = self.one(left, scope), self.one(right, scope)
        nothing = absent(left)
        if operator == "==":
            both = may_be_absent(left) and may_be_absent(right)
            return f"({a} == {b} != {nothing})" if both else f"({a} == {b})"
        return f"({nothing} < {a} {operator} {b})" if may_be_absent(left) else f"({a} {operator} {b})"

    def _member(self, item: ir.Expr, items: ir.Expr, scope: Scope) -> str:
        text = self.one(item, scope)
        if items.type.kind is Kind.CARD:
            return f"has({self.sets.mask(items, scope)}, {text})"
        return f"({text} in {self.items(items, scope)})"

    # --- places ----------------------------------------------------------------------------------------------------

    def is_side(self, expr: ir.PileOf) -> bool:
        """Say whether a pile is that of a side: its players' together."""
        return expr.owner is not None and expr.owner.type.kind is Kind.SIDE

    def is_place(self, expr: ir.Expr) -> bool:
        """Say whether a pile expression names a pile whatever happens."""
        return isinstance(expr, ir.PileOf) and (
            expr.owner is None or expr.owner.type.kind is Kind.PLAYER and not may_be_absent(expr.owner)
        )

    def is_ordered(self, expr: ir.PileOf) -> bool:
        """Say whether a pile has an order (is a tuple in the frame)."""
        return expr.pile in self.layout.ordered

    def slot(self, expr: ir.PileOf, scope: Scope) -> str:
        """Print the number of a pile's slot."""
        start = self.layout.piles[expr.pile]
        if expr.owner is None:
            return str(start)
        owner = self.one(expr.owner, scope)
        if expr.owner.type.kind is Kind.CARD:
            return f"({start} + INDEX_{start}[{owner}])"
        return str(start + int(owner)) if owner.isdigit() else f"({start} + {owner})"

    def target(self, expr: ir.Expr, scope: Scope, otherwise: str = "-1") -> str:
        """Print the slot number of a pile expression, which may be a conditional one; `otherwise` without an owner."""
        match expr:
            case ir.PileOf(owner=owner):
                text = self.slot(expr, scope)
                if owner is not None and (may_be_absent(owner) or owner.type.kind is Kind.CARD):
                    known = self.one(owner, scope)
                    known = f"INDEX_{self.layout.piles[expr.pile]}[{known}]" if owner.type.kind is Kind.CARD else known
                    return f"({text} if {known} >= 0 else {otherwise})"
                return text
            case ir.If():
                return self.branch(expr, scope, lambda arm, there: self.target(arm, there, otherwise))
            case ir.Known(name=name):
                return scope.names[name]
            case _:
                raise TypeError(f"not a pile: {expr}")

    # --- lists -----------------------------------------------------------------------------------------------------

    def items(self, expr: ir.Expr, scope: Scope) -> str:
        """Print a list as something to run through, in its order."""
        if expr.type.kind is Kind.CARD:
            return self.sequences.items(expr, scope)
        match expr:
            case ir.Known(name="trick"):
                return f"range(v[{at.PLAYED}])"
            case ir.Known(name="players"):
                return f"TABLE[v[{at.LEADER}]]"
            case ir.Known(name="seats"):
                return "TABLE[0]"
            case ir.Known(name="sides"):
                return f"range({len(self.binding.sides)})"
            case ir.Known(name=name):
                return scope.names[name]
            case ir.Fold(function="filter"):
                return self.folds.kept(expr, scope)
            case ir.Fold(function="each"):
                return self.folds.listed(expr, scope)
            case ir.Fold(function="descending"):
                return f"tuple(sorted(({self.folds.keys(expr, scope)}), reverse=True))"
            case ir.Join(lists=lists):
                return "join(" + ", ".join(self.items(part, scope) for part in lists) + ")"
            case ir.If():
                return self.branch(expr, scope, self.items)
            case ir.Top(items=items, count=count):
                return f"tuple({self.items(items, scope)})[:{self.natural(count, scope)}]"
            case ir.AsMany(operand=operand):
                text = self.one(operand, scope)
                return f"many({text}, {absent(operand)})" if may_be_absent(operand) else f"({text},)"
            case ir.Numbers(low=low, high=high, type=of):
                return f"range({self.one(low, scope)}, {self.one(high, scope)} + 1)[:{of.most}]"
            case ir.Field():
                return self._field(expr, scope)
            case _:
                raise TypeError(f"not a list: {expr}")
