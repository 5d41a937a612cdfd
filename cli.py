"""Run `claim` from a checkout: python cli.py play --ruleset base.yaml."""

from __future__ import annotations

from claimdsl.cli import main

if __name__ == "__main__":
    main()
