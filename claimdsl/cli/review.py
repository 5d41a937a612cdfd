"""`claim review`: every move of a recorded game beside the best one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from claimdsl.cli.app import FINE, INTERRUPTED
from claimdsl.cli.common import LANGUAGE, Between, in_language
from claimdsl.cli.position import Opened, Wanted, of_a_record, open_record
from claimdsl.cli.sight import CLOSED, OPEN
from claimdsl.frozen import Frozen
from claimdsl.play.journal import check_place

if TYPE_CHECKING:
    from claimdsl.ai.budget import Budget
    from claimdsl.ai.review import Judged
    from claimdsl.engine.state import State
    from claimdsl.ui.names import Names

_ITERATIONS = 4000


class _Asked(Frozen):
    """Which seats are to be reviewed, how much is to be thought, and from what seed."""

    seats: tuple[int, ...]
    budget: Budget
    seed: int


@click.command("review")
@click.argument("record")
@click.option("--seat", "seats", type=click.IntRange(0, 3), multiple=True, metavar="N",
              help="Only the moves of this seat; may be given again.  [default: all]")
@click.option("--iterations", type=click.IntRange(1, 10**9), metavar="N",
              help=f"How far to think about each move.  [default: {_ITERATIONS}]")
@click.option("--move-time", type=Between(0.001, 3600), metavar="SECONDS",
              help="Think so long about each move.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Draw other worlds.")
@click.option("--plot", metavar="FILE.svg", help="Draw the win chance over the game there.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How it is written.")
@LANGUAGE
@of_a_record
@OPEN
def command(
    record: str, seats: tuple[int, ...], iterations: int | None, move_time: float | None, seed: int, plot: str | None,
    form: str, language: str, game: int | None, ruleset: str | None, tweaks: tuple[str, ...], any_ruleset: bool,
    is_open: bool,
) -> int:
    """Look at each move of RECORD (- for standard input) beside the best one.

    A move is judged by what its seat could know then; exactly, where no card is hidden any more.  A mistake gives away
    5% of a game or more, a blunder 15%.  The same seed and iterations give the same review.  Ctrl-C ends it early and
    tells what is done, with exit status 130.  Of a game that is not over only your own moves are looked at.
    """
    from claimdsl.ai.budget import Budget

    if plot is not None and not plot.endswith(".svg"):
        raise click.UsageError(f"--plot {plot}: pictures are written as SVG; name a file that ends in .svg")
    if plot is not None:
        check_place(plot)
    opened = open_record(Wanted(record, game, ruleset, tweaks, any_ruleset, is_open))
    in_language(language, opened.ruleset)
    wrong = [seat for seat in seats if seat >= opened.first.game.players]
    if wrong:
        raise click.UsageError(f"--seat {wrong[0]}: the game has {opened.first.game.players} seats, from 0")
    seats = _may_judge(opened, seats)
    states = opened.states()
    most = iterations or (_ITERATIONS if move_time is None else 1 << 30)
    budget = Budget(most) if move_time is None else Budget(most, move_time)
    judged, is_whole = _judged(states, _Asked(seats, budget, seed))
    names = _names(opened.first, opened.record.agents, language)
    _tell(judged, len(states) - 1, names, form, most)
    if plot is not None:
        _draw(plot, judged, len(states) - 1, names)
    return FINE if is_whole else INTERRUPTED


def _may_judge(opened: Opened, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Give the seats whose moves are judged: what was better for another one would tell what it holds."""
    viewer = opened.viewer()
    if viewer is None:
        return seats
    other = next((seat for seat in seats if seat != viewer), None)
    if other is not None:
        raise click.UsageError(f"--seat {other}: {CLOSED}")
    return (viewer,)


def _judged(states: list[State], asked: _Asked) -> tuple[list[Judged], bool]:
    """Judge until all is done, or until it is interrupted."""
    from claimdsl.ai.review import review
    from claimdsl.cli.interrupt import Interrupt

    found: list[Judged] = []
    moves = len(states) - 1
    with Interrupt() as interrupt:
        for one in review(states, asked.seed, asked.budget, lambda: interrupt.is_asked, asked.seats):
            if interrupt.is_asked:
                break
            found.append(one)
            if sys.stderr.isatty():
                click.echo(f"\r{one.move + 1} of {moves} moves", nl=False, err=True)
    if sys.stderr.isatty():
        click.echo("\r" + " " * 40 + "\r", nl=False, err=True)
    return found, not interrupt.is_asked


def _names(state: State, agents: tuple[str, ...], language: str) -> Names:
    from claimdsl.ui.names import Names
    from claimdsl.ui.words import Words

    players = state.game.players
    return Names.of(agents if len(agents) == players else ("",) * players, None, Words.of(state.game, language))


def _tell(judged: list[Judged], moves: int, names: Names, form: str, iterations: int) -> None:
    from claimdsl.play.json_text import write_json
    from claimdsl.ui.review import as_json, lines
    from claimdsl.ui.text import Page

    if form == "json":
        click.echo(write_json(as_json(judged, iterations, moves)))
        return
    page = Page(sys.stdout)
    for text, style in lines(judged, names):
        page.say(text, style)


def _draw(path: str, judged: list[Judged], moves: int, names: Names) -> None:
    from claimdsl.diagnostics.errors import UnreadableError
    from claimdsl.ui.chart import chart

    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(chart(judged, moves, names))
    except OSError as error:
        raise UnreadableError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from None
