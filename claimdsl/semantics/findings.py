"""The findings of the checker: the report, with one message a place."""

from __future__ import annotations

from claimdsl.diagnostics.report import Note, Report
from claimdsl.diagnostics.source import Span


class Findings:
    """Adds findings to a report; of several errors at one place the first is kept."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._places: set[tuple[str, int, int]] = set()
        self.failed = False

    def error(
        self, code: str, message: str, span: Span, *, suggestion: str | None = None, hint: str = "",
        notes: tuple[Note, ...] = (),
    ) -> None:
        """Add an error."""
        self.failed = True
        place = (span.source.name, span.start, span.end)
        if place not in self._places:
            self._places.add(place)
            self._report.error(code, message, span, suggestion=suggestion, hint=hint, notes=notes)

    def warning(self, code: str, message: str, span: Span, *, hint: str = "") -> None:
        """Add a warning."""
        self._report.warning(code, message, span, hint=hint)
