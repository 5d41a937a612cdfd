"""`claim replay`: a recorded game told, traced, or checked against the trace kept beside it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BufferedReader
from itertools import islice

import click

from claimdsl.cli.app import FINDINGS, FINE
from claimdsl.cli.common import LANGUAGE, in_language, is_own, open_bytes
from claimdsl.cli.forms import on_one_line
from claimdsl.cli.sight import CLOSED, OPEN, hides, legal_told, viewer_of
from claimdsl.diagnostics.errors import ClaimError, IllegalActionError, RecordError, UnreadableError
from claimdsl.diagnostics.report import RulesetError
from claimdsl.engine.action import Action
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from claimdsl.frozen import replace
from claimdsl.play.json_text import Json, shown, write_json
from claimdsl.play.reading import Entry, Games, read_games
from claimdsl.play.record import Record
from claimdsl.play.replay import begin, compare, replay, sorted_moves, trace, wrongly_made
from claimdsl.ui.story import tell_game
from claimdsl.ui.text import Page, plain

_MOST_TOLD = 100


@click.command("replay")
@click.argument("file")
@click.option("--trace", "traced", is_flag=True, help="Print the trace: a JSON line a trick, or a line a game.")
@click.option("--check", is_flag=True, help="Compare with the traces in the file; say where they differ.")
@click.option("--ruleset", metavar="NAME|PATH", help="Use this ruleset in place of the record's own.")
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="Use these tweaks in place of the record's own.")
@click.option("--any-ruleset", is_flag=True, help="Go on when the ruleset is not the one that was played with.")
@OPEN
@LANGUAGE
def command(
    file: str, traced: bool, check: bool, ruleset: str | None, tweaks: tuple[str, ...], any_ruleset: bool,
    is_open: bool, language: str,
) -> int:
    """Play a recorded game again, from FILE or standard input (-).

    FILE is a record, a journal or JSON lines of either records or {"record", "trace"} objects, plain or gzip.  A game
    that is not over is told as the person who plays it sees it.
    """
    if traced and check:
        raise click.UsageError("--trace and --check do not go together")
    with open_bytes(file) as stream:
        reader = Reader(file, ruleset, tweaks, any_ruleset, is_open)
        try:
            games = reader.read(stream)
            if check:
                return _check(reader, games)
            return _trace(reader, games) if traced else _tell(reader, games, language)
        except RecordError as error:
            raise RecordError(f"{file}: {error}") from None


_Found = tuple[Ruleset, str, tuple[str, ...]]


class Reader:
    """Loads each ruleset of a file once and tells problems."""

    def __init__(
        self, file: str, ruleset: str | None, tweaks: tuple[str, ...], any_ruleset: bool, is_open: bool = False
    ) -> None:
        self.file = file
        self.is_open = is_open
        self.any_ruleset = any_ruleset
        self.told = 0
        self._ruleset = ruleset
        self._tweaks = tweaks
        self._loaded: dict[tuple[str, tuple[str, ...], tuple[str, ...] | None], _Found | ClaimError] = {}

    def ruleset(self, record: Record) -> Ruleset:
        """Load the ruleset of a record, or the one asked for.

        Raises: RecordError, RulesetError or UnreadableError where there is none.
        """
        return self.found(record)[0]

    def found(self, record: Record) -> _Found:
        """Load the ruleset of a record; give also its name and those of all tweaks on top.

        Raises: as `ruleset`.
        """
        from claimdsl.play.places import locate

        folder, own = os.path.dirname(self.file) or os.curdir, is_own(self.file)
        reference = self._ruleset or locate(record.ruleset, folder, is_own=own)
        tweaks = self._tweaks or tuple(locate(one, folder, is_own=own) for one in record.with_)
        wanted = reference, tweaks, record.factions
        if wanted not in self._loaded:
            self._loaded[wanted] = _load(*wanted)
        found = self._loaded[wanted]
        if isinstance(found, ClaimError):
            raise found
        return found

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

    def begin(self, record: Record) -> State:
        """Deal the cards of a record."""
        return begin(record, self.ruleset(record), any_ruleset=self.any_ruleset)

    def trace(self, record: Record) -> list[Json]:
        """Give the trace of a record."""
        return trace(record, self.ruleset(record), any_ruleset=self.any_ruleset)

    def note(self, entry: Entry) -> None:
        """Say what a reader of the file must be told."""
        if entry.note:
            self.say(entry.place, entry.note)

    def say(self, place: str, text: str) -> None:
        """Write a line to standard error; of very many the first."""
        self.told += 1
        if self.told <= _MOST_TOLD:
            click.echo(plain(f"{self.where(place)}{text}"), err=True)

    def where(self, place: str) -> str:
        """Name a game of the file, before what is said of it."""
        return f"{self.file}: {place}: " if place else f"{self.file}: "


def _load(reference: str, tweaks: tuple[str, ...], factions: tuple[str, ...] | None) -> _Found | ClaimError:
    from claimdsl.pipeline import load_with_sets

    try:
        ruleset, used = load_with_sets(reference, tweaks, factions)
    except ClaimError as error:
        return error
    return ruleset, reference, used


def each_game(reader: Reader, games: Games, use: Callable[[Entry, Record], str]) -> Iterator[tuple[Entry, str]]:
    """Run through the games and use each; give each with what is wrong with it, which is told too, or "".

    Where there are many games, one whose ruleset is in error is a wrong one like any other.
    """
    for entry in games.entries:
        reader.note(entry)
        problem = entry.problem
        if entry.record is not None:
            try:
                problem = use(entry, entry.record) or _taken_back(reader, entry, entry.record)
            except (RecordError, RulesetError, UnreadableError) as error:
                if not games.lines and not isinstance(error, RecordError):
                    raise
                problem = on_one_line(error)
        if problem:
            reader.say(entry.place, problem)
        yield entry, problem
    if reader.told > _MOST_TOLD:
        click.echo(f"{reader.file}: and {reader.told - _MOST_TOLD} more", err=True)


def _taken_back(reader: Reader, entry: Entry, record: Record) -> str:
    return taken_back(reader.begin(record), entry.steps) if entry.is_undone else ""


def taken_back(first: State, steps: Iterable[str | int]) -> str:
    """Say which move of a journal that was taken back might not be made; "" where none was."""
    wrong = wrongly_made(first, steps)
    return f"{shown(wrong)}, which was taken back later, was not legal" if wrong else ""


def _trace(reader: Reader, games: Games) -> int:
    lines: list[Json] = []

    def use(_: Entry, record: Record) -> str:
        found = reader.trace(record)
        if hides(record, is_over=_ends_with(found, "result"), is_open=reader.is_open):
            return CLOSED
        lines.extend(found)
        return _illegal(lines, reader, record)

    status = FINE
    for _, problem in each_game(reader, games, use):
        for line in [lines] if games.lines else lines:
            click.echo(write_json(line))
        lines.clear()
        status = FINDINGS if problem else status
    return status


def _ends_with(lines: list[Json], what: str) -> bool:
    return bool(lines) and isinstance(lines[-1], Mapping) and what in lines[-1]


def _illegal(lines: list[Json], reader: Reader, record: Record) -> str:
    """Say what is wrong with the move that a trace ends with; "" where nothing is."""
    return played(reader.begin(record), record, is_open=reader.is_open)[1] if _ends_with(lines, "error") else ""


def illegal_text(last: State, record: Record, legal: Sequence[str], *, is_open: bool) -> str:
    """Say that the move after a state may not be made, and which may, where that may be told."""
    number, game = len(last.history), last.game
    given = record.moves[number]
    told = legal_told(record, last.seat, sorted_moves(legal, game), is_open=is_open)
    options = "" if told is None else f"; legal: {', '.join(told)}" if told else "; the game is over"
    near = game.binding.did_you_mean(Action.parse(given).option) if told else ""
    return f"moves[{number}]: {shown(given)} is not legal{options}{near}"


def _check(reader: Reader, games: Games) -> int:
    """Compare each trace with the expected one; a game without one must only be legal."""
    differing = 0

    def use(entry: Entry, record: Record) -> str:
        nonlocal differing
        lines = reader.trace(record)
        if entry.trace is None:
            return _illegal(lines, reader, record)
        difference = compare(lines, entry.trace)
        if difference and hides(record, is_over=_ends_with(lines, "result"), is_open=reader.is_open):
            return f"the trace is different; {CLOSED}"
        if difference:
            differing += 1
            click.echo(plain(f"{reader.where(entry.place)}{difference}"))
        return ""

    found = [(bool(problem), entry.trace is None) for entry, problem in each_game(reader, games, use)]
    wrong, alone = sum(bad for bad, _ in found), sum(not bad and bare for bad, bare in found)
    same = len(found) - wrong - alone - differing
    counts = ((same, "the same"), (differing, "different"), (alone, "legal, without a trace"), (wrong, "in error"))
    if games.lines:
        told = ", ".join(f"{count} {what}" for count, what in counts if count)
        click.echo(f"{reader.file}: {len(found)} game{'s' * (len(found) != 1)}: {told}", err=True)
    elif same or alone:
        told = "the trace is the same" if same else "there is no trace beside it; every move is legal"
        click.echo(f"{reader.file}: {told}", err=True)
    return FINDINGS if differing + wrong else FINE


def _tell(reader: Reader, games: Games, language: str) -> int:
    """Tell a single game trick by trick, or each game of many on a line."""

    def use(entry: Entry, record: Record) -> str:
        first = reader.begin(record)
        in_language(language, first.game.ruleset)
        last, problem = played(first, record, is_open=reader.is_open)
        if not games.lines:
            viewer = viewer_of(record, reader.file, is_over=last.is_over, is_open=reader.is_open)
            tell_game(first, last, record, Page(sys.stdout), language, viewer)
        elif not problem:
            click.echo(f"{entry.place}: {len(record.moves)} move{'s' * (len(record.moves) != 1)}{_ended(last)}")
        return problem

    wrong = sum(bool(problem) for _, problem in each_game(reader, games, use))
    return FINDINGS if wrong else FINE


def played(first: State, record: Record, most: int | None = None, *, is_open: bool = False) -> tuple[State, str]:
    """Play a game, or its first moves, as far as it is legal; give the last state and what is wrong then, or ""."""
    last = first
    try:
        for after in replay(first, islice(record.moves, most)):
            last = after
    except IllegalActionError as error:
        return last, illegal_text(last, record, error.legal, is_open=is_open)
    return last, ""


def _ended(last: State) -> str:
    outcome = last.outcome
    if outcome is None:
        return ", unfinished"
    winners = " and ".join("+".join(str(seat) for seat in last.game.sides[side]) for side in outcome.winners)
    return f", won by {winners} ({outcome.decided_by})"
