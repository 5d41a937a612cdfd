"""The command `claim`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and leave with its exit status."""
    from claimdsl.cli.app import run

    sys.exit(run(sys.argv[1:]))
