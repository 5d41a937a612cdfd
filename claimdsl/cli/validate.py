"""`claim validate`: the findings about rulesets in several forms, and with --fix the files mended."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TextIO

import click

from claimdsl.cli.app import FINDINGS, FINE, USAGE
from claimdsl.cli.common import files_below, open_bytes
from claimdsl.cli.forms import FORMS, findings
from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.diagnostics.report import Report, Severity
from claimdsl.diagnostics.source import STANDARD_INPUT
from claimdsl.resources import TEST_ENDING, shipped_names

if TYPE_CHECKING:
    from claimdsl.ir.nodes import Program

_MOST = 1 << 20
_RULESET = ".yaml"


@click.command("validate")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How findings are written.")
@click.option("--strict", is_flag=True, help="Let warnings count as errors.")
@click.option("--fix", is_flag=True, help="Mend what is certain, and show what was changed.")
@click.option("--diff", is_flag=True, help="Only show what --fix would change.")
@click.option("--proof", metavar="FOLDER", help="Write a game that shows it for each finding about play.")
def command(paths: tuple[str, ...], form: str, strict: bool, fix: bool, diff: bool, proof: str | None) -> int:
    """Check rulesets and say what is wrong with them.

    A PATH is a shipped name, a file, a folder (all *.yaml files below it but *.test.yaml) or standard input (-);
    without one the shipped rulesets are checked.  Exit status: 0 fine, 1 findings, 2 a file that cannot be read or
    written.

    --fix mends tabs, and misspelt names that are near to one name only, where fewer findings are left and none is new.
    Given - it prints the mended ruleset.

    --proof looks for a game that each finding about play changes, and writes its record.
    """
    run = _Run()
    raw = _input() if STANDARD_INPUT in paths else b""
    if fix or diff:
        if not paths or (STANDARD_INPUT in paths and len(paths) > 1):
            raise click.UsageError("--fix takes the files to mend, or - alone")
        raw = run.mend(paths, raw, write=not diff, beside=form != "text")
    run.check(paths, raw)
    _tell(run.report, form, sys.stderr if diff or (fix and STANDARD_INPUT in paths) else sys.stdout)
    if proof is not None:
        run.prove(proof, beside=form != "text")
    click.echo(run.summary(), err=True)
    return run.status(strict)


class _Run:
    """What was found, and how many files were checked, mended, and could not be read or written."""

    def __init__(self) -> None:
        self.report = Report()
        self._checked: set[str] = set()
        self._mended = self._failed = 0
        self._programs: dict[str, Program] = {}

    def check(self, paths: tuple[str, ...], raw: bytes) -> None:
        """Check every file; `raw` is what standard input held."""
        from claimdsl.frontend.loader import FileLoader
        from claimdsl.pipeline import check_reference, check_text

        loader = FileLoader()
        def one(path: str) -> None:
            program = check_reference(path, (), loader, self.report)
            if program is not None:
                self._programs[path] = program

        for path in _files(paths):
            if path == STANDARD_INPUT:
                check_text(path, raw, self.report)
            elif not self._done(path, one):
                continue
            self._checked.add(path)

    def prove(self, folder: str, *, beside: bool) -> None:
        """Write games for the findings about play of the files that were checked; `beside`: tell on standard error."""
        from claimdsl.cli.proofs import write_proofs

        def one(path: str) -> None:
            for line in write_proofs(path, self._programs[path], folder):
                click.echo(line, err=beside)

        for path in self._programs:
            self._done(path, one)

    def mend(self, paths: tuple[str, ...], raw: bytes, *, write: bool, beside: bool) -> bytes:
        """Mend every file; give what standard input should have held.  `beside` shows changes on standard error."""
        from claimdsl.cli.mend import mend_file, mend_input, show
        from claimdsl.cli.rewrite import rewrite

        def one(path: str) -> None:
            mended = mend_file(path)
            if mended.is_changed and write:
                rewrite(mended.path, mended.raw, mended.result)
            self._mended += mended.is_changed and write
            show(mended, sys.stderr if beside and write else sys.stdout)

        if STANDARD_INPUT not in paths:
            for path in _files(paths):
                self._done(path, one)
            return raw
        mended = mend_input(raw)
        show(mended, sys.stderr if write else sys.stdout)
        if not write:
            return raw
        self._mended += mended.is_changed
        sys.stdout.buffer.write(mended.result)
        return mended.result

    def summary(self) -> str:
        """Count files, errors and warnings."""
        errors = sum(1 for finding in self.report if finding.severity is Severity.ERROR)
        mended = f", {self._mended} mended" if self._mended else ""
        checked = _count(len(self._checked), "file")
        return f"{checked} checked{mended}: {_count(errors, 'error')}, {_count(len(self.report) - errors, 'warning')}"

    def status(self, strict: bool) -> int:
        """Give the exit status."""
        if self._failed:
            return USAGE
        return FINDINGS if self.report.has_errors or (strict and len(self.report)) else FINE

    def _done(self, path: str, work: Callable[[str], object]) -> bool:
        """Do something with a file, or say why that cannot be."""
        try:
            work(path)
        except UnreadableError as error:
            self._failed += 1
            click.echo(f"Error: {error}", err=True)
            return False
        return True


def _tell(report: Report, form: str, out: TextIO) -> None:
    from claimdsl.ui.text import Page

    if len(report) or form in ("json", "sarif"):
        out.write(findings(report, form, colour=Page(out).colour))


def _input() -> bytes:
    with open_bytes(STANDARD_INPUT) as stream:
        return stream.read(_MOST)


def _files(paths: tuple[str, ...]) -> Iterator[str]:
    """Name the files of folders too; without any path, the shipped rulesets."""
    if not paths:
        yield from shipped_names()
    for path in paths:
        if os.path.isdir(path):
            yield from (name for name in files_below(path, _RULESET) if not name.endswith(TEST_ENDING))
        else:
            yield path


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
