"""`claim validate`: the findings about rulesets, as text or JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from claimdsl.cli.app import FINDINGS, FINE
from claimdsl.cli.common import open_bytes
from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.diagnostics.report import Report

if TYPE_CHECKING:
    from claimdsl.frontend.loader import FileLoader

_MOST = 1 << 20
_RULESET, _TEST = ".yaml", ".test.yaml"


@click.command("validate")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How findings are written.")
@click.option("--strict", is_flag=True, help="Let warnings count as errors.")
def command(paths: tuple[str, ...], form: str, strict: bool) -> int:
    """Check rulesets and say what is wrong with them.

    A PATH is a shipped name, a file, a folder (all *.yaml files below it but *.test.yaml) or standard input (-);
    without one the shipped rulesets are checked.  Exit status: 0 fine, 1 findings, 2 a file that cannot be read.
    """
    from claimdsl.diagnostics.render import as_json, text
    from claimdsl.frontend.loader import FileLoader

    report, loader, unread = Report(), FileLoader(), 0
    files = list(_files(paths))
    for path in files:
        try:
            _check(path, loader, report)
        except UnreadableError as error:
            unread += 1
            click.echo(f"Error: {error}", err=True)
    if form == "json":
        click.echo(json.dumps(as_json(report), ensure_ascii=False, indent=1))
    elif len(report):
        click.echo(text(report, colour=_coloured()).rstrip("\n"))
    click.echo(_summary(len(files) - unread, report), err=True)
    if unread:
        return 2
    return FINDINGS if report.has_errors or (strict and len(report)) else FINE


def _check(path: str, loader: FileLoader, report: Report) -> None:
    from claimdsl.pipeline import check_reference, check_text

    if path != "-":
        check_reference(path, (), loader, report)
        return
    with open_bytes(path) as stream:
        check_text("-", stream.read(_MOST), report)


def _files(paths: tuple[str, ...]) -> Iterator[str]:
    """Name the files of folders too; without any path, the shipped rulesets."""
    if not paths:
        from claimdsl.resources import shipped_names

        yield from shipped_names()
    for path in paths:
        if os.path.isdir(path):
            yield from _below(path)
        else:
            yield path


def _below(folder: str) -> list[str]:
    found: list[str] = []

    def unreadable(error: OSError) -> None:
        raise UnreadableError(f"{error.filename}: cannot be read: {(error.strerror or '').lower()}")

    for place, folders, names in os.walk(folder, onerror=unreadable):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found += [os.path.join(place, name) for name in names if name.endswith(_RULESET) and not name.endswith(_TEST)]
    return sorted(found)


def _summary(files: int, report: Report) -> str:
    from claimdsl.diagnostics.report import Severity

    errors = sum(1 for finding in report if finding.severity is Severity.ERROR)
    warnings = len(report) - errors
    checked = f"{files} file{'' if files == 1 else 's'} checked"
    return f"{checked}: {errors} error{'' if errors == 1 else 's'}, {warnings} warning{'' if warnings == 1 else 's'}"


def _coloured() -> bool:
    from claimdsl.ui.text import Page

    return Page(sys.stdout).colour
