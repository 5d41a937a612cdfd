"""The findings of the checker: the report, one message a place; names that are missing wait until all are known."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Diagnostic, Note, Report
from claimdsl.diagnostics.source import Span
from claimdsl.frozen import Frozen

_MOST_SEARCHES = 10_000


class Definition(Frozen):
    """A name that an author gives to something.  `hook` is where a variable lives, empty for all else."""

    noun: str
    name: str
    span: Span
    key: tuple[str, str]
    hook: str = ""


class Missing(Frozen):
    """A word that names nothing, with what will be said of it if no definition turns out to be misspelt.

    `option` is the one that it should be a value of, empty where it is no value.
    """

    word: str
    found: Diagnostic
    hook: str
    option: str


class Findings:
    """Adds findings to a report; of several errors at one place the first is kept."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._places: set[tuple[str, int, int]] = set()
        self._searches = _MOST_SEARCHES
        self.failed = False
        self.missing: list[Missing] = []
        self.variables: list[Definition] = []

    def error(
        self, code: str, message: str, span: Span, *, suggestion: str | None = None, hint: str = "",
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Add an error."""
        if self._is_new(span):
            self._report.error(code, message, span, suggestion=suggestion, hint=hint, notes=notes)

    def unknown(
        self, code: str, message: str, span: Span, word: str, *, suggestion: str | None = None, hint: str = "",
        hook: str = "", option: str = "",
    ) -> None:
        """Add an error about a word that names nothing; `settle` says where it belongs."""
        if self._is_new(span):
            found = Diagnostic(code, message, span, suggestion=suggestion, hint=hint)
            self.missing.append(Missing(word, found, hook, option))

    def within(self, names: Iterable[str]) -> tuple[str, ...]:
        """Give the names that a search for a near one may look through: fewer and fewer, where much is wrong."""
        found = tuple(islice(names, self._searches))
        self._searches -= len(found)
        return found

    def near(self, word: str, names: Iterable[str]) -> str | None:
        """Give the name that a word was probably meant to be."""
        return nearest(word, self.within(names))

    def settled(self, diagnostic: Diagnostic) -> None:
        """Add what has been found out about a missing word."""
        self.failed = True
        self._report.add(diagnostic)

    def warning(
        self, code: str, message: str, span: Span, *, suggestion: str | None = None, hint: str = "",
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Add a warning."""
        self._report.warning(code, message, span, suggestion=suggestion, hint=hint, notes=notes)

    def _is_new(self, span: Span) -> bool:
        self.failed = True
        place = (span.source.name, span.start, span.end)
        is_new = place not in self._places
        self._places.add(place)
        return is_new
