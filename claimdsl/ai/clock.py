"""How much of a budget is used up: of its time, which wall clocks show, and of its work, which is counted."""

from __future__ import annotations

import time
from collections.abc import Callable

from claimdsl.ai.budget import Budget
from claimdsl.engine.stop import Stop

_USED = 0.98
"""The share of the time that is used; the rest is for the last look at the clock, and to answer."""


class Clock(Stop):
    """Says when time or work is used up, or that someone wants to stop."""

    def __init__(self, budget: Budget, asked: Callable[[], bool] | None) -> None:
        super().__init__(work=budget.work)
        self._began = time.monotonic()
        self._budget, self._asked = budget, asked
        self._spent = 0.0

    @property
    def is_set(self) -> bool:
        """Say whether to stop."""
        return self.left <= 0 or self.is_past(1.0)

    def is_past(self, share: float) -> bool:
        """Say whether a share of the time is over, or someone wants to stop."""
        return self.passed >= share * _USED * self._budget.seconds or self._asked is not None and self._asked()

    def spend(self, work: float) -> None:
        """Note that work was done."""
        super().spend(work)
        self._spent += work

    def before(self, share: float) -> float:
        """Say how much is left of a share of the work that there may be before a search."""
        return min(share * self._budget.before - self._spent, self.left)

    @property
    def passed(self) -> float:
        """Say how much time has passed.  Unit: seconds."""
        return time.monotonic() - self._began

    def wait(self, most: float) -> float:
        """Say how long a search may go on before it is to look here again.  Unit: seconds."""
        return self.wait_for(1.0, most)

    def wait_for(self, share: float, most: float) -> float:
        """Say so of a share of the time.  Unit: seconds."""
        return max(0.0, min(most, share * _USED * self._budget.seconds - self.passed))


class Part(Stop):
    """Says when a share of a clock's time is over, or of the work that there may be before a search."""

    def __init__(self, clock: Clock, share: float) -> None:
        super().__init__()
        self._clock, self._share = clock, share

    @property
    def is_set(self) -> bool:
        """Say whether to stop."""
        return self.left <= 0 or self._clock.is_past(self._share)

    def spend(self, work: float) -> None:
        """Note that work was done."""
        self._clock.spend(work)

    @property
    def left(self) -> float:
        """Say how much work may still be done."""
        return self._clock.before(self._share)

    def wait(self, most: float) -> float:
        """Say how long a search may go on before it is to look here again.  Unit: seconds."""
        return self._clock.wait_for(self._share, most)
