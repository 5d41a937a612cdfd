"""How long to think about a move."""

from __future__ import annotations

from claimdsl.frozen import Frozen


class Budget(Frozen):
    """Think until either is used up.  Unit: `seconds` of wall time.

    With `seconds` left out, the same seed gives the same thought.
    """

    iterations: int
    seconds: float = float("inf")
