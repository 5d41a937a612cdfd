"""The figures of batches: beside C and other libraries, and by how many games and threads."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from benchmarks import batches, games, peers
from benchmarks.measure import Contender, Sample, Series, decisions_a_second, games_a_second, in_turns
from benchmarks.table import Figure, Target
from claimdsl import load_ruleset

C, PLAIN = "C, printed-2017, 2 players", "plain Python, base, 2 players"
BASE = ("base", 2)
NATIVE = (
    ("printed-2017", 2, 1.5), ("base", 2, 1.2), ("claim2", 2, 1.0), ("base", 3, 0.7), ("base", 4, 0.7),
    ("claim2", 3, 0.7), ("claim2", 4, 0.7), ("german-whist", 2, 0.0),
)
"""Kinds of game, and what their decisions a second are to be against C."""

PYTHON = (BASE, ("claim2", 2), ("base", 3), ("base", 4))
_GROWTH = tuple(10**power for power in range(3, 8))


def _kind(name: str, players: int) -> str:
    return f"{name}, {players} players"


def batch_figures(folder: Path, rounds: int, scale: float, notes: list[str]) -> Iterator[Figure]:
    """Measure batches beside C, plain Python and other libraries, in turns."""
    contenders = [*_native(scale, notes), *_others(folder, scale, notes)]
    taken = in_turns(contenders, rounds)
    wanted = {f"native: {_kind(name, players)}": bound for name, players, bound in NATIVE}
    for name, samples in taken.items():
        yield _batch_figure(name, samples, taken, wanted.get(name, 0.0))


def _native(scale: float, notes: list[str]) -> Iterator[Contender]:
    for name, players, _ in NATIVE:
        game = load_ruleset(name).game(players)
        code = batches.native(game)
        if isinstance(code, str):
            notes.append(f"{_kind(name, players)} is not native: {code}")
            continue
        count = max(1, int(60_000 * scale))
        yield batches.contender(
            f"native: {_kind(name, players)}", code.play, count, batches.decisions_a_game(game)
        )


def _others(folder: Path, scale: float, notes: list[str]) -> Iterator[Contender]:
    for name, players in PYTHON:
        game = load_ruleset(name).game(players)
        count, decisions = max(1, int(150 * scale)), batches.decisions_a_game(game)
        yield batches.contender(f"Python: {_kind(name, players)}", batches.python_batch(game), count, decisions)
    yield games.plain_games(PLAIN, max(1, int(150 * scale)))
    c_code = batches.c_batch(folder)
    if isinstance(c_code, str):
        notes.append(f"no C baseline: {c_code}")
    else:
        yield batches.contender(C, c_code, max(1, int(60_000 * scale)), batches.C_PLAYS)
    found = peers.spiel_games(("hearts", "spades"), max(1, int(60 * scale)))
    bridge = peers.bridge_games(max(1, int(6 * scale)))
    for contenders in (found, bridge if isinstance(bridge, str) else [bridge]):
        if isinstance(contenders, str):
            notes.append(f"left out: {contenders}")
        else:
            yield from contenders


def _batch_figure(name: str, samples: tuple[Sample, ...], taken: dict[str, tuple[Sample, ...]], bound: float) -> Figure:
    """Compare native games with C, the Python batch with plain Python, and others with the native base game."""
    rate, ours = decisions_a_second(samples), f"native: {_kind(*BASE)}"
    peer = C if name.startswith("native") else PLAIN if name.startswith("Python") else ours
    ratio = rate.against(decisions_a_second(taken[peer])) if peer in taken and name not in (peer, C, PLAIN) else None
    if name == f"Python: {_kind(*BASE)}":
        quick = games_a_second(samples)
        return Figure(f"batch, games: {name}", "games/s", quick, ratio, PLAIN, Target(7000, True, of_ratio=False), True)
    target = Target(bound, at_least=True, of_ratio=True) if bound and ratio is not None else None
    is_short = name in (C, ours, "RLCard bridge") or "OpenSpiel" in name or bound > 0
    return Figure(f"batch: {name}", "decisions/s", rate, ratio, peer if ratio is not None else "", target, is_short)


# --- growth and threads ---------------------------------------------------------------------------------------------


def growth_figures(_: Path, rounds: int, scale: float, notes: list[str]) -> Iterator[Figure]:
    """Measure how batches of the base game grow with games and threads."""
    code = batches.native(load_ruleset("base").game(2))
    if isinstance(code, str):
        notes.append(f"no figures of growth: {code}")
        return
    yield Figure("native: base, 2 players, compiled anew", "ms processor", Series((code.compiled * 1000,)))
    sizes = [size for size in _GROWTH if size * scale >= 1000 or size == 1000]
    for size in sizes:
        taken = Series(tuple(size / batches.wall_time(code.play, size) for _ in range(_few(rounds, size))))
        yield Figure(f"native: base, 2 players, {size:,} games", "games/s wall", taken)
    size = max(1000, int(1_000_000 * scale))
    single = Series(tuple(size / batches.wall_time(code.play, size) for _ in range(_few(rounds, size))))
    for threads in dict.fromkeys((1, 2, os.cpu_count() or 1)):
        rates = Series(tuple(size / batches.wall_time(code.play, size, threads) for _ in single.values))
        what = f"native: base, 2 players, {threads} thread{'s' if threads > 1 else ''} of {os.cpu_count()} cores"
        yield Figure(what, "games/s wall", rates, rates.against(single), "1 thread")


def _few(rounds: int, size: int) -> int:
    return min(rounds, 3) if size >= 1_000_000 else rounds
