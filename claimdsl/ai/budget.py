"""How long to think about a move."""

from __future__ import annotations

from math import inf

from claimdsl.frozen import Frozen

_LEAST, _EACH = 40_000, 80
"""Work before a search: at least, and for each iteration.  A game has some 50 to 150 decisions."""


class Budget(Frozen):
    """Think until one of these is used up.  Unit: `seconds` of wall time, `work` as `engine.stop` counts it.

    With `seconds` left out, the same seed gives the same thought.
    """

    iterations: int
    seconds: float = inf
    work: float = inf

    @property
    def before(self) -> float:
        """Say how much work there may be for what comes before a search, and in its place: worlds, endings.

        It goes by the iterations, so that a search which is asked for is never small beside the rest.
        """
        return min(self.work, max(_LEAST, _EACH * self.iterations))
