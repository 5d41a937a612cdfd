"""What thinking about a move comes to: each legal action with what it is worth, the best first."""

from __future__ import annotations

from claimdsl.engine.action import Action
from claimdsl.frozen import Frozen


class Estimate(Frozen):
    """An action and what it is worth to the seat to move.

    Unit: `value`, `low`, `high` are shares of a won game, 0 to 1, a shared game counting one half; the interval is of
    95%.  `visits`: how often the action was tried.
    """

    action: Action
    value: float
    low: float
    high: float
    visits: int


class Thought(Frozen):
    """What a search has found.  `exact`: the values are those of perfect play.  Unit: `seconds` of wall time.

    Shape: `estimates` has every legal action once, the best first.
    """

    estimates: tuple[Estimate, ...]
    exact: bool
    iterations: int
    seconds: float

    @property
    def best(self) -> Estimate:
        """Give the action to take."""
        return self.estimates[0]
