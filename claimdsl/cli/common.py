"""What several commands share: words for mistakes on the command line, reading files, loading rulesets."""

from __future__ import annotations

import io
import os
import sys

import click

from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.diagnostics.nearest import nearest


def open_bytes(path: str) -> io.BufferedReader:
    """Open a file, or standard input for `-`.

    Raises: UnreadableError where it is missing, a folder, or may not be read.
    """
    if path == "-":
        return _stdin()
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        raise UnreadableError(f"{path}: cannot be read: {reason.lower()}") from None


def _stdin() -> io.BufferedReader:
    stream = sys.stdin.buffer if sys.stdin is not None else None
    return stream if isinstance(stream, io.BufferedReader) else open(os.devnull, "rb")


def split(text: str) -> tuple[str, ...]:
    """Split a list written with commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def chosen(name: str, known: tuple[str, ...], what: str) -> str:
    """Give a name that is known, or say which one may be meant."""
    if name in known:
        return name
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
