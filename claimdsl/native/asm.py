"""Writing LLVM IR: operations with constants folded on the way, and tables for what is known of every card."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.engine.fold import COMPARED
from claimdsl.native.known import Known
from claimdsl.native.lines import BOOL, MASK, NUM, WORD
from claimdsl.native.maps import Grid, Mapped, Operand, Value

__all__ = ["BOOL", "MASK", "NUM", "Asm"]

_COMPARE = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}

_PRESENT = {("!=", -1): True, ("==", -1): False, (">=", 0): True, ("<", 0): False}
"""What comparisons say of a number that is none below 0, or -1 for nothing: whether it is there."""

class Asm(Known):
    """Prints operations of one function."""

    def branch(self, condition: Value, yes: str, no: str) -> None:
        """End a block by a condition."""
        self.line(f"br i1 {self.text(condition, BOOL)}, label %{yes}, label %{no}")

    # --- tables ----------------------------------------------------------------------------------------------------

    def lookup(self, kind: str, values: tuple[int, ...], index: Value, nothing: int = 0) -> Operand:
        """Read a table."""
        if kind == MASK and self.width == 128 and self.keeps_tables:  # by words, as addresses go in steps of one word
            words = [tuple(value >> start & WORD for value in (*values, nothing)) for start in (0, 64)]
            return self.joined(*(self.lookup(NUM, word[:-1], index, word[-1]) for word in words))
        of = self.type_of(kind)
        place = self.op(f"getelementptr inbounds {of}, ptr {self.table(kind, values, nothing)}, i64 {self.text(index)}")
        if self.keeps_tables:
            place = self.op(f"getelementptr inbounds {of}, ptr {place.text}, i64 1")
        key = f"table {place.text}"
        if key not in self._done:
            self._done[key] = self.op(f"load {of}, ptr {place.text}")
        return self._done[key]

    def text(self, value: Value, kind: str = NUM) -> str:
        """Write a value as an operand; what is known for each card is read from a table."""
        match value:
            case int():
                return self.literal(value, kind)
            case Operand(text=text):
                return text
            case Mapped(card=card, values=values):
                if kind == BOOL:
                    return self._tested(sum(1 << index for index, one in enumerate(values) if one), card)
                return self.lookup(kind, values, card).text
            case Grid(first=first, classes=classes, second=second, rows=rows):
                if kind == BOOL:
                    masks = tuple(sum(1 << index for index, one in enumerate(row) if one) for row in rows)
                    return self._tested(Mapped(first, tuple(masks[number] for number in classes)), second)
                size = len(classes)
                start = Mapped(first, tuple(number * size for number in classes))
                cells = tuple(cell for row in rows for cell in row)
                return self.lookup(kind, cells, self.add(self.fixed(start), second)).text

    def fixed(self, value: Value, kind: str = NUM) -> Value:
        """Give a value that depends on cards as an operand."""
        return value if isinstance(value, int | Operand) else Operand(self.text(value, kind))

    def _tested(self, mask: Value, card: Operand) -> str:
        return self.text(self.has(mask, card), BOOL)

    def has(self, mask: Value, card: Operand) -> Value:
        """Say whether a card that is one is in a mask."""
        if self.width > 64:
            if isinstance(mask, int):
                inside = self.lookup(NUM, tuple(mask >> index & 1 for index in range(self.cards)), card)
                return self.compare("!=", inside, 0)
            return self.some(self.both(mask, self.bit(card), MASK))
        moved = self.op(f"lshr {self.mask} {self.text(mask, MASK)}, {self.index(card)}")
        return self.op(f"trunc {self.mask} {moved.text} to i1")

    def index(self, card: Value) -> str:
        """Write a card as the count of a shift, which is always less than the width."""
        if isinstance(card, int):
            return str(card)
        small = self.op(f"and i64 {self.text(card)}, {self.width - 1}").text
        return small if self.width == 64 else self.op(f"zext i64 {small} to {self.mask}").text

    # --- operations ------------------------------------------------------------------------------------------------

    def _two(self, name: str, function: Callable[[int, int], int], kind: str, a: Value, b: Value) -> Value:
        known = self.lift(function, a, b)
        if known is not None:
            return known
        found = self.op(f"{name} {self.type_of(kind)} {self.text(a, kind)}, {self.text(b, kind)}")
        if kind == BOOL:
            self._truths[found.text] = function, a, b
        return found

    def add(self, a: Value, b: Value) -> Value:
        """Add numbers."""
        if a == 0:
            return b
        return a if b == 0 else self._two("add", lambda x, y: x + y, NUM, a, b)

    def sub(self, a: Value, b: Value) -> Value:
        """Subtract numbers."""
        return a if b == 0 else self._two("sub", lambda x, y: x - y, NUM, a, b)

    def times(self, a: Value, b: Value) -> Value:
        """Multiply numbers."""
        return self._two("mul", lambda x, y: x * y, NUM, a, b)

    def compare(self, operator: str, a: Value, b: Value, kind: str = NUM) -> Value:
        """Compare two numbers; masks only for equality."""
        holds = COMPARED[operator]
        if isinstance(a, Operand) and a.text in self._present and isinstance(b, int) and (operator, b) in _PRESENT:
            there = self._present[a.text][0]
            return there if _PRESENT[operator, b] else self.denied(there)
        if b == 0 and operator in ("<", ">=") and isinstance(a, Operand) and self.is_natural(a):
            return int(operator == ">=")
        if operator == "==" and isinstance(a, Operand) and isinstance(b, Operand) and (a.text, b.text) in self.unlike:
            return 0
        return self._two(f"icmp {_COMPARE[operator]}", lambda x, y: int(holds(x, y)), kind, a, b)

    def both(self, a: Value, b: Value, kind: str = BOOL) -> Value:
        """And: of truths, or of masks."""
        full = 1 if kind == BOOL else (1 << self.width) - 1
        if a == 0 or b == 0:
            return 0
        if a in (full, -1):
            return b
        if b in (full, -1):
            return a
        found = self._two("and", lambda x, y: x & y, kind, a, b)
        if kind == MASK and isinstance(found, Operand):
            self._within[found.text] = self.possible(a) & self.possible(b)
            self._common[found.text] = a, b
        return found

    def either(self, a: Value, b: Value, kind: str = BOOL) -> Value:
        """Or: of truths, or of masks."""
        if a == 0:
            return b
        if b == 0:
            return a
        if kind == BOOL and 1 in (a, b):
            return 1
        return self._two("or", lambda x, y: x | y, kind, a, b)

    def differ(self, a: Value, b: Value, kind: str) -> Value:
        """Exclusive or."""
        if a == 0:
            return b
        return a if b == 0 else self._two("xor", lambda x, y: x ^ y, kind, a, b)

    def denied(self, a: Value) -> Value:
        """Not, of a truth."""
        if isinstance(a, Operand) and a.text in self.negated:
            return self.negated[a.text]
        found = self.differ(a, 1, BOOL)
        if isinstance(found, Operand) and isinstance(a, Operand):
            self.negated[found.text] = a
        return found

    def other(self, of: Value) -> Value:
        """Give the other one of 0 and 1."""
        if isinstance(of, Operand) and of.text in self.others:
            return self.others[of.text]
        found = self.differ(of, 1, NUM)
        if isinstance(found, Operand) and isinstance(of, Operand):
            self.others[found.text] = of
            self.natural.add(found.text)
        return found

    def without(self, a: Value, b: Value) -> Value:
        """Take the cards of one mask out of another."""
        return self.both(a, self.differ(b, (1 << self.width) - 1, MASK), MASK)

    def select(self, condition: Value, yes: Value, no: Value, kind: str = NUM) -> Value:
        """Give one of two values."""
        if isinstance(condition, int):
            return yes if condition else no
        sure = False
        if isinstance(yes, Operand) and self._present.get(yes.text, (0,))[0] == condition:
            yes, sure = self._present[yes.text][1], True
        if yes == no:
            return yes
        known = self.lift(lambda c, y, n: y if c else n, condition, yes, no)
        if known is not None:
            return known
        if kind == BOOL and (yes, no) == (1, 0):
            return condition
        of = self.type_of(kind)
        found = self.op(
            f"select i1 {self.text(condition, BOOL)}, {of} {self.text(yes, kind)}, {of} {self.text(no, kind)}"
        )
        if kind == MASK:
            self._within[found.text] = self.possible(yes) | self.possible(no)
        if kind == NUM and (sure or self.is_natural(yes)):
            if self.is_natural(no):
                self.natural.add(found.text)
            elif no == -1:
                self._present[found.text] = condition, yes
        return found

    def if_there(self, condition: Value, value: Value) -> Value:
        """Give a number that is none below 0 where a condition holds, else nothing."""
        found = self.select(condition, value, -1)
        if isinstance(found, Operand) and isinstance(condition, Operand):
            self._present[found.text] = condition, value
        return found

    def card_if(self, condition: Value, card: Value, other: Value) -> Value:
        """Give one of two cards, and remember its bit."""
        found = self.fixed(self.select(condition, card, other))
        if self.width == 64 and isinstance(found, Operand) and found.text not in self._bits:
            one, two = (self.bit(self.fixed(each)) for each in (card, other))
            bit = self.fixed(self.select(condition, one, two, MASK), MASK)
            if isinstance(bit, Operand):
                self._bits[found.text] = bit
        return found

    def only(self, mask: Value) -> Operand:
        """Give the card of a mask that has one at most, and remember that the mask is its bit."""
        found = self.lowest(mask)
        if isinstance(mask, Operand):
            self._bits[found.text] = mask
        return found

    def kept(self, condition: Value, mask: Value) -> Value:
        """Give a mask where a condition holds, else no cards."""
        return self.select(condition, mask, 0, MASK)

    def widen(self, truth: Value) -> Value:
        """Give a truth as the number 0 or 1."""
        known = self.lift(lambda a: a, truth)
        if known is not None:
            return known
        found = self.op(f"zext i1 {self.text(truth, BOOL)} to i64")
        self.natural.add(found.text)
        return found

    # --- sets of cards ---------------------------------------------------------------------------------------------

    def count(self, mask: Value) -> Value:
        """Count the cards of a mask."""
        known = self.lift(lambda a: a.bit_count(), mask)
        if known is not None:
            return known
        found = self.op(f"call {self.mask} @llvm.ctpop.{self.mask}({self.mask} {self.text(mask, MASK)})")
        return self.sized(self.narrow(found), self.possible(mask).bit_count().bit_length())

    def narrow(self, value: Operand) -> Operand:
        """Take a small mask for a number."""
        return value if self.width == 64 else self.op(f"trunc {self.mask} {value.text} to i64")

    def lowest(self, mask: Value, rank: int = -1) -> Operand:
        """Give the first card of a mask that has one."""
        text = self.text(mask, MASK)
        found = self.op(f"call {self.mask} @llvm.cttz.{self.mask}({self.mask} {text}, i1 false)")
        return Operand(self.narrow(found).text, rank)

    def highest(self, mask: Value) -> Operand:
        """Give the last card of a mask that has one."""
        text = self.text(mask, MASK)
        found = self.narrow(self.op(f"call {self.mask} @llvm.ctlz.{self.mask}({self.mask} {text}, i1 false)"))
        return self.op(f"sub i64 {self.width - 1}, {found.text}")

    def some(self, mask: Value) -> Value:
        """Say whether a mask has cards."""
        found = self.compare("!=", mask, 0, MASK)
        if isinstance(found, Operand) and isinstance(mask, Operand) and mask.text in self._common:
            self._parted[found.text] = self._common[mask.text]
        return found

    def bit(self, card: Value, present: Value = 1) -> Value:
        """Give the mask of a card; where there is none, no cards."""
        if isinstance(card, int):
            return self.kept(present, 1 << card if card >= 0 else 0)
        known = self._bits.get(self.text(card))
        if self.width > 64 and known is None:  # a shift of two words takes longer than a look into a table
            known = self.lookup(MASK, tuple(1 << index for index in range(self.cards)), card)
        return self.kept(present, known or self.op(f"shl {self.mask} 1, {self.index(card)}"))

    def card_of(self, bit: Operand, rank: int = -1) -> Operand:
        """Give the one card of a mask of a word, and remember that this is its bit."""
        found = self.op(f"call i64 @llvm.cttz.i64(i64 {bit.text}, i1 true)")
        self.note_bit(found, bit)
        return Operand(found.text, rank)

    def maybe_bit(self, card: Value) -> Value:
        """Give the mask of a card that may be nothing."""
        if isinstance(card, int):
            return self.bit(card)
        fixed = self.fixed(card)
        present = self.compare(">=", fixed, 0)
        return self.bit(self.select(present, fixed, 0), present)
