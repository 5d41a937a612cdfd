"""Chance in native code: the generator of `engine.chance`, and the k-th card of a mask."""

from __future__ import annotations

from collections import Counter

from claimdsl.native.asm import MASK, NUM, Asm
from claimdsl.native.frame import Frame
from claimdsl.native.maps import Operand, Value

GOLD = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB
RNG = ("rng", "", 0)
FEW = 63


class Chance:
    """Prints draws from the stream of one lane."""

    def __init__(self, frame: Frame, bmi: bool) -> None:
        self._frame = frame
        self._asm: Asm = frame.asm
        self._bmi = bmi
        frame.add(RNG, NUM)
        self.is_ready = False
        labels = frame.binding.labels
        counts = Counter(labels)
        self._groups = tuple(dict.fromkeys(
            frame.binding.copies[card] for card, label in enumerate(labels) if counts[label] > 1
        ))
        self._runs = runs(self._groups)

    @property
    def has_copies(self) -> bool:
        """Say whether there are equal cards."""
        return bool(self._groups)

    def below(self, count: Value, active: Value = 1) -> Value:
        """Draw a number below a count; where `active` does not hold nothing is drawn, and the number means nothing.

        Below a count of at most 1 the number is 0 in any case.
        """
        if count == 1 or active == 0:
            return 0
        asm = self._asm
        product = asm.op(f"mul i64 {self.number(active).text}, {asm.text(count)}")
        return asm.op(f"lshr i64 {product.text}, 32")

    def number(self, active: Value) -> Operand:
        """Print the upper half of the next number of the stream, which goes on only where that is active."""
        asm = self._asm
        old = self._frame.get(RNG)
        state = asm.op(f"add i64 {old.text}, {asm.literal(GOLD, NUM)}")
        self._frame.put(RNG, asm.select(active, state, old))
        return asm.op(f"lshr i64 {mixed(asm, state).text}, 32")

    def distinct(self, mask: Value) -> Value:
        """Keep the first of equal cards."""
        asm = self._asm
        if isinstance(mask, int) and mask == 0:
            return 0
        if self._runs is not None:
            return asm.without(mask, self._later(mask, *self._runs))
        found = mask
        for group in self._groups:
            inside = asm.both(mask, group, MASK)
            negative = asm.op(f"sub {asm.mask} 0, {asm.text(inside, MASK)}")
            first = asm.both(inside, negative, MASK)
            found = asm.either(asm.without(found, group), first, MASK)
        return found

    def _later(self, mask: Value, lows: int, tops: int) -> Value:
        """Give the places of equal cards but for the first card that a mask has of each group.

        With the last place of each group filled, taking away its first borrows from no other group.
        """
        asm = self._asm
        filled = asm.either(mask, tops, MASK)
        less = asm.op(f"sub {asm.mask} {asm.text(filled, MASK)}, {asm.literal(lows, MASK)}")
        return asm.both(less, sum(self._groups), MASK)

    def nth(self, mask: Value, number: Value, rank: int = -1) -> Operand:
        """Give the card of a mask that has so many before it; the mask must have it."""
        asm = self._asm
        if isinstance(number, int) and number == 0:
            return asm.lowest(mask, rank)
        if self._bmi and asm.width == 64:
            one = asm.op(f"shl i64 1, {asm.text(number)}")
            bit = asm.op(f"call i64 @llvm.x86.bmi.pdep.64(i64 {one.text}, i64 {asm.text(mask, MASK)})")
            return asm.card_of(bit, rank)
        text, name = asm.text(mask, MASK), "nth_bmi" if self._bmi else "nth_plain"
        return Operand(asm.op(f"call i64 @{name}({asm.mask} {text}, i64 {asm.text(number)})").text, rank)

    def nth_of_few(self, mask: Value, number: Value, rank: int = -1) -> Operand:
        """Give the card of a mask that has so many before it, which has few cards."""
        asm = self._asm
        if not self._bmi or asm.width != 128 or isinstance(number, int):
            return self.nth(mask, number, rank)
        text = asm.text(mask, MASK)
        words = [asm.op(f"trunc i128 {part} to i64") for part in (text, asm.op(f"lshr i128 {text}, 64").text)]
        first = asm.op(f"shl i64 1, {asm.text(number)}")
        before = asm.op(f"call i64 @llvm.ctpop.i64(i64 {words[0].text})")
        ones = first, asm.op(f"lshr i64 {first.text}, {before.text}")
        bits = [
            asm.op(f"call i64 @llvm.x86.bmi.pdep.64(i64 {one.text}, i64 {word.text})")
            for one, word in zip(ones, words, strict=True)
        ]
        low, high = (asm.op(f"call i64 @llvm.cttz.i64(i64 {bit.text}, i1 false)") for bit in bits)
        found = asm.op(f"add i64 {low.text}, {asm.op(f'and i64 {high.text}, 63').text}")  # 64 where a word has none
        asm.note_bit(found, asm.joined(*bits))
        return Operand(found.text, rank)

    def drawn(self, pool: Value, active: Value) -> Operand:
        """Draw a card of a mask, each being equally likely, where `active` holds; else any of it."""
        number = self.below(self._asm.count(pool), active)
        return self.shared(self.nth(pool, number), pool)

    def shared(self, card: Operand, mask: Value) -> Operand:
        """Give the first card of a mask that is equal to a card."""
        if not self._groups:
            return card
        asm = self._asm
        copies = asm.lookup(MASK, self._frame.binding.copies, card)
        return asm.lowest(asm.both(copies, mask, MASK))


def runs(groups: tuple[int, ...]) -> tuple[int, int] | None:
    """Give the first and the last cards of several groups of equal cards, where each lies side by side."""
    aside = any(group >> _first(group) != (1 << group.bit_count()) - 1 for group in groups)
    if aside or len(groups) < 2:
        return None
    return sum(group & -group for group in groups), sum(1 << (group.bit_length() - 1) for group in groups)


def _first(group: int) -> int:
    return (group & -group).bit_length() - 1


def mixed(asm: Asm, number: Value) -> Operand:
    """Print a number with its bits mixed, as the generator does."""
    z = asm.fixed(number)
    for shift, factor in ((30, FIRST), (27, SECOND)):
        z = asm.times(_folded(asm, z, shift), factor)
    return _folded(asm, z, 31)


def _folded(asm: Asm, number: Value, shift: int) -> Operand:
    moved = asm.op(f"lshr i64 {asm.text(number)}, {shift}")
    return asm.op(f"xor i64 {asm.text(number)}, {moved.text}")


def functions(width: int, bmi: bool) -> str:
    """Print the functions that `nth` calls, for masks of a width."""
    return _words(width, "nth_bmi", _BMI) if bmi else _words(width, "nth_plain", _PLAIN)


_BMI = """
define internal i64 @nth_word(i64 %m, i64 %k) alwaysinline {
  %one = shl i64 1, %k
  %place = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %m)
  %found = call i64 @llvm.cttz.i64(i64 %place, i1 true)
  ret i64 %found
}
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
"""

_PLAIN = """
define internal i64 @nth_word(i64 %m, i64 %k) {
entry:
  br label %head
head:
  %rest = phi i64 [ %m, %entry ], [ %less, %body ]
  %left = phi i64 [ %k, %entry ], [ %next, %body ]
  %done = icmp eq i64 %left, 0
  br i1 %done, label %after, label %body
body:
  %minus = sub i64 %rest, 1
  %less = and i64 %rest, %minus
  %next = sub i64 %left, 1
  br label %head
after:
  %found = call i64 @llvm.cttz.i64(i64 %rest, i1 false)
  ret i64 %found
}
"""


def _words(width: int, name: str, word: str) -> str:
    """Print the choice of the word in which the card lies."""
    words = width // 64
    lines = [f"define internal i64 @{name}(i{width} %m, i64 %k0) alwaysinline {{"]
    if words == 1:
        lines += ["  %f = call i64 @nth_word(i64 %m, i64 %k0)", "  ret i64 %f", "}"]
        return word + "\n".join(lines) + "\n"
    for index in range(words):
        lines.append(f"  %s{index} = lshr i{width} %m, {64 * index}")
        lines.append(f"  %w{index} = trunc i{width} %s{index} to i64")
        lines.append(f"  %c{index} = call i64 @llvm.ctpop.i64(i64 %w{index})")
        lines.append(f"  %k{index + 1} = sub i64 %k{index}, %c{index}")
    word_text, number, base = f"%w{words - 1}", f"%k{words - 1}", str(64 * (words - 1))
    for index in reversed(range(words - 1)):
        lines.append(f"  %in{index} = icmp slt i64 %k{index}, %c{index}")
        lines.append(f"  %word{index} = select i1 %in{index}, i64 %w{index}, i64 {word_text}")
        lines.append(f"  %num{index} = select i1 %in{index}, i64 %k{index}, i64 {number}")
        lines.append(f"  %base{index} = select i1 %in{index}, i64 {64 * index}, i64 {base}")
        word_text, number, base = f"%word{index}", f"%num{index}", f"%base{index}"
    lines.append(f"  %at = call i64 @nth_word(i64 {word_text}, i64 {number})")
    lines += [f"  %found = add i64 %at, {base}", "  ret i64 %found", "}"]
    return word + "\n".join(lines) + "\n"
