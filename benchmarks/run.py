"""Measure everything and write the table: python benchmarks/run.py (or `make bench`)."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from benchmarks.suite import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
