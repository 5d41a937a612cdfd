"""Writing LLVM IR: instructions with constants folded on the way, and tables for what is known of every card.

Numbers are i64, truths i1, sets of cards one integer with a bit for each card (64 bits, or 128 and more for large
decks).  Nothing is -1, or NO_NUMBER for numbers, as in the Python engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from claimdsl.native.maps import Grid, ManyCards, Mapped, Operand, Value, combine, is_static

NUM, BOOL, MASK = "num", "bool", "mask"

_COMPARE: dict[str, tuple[str, Callable[[int, int], int]]] = {
    "==": ("eq", lambda a, b: int(a == b)),
    "!=": ("ne", lambda a, b: int(a != b)),
    "<": ("slt", lambda a, b: int(a < b)),
    "<=": ("sle", lambda a, b: int(a <= b)),
    ">": ("sgt", lambda a, b: int(a > b)),
    ">=": ("sge", lambda a, b: int(a >= b)),
}

_PRESENT = {("!=", -1): True, ("==", -1): False, (">=", 0): True, ("<", 0): False}
"""What comparisons say of a number that is none below 0, or -1 for nothing: whether it is there."""


class Dynamic(Exception):
    """Something would have to be worked out while the game runs, where only what is known before was asked for."""


class Asm:
    """Gathers the instructions of one function, and the tables that they read."""

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self.width = 64
        while self.width < cards:
            self.width *= 2
        self.mask = f"i{self.width}"
        self.lines: list[str] = []
        self.heads: list[str] = []
        self.tables: dict[tuple[str, tuple[int, ...]], str] = {}
        self.constants: dict[str, int] = {}
        self._names = 0
        self._frozen = 0
        self._done: dict[str, Operand] = {}
        self._within: dict[str, int] = {}
        self._bits: dict[str, Operand] = {}
        self._common: dict[str, tuple[Value, Value]] = {}
        self._present: dict[str, tuple[Value, Value]] = {}
        self._truths: dict[str, tuple[Callable[[int, int], int], Value, Value]] = {}
        self._parted: dict[str, tuple[Value, Value]] = {}
        self.negated: dict[str, Operand] = {}
        self.others: dict[str, Operand] = {}
        self.natural: set[str] = set()
        self.unlike: set[tuple[str, str]] = set()
        self.block = 0

    def type_of(self, kind: str) -> str:
        """Name the LLVM type of a kind."""
        return {NUM: "i64", BOOL: "i1", MASK: self.mask}[kind]

    @property
    def everything(self) -> int:
        """Give the mask of all cards."""
        return (1 << self.cards) - 1

    # --- lines -----------------------------------------------------------------------------------------------------

    @contextmanager
    def static_only(self) -> Iterator[None]:
        """Refuse to write anything: what is asked for meanwhile must be known before the game.

        Raises: Dynamic, inside, where it is not.
        """
        self._frozen += 1
        try:
            yield
        finally:
            self._frozen -= 1

    def name(self) -> str:
        """Make a new name."""
        self._names += 1
        return f"%v{self._names}"

    def line(self, text: str) -> None:
        """Write an instruction without a result."""
        if self._frozen:
            raise Dynamic
        self.lines.append(f"  {text}")

    def op(self, text: str, rank: int = -1) -> Operand:
        """Write an instruction and give its result; what the same block has worked out before is not written again."""
        pure = not text.startswith("load")
        if pure and text in self._done:
            return Operand(self._done[text].text, rank)
        name = self.name()
        self.line(f"{name} = {text}")
        found = Operand(name, rank)
        if pure:
            self._done[text] = found
        return found

    def mark(self) -> int:
        """Give the place up to which the function is written."""
        return len(self.lines)

    def cut(self, mark: int) -> None:
        """Take back what has been written since a mark."""
        del self.lines[mark:]
        self._done.clear()
        self.block += 1

    def slot(self, of: str) -> str:
        """Make a place in memory, which exists from the start of the function."""
        name = self.name()
        self.heads.append(f"  {name} = alloca {of}")
        return name

    def label(self) -> str:
        """Make a new label."""
        return f"l{self.name()[2:]}"

    def start(self, label: str) -> None:
        """Begin a block."""
        if self._frozen:
            raise Dynamic
        self._done.clear()
        self.block += 1
        self.lines.append(f"{label}:")

    def goto(self, label: str) -> None:
        """End a block."""
        self.line(f"br label %{label}")

    def branch(self, condition: Value, yes: str, no: str) -> None:
        """End a block by a condition."""
        self.line(f"br i1 {self.text(condition, BOOL)}, label %{yes}, label %{no}")

    # --- constants and tables --------------------------------------------------------------------------------------

    def literal(self, value: int, kind: str) -> str:
        """Write a constant."""
        if kind == BOOL:
            return "true" if value else "false"
        width = self.width if kind == MASK else 64
        value &= (1 << width) - 1
        return str(value - (1 << width) if value >> (width - 1) else value)

    def table(self, kind: str, values: tuple[int, ...], nothing: int = 0) -> str:
        """Give a pointer to a constant table of numbers or masks; index -1 reads `nothing`."""
        values += (0,) * (self.width + 1 - len(values))  # the first card of no cards is the width of a mask
        key = (kind, (nothing, *values))
        if key not in self.tables:
            self.tables[key] = f"@t{len(self.tables)}"
        of = self.type_of(kind)
        return f"getelementptr inbounds ([{len(values) + 1} x {of}], ptr {self.tables[key]}, i64 0, i64 1)"

    def lookup(self, kind: str, values: tuple[int, ...], index: Value, nothing: int = 0) -> Operand:
        """Read a table."""
        of = self.type_of(kind)
        place = self.op(f"getelementptr inbounds {of}, ptr {self.table(kind, values, nothing)}, i64 {self.text(index)}")
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

    def lift(self, function: Callable[..., int], *values: Value) -> Value | None:
        """Work an operation out before the game, where all is known for each card; else give None."""
        if all(is_static(value) for value in values):
            try:
                return combine(function, *(value for value in values if not isinstance(value, Operand)))
            except ManyCards:
                return None
        return None

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
        name, function = _COMPARE[operator]
        if isinstance(a, Operand) and a.text in self._present and isinstance(b, int) and (operator, b) in _PRESENT:
            there = self._present[a.text][0]
            return there if _PRESENT[operator, b] else self.denied(there)
        if b == 0 and operator in ("<", ">=") and isinstance(a, Operand) and self.is_natural(a):
            return int(operator == ">=")
        if operator == "==" and isinstance(a, Operand) and isinstance(b, Operand) and (a.text, b.text) in self.unlike:
            return 0
        return self._two(f"icmp {name}", function, kind, a, b)

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

    def cofactors(self, truth: Value) -> tuple[Value, Value, Value] | None:
        """Give the one thing that is asked in the game for a truth, and what it is where that holds and where not."""
        if not isinstance(truth, Operand):
            return 1, truth, truth
        leaves = self._leaves(truth)
        if len(leaves) != 1:
            return None
        yes, no = self._under(truth, 1), self._under(truth, 0)
        return None if yes is None or no is None else (Operand(next(iter(leaves))), yes, no)

    def _leaves(self, truth: Value) -> set[str]:
        if not isinstance(truth, Operand):
            return set()
        if truth.text not in self._truths:
            return {truth.text}
        _, a, b = self._truths[truth.text]
        return self._leaves(a) | self._leaves(b)

    def _under(self, truth: Value, leaf: int) -> Value | None:
        """Work a truth out before the game, given its one leaf."""
        if not isinstance(truth, Operand):
            return truth
        if truth.text not in self._truths:
            return leaf
        function, one, other = self._truths[truth.text]
        a, b = self._under(one, leaf), self._under(other, leaf)
        return None if a is None or b is None else self.lift(function, a, b)

    def possible(self, mask: Value) -> int:
        """Give the cards that a mask may have, as far as that is known before the game."""
        match mask:
            case int():
                return mask & ((1 << self.width) - 1)
            case Operand(text=text):
                return self._within.get(text, self.everything)
            case _:
                return self.everything

    def within(self, mask: Operand, cards: int) -> None:
        """Note that a mask has none but some cards."""
        self._within[mask.text] = self.possible(mask) & cards

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
        if self.width == 64 and isinstance(mask, Operand):
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

    def is_natural(self, value: Value) -> bool:
        """Say whether a number is known to be none below 0."""
        match value:
            case int():
                return value >= 0
            case Operand(text=text):
                return text in self.natural
            case Mapped(values=values):
                return min(values) >= 0
            case _:
                return False

    # --- sets of cards ---------------------------------------------------------------------------------------------

    def count(self, mask: Value) -> Value:
        """Count the cards of a mask."""
        known = self.lift(lambda a: a.bit_count(), mask)
        if known is not None:
            return known
        return self.narrow(self.op(f"call {self.mask} @llvm.ctpop.{self.mask}({self.mask} {self.text(mask, MASK)})"))

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

    def shared(self, met: Value) -> tuple[Value, Value] | None:
        """Give the two masks of which a truth says that they have a card in common, if it says so."""
        return self._parted.get(met.text) if isinstance(met, Operand) else None

    def bit(self, card: Value, present: Value = 1) -> Value:
        """Give the mask of a card; where there is none, no cards."""
        if isinstance(card, int):
            return self.kept(present, 1 << card if card >= 0 else 0)
        if self.width > 64:  # a shift of two words takes longer than a look into a table
            return self.kept(present, self.lookup(MASK, tuple(1 << index for index in range(self.cards)), card))
        known = self._bits.get(self.text(card))
        return self.kept(present, known or self.op(f"shl {self.mask} 1, {self.index(card)}"))

    def card_of(self, bit: Operand, rank: int = -1) -> Operand:
        """Give the one card of a mask of a word, and remember that this is its bit."""
        found = self.op(f"call i64 @llvm.cttz.i64(i64 {bit.text}, i1 true)")
        self._bits[found.text] = bit
        self.natural.add(found.text)
        return Operand(found.text, rank)

    def maybe_bit(self, card: Value) -> Value:
        """Give the mask of a card that may be nothing."""
        if isinstance(card, int):
            return self.bit(card)
        fixed = self.fixed(card)
        present = self.compare(">=", fixed, 0)
        return self.bit(self.select(present, fixed, 0), present)
