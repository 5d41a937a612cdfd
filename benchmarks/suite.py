"""All figures, from the contenders to the table and the page."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import games, processes, spiel
from benchmarks.batch_suite import batch_figures, growth_figures
from benchmarks.line_ups import line_up_figures
from benchmarks.measure import Contender, Sample, Series, decisions_a_second, games_a_second, in_turns
from benchmarks.processes import Runs
from benchmarks.solver_suite import solver_figures
from benchmarks.table import SHORT, Figure, Target, as_lines, as_markdown, conditions, replaced
from claimdsl import load_ruleset

_ROOT = Path(__file__).resolve().parents[1]
PAGE, FRONT = _ROOT / "docs" / "performance.md", _ROOT / "README.md"
BASE, PRINTED = "base, 2 players", "printed-2017, 2 players"
PLAIN, C = "plain Python, base, 2 players", "C, printed-2017, 2 players"
STATE_GAMES = (
    (BASE, "base", 2), (PRINTED, "printed-2017", 2), ("base, 3 players", "base", 3), ("base, 4 players", "base", 4),
    ("claim2, 2 players", "claim2", 2), ("german-whist, 2 players", "german-whist", 2),
)
STEPS = ((2, "base, 2 players"), (4, "base, 4 players"))
NATIVE, PYTHON = "native", "Python"
NATIVE_GAMES = f"native states, {BASE}"
CLONED, IN_PLACE = "OpenSpiel hearts, clone each step", "OpenSpiel hearts, in place"


class DifferentGamesError(Exception):
    """Two contenders that play the same rules did not have the same results."""


def run(arguments: Sequence[str]) -> int:
    """Measure, print the table and write it into the page."""
    asked = _arguments(arguments)
    notes = conditions(asked.rounds)
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="claimdsl-bench-") as name:
        folder = Path(name)
        for title, part in (
            ("processes", _processes), ("games", _games), ("steps", _steps), ("batches", batch_figures),
            ("line-ups", line_up_figures), ("growth", growth_figures), ("solver", solver_figures),
        ):
            print(f"measuring {title} ...", flush=True)
            figures += part(folder, asked.rounds, asked.scale, notes)
    print("\n" + "\n".join([*as_lines(figures), "", *notes]))
    if not asked.dry:
        short = [figure for figure in figures if figure.is_short]
        for page, text in ((PAGE, as_markdown(figures, notes)), (FRONT, as_markdown(short, notes, SHORT))):
            page.write_text(replaced(page.read_text(encoding="utf-8"), text), encoding="utf-8")
    return 0


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py", description="Measure claimdsl beside its peers.")
    parser.add_argument("--rounds", type=int, default=7, help="how often each thing is measured (default: 7)")
    parser.add_argument("--scale", type=float, default=1.0, help="games a turn, as a multiple of the usual number")
    parser.add_argument("--dry", action="store_true", help="leave docs/performance.md and README.md as they are")
    asked = parser.parse_args(arguments)
    if asked.rounds < 1 or asked.scale <= 0:
        parser.error("--rounds is 1 or more, --scale more than 0")
    return asked


# --- whole random games ----------------------------------------------------------------------------------------------


def _games(folder: Path, rounds: int, scale: float, notes: list[str]) -> Iterator[Figure]:
    count = max(1, int(300 * scale))
    contenders = [
        games.state_games(name, load_ruleset(ruleset).game(players), count) for name, ruleset, players in STATE_GAMES
    ]
    native = games.native_states(load_ruleset("base").game(2))
    if isinstance(native, str):
        notes.append(native)
    else:
        contenders.append(games.state_games(NATIVE_GAMES, native, count))
    contenders.append(games.plain_games(PLAIN, count))
    program = games.compiled_c(folder)
    if isinstance(program, str):
        notes.append(f"no C baseline: {program}")
    else:
        contenders.append(games.c_games(C, program, max(1, int(200_000 * scale))))
    taken = in_turns(contenders, rounds)
    _same_games(taken)
    return _game_figures(taken, [contender.name for contender in contenders])


def _same_games(taken: dict[str, tuple[Sample, ...]]) -> None:
    """Stop where plain Python and the engine disagree on the same games."""
    for name in (BASE, NATIVE_GAMES):
        for ours, plain in zip(taken.get(name, taken[PLAIN]), taken[PLAIN], strict=True):
            if (ours.wins, ours.decisions) != (plain.wins, plain.decisions):
                raise DifferentGamesError(f"{name}: {ours.wins}; plain Python: {plain.wins}")


def _game_figures(taken: dict[str, tuple[Sample, ...]], names: Sequence[str]) -> Iterator[Figure]:
    peers = {BASE: PLAIN, NATIVE_GAMES: PLAIN, PRINTED: C}
    for name in names:
        rate = games_a_second(taken[name])
        peer = peers.get(name, "")
        ratio = rate.against(games_a_second(taken[peer])) if peer in taken else None
        target = Target(1500, at_least=True, of_ratio=False) if name == BASE else None
        yield Figure(f"random games: {name}", "games/s", rate, ratio, peer if ratio is not None else "", target)
    for name in names:
        yield Figure(f"the same in decisions: {name}", "decisions/s", decisions_a_second(taken[name]))


# --- single steps ----------------------------------------------------------------------------------------------------


def _steps(folder: Path, rounds: int, scale: float, notes: list[str]) -> Iterator[Figure]:
    base = load_ruleset("base")
    count = max(1, int(200 * scale))
    contenders = []
    for players, name in STEPS:
        game = base.game(players)
        native = games.native_states(game)
        if isinstance(native, str):
            notes.append(native)
        else:
            contenders.append(games.stepping(f"{NATIVE}: {name}", native, count))
        contenders.append(games.stepping(f"{PYTHON}: {name}", game, count))
    hearts = spiel.hearts()
    if isinstance(hearts, str):
        notes.append(f"no OpenSpiel figures: {hearts}")
    else:
        contenders += _hearts(hearts, count)
    taken = in_turns(contenders, rounds)
    for name in taken:
        rate = decisions_a_second(taken[name])
        peer = CLONED if name not in (CLONED, IN_PLACE) and CLONED in taken else ""
        ratio = rate.against(decisions_a_second(taken[peer])) if peer else None
        target = Target(1.0, at_least=True, of_ratio=True) if peer and name.startswith(NATIVE) else None
        yield Figure(f"step API: {name}", "decisions/s", rate, ratio, peer, target)


def _hearts(hearts: spiel.SpielGame, count: int) -> list[Contender]:
    return [
        spiel.spiel_stepping(CLONED, hearts, count, clone=True),
        spiel.spiel_stepping(IN_PLACE, hearts, count, clone=False),
    ]


# --- processes -------------------------------------------------------------------------------------------------------


def _processes(folder: Path, rounds: int, scale: float, notes: list[str]) -> Iterator[Figure]:
    runs = processes.process_runs(folder, rounds)
    notes += [f"{name}: {found.fault}" for name, found in runs.items() if found.fault]
    bare = runs[processes.BARE]
    yield Figure("bare python -c pass", "ms processor", bare.processor)
    yield Figure("bare python -c pass", "ms wall", bare.wall)
    for what, name, bound in (
        ("claim --help", processes.HELP, 8), ("claim play to the first prompt and quit, warm", processes.PROMPT, 8),
        ("claim play, two random seats, warm", processes.GAME, 20),
    ):
        yield from _against_bare(what, runs[name], bare, bound)
    shown = runs[processes.PROMPT].to_mark
    target = Target(8, at_least=False, of_ratio=True)
    yield Figure("claim play until the prompt shows, warm", "ms wall", shown, shown.against(bare.wall), "bare", target)
    for what, name, limit in (
        ("claim validate of the core rulesets, less bare Python", processes.CORE, 600.0),
        ("claim validate of all shipped rulesets, less bare Python", processes.ALL, 0.0),
    ):
        bound_of = Target(limit, at_least=False, of_ratio=False) if limit else None
        yield Figure(what, "ms processor", runs[name].processor.less(bare.processor), target=bound_of)
    yield from _simulations(runs, bare)
    memory = Target(30, at_least=False, of_ratio=False)
    yield Figure("claim play: most memory, to the prompt", "MB", runs[processes.PROMPT].memory, target=memory)
    yield Figure("claim play: most memory, a whole game", "MB", runs[processes.GAME].memory, target=memory)


def _simulations(runs: dict[str, Runs], bare: Runs) -> Iterator[Figure]:
    for what, name, limit in (("warm", processes.FEW, 150.0), ("without a cache", processes.COLD, 600.0)):
        taken, bound = runs[name].wall.less(bare.wall), Target(limit, at_least=False, of_ratio=False)
        if not runs[name].fault:
            yield Figure(f"claim simulate of 100 games, {what}, less bare Python", "ms wall", taken, target=bound)
    many = runs[processes.MANY]
    if not many.fault:
        rate = Series(tuple(1e9 / wall for wall in many.wall.values))
        yield Figure("claim simulate of 1,000,000 games, all in all", "games/s wall", rate)
        bound = Target(90, at_least=False, of_ratio=False)
        yield Figure("claim simulate of 1,000,000 games: most memory", "MB", many.memory, target=bound, is_short=True)
    anew = runs[processes.ANEW]
    if not anew.fault:
        bound = Target(90, at_least=False, of_ratio=False)
        yield Figure("claim simulate, compiled anew: most memory", "MB", anew.memory, target=bound)


def _against_bare(what: str, found: Runs, bare: Runs, bound: float) -> Iterator[Figure]:
    ratio = found.processor.against(bare.processor)
    yield Figure(what, "ms processor", found.processor, ratio, "bare", Target(bound, at_least=False, of_ratio=True))
    yield Figure(what, "ms wall", found.wall, found.wall.against(bare.wall), "bare")
