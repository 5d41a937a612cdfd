"""`claim new`: a commented ruleset to begin with, and its first scenarios."""

from __future__ import annotations

import os
import re

import click

from claimdsl.cli.app import FINDINGS, FINE
from claimdsl.cli.common import chosen
from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.diagnostics.report import RulesetError

_TEMPLATES = {
    "tweak": "one house rule",
    "faction": "a faction with a power",
    "setup": "a shorter game for two",
    "ancestor": "a game of its own",
}
_NAME = re.compile(r"[a-z][a-z0-9._-]*")
_LONGEST = 60
_NO_NAMES = ("true", "false", "null")


@click.command("new")
@click.argument("name")
@click.option("--template", default="tweak", show_default=True, help=f"What to begin with: {', '.join(_TEMPLATES)}.")
@click.option("--from", "source", metavar="RULESET", help="The ruleset to build on.  [default: base]")
def command(name: str, template: str, source: str | None) -> int:
    """Write NAME.yaml to begin with, and NAME.test.yaml with scenarios that say what it should do.

    \b
    tweak     one house rule, for any ruleset
    faction   a faction with a power, in place of one of the ruleset's
    setup     a shorter game for two
    ancestor  a game of its own, built on no other

    Files that are there are never written over.
    """
    from claimdsl.cli.beginning import beginning
    from claimdsl.pipeline import load_ruleset

    template = chosen(template, tuple(_TEMPLATES), "template")
    name = _checked(name)
    if source == "":
        raise click.UsageError("--from: a name is missing")
    if template == "ancestor" and source is not None:
        raise click.UsageError("--template ancestor is a game of its own, built on no ruleset: leave out --from")
    parent = None if template == "ancestor" else load_ruleset(source or "base")
    if parent is not None and template == "faction":
        _check_faction(re.sub(r"[.-]", "_", name), parent.factions, parent.name)
    try:
        made = beginning(template, name, source or "base", parent)
    except RulesetError as error:
        return _unfit(error)
    _write({f"{name}.yaml": made.ruleset, f"{name}.test.yaml": made.scenarios})
    _tell(name, template, source or "base")
    return FINE


def _checked(given: str) -> str:
    """Give the name of a ruleset that may be written here, without the ending of its file."""
    from claimdsl.resources import shipped_names

    name = given.removesuffix(".yaml").removesuffix(".test")
    if "/" in name or "\\" in name:
        raise click.UsageError(f"'{given}' is a path; give a name, in the folder where the file should be")
    if not _NAME.fullmatch(name) or name in _NO_NAMES:
        meant = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        hint = f"; did you mean '{meant}'?" if _NAME.fullmatch(meant) and meant not in (name, *_NO_NAMES) else ""
        raise click.UsageError(f"'{given}' is no name: small letters, digits, '-', '_' and '.', a letter first{hint}")
    if len(name) > _LONGEST:
        raise click.UsageError(f"the name is too long: it has {len(name)} letters, and {_LONGEST} are enough")
    if name in shipped_names():
        raise click.UsageError(f"'{name}' is a ruleset that is shipped; a new one needs another name")
    return name


def _check_faction(faction: str, known: tuple[str, ...], ruleset: str) -> None:
    """Refuse what a new faction may not be called."""
    from claimdsl.frontend.sections import TAKEN

    if faction in TAKEN:
        raise click.UsageError(f"'{faction}' is a word of the language; a faction needs another name")
    if faction in known:
        raise click.UsageError(f"{ruleset} has a faction '{faction}' already; a new one needs another name")


def _unfit(error: RulesetError) -> int:
    """Show why nothing is written."""
    from claimdsl.cli.forms import findings

    click.echo(findings(error.report, "text", colour=False), err=True)
    click.echo(f"Error: {error}; nothing is written", err=True)
    return FINDINGS


def _write(files: dict[str, str]) -> None:
    """Write new files: all of them, or none."""
    written: list[str] = []
    try:
        for path, text in files.items():
            with open(path, "x", encoding="utf-8", newline="\n") as file:
                written.append(path)
                file.write(text)
    except FileExistsError:
        _remove(written)
        raise UnreadableError(f"{path}: is there already; nothing is written") from None
    except OSError as error:
        _remove(written)
        raise UnreadableError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from None


def _remove(paths: list[str]) -> None:
    for path in paths:
        os.unlink(path)


def _tell(name: str, template: str, source: str) -> None:
    """Say what has been written, and what to do with it."""
    import shlex

    file = f"{name}.yaml"
    play = f"{shlex.quote(source)} --with {file}" if template == "tweak" else file
    click.echo(f"{file} holds {_TEMPLATES[template]}, {name}.test.yaml scenarios that say what it should do.  Now:")
    for line in (f"validate {file}", f"test {file}", f"play --ruleset {play}"):
        click.echo(f"  claim {line}")
