"""`claim replay`: a recorded game told, traced, or checked against the trace kept beside it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader

import click

from claimdsl.cli.app import FINDINGS, FINE
from claimdsl.cli.common import open_bytes
from claimdsl.diagnostics.errors import IllegalActionError, RecordError, UnreadableError
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from claimdsl.frozen import replace
from claimdsl.play.json_text import Json, shown, write_json
from claimdsl.play.reading import Entry, Games, read_games
from claimdsl.play.record import Record
from claimdsl.play.replay import begin, compare, replay, sorted_moves, trace
from claimdsl.ui.story import tell_game
from claimdsl.ui.text import Page


@click.command("replay")
@click.argument("file")
@click.option("--trace", "traced", is_flag=True, help="Print the trace: a JSON line a trick, or a line a game.")
@click.option("--check", is_flag=True, help="Compare with the traces in the file; say where they differ.")
@click.option("--ruleset", metavar="NAME|PATH", help="Use this ruleset in place of the record's own.")
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="Use these tweaks in place of the record's own.")
@click.option("--any-ruleset", is_flag=True, help="Go on when the ruleset is not the one that was played with.")
def command(
    file: str, traced: bool, check: bool, ruleset: str | None, tweaks: tuple[str, ...], any_ruleset: bool,
) -> int:
    """Play a recorded game again, from FILE or standard input (-).

    FILE is a record, a journal or JSON lines of either records or {"record", "trace"} objects, plain or gzip.
    """
    with open_bytes(file) as stream:
        reader = _Reader(file, ruleset, tweaks, any_ruleset)
        try:
            games = reader.read(stream)
            if check:
                return _check(reader, games)
            return _trace(reader, games) if traced else _tell(reader, games)
        except RecordError as error:
            raise RecordError(f"{file}: {error}") from None


class _Reader:
    """Loads each ruleset of a file once and tells problems."""

    def __init__(self, file: str, ruleset: str | None, tweaks: tuple[str, ...], any_ruleset: bool) -> None:
        self.file = file
        self.any_ruleset = any_ruleset
        self._ruleset = ruleset
        self._tweaks = tweaks
        self._loaded: dict[tuple[str, tuple[str, ...], tuple[str, ...] | None], Ruleset] = {}

    def ruleset(self, record: Record) -> Ruleset:
        """Load the ruleset of a record, or the one asked for.

        Raises: RecordError, RulesetError or UnreadableError where there is none.
        """
        from claimdsl.pipeline import load_with_sets
        from claimdsl.play.places import locate

        folder = os.path.dirname(self.file) or os.curdir
        wanted = (
            locate(record.ruleset, folder) if self._ruleset is None else self._ruleset,
            self._tweaks or tuple(locate(one, folder) for one in record.with_),
            record.factions,
        )
        if wanted not in self._loaded:
            self._loaded[wanted], _ = load_with_sets(*wanted)
        return self._loaded[wanted]

    def read(self, stream: BufferedReader) -> Games:
        """Read the games of the file; an error of reading is told as one, at whichever game it comes.

        Raises: UnreadableError; RecordError where the file holds no game.
        """
        with self._reading():
            games = read_games(self.file, stream)
        return replace(games, entries=self._entries(iter(games.entries)))

    def _entries(self, entries: Iterator[Entry]) -> Iterator[Entry]:
        while True:
            with self._reading():
                entry = next(entries, None)
            if entry is None:
                return
            yield entry

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise UnreadableError(f"{self.file}: cannot be read: {(error.strerror or str(error)).lower()}") from None

    def trace(self, record: Record) -> list[Json]:
        """Give the trace of a record."""
        return trace(record, self.ruleset(record), any_ruleset=self.any_ruleset)

    def note(self, entry: Entry) -> None:
        """Say what a reader of the file must be told."""
        if entry.note:
            self.say(entry.place, entry.note)

    def say(self, place: str, text: str) -> None:
        """Write a line to standard error."""
        where = f"{self.file}: {place}: " if place else f"{self.file}: "
        click.echo(f"{where}{text}", err=True)


def _records(reader: _Reader, games: Games) -> Iterator[tuple[Entry, Record | None]]:
    """Run through the games; one that is no record has its problem told."""
    for entry in games.entries:
        reader.note(entry)
        if entry.record is None:
            reader.say(entry.place, entry.problem)
        yield entry, entry.record


def _trace(reader: _Reader, games: Games) -> int:
    status = FINE
    for entry, record in _records(reader, games):
        lines = _lines_of(reader, entry, record)
        if lines is None or _illegal(lines):
            status = FINDINGS
        if games.lines:
            click.echo(write_json(lines or []))
        else:
            for line in lines or []:
                click.echo(write_json(line))
    return status


def _lines_of(reader: _Reader, entry: Entry, record: Record | None) -> list[Json] | None:
    """Trace a game; None where it cannot be dealt.  What is wrong is told."""
    if record is None:
        return None
    try:
        lines = reader.trace(record)
    except RecordError as error:
        reader.say(entry.place, str(error))
        return None
    if _illegal(lines):
        reader.say(entry.place, _illegal(lines))
    return lines


def _illegal(lines: list[Json]) -> str:
    """Say what is wrong with the move that a trace ends with; "" where nothing is."""
    last = lines[-1] if lines else None
    error = last.get("error") if isinstance(last, Mapping) else None
    if not isinstance(error, Mapping):
        return ""
    legal, number = error["legal"], error["move"]
    assert isinstance(legal, list) and isinstance(number, int)
    return illegal_text(number, str(error["given"]), [str(move) for move in legal])


def illegal_text(number: int, given: str, legal: list[str]) -> str:
    """Say that a move may not be made, and which may."""
    options = f"legal: {', '.join(legal)}" if legal else "the game is over"
    return f"moves[{number}]: {shown(given)} is not legal; {options}"


def _check(reader: _Reader, games: Games) -> int:
    """Compare each trace with the expected one; a game without one must only be legal."""
    same = alone = 0
    for entry, record in _records(reader, games):
        if record is None:
            return FINDINGS
        try:
            lines = reader.trace(record)
        except RecordError as error:
            reader.say(entry.place, str(error))
            return FINDINGS
        difference = compare(lines, entry.trace) if entry.trace is not None else _illegal(lines)
        if difference:
            click.echo(f"{reader.file}: {entry.place + ': ' if entry.place else ''}{difference}")
            return FINDINGS
        same, alone = same + (entry.trace is not None), alone + (entry.trace is None)
    told = f"{same} traces are the same" + (f", {alone} games have none and are legal" if alone else "")
    click.echo(f"{reader.file}: {told}", err=True)
    return FINE


def _tell(reader: _Reader, games: Games) -> int:
    """Tell a single game trick by trick, or each game of many on a line."""
    status = FINE
    for entry, record in _records(reader, games):
        problem = "no record" if record is None else ""
        if record is not None:
            try:
                problem = _tell_one(reader, entry, record, alone=not games.lines)
            except RecordError as error:
                problem = str(error)
            if problem:
                reader.say(entry.place, problem)
        status = FINDINGS if problem else status
    return status


def _tell_one(reader: _Reader, entry: Entry, record: Record, *, alone: bool) -> str:
    """Tell a game as far as it is legal; give what is wrong, or ""."""
    first = last = begin(record, reader.ruleset(record), any_ruleset=reader.any_ruleset)
    problem = ""
    try:
        for after in replay(first, record.moves):
            last = after
    except IllegalActionError as error:
        number = len(last.history)
        legal = sorted_moves(error.legal)
        problem = illegal_text(number, record.moves[number], legal)
    if alone:
        tell_game(first, last, record.agents, record.comments, Page(sys.stdout))
    elif not problem:
        click.echo(f"{entry.place}: {len(record.moves)} moves{_ended(last)}")
    return problem


def _ended(last: State) -> str:
    outcome = last.outcome
    if outcome is None:
        return ", unfinished"
    winners = " and ".join("+".join(str(seat) for seat in last.game.sides[side]) for side in outcome.winners)
    return f", won by {winners} ({outcome.decided_by})"
