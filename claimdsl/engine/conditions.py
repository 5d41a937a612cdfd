"""Conditions on cards as sets: a condition that is asked of every card becomes the set of cards that meet it.

What asks for facts of cards alone is worked out here, before the game, for every printer; of the rest it is said what
has still to be asked in the game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_, or_
from typing import TypeGuard

from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import COMPARED, FLIPPED, Folder, absent, is_false, is_true, may_be_absent
from claimdsl.frozen import Frozen, replace
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import CARD, Kind
from claimdsl.ir.walk import mentions

Matches = Callable[[ir.Expr], bool]
"""Tells the card that a condition is asked of."""


class Fixed(Frozen):
    """Cards that are known before the game."""

    mask: int


class OfFaction(Frozen):
    """The cards of a faction; none of one that is nothing, or not in play."""

    faction: ir.Expr


class Valued(Frozen):
    """The cards whose values compare so with a number."""

    operator: str
    bound: ir.Expr


class Listed(Frozen):
    """The cards of a list."""

    cards: ir.Expr


class Beneath(Frozen):
    """The cards for which the answer beneath is true: `base`."""


class Where(Frozen):
    """One set where a condition holds that asks about no card, else another."""

    test: ir.Expr
    yes: Cards
    no: Cards


class Common(Frozen):
    """The cards that all of some sets have."""

    sets: tuple[Cards, ...]


class United(Frozen):
    """The cards that any of some sets has."""

    sets: tuple[Cards, ...]


class Others(Frozen):
    """All cards that a set does not have."""

    cards: Cards


Cards = Fixed | OfFaction | Valued | Listed | Beneath | Where | Common | United | Others


def valued(binding: Binding, operator: str, bound: int) -> int:
    """Give the cards whose values compare so with a number, as a mask."""
    holds = COMPARED[operator]
    return sum(1 << card for card, value in enumerate(binding.card_values) if holds(value, bound))


def is_local(local: ir.Local) -> Matches:
    """Tell a variable."""
    return lambda expr: isinstance(expr, ir.Local) and expr.id == local.id


def is_card(expr: ir.Expr) -> bool:
    """Tell the card that `may_play` is asked of, and whether it may be played beneath."""
    return isinstance(expr, ir.Known) and expr.name in ("card", "base")


class Conditions:
    """Takes conditions of one binding and phase apart."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._binding = folder.binding
        self._all = Fixed(self._binding.all_cards)

    def cards(self, test: ir.Expr, asked: Matches) -> Cards | None:
        """Give the cards that meet a condition; None where it must be asked card by card."""
        if not mentions(test, asked):
            return self._where(test)
        match test:
            case ir.Known(name="base"):
                return Beneath()
            case ir.AllOf() | ir.AnyOf():
                return self._joined(test, asked)
            case ir.Not(operand=operand):
                part = self.cards(operand, asked)
                return None if part is None else self._others(part)
            case ir.If():
                return self._branches(test, asked)
            case ir.Compare():
                return self._compared(test, asked)
            case ir.Member(item=item, items=items) if _stands_for(item, asked) and not mentions(items, asked):
                return Listed(items)
            case _:
                return self._each(test, asked)

    def column(self, expr: ir.Expr, asked: Matches) -> tuple[int, ...] | None:
        """Give what an expression is for every card, where that is known before the game."""
        known: dict[tuple[int, int], int] = {}
        for facts in self._binding.cards:
            if facts not in known:
                value = self._number(_OfCard(self._folder, asked, facts).fold(expr))
                if value is None:
                    return None
                known[facts] = value
        return tuple(known[facts] for facts in self._binding.cards)

    def _number(self, expr: ir.Expr) -> int | None:
        match expr:
            case ir.Literal(value=value):
                return value
            case ir.FactionName(name=name):
                return self._binding.faction_number(name)
            case ir.Nothing():
                return absent(expr)
            case _:
                return None

    def _each(self, test: ir.Expr, asked: Matches) -> Cards | None:
        column = self.column(test, asked)
        return None if column is None else Fixed(sum(1 << card for card, meets in enumerate(column) if meets))

    def _where(self, test: ir.Expr) -> Cards:
        if is_true(test) or is_false(test):
            return self._all if is_true(test) else Fixed(0)
        return Where(test, self._all, Fixed(0))

    def _joined(self, test: ir.AllOf | ir.AnyOf, asked: Matches) -> Cards | None:
        """Take apart what holds together or by itself: what asks about no card decides first, and alone."""
        is_all = isinstance(test, ir.AllOf)
        parts = [self.cards(part, asked) for part in test.operands if mentions(part, asked)]
        found = self._together(parts, is_all) if _all_known(parts) else None
        free = tuple(part for part in test.operands if not mentions(part, asked))
        if found is None or not free:
            return found
        over = free[0] if len(free) == 1 else replace(test, operands=free)
        return Where(over, found, Fixed(0)) if is_all else Where(over, self._all, found)

    def _together(self, sets: list[Cards], is_all: bool) -> Cards:
        """Put sets together; those that are known make one."""
        neutral, last = (self._all.mask, 0) if is_all else (0, self._all.mask)
        known = reduce(and_ if is_all else or_, (part.mask for part in sets if isinstance(part, Fixed)), neutral)
        rest: list[Cards] = [part for part in sets if not isinstance(part, Fixed)]
        if known == last or not rest:
            return Fixed(known)
        if known != neutral:
            rest.append(Fixed(known))
        return rest[0] if len(rest) == 1 else (Common if is_all else United)(tuple(rest))

    def _others(self, cards: Cards) -> Cards:
        match cards:
            case Fixed(mask=mask):
                return Fixed(self._all.mask ^ mask)
            case Others(cards=cards):
                return cards
            case _:
                return Others(cards)

    def _branches(self, test: ir.If, asked: Matches) -> Cards | None:
        yes, no = self.cards(test.yes, asked), self.cards(test.no, asked)
        if yes is None or no is None:
            return None
        if not mentions(test.condition, asked):
            return Where(test.condition, yes, no)
        over = self.cards(test.condition, asked)
        if over is None:
            return None
        arms = [self._together([over, yes], True), self._together([self._others(over), no], True)]
        return self._together(arms, False)

    def _compared(self, test: ir.Compare, asked: Matches) -> Cards | None:
        left, right, operator = test.left, test.right, test.operator
        if mentions(right, asked):
            left, right, operator = right, left, FLIPPED[operator]
        if mentions(right, asked):
            return self._each(test, asked)
        match left:
            case ir.Field(of=of, name="value") if _stands_for(of, asked):
                return self._valued(operator, right)
            case ir.Field(of=of, name="faction") if _stands_for(of, asked):
                found = self._of_faction(right)
            case _ if left.type.kind is Kind.CARD and _stands_for(left, asked):
                found = Listed(ir.AsMany(CARD.listed(1), right))
            case _:
                return self._each(test, asked)
        return found if operator == "==" else self._others(found)

    def _of_faction(self, faction: ir.Expr) -> Cards:
        if not isinstance(faction, ir.FactionName):
            return OfFaction(faction)
        number = self._binding.faction_number(faction.name)
        return Fixed(self._binding.faction_masks[number] if number >= 0 else 0)

    def _valued(self, operator: str, bound: ir.Expr) -> Cards | None:
        if isinstance(bound, ir.Literal):
            return Fixed(valued(self._binding, operator, bound.value))
        return None if may_be_absent(bound) else Valued(operator, bound)


class _OfCard(Folder):
    """Folds what is asked of one card: its facts are known too."""

    def __init__(self, folder: Folder, asked: Matches, facts: tuple[int, int]) -> None:
        super().__init__(folder.binding, folder.phase)
        self._asked = asked
        self._facts = facts

    def _fold(self, expr: ir.Expr) -> ir.Expr:
        match expr:
            case ir.Field(of=of, name="faction", type=kind) if _stands_for(of, self._asked):
                return ir.FactionName(kind, tuple(self.binding.faction_ids)[self._facts[0]])
            case ir.Field(of=of, name="value", type=kind) if _stands_for(of, self._asked):
                return ir.Literal(kind, self._facts[1])
            case _:
                return super()._fold(expr)


def _stands_for(expr: ir.Expr, asked: Matches) -> bool:
    """Say whether an expression is the card itself."""
    return asked(expr) or isinstance(expr, ir.AsMaybe) and _stands_for(expr.operand, asked)


def _all_known(sets: list[Cards | None]) -> TypeGuard[list[Cards]]:
    return None not in sets
