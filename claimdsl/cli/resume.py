"""`claim resume`: an unfinished game played on, in the file that keeps it."""

from __future__ import annotations

import os

import click

from claimdsl.cli.again import anew, is_known, opened_to_play, states_of
from claimdsl.cli.common import split
from claimdsl.cli.position import Opened, Wanted, of_a_record
from claimdsl.cli.sight import CLOSED, OPEN, hides, people_of
from claimdsl.cli.sitting import (
    HUMAN,
    How,
    Kept,
    check_seats,
    front_end,
    games_folder,
    marked_where_known,
    of_a_table,
    rule_words,
    sit_down,
)
from claimdsl.diagnostics.errors import ClaimError
from claimdsl.engine.state import State
from claimdsl.frozen import replace
from claimdsl.play.journal import Journal
from claimdsl.play.reading import is_journal
from claimdsl.play.record import PRACTICE, Record


@click.command("resume")
@click.argument("file", required=False)
@click.option("--seats", metavar="A,B,...", help="Who sits where.  [default: as the file says]")
@click.option("--save", metavar="FILE", help="Keep the game there.  [default: in the same file, if it is a journal]")
@of_a_table
@of_a_record
@OPEN
def command(
    file: str | None, seats: str | None, save: str | None, ui: str, json: bool, auto: bool, ascii: bool, language: str,
    game: int | None, ruleset: str | None, tweaks: tuple[str, ...], any_ruleset: bool, is_open: bool,
) -> int:
    """Go on with a game: that of FILE, or the last unfinished one of your state folder.

    The players of the house play on as they would have.  A journal grows on; of any other record a copy does.  Who
    played stays at the same seat, unless --open is said; then it is for practice.
    """
    if file == "-":
        raise click.UsageError("standard input is where your moves come from; save the game to a file")
    sitting = () if seats is None else split(seats, "--seats")
    check_seats(sitting)
    how = How(front_end(ui, json), language, auto, ascii)
    path = _last_unfinished() if file is None else file
    journal = _held(path) if save is None else None
    try:
        opened, first = opened_to_play(Wanted(path, game, ruleset, tweaks, any_ruleset, is_open), how)
        return _go_on(opened, first, sitting, save, journal, how)
    except (ClaimError, click.UsageError):
        if journal is not None:
            journal.close()
        raise


def _held(path: str) -> Journal | None:
    """Take hold of a file that is to grow on, before it is read, so that nobody else writes to it from then on."""
    if not is_journal(path):
        return None
    journal = Journal(path, None)
    if is_journal(path):
        return journal
    journal.close()
    return None


def _go_on(
    opened: Opened, first: State, seats: tuple[str, ...], save: str | None, journal: Journal | None, how: How
) -> int:
    record, path = opened.record, opened.wanted.file
    since = states_of(opened, first, len(record.moves))
    if since and since[-1].is_over and journal is None:
        raise click.UsageError(f"{path}: this game is over; claim replay shows it, claim play --again deals it anew")
    sitting = _seats(opened, seats, first.game.players)
    sees_more = _sees_more(record, sitting)
    if sees_more and hides(record, is_over=bool(since) and since[-1].is_over, is_open=opened.wanted.is_open):
        raise click.UsageError(f"{path}: {CLOSED}")
    if journal is None:
        kept = anew(opened, sitting, save, practice=record.is_practice or sees_more)
        return sit_down(first, sitting, record.seed or 0, kept, how, since=since)
    header = replace(record, agents=sitting, moves=())
    header = header.marked(PRACTICE) if sees_more else header
    header = marked_where_known(header, first, path)
    journal.mend(None if header == replace(record, moves=()) else header)
    kept = Kept(path, True, header, rule_words(opened.reference, opened.tweaks, path))
    return sit_down(first, sitting, record.seed or 0, kept, how, since=since, journal=journal)


def _sees_more(record: Record, sitting: tuple[str, ...]) -> bool:
    """Say whether others than those who play would see a hand: a person at a new seat, or who looks on."""
    people, after = {*people_of(record)}, {seat for seat, name in enumerate(sitting) if name == HUMAN}
    return bool(people) and (not after or not after <= people)


def _seats(opened: Opened, asked: tuple[str, ...], players: int) -> tuple[str, ...]:
    """Give who sits where: as asked, else as the file says."""
    if asked and len(asked) != players:
        raise click.UsageError(f"{players} players need {players} seats; --seats names {len(asked)}")
    if asked:
        return asked
    agents = opened.record.agents
    if len(agents) != players or not all(map(is_known, agents)):
        raise click.UsageError(
            f"{opened.wanted.file}: the file does not say who sits where; say it with --seats, such as --seats "
            + ",".join(("human", *["greedy"] * (players - 1)))
        )
    return agents


def _last_unfinished() -> str:
    """Find the journal that grew last."""
    folder = games_folder()
    try:
        paths = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".json")]
        paths.sort(key=lambda path: (os.path.getmtime(path), path), reverse=True)
    except OSError:
        paths = []
    for path in paths:
        if is_journal(path):
            return path
    raise click.UsageError(f"there is no unfinished game in {folder}; name a file")
