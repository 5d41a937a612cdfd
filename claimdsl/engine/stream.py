"""The stream of `chance` for whole games: numbers are worked out many at a time, side by side in one long integer."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, count
from struct import Struct

from claimdsl.engine.chance import GOLD, MASK, seed_of

_MIXES = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
_LANES = 128
_EACH = sum(1 << 128 * lane for lane in range(_LANES))
_KEPT = _EACH * MASK
_STEPS = sum(((lane + 1) * GOLD & MASK) << 128 * lane for lane in range(_LANES))
_UPPER = Struct("<" + "4xI8x" * _LANES)


class Stream:
    """A stream as `Rng` gives it.

    `draw` gives the upper half of the next number, so `draw() * n >> 32` is `below(n)`.

    >>> from claimdsl.engine.chance import Rng
    >>> one, other = Rng(7, 3), Stream(7, 3)
    >>> all(one.below(52) == other.below(52) for _ in range(1000))
    True
    """

    __slots__ = ("_numbers", "draw")

    def __init__(self, seed: int, game: int = 0) -> None:
        starts = count(seed_of(seed, game), _LANES * GOLD)
        self._numbers = chain.from_iterable(map(_upper_halves, starts))
        self.draw: Callable[[], int] = self._numbers.__next__

    def below(self, n: int) -> int:
        """Give a number from 0 to n - 1."""
        return self.draw() * n >> 32

    def shuffle(self, items: list[int]) -> None:
        """Shuffle a list in place."""
        last = len(items) - 1
        for i, size, number in zip(range(last, 0, -1), range(last + 1, 1, -1), self._numbers, strict=False):
            j = number * size >> 32
            items[i], items[j] = items[j], items[i]


def _upper_halves(state: int) -> tuple[int, ...]:
    """Give the upper halves of the numbers that follow a state.  Shape: a lane of 128 bits holds one of 64."""
    z = ((state & MASK) * _EACH + _STEPS) & _KEPT
    z = ((z ^ (z >> 30) & _KEPT) * _MIXES[0]) & _KEPT
    z = ((z ^ (z >> 27) & _KEPT) * _MIXES[1]) & _KEPT
    return _UPPER.unpack((z ^ (z >> 31) & _KEPT).to_bytes(16 * _LANES, "little"))
