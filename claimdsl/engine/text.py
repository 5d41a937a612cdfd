"""Printing expressions: a folded expression becomes Python text over the frame `v`.

Every text is an atom or stands in parentheses.  Conditions over card lists that ask only for card facts become masks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never

from claimdsl.engine import layout as at
from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import Folder, absent, is_false, is_true, may_be_absent
from claimdsl.engine.layout import Layout
from claimdsl.frozen import Frozen, replace
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import mentions

Matches = Callable[[ir.Expr], bool]

_AROUND = {"left": "LEFT", "right": "RIGHT", "opponents": "OPPONENTS", "partner": "PARTNER"}
_SIGNS = {"+": "+", "-": "-"}
_FLIP = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


class Scope(Frozen):
    """Where a text stands: the names that the engine supplies there, and where its variables live.

    `place` gives the text of a variable; `ask` names a printed function for what depends on other hooks.
    """

    names: Mapping[str, str]
    in_frame: Mapping[int, int]

    def with_names(self, **names: str) -> Scope:
        """Give a scope with more names."""
        return replace(self, names={**self.names, **names})


class Texts:
    """Prints expressions of one binding and phase."""

    def __init__(self, binding: Binding, layout: Layout, folder: Folder) -> None:
        self.binding = binding
        self.layout = layout
        self.folder = folder

    def fold(self, expr: ir.Expr) -> ir.Expr:
        """Fold an expression."""
        return self.folder.fold(expr)

    # --- single values ---------------------------------------------------------------------------------------------

    def one(self, expr: ir.Expr, scope: Scope) -> str:
        """Print a folded expression as the value that it has at run time."""
        match expr:
            case ir.Literal(value=value):
                return (("True" if value else "False") if expr.type.kind is Kind.BOOL else
                        str(value) if value >= 0 else f"({value})")
            case ir.FactionName(name=name):
                return str(self.binding.faction_ids.get(name, -2)) if name in self.binding.faction_ids else "(-2)"
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
                return f"v[{self.slot(expr, scope)}]" if not self._is_side(expr) else self.mask(expr, scope)
            case ir.StateOf():
                return self._state(expr, scope)
            case ir.If(condition=condition, yes=yes, no=no):
                return f"({self._list(yes, scope)} if {self.one(condition, scope)} else {self._list(no, scope)})"
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
                return f"either({absent(expr)}, {', '.join(self.one(part, scope) for part in operands)})"
            case ir.Fold():
                return self._over(expr, scope)
            case ir.AsCard(operand=operand):
                return self._as_card(operand, scope)
            case ir.AsMaybe(operand=operand):
                return self.one(operand, scope)
            case ir.Join() | ir.Numbers() | ir.Top() | ir.AsMany() | ir.SetupValue() | ir.OptionValue():
                return self._list(expr, scope)
            case _:
                assert_never(expr)

    def _list(self, expr: ir.Expr, scope: Scope) -> str:
        """Print a value of any shape: card lists as masks, other lists as tuples."""
        if not expr.type.is_many:
            return self.one(expr, scope)
        return self.mask(expr, scope) if expr.type.kind is Kind.CARD else self.items(expr, scope)

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
            case Kind.PLAY, ("card" | "player" | "counts_as" | "tier" | "strength") as name:
                return self._played(name, of)
            case Kind.PLAY, chosen:
                return self._played(f".{chosen}", of)
            case Kind.PLAYER, "play":
                return f"v[{self.layout.play_of} + {of}]"
            case Kind.PLAYER, name:
                return f"{_AROUND[name]}[{of}]"
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
            return f"sum(v[{start} + s] for s in SIDES[{owner}])"
        return f"v[{start} + {owner}]"

    def _compare(self, expr: ir.Compare, scope: Scope) -> str:
        left, right, operator = expr.left, expr.right, _FLIP[_FLIP[expr.operator]]
        if operator == "!=":
            same = replace(expr, operator="==")
            return f"(not {self._compare(same, scope)})"
        if operator in (">", ">="):
            left, right, operator = right, left, _FLIP[operator]
        a, b = self.one(left, scope), self.one(right, scope)
        nothing = absent(left)
        if operator == "==":
            both = may_be_absent(left) and may_be_absent(right)
            return f"({a} == {b} != {nothing})" if both else f"({a} == {b})"
        return f"({nothing} < {a} {operator} {b})" if may_be_absent(left) else f"({a} {operator} {b})"

    def _member(self, item: ir.Expr, items: ir.Expr, scope: Scope) -> str:
        text = self.one(item, scope)
        if items.type.kind is Kind.CARD:
            return f"has({self.mask(items, scope)}, {text})"
        return f"({text} in {self.items(items, scope)})"

    # --- places ----------------------------------------------------------------------------------------------------

    def _is_side(self, expr: ir.PileOf) -> bool:
        return expr.owner is not None and expr.owner.type.kind is Kind.SIDE

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

    def target(self, expr: ir.Expr, scope: Scope) -> str:
        """Print the slot number of a pile expression, which may be a conditional one; -1 where there is no owner."""
        match expr:
            case ir.PileOf(owner=owner):
                text = self.slot(expr, scope)
                if owner is not None and (may_be_absent(owner) or owner.type.kind is Kind.CARD):
                    known = self.one(owner, scope)
                    known = f"INDEX_{self.layout.piles[expr.pile]}[{known}]" if owner.type.kind is Kind.CARD else known
                    return f"({text} if {known} >= 0 else -1)"
                return text
            case ir.If(condition=condition, yes=yes, no=no):
                return (
                    f"({self.target(yes, scope)} if {self.one(condition, scope)} else {self.target(no, scope)})"
                )
            case ir.Known(name=name):
                return scope.names[name]
            case _:
                raise TypeError(f"not a pile: {expr}")

    # --- lists -----------------------------------------------------------------------------------------------------

    def mask(self, expr: ir.Expr, scope: Scope) -> str:
        """Print a list of cards as a mask."""
        match expr:
            case ir.PileOf(owner=owner):
                if owner is not None and owner.type.kind is Kind.SIDE:
                    start = self.layout.piles[expr.pile]
                    wrap = "union({})" if self.is_ordered(expr) else "{}"
                    part = wrap.format(f"v[{start} + s]")
                    return f"joined({part} for s in SIDES[{self.one(owner, scope)}])"
                text = f"v[{self.slot(expr, scope)}]"
                return f"union({text})" if self.is_ordered(expr) else text
            case ir.Fold(function="filter"):
                return self._filtered(expr, scope)
            case ir.Fold(function="each"):
                return f"union({self._keys(expr, scope)})"
            case ir.Join(lists=lists):
                return "(" + " | ".join(self.mask(part, scope) for part in lists) + ")"
            case ir.If(condition=condition, yes=yes, no=no):
                return f"({self.mask(yes, scope)} if {self.one(condition, scope)} else {self.mask(no, scope)})"
            case ir.Top(items=items, count=count):
                number = self.one(count, scope)
                if isinstance(items, ir.PileOf) and not self._is_side(items) and self.is_ordered(items):
                    return f"union(v[{self.slot(items, scope)}][:max({number}, 0)])"
                return f"tops({self.mask(items, scope)}, {number})"
            case ir.AsMany(operand=operand):
                text = self.one(operand, scope)
                return f"bit({text})" if may_be_absent(operand) else f"(1 << {text})"
            case ir.AsCard(operand=operand):
                start = self.layout.plays["card"]
                return f"union(v[{start} + i] for i in {self.items(operand, scope)})"
            case ir.Known(name=name):
                return scope.names[name]
            case ir.Field(name="won"):
                return scope.names["won"]
            case ir.AsMaybe(operand=operand):
                return self.mask(operand, scope)
            case _:
                raise TypeError(f"not a list of cards: {expr}")

    def items(self, expr: ir.Expr, scope: Scope) -> str:
        """Print a list as something to run through, in its order."""
        if expr.type.kind is Kind.CARD:
            return self._cards_in_order(expr, scope)
        match expr:
            case ir.Known(name="trick"):
                return f"range(v[{at.PLAYED}])"
            case ir.Known(name="players"):
                return f"TABLE[v[{at.LEADER}]]"
            case ir.Known(name="seats"):
                return "TABLE[0]"
            case ir.Known(name=name):
                return scope.names[name]
            case ir.Fold(function="filter"):
                name = self.variable(expr.variable, scope)
                test = self.one(expr.condition, scope) if expr.condition is not None else "True"
                return f"[{name} for {name} in {self.items(expr.domain, scope)} if {test}]"
            case ir.Fold(function="each"):
                return f"[{self._keys(expr, scope)}]"
            case ir.Fold(function="descending"):
                return f"tuple(sorted(({self._keys(expr, scope)}), reverse=True))"
            case ir.Join(lists=lists):
                return "join(" + ", ".join(self.items(part, scope) for part in lists) + ")"
            case ir.If(condition=condition, yes=yes, no=no):
                return f"({self.items(yes, scope)} if {self.one(condition, scope)} else {self.items(no, scope)})"
            case ir.Top(items=items, count=count):
                return f"tuple({self.items(items, scope)})[:max({self.one(count, scope)}, 0)]"
            case ir.AsMany(operand=operand):
                text = self.one(operand, scope)
                return f"many({text}, {absent(operand)})" if may_be_absent(operand) else f"({text},)"
            case ir.Numbers(low=low, high=high, type=of):
                return f"range({self.one(low, scope)}, {self.one(high, scope)} + 1)[:{of.most}]"
            case ir.Field():
                return self._field(expr, scope)
            case _:
                raise TypeError(f"not a list: {expr}")

    def _cards_in_order(self, expr: ir.Expr, scope: Scope) -> str:
        match expr:
            case ir.PileOf() if not self._is_side(expr) and self.is_ordered(expr):
                return f"v[{self.slot(expr, scope)}]"
            case ir.Top(items=ir.PileOf() as items, count=count) if not self._is_side(items) and self.is_ordered(items):
                return f"v[{self.slot(items, scope)}][:max({self.one(count, scope)}, 0)]"
            case ir.AsCard(operand=operand):
                start = self.layout.plays["card"]
                return f"[v[{start} + i] for i in {self.items(operand, scope)}]"
            case _:
                return f"bits({self.mask(expr, scope)})"

    def variable(self, local: ir.Local, scope: Scope) -> str:
        """Print the name that a fold binds."""
        return f"x{local.id}"

    # --- folds -----------------------------------------------------------------------------------------------------

    def _over(self, expr: ir.Fold, scope: Scope) -> str:
        if expr.type.is_many:
            return self._list(expr, scope)
        if expr.domain.type.kind is Kind.CARD and self._is_set(expr.domain) and expr.key is None:
            text = self._over_mask(expr, scope)
            if text:
                return text
        return self._over_items(expr, scope)

    def _is_set(self, domain: ir.Expr) -> bool:
        """Say whether the order of a card list is the deck's."""
        match domain:
            case ir.PileOf():
                return self._is_side(domain) or not self.is_ordered(domain)
            case ir.AsCard():
                return False
            case ir.Top(items=items):
                return self._is_set(items)
            case _:
                return True

    def _over_mask(self, expr: ir.Fold, scope: Scope) -> str:
        domain = self.mask(expr.domain, scope)
        kept = domain
        if expr.condition is not None:
            test = self.condition_mask(expr.condition, _is(expr.variable), scope)
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

    def _filtered(self, expr: ir.Fold, scope: Scope) -> str:
        domain = self.mask(expr.domain, scope)
        if expr.condition is None:
            return domain
        test = self.condition_mask(expr.condition, _is(expr.variable), scope)
        if test is not None:
            return f"({domain} & {test})"
        name = self.variable(expr.variable, scope)
        return f"union({name} for {name} in bits({domain}) if {self.one(expr.condition, scope)})"

    def _some(self, expr: ir.Fold, scope: Scope) -> str:
        """Print the elements that meet the condition, as `x in ... if ...`."""
        name = self.variable(expr.variable, scope)
        text = f"for {name} in {self.items(expr.domain, scope)}"
        return text + (f" if {self.one(expr.condition, scope)}" if expr.condition is not None else "")

    def _keys(self, expr: ir.Fold, scope: Scope) -> str:
        key = expr.key if expr.key is not None else expr.variable
        return f"{self.one(key, scope)} {self._some(expr, scope)}"

    def _over_items(self, expr: ir.Fold, scope: Scope) -> str:
        name = self.variable(expr.variable, scope)
        some = self._some(expr, scope)
        test = self.one(expr.condition, scope) if expr.condition is not None else "True"
        plain = f"for {name} in {self.items(expr.domain, scope)}"
        match expr.function:
            case "sum" if _is_weight(expr):
                return f"weights(v, {scope.names['side']}, {self.mask(expr.domain, scope)})"
            case "any":
                return f"any({test} {plain})" if expr.condition is not None else f"any(True {plain})"
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
                key = self.one(expr.key, scope) if expr.key is not None else name
                return f"{best}(({name} {some}), key=lambda {name}: {key}, default={absent(expr)})"
            case "sum":
                return f"sum({self._keys(expr, scope)})"
            case "max" | "min":
                return f"{expr.function}(({self._keys(expr, scope)}), default={absent(expr)})"
            case _:
                raise TypeError(f"no such fold: {expr.function}")

    # --- conditions as masks ---------------------------------------------------------------------------------------

    def condition_mask(self, test: ir.Expr, is_card: Matches, scope: Scope) -> str | None:
        """Print a condition on a card as the mask of all cards that meet it; None where it asks for more than facts."""
        if not mentions(test, is_card):
            if is_true(test) or is_false(test):
                return "ALL" if is_true(test) else "0"
            return f"(ALL if {self.one(test, scope)} else 0)"
        match test:
            case ir.Known(name="base"):
                return scope.names["base_mask"]
            case ir.AllOf(operands=operands) | ir.AnyOf(operands=operands):
                parts = [self.condition_mask(part, is_card, scope) for part in operands]
                texts = [part for part in parts if part is not None]
                sign = " & " if isinstance(test, ir.AllOf) else " | "
                return "(" + sign.join(texts) + ")" if len(texts) == len(parts) else None
            case ir.Not(operand=operand):
                part = self.condition_mask(operand, is_card, scope)
                return f"(ALL ^ {part})" if part is not None else None
            case ir.If(condition=condition, yes=yes, no=no) if not mentions(condition, is_card):
                one, other = (self.condition_mask(part, is_card, scope) for part in (yes, no))
                if one is None or other is None:
                    return None
                return f"({one} if {self.one(condition, scope)} else {other})"
            case ir.Compare():
                return self._compare_mask(test, is_card, scope)
            case ir.Member(item=item, items=items) if is_card(item) and not mentions(items, is_card):
                return self.mask(items, scope)
            case _:
                return None

    def _compare_mask(self, test: ir.Compare, is_card: Matches, scope: Scope) -> str | None:
        left, right, operator = test.left, test.right, test.operator
        if mentions(right, is_card):
            left, right, operator = right, left, _FLIP[operator]
        if mentions(right, is_card):
            return None
        text = self.one(right, scope)
        match left:
            case ir.Field(of=of, name="faction") if is_card(of):
                text = f"FACTION_CARDS[{text}]"
            case ir.Field(of=of, name="value") if is_card(of) and not may_be_absent(right):
                return self._value_mask(operator, text)
            case _ if is_card(left) and left.type.kind is Kind.CARD:
                text = f"bit({text})"
            case _:
                return None
        return text if operator == "==" else f"(ALL ^ {text})"

    def _value_mask(self, operator: str, text: str) -> str:
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


def _is(local: ir.Local) -> Matches:
    return lambda expr: isinstance(expr, ir.Local) and expr.id == local.id


def is_known(name: str) -> Matches:
    """Give a test for a name that the engine supplies."""
    return lambda expr: isinstance(expr, ir.Known) and expr.name == name


def _is_weight(expr: ir.Fold) -> bool:
    """Say whether a sum is that of the weights of all cards of a list."""
    match expr.key:
        case ir.Field(of=ir.Local(id=number), name="weight"):
            return expr.condition is None and number == expr.variable.id
        case _:
            return False
