"""A game that people sit down to: the front end that they ask for, the file that keeps it, what is said at the end."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import click

from claimdsl.cli.common import LANGUAGE, is_own, open_bytes, state_folder
from claimdsl.diagnostics.errors import RecordError, UnreadableError
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.play.journal import Journal
from claimdsl.play.match import Match
from claimdsl.play.record import DEALT_BEFORE, Record

if TYPE_CHECKING:
    from claimdsl.ui.speech import Speech

HUMAN = "human"
UIS = AUTO, PLAIN, TUI, JSON = "auto", "plain", "tui", "json"
_MOST_OF_A_SECOND = 100
_SCREEN = 60, 20
"""Columns and rows below which the full screen has to be asked for."""


class How(Frozen):
    """How a game is shown and played: by which front end, in which language, forced moves made unasked, ASCII alone."""

    ui: str
    language: str
    auto: bool
    ascii: bool


class Kept(Frozen):
    """Where a game is kept: the file, whether someone named it, its header, and what `claim replay` must be told."""

    path: str
    is_named: bool
    header: Record
    rules: tuple[str, ...]


Command = TypeVar("Command", bound=Callable[..., int])


def of_a_table(command: Command) -> Command:
    """Add the options that say how a game is shown and played."""
    for option in (
        LANGUAGE,
        click.option("--ascii", is_flag=True, help="Write nothing but ASCII, in English."),
        click.option("--auto", is_flag=True, help="Make your move for you where there is no other."),
        click.option("--json", is_flag=True, help="Speak JSON lines, for programs; the same as --ui json."),
        click.option("--ui", type=click.Choice(UIS), default=AUTO, help="How it is shown.  [default: auto]"),
    ):
        command = option(command)
    return command


def front_end(ui: str, json: bool) -> str:
    """Say which front end two options ask for together."""
    if json and ui not in (AUTO, JSON):
        raise click.UsageError(f"--json is --ui json, and --ui {ui} is another one: leave out one of them")
    return JSON if json else ui


def check_seats(seats: Sequence[str]) -> None:
    """See that each name is a person or a player of the house."""
    from claimdsl.ai.agent import AGENTS
    from claimdsl.cli.common import chosen

    for name in seats:
        chosen(name, (HUMAN, *AGENTS), "player")


def sit_down(
    first: State, seats: Sequence[str], seed: int, kept: Kept, how: How, *, since: Sequence[State] = (),
    journal: Journal | None = None,
) -> int:
    """Play a game, from the state after the moves that were made before; begin its file where none is there yet."""
    from claimdsl.ai.agent import AGENTS

    if journal is None:
        journal = _begun(kept, since, how)
    agents = tuple(None if name == HUMAN else AGENTS[name]() for name in seats)
    lost = None if kept.is_named else partial(_tell_lost, how)
    match = Match(first, agents, seed, journal, lost, since)
    path = kept.path if journal is None else journal.path
    try:
        _run(match, seats, kept.header, how)
    except (KeyboardInterrupt, SystemExit):
        if match.is_kept:
            with suppress(OSError):  # the terminal may be gone
                click.echo(err=True)
                _tell_kept(path, kept.rules, how, over=False, err=True)
        raise
    match.finish(marked_where_known(kept.header, first, path) if match.state.is_over else kept.header)
    if match.is_kept:
        _tell_kept(path, kept.rules, how, over=match.state.is_over, err=how.ui == JSON or not kept.is_named)
    return 0


def _run(match: Match, seats: Sequence[str], header: Record, how: How) -> bool:
    from claimdsl.ui.lines import Lines
    from claimdsl.ui.table import Table
    from claimdsl.ui.text import Page

    page = Page(sys.stdout, only_ascii=how.ascii)
    table = Table(
        match, seats, how.language, practice=header.is_practice, dealt_before=header.is_dealt_before, auto=how.auto,
        only_ascii=how.ascii,
    )
    if (table.humans or how.ui == TUI) and fills_screen(how):
        from claimdsl.ui.tui.run import play_on_screen

        return play_on_screen(table, page, only_ascii=how.ascii)
    lines = Lines(open_bytes("-"))
    if how.ui == JSON:
        from claimdsl.ui.json_table import JsonTable

        return JsonTable(table, page, lines).run()
    from claimdsl.ui.plain import PlainTable

    return PlainTable(table, page, lines).run()


def fills_screen(how: How) -> bool:
    """Say whether the full screen is asked for, or the terminal can show it and what that takes is installed."""
    if how.ui not in (AUTO, TUI):
        return False
    ends = (sys.stdin, sys.stdout)  # a stream may be closed: then there is none
    on_terminal = os.environ.get("TERM", "dumb") != "dumb" and all(end is not None and end.isatty() for end in ends)
    if how.ui == TUI and not on_terminal:
        raise click.UsageError("--ui tui is for a terminal that can move its cursor; --ui plain works everywhere")
    if not on_terminal or how.ui == AUTO and (os.environ.get("CLAIM_SCREEN_READER") == "1" or not _is_large()):
        return False
    from importlib.util import find_spec

    if how.ui == TUI and find_spec("textual") is None:
        raise click.UsageError("--ui tui needs Textual: pip install 'claimdsl[tui]'")
    return find_spec("textual") is not None


def _is_large() -> bool:
    """Say whether the terminal has room for the full screen; one that does not say how large it is has."""
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    return not (columns and rows) or columns >= _SCREEN[0] and rows >= _SCREEN[1]


# --- the file --------------------------------------------------------------------------------------------------------


def games_folder() -> str:
    """Name the folder in which games are kept that nobody named a file for."""
    return os.path.join(state_folder(), "games")


def usual_path(ruleset: str, seed: int | None) -> str:
    """Name a file in the user's state folder by date, ruleset and seed; its ending is still to be added."""
    stem = os.path.basename(ruleset).removesuffix(".yaml")
    name = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{stem}" + ("" if seed is None else f"-{seed}")
    return os.path.join(games_folder(), name)


def _begun(kept: Kept, since: Sequence[State], how: How) -> Journal | None:
    """Begin the file, with the moves that were made before; where nobody named one, a game may go on without."""
    try:
        journal = Journal(kept.path, kept.header) if kept.is_named else _fresh(kept.path, kept.header)
        for action in since[-1].history if since else ():
            journal.add(str(action))
        return journal
    except UnreadableError as error:
        if kept.is_named:
            raise
        _tell_lost(how, str(error))
    except OSError as error:
        _tell_lost(how, f"{error.filename}: {(error.strerror or '').lower()}")
    return None


def _fresh(path: str, header: Record) -> Journal:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    for number in range(_MOST_OF_A_SECOND):
        try:
            return Journal(f"{path}{f'-{number}' if number else ''}.json", header, fresh=True)
        except FileExistsError:
            continue
    raise UnreadableError(f"{path}.json: is there already")


def _speech(how: How) -> Speech:
    from claimdsl.ui.speech import ENGLISH, Speech

    return Speech.of(ENGLISH if how.ascii else how.language)


def _tell_lost(how: How, reason: str) -> None:
    from claimdsl.ui.text import plain

    click.echo(plain(_speech(how).phrase("The game is not kept: {reason}", reason=reason)), err=True)


def marked_where_known(header: Record, first: State, path: str) -> Record:
    """Mark a game whose cards people could see in another one that is kept beside it."""
    from claimdsl.cli.dealt import is_dealt_before

    is_known = HUMAN in header.agents and header.seed is not None \
        and is_dealt_before(games_folder(), header.seed, first, path)
    return header.marked(DEALT_BEFORE) if is_known else header


def rule_words(ruleset: str, tweaks: Sequence[str], path: str) -> tuple[str, ...]:
    """Give the options that name rules which the record in a file does not find again by itself."""
    if all(map(partial(_finds, path), (ruleset, *tweaks))):
        return ()
    return (f"--ruleset={ruleset}", *(f"--with={tweak}" for tweak in tweaks))


def _finds(path: str, reference: str) -> bool:
    from claimdsl.play.places import locate, reference_from
    from claimdsl.resources import file_of

    file, folder = file_of(reference), os.path.dirname(path) or os.curdir
    try:
        named = reference_from(reference, folder)
        return not file or os.path.samefile(file, locate(named, folder, is_own=is_own(path)))
    except (OSError, ValueError, RecordError):
        return False


def _tell_kept(path: str, rules: Sequence[str], how: How, *, over: bool, err: bool) -> None:
    """Say where the game is, and how to see it again or to go on with it."""
    from claimdsl.ui.speech import msg

    command = " ".join(map(_quoted, ["claim", "replay" if over else "resume", path, *rules]))
    stopped = msg("Stopped; the game so far is kept. Go on with it: {command}")
    click.echo(_speech(how).phrase(msg("Replay it: {command}") if over else stopped, command=command), err=err)


def _quoted(word: str) -> str:
    """Quote a word for a shell; in one that cannot be printed the bytes are written out."""
    import shlex

    if word.isprintable():
        return shlex.quote(word)
    letters = (chr(byte) if 32 <= byte < 127 and byte not in b"'\\" else f"\\x{byte:02x}" for byte in os.fsencode(word))
    return f"$'{''.join(letters)}'"
