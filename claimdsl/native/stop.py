"""What ends a search before it has an answer: a flag that another thread sets, or time that is over."""

from __future__ import annotations

import time


class StoppedError(Exception):
    """A search that was stopped: there is no answer, and nothing is said of what it would have been."""


class Stop:
    """Ends every search that was begun with it, soon after `set` or after some seconds from now; it stays so.

    Unit: `seconds` of wall time.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._is_set = False

    def set(self) -> None:
        """Stop; any thread may say so."""
        self._is_set = True

    @property
    def is_set(self) -> bool:
        """Say whether searches are to end."""
        return self._is_set or self._end is not None and time.monotonic() >= self._end

    def wait(self, most: float) -> float:
        """Say how long a search may go on before it is to look here again.  Unit: seconds."""
        return most if self._end is None else max(0.0, min(most, self._end - time.monotonic()))
