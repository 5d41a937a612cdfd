"""The signals by which a program is ended from outside."""

from __future__ import annotations

import signal

ENDING = tuple(
    signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if name in signal.Signals.__members__
)
"""Those that this system has: it is asked to end, or its terminal is closed."""
_BY_SIGNAL = 128
"""What a shell adds to the number of the signal that ended a program."""


def status_of(number: int) -> int:
    """Give the exit status of a program that a signal ended."""
    return _BY_SIGNAL + number


ENDED = frozenset(map(status_of, ENDING))
