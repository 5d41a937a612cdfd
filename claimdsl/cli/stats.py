"""`claim stats`: how you have fared, counted from the games that are kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

import click

from claimdsl.cli.common import LANGUAGE
from claimdsl.cli.position import Wanted, open_record
from claimdsl.cli.sitting import HUMAN, games_folder
from claimdsl.diagnostics.errors import ClaimError
from claimdsl.play.json_text import Json, write_json
from claimdsl.play.tally import Played, Row, counted, result_for
from claimdsl.ui.speech import Speech, both, msg
from claimdsl.ui.text import Page, padded, width_of

_HEADS = (
    msg("ruleset"), msg("players"), msg("against"), msg("games"), msg("won"), msg("shared"), msg("lost"),
)


@click.command("stats")
@click.argument("folder", required=False)
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How it is written.")
@LANGUAGE
def command(folder: str | None, form: str, language: str) -> int:
    """Count your finished games: won, shared and lost, by ruleset and opponents.

    They are those of FOLDER, or of your state folder.  Games for practice, and those that several people played
    on one screen, are left out; so are files that cannot be replayed, and they are counted.
    """
    place = games_folder() if folder is None else folder
    if folder is not None and not os.path.isdir(folder):
        raise click.UsageError(f"{folder}: is no folder")
    unread: list[str] = []
    rows = counted(_games(place, unread))
    if form == "json":
        click.echo(write_json({"games": [_row(row) for row in rows], "unread": list(unread)}))
    else:
        _say(rows, place, len(unread), Speech.of(language))
    return 0


def _games(folder: str, unread: list[str]) -> Iterator[Played]:
    """Read the finished games of a folder in which one person played."""
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    for name in names:
        if not name.endswith(".json"):
            continue
        try:
            found = _game(os.path.join(folder, name))
        except ClaimError:
            unread.append(name)
            continue
        if found is not None:
            yield found


def _game(path: str) -> Played | None:
    opened = open_record(Wanted(path, None, None, (), False))
    record, state = opened.record, opened.state(len(opened.record.moves))
    outcome, game = state.outcome, state.game
    if outcome is None or list(record.agents).count(HUMAN) != 1:
        return None
    seat = record.agents.index(HUMAN)
    rivals = sorted(agent for agent in record.agents if agent != HUMAN)
    name = " + ".join((opened.ruleset.name, *(os.path.basename(tweak) for tweak in record.with_)))
    return Played(name, game.players, ", ".join(rivals), result_for(seat, game.sides, outcome), record.is_practice)


def _row(row: Row) -> dict[str, Json]:
    return {
        "ruleset": row.ruleset, "players": row.players, "against": row.against, "won": row.won, "shared": row.shared,
        "lost": row.lost,
    }


def _say(rows: Sequence[Row], folder: str, unread: int, speech: Speech) -> None:
    page = Page(sys.stdout)
    if not rows:
        page.say(speech.phrase("No game is finished yet in {folder}.", folder=folder))
    heads = tuple(map(speech.phrase, _HEADS))
    cells = [heads, *(_cells(row) for row in rows)]
    widths = [max(map(width_of, column)) for column in zip(*cells, strict=True)]
    for line in cells if rows else ():
        page.say("  ".join(padded(cell, width) for cell, width in zip(line, widths, strict=True)).rstrip())
    if unread:
        one, more = both("{count} file could not be replayed.", "{count} files could not be replayed.")
        page.say(speech.phrases(one, more, unread))


def _cells(row: Row) -> tuple[str, ...]:
    share = f"{row.won} ({row.won / row.games:.0%})"
    return row.ruleset, str(row.players), row.against, str(row.games), share, str(row.shared), str(row.lost)
