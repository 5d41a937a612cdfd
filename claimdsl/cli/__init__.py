"""The command `claim`."""

from __future__ import annotations

import gc
import signal
import sys
from types import FrameType

from claimdsl.signals import ENDING, status_of

_SELDOM = 50_000
INTERRUPTED = status_of(signal.SIGINT)


def main() -> None:
    """Run the command line and leave with its exit status.

    What it makes it mostly keeps, so garbage in rings is looked for seldom.
    """
    gc.set_threshold(_SELDOM)
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _leave)
    try:
        from claimdsl.cli.app import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # before anything that would say so is loaded, or after it has gone
        sys.stderr.write("Interrupted.\n")
        status = INTERRUPTED
    sys.exit(status)


def _leave(number: int, frame: FrameType | None) -> None:
    """Leave in order, so that nothing half done stays behind; the second signal ends the program at once."""
    signal.signal(number, signal.SIG_DFL)
    sys.exit(status_of(number))
