"""`claim solve`: the rest of a recorded game under best play, once no card is hidden any more."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice

import click

from claimdsl.ai.perfect import UnsolvableError
from claimdsl.ai.solve import Engines, solve
from claimdsl.cli.app import FINDINGS, FINE
from claimdsl.cli.common import open_bytes
from claimdsl.cli.position import of_a_record
from claimdsl.cli.replay import Reader, each_game, played
from claimdsl.diagnostics.errors import RecordError
from claimdsl.engine.state import State
from claimdsl.frozen import replace
from claimdsl.play.json_text import write_json
from claimdsl.play.reading import Entry, Games
from claimdsl.play.record import Record
from claimdsl.ui.solutions import as_json, lines, one_line
from claimdsl.ui.text import Page


@click.command("solve")
@click.argument("record")
@click.option("--move", type=int, metavar="N", help="Before which move, counted from 0.  [default: after the last]")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How it is written.")
@of_a_record
def command(
    record: str, move: int | None, form: str, game: int | None, ruleset: str | None, tweaks: tuple[str, ...],
    any_ruleset: bool,
) -> int:
    """Work out the rest of a game of two from RECORD (- for standard input).

    Says who wins from there, by how many votes, and what every legal move is worth, for the seat to move.  That is
    exact or not said at all: no card may be hidden and nothing left to chance, so the last phase must have begun.

    RECORD is a record, a journal or JSON lines of records, plain or gzip; JSON lines are answered by JSON lines.
    """
    reader = Reader(record, ruleset, tweaks, any_ruleset)
    with open_bytes(record) as stream:
        try:
            games = reader.read(stream)
            if game is not None:
                games = replace(games, entries=islice(games.entries, game - 1, game))
            found = list(_answers(reader, games, move, form))
        except RecordError as error:
            raise RecordError(f"{record}: {error}") from None
    if game is not None and not found:
        raise click.UsageError(f"{record} has no game {game}")
    return FINDINGS if any(found) else FINE


def _answers(reader: Reader, games: Games, move: int | None, form: str) -> Iterator[str]:
    """Solve one game after another and write what was found; give what is wrong with each, or ""."""
    page, engines = Page(sys.stdout), Engines()

    def give(entry: Entry, record: Record) -> str:
        outside = _outside(record, move)
        if outside and not games.lines:
            raise click.UsageError(outside)
        state, problem = _moment(reader.begin(record), record, move)
        if problem:
            return problem
        try:
            found = solve(state, engines)
        except UnsolvableError as error:
            return f"cannot be solved: {error}"
        if form == "json":
            click.echo(write_json(as_json(found)))
        else:
            for text, style in one_line(entry.place, found) if games.lines else lines(state, found):
                page.say(text, style)
        return ""

    for _, problem in each_game(reader, games, give):
        if problem and games.lines and form == "json":
            click.echo(write_json({"error": problem}))
        yield problem


def _moment(first: State, record: Record, move: int | None) -> tuple[State, str]:
    """Give the state that is asked about, and what is wrong with asking, or ""."""
    outside = _outside(record, move)
    return (first, outside) if outside else played(first, record, move)


def _outside(record: Record, move: int | None) -> str:
    """Say that a record has no such moment, or ""."""
    made = len(record.moves)
    if move is None or 0 <= move <= made:
        return ""
    return f"--move {move}: the record has {made} moves; they count from 0 to {made}"
