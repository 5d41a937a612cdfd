"""`claim why`: every rule that fired at a move of a recorded game."""

from __future__ import annotations

import sys

import click

from claimdsl.cli.common import LANGUAGE, in_language
from claimdsl.cli.position import Wanted, of_a_record, open_record
from claimdsl.cli.sight import OPEN
from claimdsl.diagnostics.errors import IllegalActionError


@click.command("why")
@click.argument("record")
@click.option("--move", type=int, required=True, metavar="N", help="Which move, counted from 0 as in the record.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How it is written.")
@of_a_record
@OPEN
@LANGUAGE
def command(
    record: str, move: int, form: str, game: int | None, ruleset: str | None, tweaks: tuple[str, ...],
    any_ruleset: bool, is_open: bool, language: str,
) -> int:
    """Say why a move of RECORD (- for standard input) went as it did.

    Every rule that answered or acted is named in the order in which it did, with its value, file and line.  Of several
    rules that answered one question the last had the last word.
    """
    from claimdsl.engine.action import Action
    from claimdsl.play.json_text import write_json
    from claimdsl.play.why import explain
    from claimdsl.ui.names import Names
    from claimdsl.ui.reasons import as_json, lines
    from claimdsl.ui.text import Page
    from claimdsl.ui.words import Words

    opened = open_record(Wanted(record, game, ruleset, tweaks, any_ruleset, is_open))
    opened.check_open()
    number = opened.check_move(move, last=len(opened.record.moves) - 1)
    state = opened.state(number)
    try:
        why = explain(state, Action.parse(opened.record.moves[number]))
    except IllegalActionError:
        opened.state(number + 1)
        raise
    if form == "json":
        click.echo(write_json(as_json(why)))
        return 0
    agents = opened.record.agents
    known = len(agents) == state.game.players
    words = Words.of(state.game, in_language(language, state.game.ruleset))
    seats = [f"{words.say('seat')} {seat}" for seat in range(state.game.players)]
    names = Names.of(agents if known else seats, None, words)
    page = Page(sys.stdout)
    for text, style in lines(why, names):
        page.say(text, style)
    return 0
