"""What ends a search before it has an answer: a flag that another thread sets, time that is over, or work that is done.

Work is counted, so that it ends alike on every machine.  Its unit is a decision played by the plain program; what else
is done counts as many of them as take as long.
"""

from __future__ import annotations

import time
from math import inf


class StoppedError(Exception):
    """A search that was stopped: there is no answer, and nothing is said of what it would have been."""


class Stop:
    """Ends every search that was begun with it, soon after `set`, after some seconds from now, or after so much work.

    It stays so.  Unit: `seconds` of wall time.
    """

    def __init__(self, seconds: float | None = None, work: float = inf) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._left = work
        self._is_set = False

    def set(self) -> None:
        """Stop; any thread may say so."""
        self._is_set = True

    @property
    def is_set(self) -> bool:
        """Say whether searches are to end."""
        return self._is_set or self.left <= 0 or self._end is not None and time.monotonic() >= self._end

    def spend(self, work: float) -> None:
        """Note that work was done."""
        self._left -= work

    @property
    def left(self) -> float:
        """Say how much work may still be done."""
        return self._left

    def wait(self, most: float) -> float:
        """Say how long a search may go on before it is to look here again.  Unit: seconds."""
        return most if self._end is None else max(0.0, min(most, self._end - time.monotonic()))
