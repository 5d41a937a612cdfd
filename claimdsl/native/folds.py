"""Printing folds: over cards by masks where the condition allows, else card by card; over short lists unrolled."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from claimdsl.engine.conditions import is_local
from claimdsl.engine.fold import absent
from claimdsl.engine.runtime import NOTHING
from claimdsl.engine.sequence import has_order
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.native.asm import MASK, NUM
from claimdsl.native.maps import Operand, Value
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Items, Scope

if TYPE_CHECKING:
    from claimdsl.native.values import Values


class Folds:
    """Prints the folds of one lane."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._asm = values.asm

    def one(self, expr: ir.Fold, scope: Scope) -> Value:
        """Print a fold that gives one value."""
        if expr.domain.type.kind is Kind.CARD:
            return self._over_cards(expr, scope)
        return self._over_items(expr, scope)

    # --- sets of cards ---------------------------------------------------------------------------------------------

    def filtered(self, expr: ir.Fold, scope: Scope) -> Value:
        """Print the cards that meet a condition as a mask."""
        domain = self._values.sets.mask(expr.domain, scope)
        if expr.condition is None:
            return domain
        test = self._values.sets.meeting(expr.condition, is_local(expr.variable), scope)
        if test is not None:
            return self._asm.both(domain, test, MASK)
        place = self._asm.slot(self._asm.mask)
        self._store(place, MASK, 0)
        self.each_card(domain, lambda card: self._keep(expr, card, place, scope))
        return self._load(place, MASK)

    def _keep(self, expr: ir.Fold, card: Operand, place: str, scope: Scope) -> None:
        assert expr.condition is not None
        test = self._values.one(expr.condition, scope.bound(expr.variable.id, card))
        found = self._asm.either(self._load(place, MASK), self._asm.bit(card, test), MASK)
        self._store(place, MASK, found)

    def _over_cards(self, expr: ir.Fold, scope: Scope) -> Value:
        asm = self._asm
        if expr.function in _BY_ORDER and self.has_order(expr.domain):
            raise NotNative("a fold that goes by the order of a list of cards")
        if expr.function == "sum" and self._is_weight(expr):
            return self.weights(self._values.sets.mask(expr.domain, scope), scope)
        known = self._from_bounds(expr)
        if known is not None:
            return known
        kept = self.filtered(expr, scope)
        match expr.function:
            case "any":
                return asm.some(kept)
            case "all":
                domain = self._values.sets.mask(expr.domain, scope)
                return asm.compare("==", asm.without(domain, kept), 0, MASK)
            case "count":
                return asm.count(kept)
            case "first" | "last":
                fixed = asm.fixed(kept, MASK)
                card = asm.lowest(fixed) if expr.function == "first" else asm.highest(fixed)
                return asm.select(asm.some(fixed), card, NOTHING)
            case "sum" | "max" | "min" | "most" | "least":
                return self._by_key(expr, kept, scope)
            case _:
                raise NotNative(f"'{expr.function}' over cards")

    def _from_bounds(self, expr: ir.Fold) -> int | None:
        """Say how many cards a fold runs over, or whether any, where that is known before the game."""
        match expr.domain:
            case ir.PileOf(pile=pile, owner=None) if expr.condition is None and pile in self._values.frame.bounds:
                least, most = self._values.frame.bounds[pile]
                if expr.function == "any":
                    return 1 if least else 0 if not most else None
                return least if expr.function == "count" and least == most else None
            case _:
                return None

    def has_order(self, cards: ir.Expr) -> bool:
        """Say whether a list of cards has an order that its mask does not tell."""
        return has_order(cards, self._values.frame.ordered)

    def _is_weight(self, expr: ir.Fold) -> bool:
        match expr.key:
            case ir.Field(of=ir.Local(id=number), name="weight"):
                return expr.condition is None and number == expr.variable.id
            case _:
                return False

    def _by_key(self, expr: ir.Fold, kept: Value, scope: Scope) -> Value:
        key = expr.key if expr.key is not None else expr.variable
        column = self._values.sets.column(key, expr.variable)
        if column is None or min(column) < 0:
            return self._one_by_one(expr, key, kept, scope)
        planes = _planes(column)
        if expr.function == "sum":
            total: Value = 0
            for number, plane in enumerate(planes):
                part = self._asm.count(self._asm.both(kept, plane, MASK))
                total = self._asm.add(total, self._asm.times(part, 1 << number))
            return total
        return self._extreme(expr, self._asm.fixed(kept, MASK), planes, column)

    def _extreme(self, expr: ir.Fold, kept: Value, planes: tuple[int, ...], column: tuple[int, ...]) -> Value:
        """Narrow a set down to the cards with the greatest or least key, from the highest binary place down."""
        asm, left = self._asm, kept
        upwards = is_ascending(column, asm.possible(kept))
        if upwards and expr.function in ("max", "most"):
            return self._shown(expr, asm.highest(kept), kept, column)
        if upwards:
            return self._shown(expr, asm.lowest(kept), kept, column)
        for plane in reversed(planes):
            wanted = plane if expr.function in ("max", "most") else asm.everything & ~plane
            some = asm.both(left, wanted, MASK)
            left = asm.select(asm.some(some), some, left, MASK)
        return self._shown(expr, asm.lowest(asm.fixed(left, MASK)), kept, column)

    def _shown(self, expr: ir.Fold, card: Operand, kept: Value, column: tuple[int, ...]) -> Value:
        """Give the card that has been found, or its key; of no cards, nothing."""
        asm = self._asm
        found = asm.select(asm.some(kept), card, NOTHING)
        return asm.lookup(NUM, column, found, absent(expr)) if expr.function in ("max", "min") else found

    def _one_by_one(self, expr: ir.Fold, key: ir.Expr, kept: Value, scope: Scope) -> Value:
        """Go through the cards; the first with the best key stays."""
        asm = self._asm
        best, choice = asm.slot("i64"), asm.slot("i64")
        self._store(best, NUM, 0 if expr.function == "sum" else absent(expr) if expr.function == "max" else _FAR)
        self._store(choice, NUM, absent(expr))
        if expr.function in ("max", "most"):
            self._store(best, NUM, -_FAR)

        def body(card: Operand) -> None:
            value = asm.fixed(self._values.one(key, scope.bound(expr.variable.id, card)))
            old = self._load(best, NUM)
            if expr.function == "sum":
                self._store(best, NUM, asm.add(old, value))
                return
            better = asm.compare(">" if expr.function in ("max", "most") else "<", value, old)
            self._store(best, NUM, asm.select(better, value, old))
            shown = card if expr.function in ("most", "least") else value
            self._store(choice, NUM, asm.select(better, shown, self._load(choice, NUM)))

        self.each_card(kept, body)
        return self._load(best if expr.function == "sum" else choice, NUM)

    def each_card(self, mask: Value, body: Callable[[Operand], None]) -> None:
        """Print a loop over the cards of a mask."""
        asm = self._asm
        rest = asm.slot(asm.mask)
        self._store(rest, MASK, mask)
        head, inside, after = asm.label(), asm.label(), asm.label()
        asm.goto(head)
        asm.start(head)
        left = self._load(rest, MASK)
        asm.branch(asm.some(left), inside, after)
        asm.start(inside)
        card = self._values.new_card(asm.lowest(left))
        less = asm.op(f"sub {asm.mask} {left.text}, 1")
        self._store(rest, MASK, asm.both(left, less, MASK))
        frame = self._values.frame
        frame.rounds *= asm.cards
        body(card)
        frame.rounds //= asm.cards
        asm.goto(head)
        asm.start(after)

    def _store(self, place: str, kind: str, value: Value) -> None:
        self._asm.line(f"store {self._asm.type_of(kind)} {self._asm.text(value, kind)}, ptr {place}")

    def _load(self, place: str, kind: str) -> Operand:
        return self._asm.op(f"load {self._asm.type_of(kind)}, ptr {place}")

    # --- weights ---------------------------------------------------------------------------------------------------

    def weigh(self, card: Value, scope: Scope) -> Value:
        """Say how much one card counts."""
        raise NotNative("the weight of a single card")

    def weights(self, cards: Value, scope: Scope) -> Value:
        """Say how much cards count together; a scope for scoring replaces this."""
        return self._asm.count(cards)

    # --- short lists -----------------------------------------------------------------------------------------------

    def listed(self, expr: ir.Fold, scope: Scope) -> Items:
        """Print a filtered or mapped list."""
        found = []
        for present, value in self._values.lists.items(expr.domain, scope):
            inner = scope.bound(expr.variable.id, value)
            there = self._meets(expr, present, inner)
            if there == 0:
                continue
            key = value if expr.function == "filter" or expr.key is None else self._values.one(expr.key, inner)
            found.append((there, key))
        return tuple(found)

    def _meets(self, expr: ir.Fold, present: Value, scope: Scope) -> Value:
        if expr.condition is None or present == 0:
            return present
        return self._asm.both(present, self._values.one(expr.condition, scope))

    def _over_items(self, expr: ir.Fold, scope: Scope) -> Value:
        asm = self._asm
        lists = self._values.lists
        domain = (lists.items if expr.function in _BY_NUMBER else lists.once)(expr.domain, scope)
        kept: list[tuple[Value, Value]] = []
        for present, value in domain:
            there = self._meets(expr, present, scope.bound(expr.variable.id, value))
            kept.append((there, value))
        match expr.function:
            case "any":
                return self._joined(asm.either, 0, [there for there, _ in kept])
            case "all":
                misses = [
                    asm.either(asm.denied(present), there)
                    for (present, _), (there, _) in zip(domain, kept, strict=True)
                ]
                return self._joined(asm.both, 1, misses)
            case "count":
                total: Value = 0
                for there, _ in kept:
                    total = asm.add(total, asm.widen(there))
                return total
            case "first" | "last":
                found: Value = absent(expr)
                for there, value in reversed(kept) if expr.function == "first" else kept:
                    found = asm.select(there, value, found)
                return found
            case "sum" | "max" | "min" | "most" | "least":
                return self._items_by_key(expr, kept, scope)
            case _:
                raise NotNative(f"'{expr.function}' over a list")

    def _joined(self, join: Callable[[Value, Value], Value], start: int, truths: list[Value]) -> Value:
        found: Value = start
        for truth in truths:
            found = join(found, truth)
        return found

    def _items_by_key(self, expr: ir.Fold, kept: list[tuple[Value, Value]], scope: Scope) -> Value:
        asm = self._asm
        best: Value = 0 if expr.function == "sum" else -_FAR if expr.function in ("max", "most") else _FAR
        choice: Value = absent(expr)
        for there, value in kept:
            key = self._values.one(expr.key, scope.bound(expr.variable.id, value)) if expr.key is not None else value
            if expr.function == "sum":
                best = asm.add(best, asm.select(there, key, 0))
                continue
            better = asm.both(there, asm.compare(">" if expr.function in ("max", "most") else "<", key, best))
            best = asm.select(better, key, best)
            choice = asm.select(better, value if expr.function in ("most", "least") else key, choice)
        return best if expr.function == "sum" else choice


_BY_NUMBER = ("count", "sum", "last")
_BY_ORDER = ("first", "last", "most", "least")
_FAR = 1 << 45


def is_ascending(column: tuple[int, ...], cards: int) -> bool:
    """Say whether the keys of some cards rise from card to card, no two alike."""
    keys = [key for card, key in enumerate(column) if cards >> card & 1]
    return all(one < other for one, other in pairwise(keys))


def _planes(column: tuple[int, ...]) -> tuple[int, ...]:
    """Give, for each binary place, the cards whose key has it."""
    places = max(max(column).bit_length(), 1)
    return tuple(sum(1 << card for card, key in enumerate(column) if key >> place & 1) for place in range(places))
