"""`claim view`: a recorded game looked through move by move, and played on from any moment."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from claimdsl.cli.again import RIVAL, anew, is_known, opened_to_play, states_of
from claimdsl.cli.common import open_bytes
from claimdsl.cli.position import Opened, Wanted, of_a_record
from claimdsl.cli.sight import OPEN
from claimdsl.cli.sitting import HUMAN, JSON, How, fills_screen, front_end, of_a_table, sit_down
from claimdsl.engine.state import State
from claimdsl.ui.lines import Lines
from claimdsl.ui.names import Names
from claimdsl.ui.story import after_the_deal, introduction
from claimdsl.ui.text import Page
from claimdsl.ui.viewer import Viewer
from claimdsl.ui.words import Words


@click.command("view")
@click.argument("file")
@click.option("--move", type=click.IntRange(0), default=0, metavar="N", help="Begin after so many moves.")
@click.option("--save", metavar="FILE", help="Keep a game that is played on there.  [default: in your state folder]")
@of_a_table
@of_a_record
@OPEN
def command(
    file: str, move: int, save: str | None, ui: str, json: bool, auto: bool, ascii: bool, language: str,
    game: int | None, ruleset: str | None, tweaks: tuple[str, ...], any_ruleset: bool,
    is_open: bool,
) -> int:
    """Look through the game of FILE: step, go back, jump to a move, and play on from any moment.

    A game that is played on is a new one, for practice; FILE stays as it is.  One that is not over is shown as the
    person who plays it sees it.
    """
    if file == "-":
        raise click.UsageError("standard input is where your words come from; save the game to a file")
    how = How(front_end(ui, json), language, auto, ascii)
    if how.ui == JSON:
        raise click.UsageError("a game is looked through by people; claim replay --trace writes it as JSON")
    opened, first = opened_to_play(Wanted(file, game, ruleset, tweaks, any_ruleset, is_open), how)
    states = (first, *states_of(opened, first, len(opened.record.moves)))
    opened.check_move(move, last=len(states) - 1)
    names = _names(opened, how)
    viewer = Viewer(states, names, after_the_deal(first))
    viewer.made = move
    if fills_screen(how):
        from claimdsl.ui.tui.run import look_on_screen

        look_on_screen(viewer, names, after_the_deal(first), only_ascii=how.ascii)
    else:
        _look(viewer, names, Page(sys.stdout, only_ascii=how.ascii), Lines(open_bytes("-")))
    if viewer.seat is None:
        return 0
    seats = _seats(opened.record.agents, viewer.seat, first)
    kept = anew(opened, seats, save, practice=True)
    return sit_down(first, seats, opened.record.seed or 0, kept, how, since=states[1 : viewer.made + 1])


def _names(opened: Opened, how: How) -> Names:
    game, agents = opened.first.game, opened.record.agents
    known = agents if len(agents) == game.players else ("",) * game.players
    return Names.of(known, opened.viewer(), Words.of(game, how.language))


def _look(viewer: Viewer, names: Names, page: Page, lines: Lines) -> None:
    """Read words and show what they bring."""
    for text, style in introduction(viewer.state, names):
        page.say(text, style)
    phrase = names.words.speech.phrase
    page.say(phrase("Enter goes on; ? for help."), "faint")
    for text, style in viewer.table():
        page.say(text, style)
    while not viewer.is_over:
        page.say(viewer.where(), "strong")
        page.ask(phrase("View?"))
        typed = lines.next()
        if typed is None or not lines.is_terminal:
            page.say("" if typed is None else typed[:200])
        for text, style in () if typed is None else viewer.answer(typed):
            page.say(text, style)
        if typed is None:
            return


def _seats(agents: Sequence[str], seat: int, first: State) -> tuple[str, ...]:
    """Give who plays on: a person at the seat asked for, where none is the one who played, else who is to move."""
    players = first.game.players
    known = list(agents) if len(agents) == players and all(map(is_known, agents)) else [RIVAL] * players
    if seat < 0 and HUMAN in known:
        return tuple(known)
    return tuple(
        HUMAN if place == max(seat, 0) else RIVAL if name == HUMAN else name for place, name in enumerate(known)
    )
