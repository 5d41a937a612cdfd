"""Printing the keys that sides are compared by, each as one number: of lists of cards, one that compares alike."""

from __future__ import annotations

from claimdsl.engine.runtime import NO_NUMBER
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.native.asm import MASK
from claimdsl.native.folds import is_ascending
from claimdsl.native.maps import Operand, Value
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Scope
from claimdsl.native.values import Values

_ROOM = 62


class Keys:
    """Prints keys of one lane."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._asm = values.asm

    def one(self, key: ir.Key, scope: Scope) -> Value:
        """Print a key as a number; a list of card numbers as one that compares alike."""
        value = self._values.folder.fold(key.value)
        if not value.type.is_many:
            found = self._values.one(value, scope)
            return self._asm.widen(found) if value.type.kind is Kind.BOOL else found
        match value:
            case ir.Fold(function="descending"):
                return self._descending(value, scope)
            case ir.Top(items=ir.Fold(function="descending") as fold, count=ir.Literal(value=1)):
                return self._first_of(fold, scope)
            case _:
                raise NotNative("a key that is a list of an unusual kind")

    def joined(self, columns: list[list[Value]]) -> list[list[Value]]:
        """Join keys that follow one another to single numbers, as far as these are known to have room."""
        asm, found = self._asm, columns[:1]
        for column in columns[1:]:
            above, below = self._places(found[-1]), self._places(column)
            if above is None or below is None or above + below > _ROOM:
                found.append(column)
                continue
            found[-1] = [
                asm.sized(asm.fixed(asm.add(asm.times(high, 1 << below), low)), above + below)
                for high, low in zip(found[-1], column, strict=True)
            ]
        return found

    def _places(self, column: list[Value]) -> int | None:
        """Say in how many binary places the numbers of a key are written, if that is known."""
        most = 0
        for value in column:
            size = self._asm.size(value)
            if size is None:
                return None
            most = max(most, size)
        return most

    def _numbers(self, fold: ir.Fold, scope: Scope) -> tuple[Value, tuple[int, ...]]:
        key = fold.key if fold.key is not None else fold.variable
        if fold.domain.type.kind is not Kind.CARD:
            raise NotNative("a list of numbers that are not of cards")
        column = self._values.sets.column(key, fold.variable)
        if column is None or min(column) < 0:
            raise NotNative("a list of numbers that are not on cards")
        return self._values.folds.filtered(fold, scope), column

    def _descending(self, fold: ir.Fold, scope: Scope) -> Value:
        """Count the cards of each number, the highest number in the highest place."""
        asm = self._asm
        cards, column = self._numbers(fold, scope)
        within = asm.possible(cards)
        start = (within & -within).bit_length() - 1
        if isinstance(cards, Operand) and within.bit_length() - start <= _ROOM and is_ascending(column, within):
            moved = asm.op(f"lshr {asm.mask} {asm.text(cards, MASK)}, {start}") if start else asm.fixed(cards, MASK)
            assert isinstance(moved, Operand)
            return asm.sized(asm.narrow(moved), within.bit_length() - start)
        keys = sorted({key for card, key in enumerate(column) if within >> card & 1})
        rows = [sum(1 << card for card, key in enumerate(column) if key == number) & within for number in keys]
        total: Value = 0
        place = 0
        for run in _runs(rows):
            part = asm.both(cards, sum(run), MASK)
            total = asm.add(total, asm.times(asm.count(part) if len(run) == 1 else self._moved(part), 1 << place))
            place += run[0].bit_count().bit_length() if len(run) == 1 else len(run)
        if place > _ROOM:
            raise NotNative("lists of too many numbers")
        return asm.sized(asm.fixed(total), place)

    def _moved(self, cards: Value) -> Value:
        """Give cards that lie side by side as a number, the first of them its lowest place."""
        asm = self._asm
        within = asm.possible(cards)
        start = (within & -within).bit_length() - 1
        known = asm.lift(lambda mask: mask >> start, cards)
        if known is not None:
            return known
        return asm.narrow(asm.op(f"lshr {asm.mask} {asm.text(cards, MASK)}, {start}"))

    def _first_of(self, fold: ir.Fold, scope: Scope) -> Value:
        """Give the highest number, and for an empty list less than any.

        Of cards that are no two alike and that one side has each, the highest one is first in the list of them all too.
        """
        if isinstance(fold.domain, ir.Known) and fold.domain.name == "cards":
            cards, column = self._numbers(fold, scope)
            if isinstance(cards, Operand) and is_ascending(column, self._asm.possible(cards)):
                return self._descending(fold, scope)
        highest = self._values.folds.one(
            ir.Fold(fold.type.item.maybe, "max", fold.variable, fold.domain, fold.condition, fold.key), scope
        )
        return self._asm.select(self._asm.compare("==", highest, NO_NUMBER), -1, highest)


def _runs(rows: list[int]) -> list[list[int]]:
    """Put single cards together that follow one another in the deck; each other set of cards stands alone."""
    found: list[list[int]] = []
    for row in rows:
        last = found[-1][-1] if found else 0
        if last.bit_count() == 1 and row == last << 1:
            found[-1].append(row)
        else:
            found.append([row])
    return found
