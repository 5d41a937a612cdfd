"""The interval of 95% of a share: the one formula by which thoughts, counts and contests say how sure they are."""

from __future__ import annotations

from math import sqrt

NORMAL = 1.959964
"""The normal quantile of a 95% interval."""


def wilson(share: float, games: float) -> tuple[float, float]:
    """Give the interval of a share of so many games, which need be no whole number.

    Source: Wilson, 1927.

    >>> [round(end, 3) for end in wilson(0.5, 10)]
    [0.237, 0.763]
    """
    square = NORMAL**2 / games
    centre, half = share + square / 2, NORMAL * sqrt(share * (1 - share) / games + square / games / 4)
    return (centre - half) / (1 + square), (centre + half) / (1 + square)
