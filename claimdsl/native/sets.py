"""Printing sets of cards as masks: lists of cards, and the cards that meet a condition."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial, reduce
from typing import TYPE_CHECKING, assert_never

from claimdsl.engine import conditions as met
from claimdsl.engine.fold import is_false, is_true, may_be_absent
from claimdsl.engine.runtime import NOTHING
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import DECK_PILE
from claimdsl.ir.types import Kind
from claimdsl.native.asm import MASK, NUM
from claimdsl.native.maps import Value
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Items, Scope

if TYPE_CHECKING:
    from claimdsl.native.values import Values


class Sets:
    """Prints the sets of cards of one lane and phase."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._asm = values.asm
        self._frame = values.frame
        self._binding = values.binding
        self._conditions = met.Conditions(values.folder)
        self._takes_out = False

    # --- the cards that meet a condition ---------------------------------------------------------------------------

    def meeting(self, test: ir.Expr, asked: met.Matches, scope: Scope) -> Value | None:
        """Print the cards that meet a condition; None where it must be asked card by card."""
        cards = self._conditions.cards(test, asked)
        return None if cards is None else self._set(cards, scope)

    def split(self, test: ir.Expr, asked: met.Matches, scope: Scope) -> tuple[Value, Value | None]:
        """Print a condition as one under which all cards meet it, and else the cards that do."""
        match self._conditions.cards(test, asked):
            case None:
                return 0, None
            case met.Where(test=free, yes=met.Fixed(mask=mask), no=no) if mask == self._binding.all_cards:
                return self._values.one(free, scope), self._set(no, scope)
            case cards:
                return 0, self._set(cards, scope)

    def column(self, expr: ir.Expr, variable: ir.Local) -> tuple[int, ...] | None:
        """Give a key for every card, where it is known before the game."""
        return self._conditions.column(expr, met.is_local(variable))

    def _set(self, cards: met.Cards, scope: Scope) -> Value:
        asm = self._asm
        match cards:
            case met.Fixed(mask=mask):
                return mask
            case met.OfFaction(faction=faction):
                return self._read((0, *self._binding.faction_masks), asm.add(self._values.one(faction, scope), 1))
            case met.Valued(operator=operator, bound=bound):
                return self._valued(operator, self._values.one(bound, scope))
            case met.Listed(cards=items):
                return self.mask(items, scope)
            case met.Beneath():
                return scope.names["base mask"]
            case met.Where(test=test, yes=yes, no=no):
                known = self._values.one(test, scope)
                if isinstance(known, int):
                    return self._set(yes if known else no, scope)
                return asm.select(known, self._set(yes, scope), self._set(no, scope), MASK)
            case met.Common(sets=sets):
                return reduce(partial(asm.both, kind=MASK), (self._set(part, scope) for part in sets))
            case met.United(sets=sets):
                return reduce(partial(asm.either, kind=MASK), (self._set(part, scope) for part in sets))
            case met.Others(cards=others):
                return asm.differ(self._set(others, scope), asm.everything, MASK)
            case _:
                assert_never(cards)

    def _valued(self, operator: str, bound: Value) -> Value:
        """Look up the cards whose values compare so with a number; all beyond the values there are is alike."""
        asm, last = self._asm, max(self._binding.card_values, default=0) + 1
        rows = tuple(met.valued(self._binding, operator, number) for number in range(-1, last + 1))
        bound = asm.select(asm.compare("<", bound, -1), -1, bound)
        bound = asm.select(asm.compare(">", bound, last), last, bound)
        return self._read(rows, asm.add(bound, 1))

    def _read(self, rows: tuple[int, ...], index: Value) -> Value:
        """Read one of some masks; no cards at -1."""
        known = self._asm.lift(lambda number: rows[number] if number >= 0 else 0, index)
        return self._asm.lookup(MASK, rows, index) if known is None else known

    # --- lists of cards --------------------------------------------------------------------------------------------

    @contextmanager
    def taking_out(self) -> Iterator[None]:
        """Read the top of the stock as if it never ran dry: what is read leaves it, and is counted at the end."""
        self._takes_out = True
        try:
            yield
        finally:
            self._takes_out = False

    def mask(self, expr: ir.Expr, scope: Scope) -> Value:
        """Print a list of cards as a mask."""
        asm = self._asm
        match expr:
            case ir.PileOf():
                return self._pile(expr, scope)
            case ir.Fold(function="filter"):
                return self._values.folds.filtered(expr, scope)
            case ir.Join(lists=lists):
                found: Value = 0
                for part in lists:
                    found = asm.either(found, self.mask(part, scope), MASK)
                return found
            case ir.If(condition=condition, yes=yes, no=no):
                if is_true(condition) or is_false(condition):
                    return self.mask(yes if is_true(condition) else no, scope)
                return asm.select(self._values.one(condition, scope), self.mask(yes, scope), self.mask(no, scope), MASK)
            case ir.Top():
                return self._top(expr, scope)
            case ir.AsMany(operand=operand):
                card = asm.fixed(self._values.one(operand, scope))
                return asm.maybe_bit(card) if may_be_absent(operand) else asm.bit(card)
            case ir.AsCard(operand=operand):
                found = 0
                for present, play in self._values.lists.items(operand, scope):
                    found = asm.either(found, asm.bit(asm.fixed(self._values.card_at(play, scope)), present), MASK)
                return found
            case ir.Known(name=name) if name in scope.names:
                return scope.names[name]
            case ir.Field(name="won"):
                return scope.names["won"]
            case ir.AsMaybe(operand=operand):
                return self.mask(operand, scope)
            case _:
                raise NotNative(f"a list of cards of the kind {type(expr).__name__}")

    def _pile(self, expr: ir.PileOf, scope: Scope) -> Value:
        if expr.pile in self._frame.ordered:
            return self.whole(expr.pile)
        if expr.owner is None:
            return 0 if self._frame.bounds.get(expr.pile) == (0, 0) else self._frame.get(("pile", expr.pile, 0))
        owner = self._values.one(expr.owner, scope)
        if expr.owner.type.kind is Kind.SIDE:
            found: Value = 0
            for seat in self._values.side_seats(owner):
                found = self._asm.either(found, self._frame.get(("pile", expr.pile, seat)), MASK)
            return found
        index = self.place_in(expr.pile, owner, expr.owner)
        found = self._frame.gather("pile", expr.pile, index)
        if isinstance(index, int) or not (may_be_absent(expr.owner) or expr.owner.type.kind is Kind.CARD):
            return found
        return self._asm.kept(self._asm.compare(">=", index, 0), found)

    def place_in(self, pile: str, owner: Value, expr: ir.Expr) -> Value:
        """Give the number of a pile among those of its name: a seat, or the place of a card in its faction."""
        if expr.type.kind is not Kind.CARD:
            return owner
        mask = self._binding.faction_masks[self._binding.faction_ids[self._frame.owners[pile]]]
        own = [card for card in range(len(self._binding.cards)) if mask >> card & 1]
        places = tuple(own.index(card) if card in own else NOTHING for card in range(len(self._binding.cards)))
        return self._asm.lookup(NUM, places, self._asm.fixed(owner), NOTHING)

    def whole(self, pile: str) -> Value:
        """Give all cards of a pile that has an order."""
        found: Value = 0
        for offset in range(self._frame.lengths[pile]):
            present, card = self._frame.peek(pile, offset, checked=True)
            found = self._asm.either(found, self._asm.bit(self._asm.select(present, card, 0), present), MASK)
        return found

    def _top(self, expr: ir.Top, scope: Scope) -> Value:
        asm = self._asm
        match expr.items:
            case ir.PileOf(pile=pile) if pile in self._frame.ordered:
                found: Value = 0
                for present, card in self.top_cards(pile, expr.count, scope):
                    found = asm.either(found, asm.bit(asm.select(present, card, 0), present), MASK)
                return found
            case _:
                count = self._values.one(expr.count, scope)
                if self._values.folds.has_order(expr.items):
                    raise NotNative("'top' of a list of cards in an order of its own")
                if not isinstance(count, int):
                    raise NotNative("'top' of a list with a count from the game")
                rest, found = self.mask(expr.items, scope), 0
                for _ in range(count):
                    less = asm.both(rest, self._lessened(rest), MASK)
                    found = asm.either(found, asm.differ(rest, less, MASK), MASK)
                    rest = less
                return found

    def _lessened(self, mask: Value) -> Value:
        """Give the mask less one, which lacks its first card."""
        text = self._asm.text(mask, MASK)
        return self._asm.select(
            self._asm.some(mask), self._asm.op(f"sub {self._asm.mask} {text}, 1"), 0, MASK
        )

    def top_cards(self, pile: str, count: ir.Expr, scope: Scope) -> Items:
        """Give the cards on top of a pile that has an order."""
        checked = pile != DECK_PILE or not self._takes_out
        number = self._values.one(self._values.folder.fold(count), scope)
        if isinstance(number, int):
            return tuple(self._frame.peek(pile, offset, checked) for offset in range(max(number, 0)))
        number = self._asm.fixed(number)
        cards = [self._frame.peek(pile, offset, checked) for offset in range(self._most(pile, count))]
        return tuple(
            (self._asm.both(present, self._asm.compare(">", number, offset)), card)
            for offset, (present, card) in enumerate(cards)
        )

    def _most(self, pile: str, count: ir.Expr) -> int:
        """Say how many cards a count may mean."""
        match self._values.folder.fold(count):
            case ir.Literal(value=value):
                return value
            case ir.If(yes=yes, no=no):
                return max(self._most(pile, yes), self._most(pile, no))
            case _:
                return self._frame.lengths[pile]

