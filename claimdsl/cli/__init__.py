"""The command `claim`."""

from __future__ import annotations

import gc
import sys

_SELDOM = 50_000


def main() -> None:
    """Run the command line and leave with its exit status.

    What it makes it mostly keeps, so garbage in rings is looked for seldom.
    """
    gc.set_threshold(_SELDOM)
    from claimdsl.cli.app import run

    sys.exit(run(sys.argv[1:]))
