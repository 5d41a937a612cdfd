"""`claim repl`: expressions of the language line by line, at a moment of a game."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING

import click

from claimdsl.cli.common import settings, split, state_folder
from claimdsl.cli.position import Wanted, open_record
from claimdsl.cli.sight import OPEN
from claimdsl.frozen import Frozen

if TYPE_CHECKING:
    from claimdsl.cli.talk import Talk

_KEPT = 1000


class _Wish(Frozen):
    """What the command line asks for."""

    ruleset: str | None
    record: str | None
    game: int | None
    move: int | None
    tweaks: tuple[str, ...]
    players: int | None
    factions: str | None
    options: dict[str, str]
    seed: int
    any_ruleset: bool
    is_open: bool


@click.command("repl")
@click.argument("ruleset", required=False, metavar="[RULESET]")
@click.option("--record", metavar="RECORD", help="Begin in this recorded game.")
@click.option("--game", type=click.IntRange(1), metavar="NUMBER", help="Which game of a file of many.")
@click.option("--move", type=int, metavar="N", help="After so many moves of it.  [default: after the last]")
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="A house rule on top; may be given again.")
@click.option("--any-ruleset", is_flag=True, help="Go on when the ruleset is not the one that was played with.")
@click.option("--players", type=click.IntRange(2, 4), help="How many play, without a record.  [default: 2]")
@click.option("--factions", metavar="A,B,...", help="The line-up, without a record.  [default: the ruleset's]")
@click.option("--set", "options", multiple=True, metavar="OPTION=VALUE", help="Turn a switch, without a record.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, help="Which deal, without a record.")
@OPEN
def command(
    ruleset: str | None, record: str | None, game: int | None, move: int | None, tweaks: tuple[str, ...],
    any_ruleset: bool, players: int | None, factions: str | None, options: tuple[str, ...], seed: int,
    is_open: bool,
) -> int:
    """Try expressions against RULESET (by default base), at a moment of a recorded game or of a fresh one.

    A line is an expression or a command; :help tells which there are.
    """
    if "-" in (ruleset, record):
        raise click.UsageError("standard input is where your lines come from; save the file first")
    if record is not None and (players or factions or options):
        raise click.UsageError("--players, --factions and --set are for a fresh game, and the record has its own")
    if record is None and (move is not None or game is not None):
        raise click.UsageError("--move and --game are for a record: say which with --record")
    wish = _Wish(ruleset, record, game, move, tweaks, players, factions, settings(options), seed, any_ruleset, is_open)
    _run(wish)
    return 0


def _run(wish: _Wish) -> None:
    from claimdsl.ui.text import Page

    talk = _from_record(wish) if wish.record is not None else _fresh(wish)
    page = Page(sys.stdout)
    is_typed = sys.stdin is not None and sys.stdin.isatty() and page.is_terminal
    if is_typed:
        page.say(talk.greeting)
    for line in _typed(talk.completions) if is_typed else _piped():
        try:
            for text in talk.answer(line):
                page.say(text)
        except KeyboardInterrupt:
            if not is_typed:
                raise
            page.say("Interrupted.")
        page.flush()
        if talk.is_over:
            return


def _from_record(wish: _Wish) -> Talk:
    from claimdsl.cli.talk import Talk
    from claimdsl.pipeline import ruleset_as_written

    wanted = Wanted(wish.record or "", wish.game, wish.ruleset, wish.tweaks, wish.any_ruleset, wish.is_open)
    opened = open_record(wanted)
    opened.check_open()
    count = len(opened.record.moves)
    made = opened.check_move(count if wish.move is None else wish.move, last=count)
    opened.state(made)
    return Talk(opened.first, opened.record.moves, made, ruleset_as_written(opened.reference, opened.tweaks)[1])


def _fresh(wish: _Wish) -> Talk:
    from claimdsl.cli.asked import line_up, switches
    from claimdsl.cli.talk import Talk
    from claimdsl.pipeline import load_with_sets, ruleset_as_written

    given = None if wish.factions is None else split(wish.factions, "--factions")
    reference = wish.ruleset or "base"
    ruleset, tweaks = load_with_sets(reference, wish.tweaks, given)
    factions = None if given is None else line_up(given, ruleset, "en")
    players = wish.players or (2 if 2 in ruleset.player_counts else ruleset.player_counts[0])
    first = ruleset.game(players, factions, switches(wish.options, ruleset)).deal(wish.seed)
    return Talk(first, (), 0, ruleset_as_written(reference, tweaks)[1])


# --- lines -----------------------------------------------------------------------------------------------------------


def _piped() -> Iterator[str]:
    from claimdsl.cli.common import open_bytes
    from claimdsl.ui.lines import Lines

    lines = Lines(open_bytes("-"), most=1 << 17)
    while (line := lines.next()) is not None:
        yield line


def _typed(completions: Callable[[str], list[str]]) -> Iterator[str]:
    """Read lines from a terminal, with history and completion where the system has them."""
    with _editing(completions):
        while True:
            try:
                yield input("> ")
            except KeyboardInterrupt:
                click.echo()
            except EOFError:
                click.echo()
                return


@contextmanager
def _editing(completions: Callable[[str], list[str]]) -> Iterator[None]:
    try:
        import readline
    except ImportError:
        yield
        return
    path = os.path.join(state_folder(), "repl_history")
    with suppress(OSError):
        readline.read_history_file(path)
    readline.set_history_length(_KEPT)
    readline.set_completer_delims(" \t()+-<>=,")
    readline.set_completer(lambda text, number: next(islice(completions(text), number, None), None))
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        with suppress(OSError):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            readline.write_history_file(path)
