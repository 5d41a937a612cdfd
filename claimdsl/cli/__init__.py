"""The command `claim`."""

from __future__ import annotations

import gc
import sys

_SELDOM = 50_000
INTERRUPTED = 130


def main() -> None:
    """Run the command line and leave with its exit status.

    What it makes it mostly keeps, so garbage in rings is looked for seldom.
    """
    gc.set_threshold(_SELDOM)
    try:
        from claimdsl.cli.app import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # before anything that would say so is loaded, or after it has gone
        sys.stderr.write("Interrupted.\n")
        status = INTERRUPTED
    sys.exit(status)
