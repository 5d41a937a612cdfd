"""A moment of a recorded game, as several commands name it: a file, a game in it, and how many moves were made."""

from __future__ import annotations

from collections.abc import Callable
from io import BufferedReader
from itertools import islice
from typing import TypeVar

import click

from claimdsl.cli.common import open_bytes
from claimdsl.cli.replay import Reader, illegal_text, played, taken_back
from claimdsl.cli.sight import CLOSED, hides, viewer_of
from claimdsl.diagnostics.errors import IllegalActionError, RecordError
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.play.reading import Entry
from claimdsl.play.record import Record
from claimdsl.play.replay import begin, replay


class Wanted(Frozen):
    """Which game a person asks for, and by which rules it is to be played."""

    file: str
    game: int | None
    ruleset: str | None
    tweaks: tuple[str, ...]
    any_ruleset: bool
    is_open: bool = False


class Opened(Frozen):
    """A recorded game with its rules, by the names under which they were found, and its first state."""

    wanted: Wanted
    record: Record
    ruleset: Ruleset
    reference: str
    tweaks: tuple[str, ...]
    first: State

    def state(self, move: int) -> State:
        """Give the state in which so many moves were made.

        Raises: RecordError where one of them may not be made.
        """
        return self.states(move)[-1]

    def states(self, move: int | None = None) -> list[State]:
        """Give every state from the deal on, up to that in which so many moves were made.

        Raises: RecordError where one of them may not be made.
        """
        found = [self.first]
        try:
            found.extend(replay(self.first, islice(self.record.moves, move)))
        except IllegalActionError as error:
            problem = illegal_text(found[-1], self.record, error.legal, is_open=self.wanted.is_open)
            raise RecordError(f"{self.wanted.file}: {problem}") from None
        return found

    def viewer(self) -> int | None:
        """Give the seat as which the game is shown; None where nothing is hidden.

        Raises: UsageError where several people still play it.
        """
        last, _ = played(self.first, self.record)
        return viewer_of(self.record, self.wanted.file, is_over=last.is_over, is_open=self.wanted.is_open)

    def check_open(self) -> None:
        """See that all of the game may be told.

        Raises: UsageError where somebody still plays it.
        """
        last, _ = played(self.first, self.record)
        if hides(self.record, is_over=last.is_over, is_open=self.wanted.is_open):
            raise click.UsageError(f"{self.wanted.file}: {CLOSED}")

    def check_move(self, move: int, *, last: int) -> int:
        """Give the number of a move, counted from 0, or say which ones there are."""
        if not 0 <= move <= last:
            count = len(self.record.moves)
            there = f"they count from 0 to {last}" if last >= 0 else "so there is none to ask for"
            raise click.UsageError(f"--move {move}: the record has {count} moves; {there}")
        return move


def open_record(wanted: Wanted) -> Opened:
    """Read one game of a file (- for standard input) and deal its cards.

    Raises: RecordError, RulesetError or UnreadableError where that cannot be.
    """
    reader = Reader(wanted.file, wanted.ruleset, wanted.tweaks, wanted.any_ruleset)
    with open_bytes(wanted.file) as stream:
        try:
            entry, record = _chosen(reader, wanted, stream)
            ruleset, reference, tweaks = reader.found(record)
            first = begin(record, ruleset, any_ruleset=wanted.any_ruleset)
            problem = taken_back(first, entry.steps) if entry.is_undone else ""
            if problem:
                raise RecordError(problem)
        except RecordError as error:
            raise RecordError(f"{wanted.file}: {error}") from None
    return Opened(wanted, record, ruleset, reference, tweaks, first)


def _chosen(reader: Reader, wanted: Wanted, stream: BufferedReader) -> tuple[Entry, Record]:
    """Give the game asked for; of several one must be chosen."""
    games = reader.read(stream)
    number = 1 if wanted.game is None else wanted.game
    found = list(islice(games.entries, number - 1, number + (wanted.game is None)))
    if len(found) > 1:
        raise click.UsageError(f"{wanted.file} holds several games: say which one with --game NUMBER, from 1")
    if not found:
        raise click.UsageError(f"{wanted.file} has no game {number}")
    reader.note(found[0])
    if found[0].record is None:
        raise RecordError(f"{found[0].place}: {found[0].problem}" if found[0].place else found[0].problem)
    return found[0], found[0].record


Command = TypeVar("Command", bound=Callable[..., int])


def of_a_record(command: Command) -> Command:
    """Add the options that say which game of a file is meant and by which rules."""
    for option in (
        click.option("--any-ruleset", is_flag=True, help="Go on when the ruleset is not the one that was played with."),
        click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="Use these tweaks, not the record's."),
        click.option("--ruleset", metavar="NAME|PATH", help="Use this ruleset in place of the record's own."),
        click.option("--game", type=click.IntRange(1), metavar="NUMBER", help="Which game of a file of many."),
    ):
        command = option(command)
    return command
