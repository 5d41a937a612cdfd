"""The group of commands, each imported when it is run, and the exit status of every way to end."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import TextIO

import click

from claimdsl.cli import INTERRUPTED as INTERRUPTED
from claimdsl.diagnostics.errors import ClaimError, IllegalActionError, InvariantError, RecordError
from claimdsl.diagnostics.report import RulesetError
from claimdsl.signals import ENDED

FINE, FINDINGS, USAGE, BUG = 0, 1, 2, 3

COMMANDS: dict[str, str] = {
    "play": "Play a game against agents, with friends, or watch one.",
    "resume": "Go on with a game that was stopped.",
    "view": "Look through a kept game, and play on from any moment.",
    "stats": "Count your finished games.",
    "validate": "Check rulesets and say what is wrong with them.",
    "new": "Begin a ruleset: a commented file, and its first scenarios.",
    "fmt": "Lay out rulesets and scenarios; nothing else is changed.",
    "test": "Run the scenarios of rulesets; say what they cover; play random games by the laws.",
    "replay": "Play a recorded game again; show or check its trace.",
    "rulesets": "List the shipped rulesets, or all factions.",
    "show": "Print a ruleset with all that it takes from others.",
    "diff": "Say what changes from one ruleset to another, in words and in games.",
    "why": "Say which rules fired at a move of a recorded game.",
    "solve": "Work out the rest of a recorded game of two under best play.",
    "review": "Say of each move of a recorded game what it was worth beside the best one.",
    "matrix": "Say which powers meet in a trick, in what order, and whether it matters.",
    "eval": "Evaluate an expression at a moment of a recorded game.",
    "repl": "Try expressions of the language, line by line.",
    "simulate": "Play many games at once and count them.",
    "arena": "Play two agents against each other on mirrored deals.",
    "leaks": "Look for leaks of hidden cards in random games.",
    "schema": "Print the JSON Schema of ruleset files.",
    "explain": "Explain the code of a finding.",
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"claimdsl.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str],
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or suggest the nearest one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from claimdsl.diagnostics.nearest import nearest

            near = nearest(args[0], COMMANDS)
            hint = f" Did you mean '{near}'?" if near else ""
            ctx.fail(f"There is no command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from claimdsl import __version__

        click.echo(f"claim {__version__}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]}, no_args_is_help=True)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def group() -> None:
    """Play Claim, the trick-taking game, by rules that are data, and write your own.

    Exit status: 0 fine, 1 findings or an illegal record, 2 usage or a file that cannot be read or written, 3 a bug of
    ours, 130 interrupted, 143 ended from outside, 129 its terminal closed.
    """


def run(arguments: Sequence[str]) -> int:
    """Run the command line; give its exit status."""
    sys.stdout = _usable(sys.stdout)
    sys.stderr = _usable(sys.stderr)
    try:
        status = group.main(list(arguments), prog_name="claim", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else FINE
    except (BrokenPipeError, SystemExit) as ended:  # click turns a broken pipe into an exit
        _silence()
        return ended.code if isinstance(ended, SystemExit) and ended.code in ENDED else FINE
    except (KeyboardInterrupt, click.Abort):
        return _told("Interrupted.", INTERRUPTED)
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        return _told(_safe(shown.getvalue().rstrip("\n")), error.exit_code)
    except ClaimError as error:
        return _claim_error(error)
    except OSError as error:
        return _os_error(error)
    except Exception as error:
        return _bug(error)


def _claim_error(error: ClaimError) -> int:
    match error:
        case InvariantError():
            return _bug(error)
        case RulesetError() if len(error.report):
            from claimdsl.diagnostics.render import text

            return _told(text(error.report, colour=False, most=100).rstrip("\n"), FINDINGS)
        case RulesetError() | RecordError() | IllegalActionError():
            return _told(_safe(f"Error: {error}"), FINDINGS)
        case _:
            return _told(_safe(f"Error: {error}"), USAGE)


def _os_error(error: OSError) -> int:
    name = f"{error.filename}: " if error.filename else ""
    status = _told(_safe(f"Error: {name}{(error.strerror or str(error)).lower()}"), USAGE)
    _silence()
    return status


def _bug(error: Exception) -> int:
    import traceback

    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(last.filename)}:{last.lineno}"
    text = f"This is a bug of claim, not a mistake of yours: {type(error).__name__} at {place}: {error}. "
    if os.environ.get("CLAIM_DEBUG"):
        traceback.print_exception(error)
    return _told(_safe(text) + "Please report it with the command and the files; CLAIM_DEBUG=1 shows more.", BUG)


def _safe(text: str) -> str:
    """Write out what drives a terminal, in a message that may repeat a file or an argument."""
    from claimdsl.ui.text import plain

    return "\n".join(map(plain, text.split("\n")))


def _told(text: str, status: int) -> int:
    try:
        sys.stdout.flush()
    except OSError:
        _silence()
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except OSError:
        pass
    return status


def _silence() -> None:
    """Point standard output at nothing, so that closing it at exit says nothing either."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())


def _usable(stream: TextIO | None) -> TextIO:
    """Write UTF-8 with plain line ends, whatever the locale; a closed stream becomes one that swallows all."""
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    return stream
