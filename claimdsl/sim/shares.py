"""What counts say of chances: shares, means and differences, each with its 95% interval."""

from __future__ import annotations

from math import sqrt

from claimdsl.ai.interval import NORMAL, wilson
from claimdsl.frozen import Frozen

LEVEL = 0.95


class Share(Frozen):
    """How many of so many games, and the 95% interval of the share.  Unit: fractions.

    Source: Wilson, 1927.
    """

    count: int
    of: int

    @property
    def value(self) -> float | None:
        """Give the share; of nothing there is none."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """Give the interval.

        >>> [round(end, 3) for end in Share(5, 10).interval], Share(0, 0).interval
        ([0.237, 0.763], (0.0, 1.0))
        """
        if not self.of:
            return 0.0, 1.0
        low, high = wilson(self.count / self.of, self.of)
        return (0.0 if self.count == 0 else low), (1.0 if self.count == self.of else high)


class Mean(Frozen):
    """The mean of a number over so many games, from its sum and the sum of its squares, and the 95% interval.

    Of fewer than two games there is no interval.
    """

    total: int
    squares: int
    of: int

    @property
    def value(self) -> float | None:
        """Give the mean; of nothing there is none."""
        return self.total / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Give the interval, as of a normal distribution.

        >>> [round(end, 3) for end in Mean(5, 5, 10).interval or ()]
        [0.173, 0.827]
        """
        if self.of < 2:
            return None
        mean = self.total / self.of
        spread = max(0, self.of * self.squares - self.total**2) / self.of / (self.of - 1)
        half = NORMAL * sqrt(spread / self.of)
        return mean - half, mean + half
