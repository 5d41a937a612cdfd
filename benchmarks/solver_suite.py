"""The figures of the solver: all tricks of the last phase of random games, result and margin, natively."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.measure import Series
from benchmarks.table import Figure, Target
from claimdsl import load_ruleset
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.layout import CHANCE
from claimdsl.engine.state import State

if TYPE_CHECKING:
    from claimdsl.native.solver import Solver

KINDS = (("base", "value", 200, (2.0, 20.0, 100.0)), ("base", "margin", 60, ()), ("claim2", "value", 30, ()))
"""Ruleset, question, games a round, and what median, p95 and worst are to be.  Unit: ms of processor time."""

_QUANTILES = (("median", 0.5), ("p95", 0.95), ("worst", 1.0))
_MOST_ROUNDS = 3


def solver_figures(_: Path, rounds: int, scale: float, notes: list[str]) -> Iterator[Figure]:
    """Measure how long it takes to solve random games from the first card of their last phase on."""
    try:
        from claimdsl.native.solver import Solver

        solvers = {name: Solver(load_ruleset(name).game(2)) for name in dict.fromkeys(kind[0] for kind in KINDS)}
    except ImportError:
        notes.append("no figures of the solver: llvmlite is not installed")
        return
    for name, about, games, bounds in KINDS:
        solver = solvers[name]
        states = [_begun(solver.game, seed) for seed in range(max(1, int(games * scale)))]
        taken = [_times(solver, states, about) for _ in range(min(rounds, _MOST_ROUNDS))]
        for place, (quantile, part) in enumerate(_QUANTILES):
            series = Series(tuple(times[min(len(times) - 1, int(part * len(times)))] for times in taken))
            target = Target(bounds[place], at_least=False, of_ratio=False) if bounds else None
            what = f"solve: {name}, 13 tricks, {about}, {quantile} of {len(states)}"
            yield Figure(what, "ms processor", series, target=target, is_short=bool(bounds) and quantile == "median")


def _times(solver: Solver, states: Sequence[State], about: str) -> list[float]:
    """Solve each; give how long each took, ascending.  Unit: ms."""
    found = []
    for state in states:
        v, start = state.frame(), process_time()
        root = solver.begin(v, state.seat)
        (root.value if about == "value" else root.margin)(v)
        found.append((process_time() - start) * 1000)
    return sorted(found)


def _begun(game: Game, seed: int) -> State:
    """Play at random to the first card of the last phase."""
    rng, state = Rng(seed).child(3), game.deal(seed=seed)
    while not (state.phase == game.phases[-1] and state.is_play):
        options = state.legal_actions
        state = state.apply(state.draw(rng) if state.seat == CHANCE else options[rng.below(len(options))])
    return state
