"""Every law over random games, for as long as you like.

    python tests/soak.py [--solver] [--seconds S] [--games N] [--seed K]

Prints how far it came; at the first broken law, what is needed to see it again, and exits 1.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from claimdsl.engine.chance import Rng
from claimdsl.sim.leaks import Wanted, search
from tests import laws, shelf
from tests.solver_reference import late
from tests.test_solver_powers import disagreements, is_solvable

SOLVED = ("base", "claim2", "printed-2017", "french")


@dataclass(frozen=True)
class Kind:
    """What is played: a ruleset, sets of factions on top, and a faction that must be in the line-up."""

    name: str
    sets: tuple[str, ...]
    wanted: tuple[str, ...]


def kinds() -> list[Kind]:
    """Give all that is shipped: each ruleset, each hard faction by itself, and two of them together."""
    hard = [(name, faction) for name, factions in shelf.SETS.items() for faction in factions]
    return [
        *(Kind(name, (), ()) for name in shelf.RULESETS),
        Kind("base", (), ("ghosts",)),
        *(Kind("base", (name,), (faction,)) for name, faction in hard),
        *(Kind("base", shelf.ALL_SETS, (hard[place - 5][1], hard[place][1])) for place in range(len(hard))),
    ]


def soak(seed: int) -> str:
    """Check every law over the game of one seed; give its description."""
    rng = Rng(seed).child(1)
    every = kinds()
    kind = every[rng.below(len(every))]
    rules = shelf.ruleset(kind.name, kind.sets)
    counts = [
        players for players in rules.player_counts if shelf.line_ups(kind.name, kind.sets, players, kind.wanted)
    ]
    if not counts:
        return ""
    game = shelf.some_game(kind.name, kind.sets, counts[rng.below(len(counts))], kind.wanted, seed)
    told = f"seed {seed}: {kind.name} {' '.join(kind.sets)}, {game.players} players, {' '.join(game.factions)}"
    try:
        laws.check_all(game, seed, kind.name, shelf.tweaks(kind.sets), swap_tries=12)
    except Exception as error:
        raise AssertionError(f"{told}, {dict(game.options)}") from error
    leaks = search(rules, Wanted(game.players, game.factions, game.options), 1, seed).leaks
    if leaks:
        raise AssertionError(f"{told}, {dict(game.options)}: {leaks[0]}")
    return told


def solve(seed: int) -> str:
    """Hold the solver's shortcuts against a search without them, at 7 to 10 tricks; give a description."""
    from claimdsl.native.refusal import NotNative

    every = [each for each in kinds() if each.name in SOLVED]
    kind = every[seed % len(every)]
    if not shelf.line_ups(kind.name, kind.sets, 2, kind.wanted):
        return ""
    game = shelf.some_game(kind.name, kind.sets, 2, kind.wanted, seed)
    told = f"seed {seed}: {kind.name} {' '.join(game.factions)}"
    deals = ((left, 1000 * seed + deal) for left in (7, 8, 9, 10) for deal in range(10))
    states = [state for left, deal in deals if (state := late(game, deal, left, led=deal % 2 > 0)) is not None]
    try:
        found = disagreements(game, [state for state in states if is_solvable(state)])
    except NotNative:
        return told
    if found:
        raise AssertionError(f"{told}: {found[0]}")
    return told


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Check every law over random games.")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--solver", action="store_true", help="hold the solver against a search without shortcuts")
    wish = parser.parse_args()
    start, played = time.monotonic(), 0
    while played < wish.games and time.monotonic() - start < wish.seconds:
        try:
            (solve if wish.solver else soak)(wish.seed + played)
        except AssertionError:
            traceback.print_exc()
            again = f"--games 1 --seed {wish.seed + played}{' --solver' * wish.solver}"
            print(f"see it again: python tests/soak.py {again}")
            return 1
        played += 1
        if played % (10 if wish.solver else 100) == 0:
            print(f"{played} games in {time.monotonic() - start:.0f} seconds", flush=True)
    print(f"{played} games in {time.monotonic() - start:.0f} seconds: every law holds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
