"""What several commands share: words for mistakes on the command line, reading files, loading rulesets."""

from __future__ import annotations

import io
import os
import sys
from stat import S_ISFIFO
from typing import TYPE_CHECKING

import click

from claimdsl.diagnostics.errors import UnreadableError

if TYPE_CHECKING:
    from claimdsl.engine.ruleset import Ruleset


def _language(_: click.Context, __: click.Parameter, given: str | None) -> str:
    """Give the language asked for, else that of the environment."""
    from claimdsl.ui.speech import from_environment

    return from_environment(os.environ) if given is None else given


LANGUAGE = click.option(
    "--language", metavar="CODE", callback=_language,
    help="Speak en, fr, ja or nl; of others only the ruleset's own titles.  [default: as the environment says]",
)

class Whole(click.IntRange):
    """A number in a range, called so in messages."""

    name = "whole number"


_OWN_PIPES = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")


def in_language(code: str, ruleset: Ruleset) -> str:
    """Give the code of a language that the interface speaks or that a ruleset has titles in."""
    from claimdsl.ui.speech import SPOKEN
    from claimdsl.ui.words import languages

    known = sorted({*SPOKEN, *languages(ruleset.program)})
    if code not in known:
        raise click.UsageError(f"--language: '{ruleset.name}' has no titles in '{code}'; there are {', '.join(known)}")
    return code


def open_bytes(path: str) -> io.BufferedReader:
    """Open a file, or standard input for `-`.

    Raises: UnreadableError where it is missing, a folder, or may not be read.
    """
    if path == "-":
        return _stdin()
    try:
        if S_ISFIFO(os.stat(path).st_mode) and not path.startswith(_OWN_PIPES):
            raise UnreadableError(f"{path}: cannot be read: it is a pipe; send it through standard input (-)")
        return open(path, "rb")
    except (OSError, ValueError) as error:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        raise UnreadableError(f"{path}: cannot be read: {reason.lower()}") from None


def _stdin() -> io.BufferedReader:
    stream = sys.stdin.buffer if sys.stdin is not None else None
    return stream if isinstance(stream, io.BufferedReader) else open(os.devnull, "rb")


def files_below(folder: str, ending: str) -> list[str]:
    """Name the files below a folder whose names end so, sorted; folders whose names begin with a dot are passed over.

    Raises: UnreadableError where a folder may not be read.
    """
    found: list[str] = []

    def unreadable(error: OSError) -> None:
        raise UnreadableError(f"{error.filename}: cannot be read: {(error.strerror or '').lower()}")

    for place, folders, names in os.walk(folder, onerror=unreadable):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [os.path.normpath(os.path.join(place, name)) for name in names if name.endswith(ending)]
    return sorted(filter(os.path.isfile, found))


class Between(click.FloatRange):
    """A number between two others; what is no number is neither below the one nor above the other."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it."""
        found = float(super().convert(value, param, ctx))
        if found != found:
            self.fail(f"'{value}' is no number.", param, ctx)
        return found


def split(text: str, option: str) -> tuple[str, ...]:
    """Split a list written with commas."""
    words = tuple(word.strip() for word in text.split(","))
    if not all(words):
        raise click.UsageError(f"{option}: a name is missing in '{text}'")
    return words


def chosen(name: str, known: tuple[str, ...], what: str) -> str:
    """Give a name that is known, or say which one may be meant."""
    if name in known:
        return name
    from claimdsl.diagnostics.nearest import nearest

    near = nearest(name, known)
    hint = f"did you mean '{near}'?" if near else f"there are {', '.join(known)}"
    raise click.UsageError(f"there is no {what} '{name}'; {hint}")


def settings(given: tuple[str, ...]) -> dict[str, str]:
    """Read `name=value` words."""
    found: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise click.UsageError(f"--set takes name=value, not '{word}'")
        if name in found and found[name] != value:
            raise click.UsageError(f"--set gives '{name}' twice")
        found[name] = value
    return found


def is_own(path: str) -> bool:
    """Say whether a file lies where `claim` keeps things for its user."""
    from claimdsl.play.places import is_below

    return is_below(os.path.realpath(os.path.dirname(path) or os.curdir), os.path.realpath(state_folder()))


def state_folder() -> str:
    """Name the folder below which things of a user are kept from one run to the next."""
    base = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(base, "claimdsl")
