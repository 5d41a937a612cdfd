"""The figures of all line-ups of the core for two, in native code beside C: the slowest, and the middle one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks import batches
from benchmarks.batch_suite import C
from benchmarks.measure import Series
from benchmarks.table import Figure, Target
from claimdsl import load_ruleset
from claimdsl.engine.game import Game

_GAMES = 20_000
_ROUNDS = 3
_FULL = 1.0
_STRIDE = 7
"""With fewer games than usual, so many line-ups apart are looked at."""


def line_up_figures(folder: Path, rounds: int, scale: float, notes: list[str]) -> Iterator[Figure]:
    """Measure every line-up of `base` for two, each beside C in the same moment."""
    c_code = batches.c_batch(folder)
    if isinstance(c_code, str):
        notes.append(f"no figures of line-ups: {c_code}")
        return
    rules = load_ruleset("base")
    possible = rules.line_ups(2)
    found: list[tuple[float, Series, str]] = []
    for place in range(0, len(possible), 1 if scale >= _FULL else _STRIDE):
        game = rules.game(2, possible[place])
        code = batches.native(game)
        if isinstance(code, str):
            notes.append(f"{', '.join(possible[place])} is not native: {code}")
            continue
        ours, theirs = _beside(code.play, c_code, game, min(rounds, _ROUNDS), max(1, int(_GAMES * scale)))
        found.append((ours.against(theirs), ours, ", ".join(possible[place])))
    found.sort(key=lambda item: item[0])
    for what, place in (("slowest", 0), ("middle", len(found) // 2)):
        ratio, rate, names = found[place]
        notes.append(f"the {what} of {len(found)} line-ups of base for two: {names}")
        target = Target(1.0, at_least=True, of_ratio=True)
        yield Figure(f"batch: native: base, 2 players, {what} line-up", "decisions/s", rate, ratio, C, target, True)


def _beside(
    play: batches.Played, peer: batches.Played, game: Game, rounds: int, games: int
) -> tuple[Series, Series]:
    """Let ours and C take turns; give decisions a second."""
    ours = batches.contender("", play, games, batches.decisions_a_game(game))
    theirs = batches.contender("", peer, games, batches.C_PLAYS)
    rates: list[tuple[float, float]] = []
    for number in range(rounds + 1):
        samples = ours.turn(number), theirs.turn(number)
        rates.append((samples[0].decisions / samples[0].seconds, samples[1].decisions / samples[1].seconds))
    return Series(tuple(rate for rate, _ in rates[1:])), Series(tuple(rate for _, rate in rates[1:]))
