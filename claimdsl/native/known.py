"""What is known before the game of the values that are printed, so that less needs to be worked out in it."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.native.lines import Lines
from claimdsl.native.maps import ManyCards, Mapped, Operand, Value, combine, is_static


class Known(Lines):
    """Remembers facts about operands by their names: `natural` are numbers none below 0, `unlike` never equal.

    `sizes` gives numbers none below 0 that are less than a power of two, with its exponent; `others` are those made as
    the other one of 0 and 1, `negated` the truths made by denying one, each with what it was made from.
    """

    def __init__(self, cards: int) -> None:
        super().__init__(cards)
        self.natural: set[str] = set()
        self.sizes: dict[str, int] = {}
        self.unlike: set[tuple[str, str]] = set()
        self.others: dict[str, Operand] = {}
        self.negated: dict[str, Operand] = {}
        self._within: dict[str, int] = {}
        self._bits: dict[str, Operand] = {}
        self._common: dict[str, tuple[Value, Value]] = {}
        self._parted: dict[str, tuple[Value, Value]] = {}
        self._present: dict[str, tuple[Value, Value]] = {}
        self._truths: dict[str, tuple[Callable[[int, int], int], Value, Value]] = {}

    def lift(self, function: Callable[..., int], *values: Value) -> Value | None:
        """Work an operation out before the game, where all is known for each card; else give None."""
        if all(is_static(value) for value in values):
            try:
                return combine(function, *(value for value in values if not isinstance(value, Operand)))
            except ManyCards:
                return None
        return None

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

    def size(self, value: Value) -> int | None:
        """Say in how many binary places a number that is none below 0 is written at most, as far as that is known."""
        match value:
            case int() if value >= 0:
                return value.bit_length()
            case Operand(text=text):
                return self.sizes.get(text)
            case _:
                return None

    def sized(self, value: Value, places: int) -> Value:
        """Note that a number is none below 0 and needs so many binary places at most."""
        if isinstance(value, Operand):
            self.natural.add(value.text)
            self.sizes[value.text] = min(places, self.sizes.get(value.text, places))
        return value

    def note_bit(self, card: Operand, bit: Operand) -> None:
        """Note of a card that is one that a mask is its bit."""
        self._bits[card.text] = bit
        self.natural.add(card.text)

    def shared(self, met: Value) -> tuple[Value, Value] | None:
        """Give the two masks of which a truth says that they have a card in common, if it says so."""
        return self._parted.get(met.text) if isinstance(met, Operand) else None

    # --- masks and truths -------------------------------------------------------------------------------------------

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
