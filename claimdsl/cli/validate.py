"""`claim validate`: the findings about rulesets, in several forms, and with --fix the files mended."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

import click

from claimdsl.cli.app import FINDINGS, FINE, USAGE
from claimdsl.cli.common import open_bytes
from claimdsl.cli.forms import FORMS, findings
from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.diagnostics.report import Report, Severity
from claimdsl.diagnostics.source import STANDARD_INPUT

if TYPE_CHECKING:
    from claimdsl.cli.mend import Mended

_MOST = 1 << 20
_RULESET, _TEST = ".yaml", ".test.yaml"


@click.command("validate")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How findings are written.")
@click.option("--strict", is_flag=True, help="Let warnings count as errors.")
@click.option("--fix", is_flag=True, help="Mend what is certain, and show what was changed.")
@click.option("--diff", is_flag=True, help="Only show what --fix would change.")
def command(paths: tuple[str, ...], form: str, strict: bool, fix: bool, diff: bool) -> int:
    """Check rulesets and say what is wrong with them.

    A PATH is a shipped name, a file, a folder (all *.yaml files below it but *.test.yaml) or standard input (-);
    without one the shipped rulesets are checked.  Exit status: 0 fine, 1 findings, 2 a file that cannot be read or
    written.

    --fix mends misspelt names that are near to one name only, and tabs, where that leaves fewer findings and no new
    one.  Given `-` it prints the mended text.
    """
    run = _Run(form, sys.stderr if diff or (fix and STANDARD_INPUT in paths) else sys.stdout)
    if fix or diff:
        if not paths or (STANDARD_INPUT in paths and len(paths) > 1):
            raise click.UsageError("name the files to mend, or - alone for standard input")
        run.mend(paths, only_show=diff)
    else:
        run.check(_files(paths))
    return run.status(strict)


class _Run:
    """One run of the command: what was found, and which files could not be read or written."""

    def __init__(self, form: str, out: TextIO) -> None:
        from claimdsl.frontend.loader import FileLoader

        self._form = form
        self._out = out
        self._report, self._loader = Report(), FileLoader()
        self._checked = self._fixed = self._failed = 0

    def check(self, files: Iterator[str]) -> None:
        """Check every file."""
        for path in files:
            with _Telling(self):
                if path == STANDARD_INPUT:
                    with open_bytes(path) as stream:
                        self._check_text(stream.read(_MOST))
                else:
                    self._check_file(path)

    def mend(self, paths: tuple[str, ...], only_show: bool) -> None:
        """Mend every file, then check them all."""
