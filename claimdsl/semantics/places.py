"""Places in source text as the program keeps them: without the text."""

from __future__ import annotations

from claimdsl.diagnostics.source import Span
from claimdsl.ir.nodes import Spot


def spot(span: Span) -> Spot:
    """Say where a span begins."""
    first = span.first
    return Spot(span.source.name, first.line, first.column)
