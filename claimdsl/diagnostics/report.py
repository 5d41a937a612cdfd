"""Findings about a ruleset or record, and the list they are gathered in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.diagnostics.source import Span
from claimdsl.frozen import Frozen

_CROWD = 100


class Severity(Enum):
    """How grave a finding is: an error stops the pipeline, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Note(Frozen):
    """A second place that belongs to a finding ("first defined here")."""

    message: str
    span: Span


class Diagnostic(Frozen):
    """One finding.  `suggestion` is the text that should stand at the span instead, or None.

    `hint` is what the caret line says ("did you mean 'goblins'?"); it follows from the suggestion where it is empty.
    An error that is `mended` was taken for what it suggests, or what is wrong was left out, so that later stages can
    go on and find more.
    """

    code: str
    message: str
    span: Span
    severity: Severity = Severity.ERROR
    suggestion: str | None = None
    hint: str = ""
    notes: tuple[Note, ...] = ()
    mended: bool = False


class Report:
    """Gathers the diagnostics of one run; the same finding at the same place is kept once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, int, int, str], Diagnostic] = {}

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a finding."""
        span = diagnostic.span
        key = (diagnostic.code, span.source.name, span.start, span.end, diagnostic.message)
        self._found.setdefault(key, diagnostic)

    def errors(self) -> list[Diagnostic]:
        """Give the errors alone: what is legal but odd is no news beside them."""
        return [found for found in self if found.severity is Severity.ERROR]

    def take(self, other: Iterable[Diagnostic]) -> None:
        """Keep all findings of another report."""
        for diagnostic in other:
            self.add(diagnostic)

    def error(
        self, code: str, message: str, span: Span, *, suggestion: str | None = None, hint: str = "",
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Keep an error."""
        self.add(Diagnostic(code, message, span, Severity.ERROR, suggestion, hint, notes))

    def warning(
        self, code: str, message: str, span: Span, *, suggestion: str | None = None, hint: str = "",
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Keep a warning."""
        self.add(Diagnostic(code, message, span, Severity.WARNING, suggestion, hint, notes))

    def __iter__(self) -> Iterator[Diagnostic]:
        """Run through the findings, sorted by file, place and code."""
        return iter(
            sorted(self._found.values(), key=lambda d: (d.span.source.name, d.span.start, d.span.end, d.code))
        )

    def __len__(self) -> int:
        return len(self._found)

    @property
    def is_crowded(self) -> bool:
        """Say whether so much is found that nobody reads what was probably meant."""
        return len(self._found) >= _CROWD

    @property
    def has_errors(self) -> bool:
        """Say whether any finding is an error."""
        return any(d.severity is Severity.ERROR for d in self._found.values())

    @property
    def is_broken(self) -> bool:
        """Say whether any error keeps later stages from going on."""
        return any(d.severity is Severity.ERROR and not d.mended for d in self._found.values())


class RulesetError(ClaimError):
    """A ruleset that cannot be played; `report` holds the findings."""

    def __init__(self, message: str, report: Report | None = None) -> None:
        super().__init__(message)
        self.report = report if report is not None else Report()
