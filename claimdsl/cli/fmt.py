"""`claim fmt`: files of rulesets and scenarios laid out anew, with nothing but their layout changed."""

from __future__ import annotations

import os
import re
import sys

import click

from claimdsl.cli.app import FINDINGS, FINE, USAGE
from claimdsl.cli.common import files_below, open_bytes
from claimdsl.cli.mend import Mended, file_to_change, show
from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import STANDARD_INPUT
from claimdsl.frozen import Frozen

_MOST = 1 << 20
_ENDING = ".yaml"
_OURS = re.compile(rb"^(?:\xef\xbb\xbf)?claimdsl(?:-test)? *:", re.MULTILINE)


class _Wish(Frozen):
    """What is asked for."""

    check: bool
    diff: bool

    @property
    def writes(self) -> bool:
        """Say whether files are to be changed."""
        return not (self.check or self.diff)


@click.command("fmt")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change, and end with status 1.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
def command(paths: tuple[str, ...], check: bool, diff: bool) -> int:
    """Lay out rulesets and scenarios: two blanks a level, one between words, at most one blank line.

    A PATH is a file, a folder (all rulesets and scenarios below it) or standard input (-), which is written to standard
    output; without one it is the current folder.  Comments, line ends and the order of keys stay, and values that stand
    beneath one another stay so.  A file with a mistake in its form stays as it is.

    Exit status: 0 fine, 1 with --check if something would change, or a mistake was found, 2 a file that cannot be read
    or written.
    """
    if STANDARD_INPUT in paths and len(paths) > 1:
        raise click.UsageError("fmt takes the files to lay out, or - alone")
    run = _Run(_Wish(check, diff))
    if STANDARD_INPUT in paths:
        run.stream()
    else:
        run.files(paths or (os.curdir,))
    run.tell()
    return run.status()


class _Run:
    """What was found, and how many files are changed, stay, are refused, and cannot be read or written."""

    def __init__(self, wish: _Wish) -> None:
        self._wish = wish
        self._report = Report()
        self._changed = self._same = self._refused = self._failed = 0

    def files(self, paths: tuple[str, ...]) -> None:
        """Lay out files, and those of folders."""
        for path in paths:
            try:
                for file in _files(path):
                    self._tried(file, asked=not os.path.isdir(path))
            except UnreadableError as error:
                self._fail(error)

    def stream(self) -> None:
        """Lay out what comes from standard input; what cannot be laid out goes on as it came."""
        with open_bytes(STANDARD_INPUT) as stream:
            raw = stream.read(_MOST)
        laid_out = self._laid_out(STANDARD_INPUT, raw)
        if self._wish.diff:
            show(laid_out, sys.stdout)
        elif not self._wish.check:
            sys.stdout.buffer.write(laid_out.result)

    def tell(self) -> None:
        """Show the findings, and count."""
        if len(self._report):
            from claimdsl.cli.forms import findings
            from claimdsl.ui.text import Page

            sys.stdout.flush()
            sys.stderr.write(findings(self._report, "text", colour=Page(sys.stderr).colour))
        changed = "laid out" if self._wish.writes else "would be laid out"
        refused = f", {self._refused} cannot be" if self._refused else ""
        files = self._changed + self._same + self._refused
        counted = f"{files} file{'' if files == 1 else 's'}"
        click.echo(f"{counted}: {self._changed} {changed}{refused}, {self._same} as before", err=True)

    def status(self) -> int:
        """Give the exit status."""
        if self._failed:
            return USAGE
        return FINDINGS if self._refused or (self._wish.check and self._changed) else FINE

    def _tried(self, path: str, *, asked: bool) -> None:
        try:
            with open_bytes(path) as stream:
                raw = stream.read(_MOST)
            if asked or _OURS.search(raw):
                self._done(self._laid_out(path, raw))
        except UnreadableError as error:
            self._fail(error)

    def _done(self, laid_out: Mended) -> None:
        """Write a file, or show what would be written."""
        if not laid_out.is_changed:
            return
        if self._wish.writes:
            from claimdsl.cli.rewrite import rewrite

            rewrite(laid_out.path, laid_out.raw, laid_out.result)
        if self._wish.diff:
            show(laid_out, sys.stdout)
        else:
            from claimdsl.ui.text import plain

            click.echo(plain(laid_out.path))

    def _laid_out(self, path: str, raw: bytes) -> Mended:
        """Lay out a text; what holds a mistake stays, with the finding."""
        from claimdsl.frontend.format import formatted
        from claimdsl.frontend.load import decode, load

        found = Report()
        source = decode(path, raw, found)
        root = None if source is None else load(source, found)
        if source is None or root is None or found.has_errors:
            self._refused += 1
            self._report.take(found)
            return Mended(path, raw, "", "")
        text = formatted(source, root)
        if text is None:
            self._refused += 1
            click.echo(f"{path}: stays as it is: it is written in a way that cannot be laid out safely", err=True)
            return Mended(path, raw, "", "")
        self._changed += text != source.text
        self._same += text == source.text
        return Mended(path, raw, source.text, text)

    def _fail(self, error: UnreadableError) -> None:
        self._failed += 1
        click.echo(f"Error: {error}", err=True)


def _files(path: str) -> list[str]:
    """Name the file that a person means, or those below a folder."""
    if os.path.isdir(path):
        return files_below(path, _ENDING)
    file = file_to_change(path, "fmt")
    if file is None:
        raise UnreadableError(f"there is no file {path}")
    return [file]

