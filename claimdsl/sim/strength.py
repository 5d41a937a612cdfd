"""What the results of deals say of one agent against another: win rate, Elo, and whether more deals are needed.

A deal is played once with each seating, and its result is one number: what it spreads by is taken from the deals
themselves, so that the luck of a deal, which the seatings share, does not count.
"""

from __future__ import annotations

from math import inf, log, log10

from claimdsl.ai.interval import wilson
from claimdsl.frozen import Frozen

_LEAST = 16
"""Deals before which the sequential test says nothing: of fewer the spread is not known."""
_PRIOR = 0.5
"""How many deals of either extreme are taken to have been played too, where a spread is needed before there is one."""


class Score(Frozen):
    """The results of deals, from the sum and the sum of squares.  Unit: shares of won games, 0 to 1 a deal.

    >>> score = Score(0, 0.0, 0.0).with_deal(1.0).with_deal(0.5).with_deal(0.5)
    >>> score.deals, round(score.rate, 3), [round(end, 2) for end in score.interval]
    (3, 0.667, [0.31, 0.9])
    """

    deals: int
    total: float
    squares: float

    def with_deal(self, result: float) -> Score:
        """Add a deal."""
        return Score(self.deals + 1, self.total + result, self.squares + result * result)

    @property
    def rate(self) -> float:
        """Give the win rate."""
        return self.total / self.deals if self.deals else 0.5

    @property
    def variance(self) -> float:
        """Give the variance of one deal."""
        count = self.deals + 2 * _PRIOR
        mean = (self.total + _PRIOR) / count
        return max(1e-9, (self.squares + _PRIOR) / count - mean * mean)

    @property
    def interval(self) -> tuple[float, float]:
        """Give the 95% interval of the win rate: Wilson's, for as many games as would spread as the deals do."""
        if not self.deals:
            return 0.0, 1.0
        count = self.deals + 2 * _PRIOR
        middle = (self.total + _PRIOR) / count
        games = self.deals * middle * (1 - middle) / self.variance
        low, high = wilson(min(1.0, max(0.0, self.rate)), games)
        return max(0.0, low), min(1.0, high)


def elo(rate: float, sides: int) -> float:
    """Say by how much an agent is better than those of the other sides, which are alike.  Unit: Elo.

    >>> round(elo(0.75, 2)), round(elo(1 / 3, 3)), elo(1.0, 2)
    (191, 0, inf)
    """
    if rate >= 1:
        return inf
    if rate <= 0:
        return -inf
    return 400 * log10((sides - 1) * rate / (1 - rate))


def expected(elo: float, sides: int) -> float:
    """Give the win rate of an agent that is so much better.

    >>> round(expected(100, 2), 3), round(expected(0, 3), 3)
    (0.64, 0.333)
    """
    return 1 / (1 + (sides - 1) * 10 ** (-elo / 400))


class Sequential(Frozen):
    """A sequential test whether an agent is better by `elo1` (or more) rather than by `elo0` (or less).

    `alpha`: how often it may say the first where the second is true; `beta`: the reverse.
    """

    elo0: float
    elo1: float
    alpha: float
    beta: float

    @property
    def bounds(self) -> tuple[float, float]:
        """Give the bounds of the log-likelihood ratio between which more deals are needed.

        >>> [round(bound, 2) for bound in Sequential(0, 50, 0.05, 0.05).bounds]
        [-2.94, 2.94]
        """
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, score: Score, sides: int) -> float:
        """Give the log-likelihood ratio so far, deals taken as normal with the spread that they have."""
        low, high = expected(self.elo0, sides), expected(self.elo1, sides)
        return score.deals * (high - low) * (2 * score.rate - low - high) / (2 * score.variance)

    def verdict(self, score: Score, sides: int) -> str:
        """Say which is taken to be true: "elo1", "elo0", or "" where more deals are needed."""
        if score.deals < _LEAST:
            return ""
        low, high = self.bounds
        ratio = self.ratio(score, sides)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else ""
