"""Native games by the million, as they are compiled for use, and a sample of them against the Python engine.

    python tests/soak_native.py [--seconds S] [--games N] [--seed K]

Each round takes a ruleset or faction, a line-up, options and agents, all by the seed, plays many games and looks
closely at some from all over them.  At the first that differs it prints what is needed to see it again, and exits 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.native.engine import NativeGame
from claimdsl.native.refusal import NotNative
from tests import native_kinds as kinds
from tests import shelf

MANY, BLOCKS, BLOCK = 100_000, 20, 15
AGENTS = ("random", "random", "random", "greedy")


def some_game(rng: Rng) -> Game:
    """Take a game of any kind; the line-ups of factions are mixed as chance has it."""
    names = list(kinds.rulesets())
    if rng.below(3) == 0:
        kind = names[rng.below(len(names))]
        return shelf.some_game(kind.name, (), kind.players, (), rng.next())
    every = list(kinds.factions().items())
    faction, sets = every[rng.below(len(every))]
    possible = kinds.counts("base", sets, (faction,))
    return shelf.some_game("base", sets, possible[rng.below(len(possible))], (faction,), rng.next())


def soak(seed: int) -> tuple[int, int, str]:
    """Play one round; give the games played, those left to Python, and a description, or what is wrong."""
    rng = Rng(seed).child(2)
    game = some_game(rng)
    agents = tuple(AGENTS[rng.below(len(AGENTS))] for _ in range(game.players))
    told = f"seed {seed}: {game.ruleset.name}, {game.players} players, {' '.join(game.factions)}, {', '.join(agents)}"
    try:
        native = NativeGame(game, bmi=None if rng.below(4) else False, agents=agents)
    except NotNative:
        return 0, 0, told
    records, digests = native.play(seed, 0, MANY)
    left = 0
    for _ in range(BLOCKS):
        start = rng.below(MANY - BLOCK)
        block = slice(start, start + BLOCK)
        wrong, missing = kinds.compared(game, seed, start, records[block], digests[block], agents)
        left += missing
        if wrong:
            return MANY, left, f"WRONG: game {wrong[0]} of {told}, {dict(game.options)}"
    return MANY, left, told


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Compare native games with those of the Python engine.")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--games", type=int, default=1_000_000_000)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    start, played, rounds = time.monotonic(), 0, 0
    while played < wish.games and time.monotonic() - start < wish.seconds:
        games, _, told = soak(wish.seed + rounds)
        if told.startswith("WRONG"):
            print(f"{told}\nsee it again: python tests/soak_native.py --games 1 --seed {wish.seed + rounds}")
            return 1
        played, rounds = played + games, rounds + 1
        if rounds % 20 == 0:
            print(f"{played} native games of {rounds} kinds in {time.monotonic() - start:.0f} seconds", flush=True)
    compared = played // MANY * BLOCKS * BLOCK
    print(f"{played} native games, {compared} of them compared: all are those of the Python engine")
    return 0


if __name__ == "__main__":
    sys.exit(main())
