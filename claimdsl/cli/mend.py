"""What `claim validate --fix` makes of one file: the text with all that is certain mended, and the difference."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TextIO

from claimdsl.cli.common import open_bytes
from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import STANDARD_INPUT
from claimdsl.frozen import Frozen
from claimdsl.ui.text import Page, plain

if TYPE_CHECKING:
    from claimdsl.frontend.fixes import Found

_MARK = b"\xef\xbb\xbf"
_MOST = 1 << 20
_STYLES = {"+": "good", "-": "bad"}


class Mended(Frozen):
    """A file before and after.  `path` is where it is, or `-`; `raw` is what stood there, a byte order mark as well."""

    path: str
    raw: bytes
    before: str
    after: str

    @property
    def is_changed(self) -> bool:
        """Say whether anything was certain."""
        return self.before != self.after

    @property
    def result(self) -> bytes:
        """Give what should stand there."""
        return _mark(self.raw) + self.after.encode() if self.is_changed else self.raw


def mend_file(reference: str) -> Mended:
    """Mend the file that a person names; of one that is not there nothing comes.

    Raises: UnreadableError where it cannot be read, or is no file but the name of something shipped.
    """
    from claimdsl.frontend.loader import FileLoader
    from claimdsl.pipeline import check_reference

    path = file_to_change(reference, "--fix")
    if path is None:
        return Mended(reference, b"", "", "")
    own = os.path.realpath(path)
    with open_bytes(path) as stream:
        raw = stream.read(_MOST)
    return _mended(path, raw, lambda text, report: check_reference(path, (), FileLoader({own: text}), report))


def file_to_change(reference: str, command: str) -> str | None:
    """Give the path of the file that a person names, or None where there is none.

    Raises: UnreadableError where it is the name of something shipped, or no plain file (reading might never end).
    """
    from claimdsl.resources import ENDINGS, shipped_names

    path = next((reference + ending for ending in ENDINGS if os.path.exists(reference + ending)), None)
    if path is None and reference.removesuffix(".yaml") in shipped_names():
        raise UnreadableError(f"{reference}: is shipped; {command} changes files only")
    if path is not None and not os.path.isfile(path):
        raise UnreadableError(f"{reference}: is no plain file")
    return path


def mend_input(raw: bytes) -> Mended:
    """Mend a ruleset from standard input."""
    from claimdsl.pipeline import check_text

    return _mended(STANDARD_INPUT, raw, lambda text, report: check_text(STANDARD_INPUT, text, report))


def _mended(path: str, raw: bytes, run: Callable[[bytes, Report], object]) -> Mended:
    from claimdsl.frontend.fixes import mended
    from claimdsl.frontend.load import decode

    source = decode(path, raw, Report())
    if source is None:
        return Mended(path, raw, "", "")

    def check(text: str) -> Found:
        report = Report()
        run(_mark(raw) + text.encode(), report)
        return tuple(report)

    return Mended(path, raw, source.text, mended(path, source.text, check))


def _mark(raw: bytes) -> bytes:
    return _MARK if raw.startswith(_MARK) else b""


def show(mended: Mended, out: TextIO) -> None:
    """Print the unified diff: exactly into a pipe, and on a terminal so that nothing drives it."""
    page = Page(out)
    for line in difference(mended):
        style = _STYLES.get(line[0], "") if not line.startswith(("---", "+++")) else "strong"
        out.write(page.styled(plain(line.rstrip("\r\n")), style) + "\n" if page.is_terminal else line)


def difference(mended: Mended) -> Iterator[str]:
    """Give the unified diff, line by line with their ends; what a line ends in is part of it."""
    before, after = (_lines(text) for text in (mended.before, mended.after))
    for line in difflib.unified_diff(before, after, mended.path, mended.path):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    *whole, rest = text.split("\n")
    return [f"{line}\n" for line in whole] + [rest] * bool(rest)
