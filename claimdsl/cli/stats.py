"""`claim stats`: how you have fared, counted from the games that are kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

import click

from claimdsl.cli.common import LANGUAGE
from claimdsl.cli.dealt import lie_of
from claimdsl.cli.position import Opened, Wanted, open_record
from claimdsl.cli.sitting import HUMAN, games_folder
from claimdsl.diagnostics.errors import ClaimError
from claimdsl.play.json_text import Json, write_json
from claimdsl.play.tally import Played, Row, counted, result_for
from claimdsl.ui.speech import Speech, both, msg
from claimdsl.ui.text import Page, padded, width_of

_HEADS = (
    msg("ruleset"), msg("players"), msg("against"), msg("games"), msg("won"), msg("shared"), msg("lost"),
)
_LEFT_OUT = (
    both(
        "{count} game is not counted: its cards had been dealt before.",
        "{count} games are not counted: their cards had been dealt before.",
    ),
    both("{count} file could not be replayed.", "{count} files could not be replayed."),
)


@click.command("stats")
@click.argument("folder", required=False)
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How it is written.")
@LANGUAGE
def command(folder: str | None, form: str, language: str) -> int:
    """Count your finished games: won, shared and lost, by ruleset and opponents.

    They are those of FOLDER, or of your state folder.  Games for practice, and those that several people played
    on one screen, are left out; so are games with cards that were dealt before, and files that cannot be replayed,
    and these are counted.
    """
    place = games_folder() if folder is None else folder
    if folder is not None and not os.path.isdir(folder):
        raise click.UsageError(f"{folder}: is no folder")
    unread: list[str] = []
    played = _games(place, unread)
    again = [name for name, game in played if game is None]
    rows = counted(game for _, game in played if game is not None)
    if form == "json":
        games: list[Json] = [_row(row) for row in rows]
        click.echo(write_json({"games": games, "dealt_before": list(again), "unread": list(unread)}))
    else:
        _say(rows, place, (len(again), len(unread)), Speech.of(language))
    return 0


def _games(folder: str, unread: list[str]) -> list[tuple[str, Played | None]]:
    """Read the finished games of a folder in which one person played; None where the cards were dealt before."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    opened: list[tuple[str, Opened]] = []
    for name in names:
        if not name.endswith(".json"):
            continue
        try:
            opened.append((name, open_record(Wanted(os.path.join(folder, name), None, None, (), False))))
        except ClaimError:
            unread.append(name)
    return list(_in_turn(sorted(opened, key=lambda one: (one[1].record.date, one[0])), unread))


def _in_turn(opened: Sequence[tuple[str, Opened]], unread: list[str]) -> Iterator[tuple[str, Played | None]]:
    """Go through games in the order in which they were begun."""
    lies: set[str] = set()
    for name, one in opened:
        lie, is_known = lie_of(one.record), one.record.is_dealt_before
        if not is_known:
            is_known = lie in lies
            lies.add(lie)
        try:
            found = _game(one)
        except ClaimError:
            unread.append(name)
            continue
        if found is not None:
            yield name, None if is_known and not found.is_practice else found


def _game(opened: Opened) -> Played | None:
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


def _say(rows: Sequence[Row], folder: str, left_out: tuple[int, int], speech: Speech) -> None:
    page = Page(sys.stdout)
    if not rows:
        page.say(speech.phrase("No game is finished yet in {folder}.", folder=folder))
    heads = tuple(map(speech.phrase, _HEADS))
    cells = [heads, *(_cells(row) for row in rows)]
    widths = [max(map(width_of, column)) for column in zip(*cells, strict=True)]
    for line in cells if rows else ():
        page.say("  ".join(padded(cell, width) for cell, width in zip(line, widths, strict=True)).rstrip())
    for (one, more), count in zip(_LEFT_OUT, left_out, strict=True):
        if count:
            page.say(speech.phrases(one, more, count))


def _cells(row: Row) -> tuple[str, ...]:
    share = f"{row.won} ({row.won / row.games:.0%})"
    return row.ruleset, str(row.players), row.against, str(row.games), share, str(row.shared), str(row.lost)
