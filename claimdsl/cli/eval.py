"""`claim eval`: an expression of the language, at a moment of a recorded game."""

from __future__ import annotations

import click

from claimdsl.cli.common import open_bytes
from claimdsl.cli.position import Wanted, of_a_record, open_record
from claimdsl.cli.sight import OPEN

_MOST = 64 * 1024


@click.command("eval")
@click.argument("expression", metavar="EXPR")
@click.option("--record", required=True, metavar="RECORD", help="The recorded game; - for standard input.")
@click.option("--move", type=int, metavar="N", help="After so many moves.  [default: after the last]")
@click.option("--seat", type=int, metavar="S", help="The seat that is asked.  [default: the one that is to move]")
@click.option("--card", metavar="CARD", help="The card that is asked about, as in faction:value.")
@click.option("--hook", metavar="HOOK", help="Where it is asked.  [default: what comes next]")
@click.option("--faction", default="", metavar="FACTION", help="As in a power of this faction.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How it is written.")
@of_a_record
@OPEN
def command(
    expression: str, record: str, move: int | None, seat: int | None, card: str | None, hook: str | None,
    faction: str, form: str, game: int | None, ruleset: str | None, tweaks: tuple[str, ...], any_ruleset: bool,
    is_open: bool,
) -> int:
    """Evaluate EXPR (- for standard input) at a moment of a recorded game.

    It is checked as the rules are; its value, its type and the most steps that it may take are printed.  --move N is
    the moment before the move that the record counts as N.  The names that it may use are those of a hook: by default
    of the play or choice to come, or of the scoring when the game is over.  A hook that the move asks later, such as
    after_trick, is asked when the move comes to it.
    """
    from claimdsl.cli.trial import Trial, as_json, faction_named, hook_named, tell
    from claimdsl.engine.action import Action
    from claimdsl.pipeline import ruleset_as_written
    from claimdsl.play.json_text import write_json
    from claimdsl.play.moments import Wish

    if expression == "-" and record == "-":
        raise click.UsageError("the expression and the record cannot both be standard input")
    wish = Wish(hook_named(hook), seat, card)
    opened = open_record(Wanted(record, game, ruleset, tweaks, any_ruleset, is_open))
    opened.check_open()
    moves = opened.record.moves
    number = opened.check_move(len(moves) if move is None else move, last=len(moves))
    state = opened.state(number)
    following = Action.parse(moves[number]) if number < len(moves) else None
    written = ruleset_as_written(opened.reference, opened.tweaks)[1]
    trial = Trial(state, following, written, faction_named(faction, opened.ruleset.factions))
    result = trial.evaluate(_input() if expression == "-" else expression, wish)
    if form == "json":
        click.echo(write_json(as_json(result, state)))
    else:
        tell(result)
    return 0


def _input() -> str:
    with open_bytes("-") as stream:
        return stream.read(_MOST).decode("utf-8", "replace").rstrip("\r\n")
