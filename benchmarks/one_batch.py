"""Play one batch and nothing else, to see what memory it takes: python one_batch.py native|python RULESET PLAYERS GAMES."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> int:
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from benchmarks.batches import SEED, native, python_batch
    from claimdsl import load_ruleset

    engine, name, players, games = sys.argv[1:]
    game = load_ruleset(name).game(int(players))
    if engine == "python":
        python_batch(game)(SEED, 0, int(games))
        return 0
    code = native(game)
    if isinstance(code, str):
        return 1
    code.play(SEED, 0, int(games))
    return 0


if __name__ == "__main__":
    sys.exit(main())
