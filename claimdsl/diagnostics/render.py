"""Turn findings into what people and programs read: text with the source line and carets, or JSON."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, islice
from typing import TypedDict

from claimdsl.diagnostics.characters import visible, width
from claimdsl.diagnostics.report import Diagnostic, Severity
from claimdsl.diagnostics.source import Span

_TAB = "    "
_WIDEST = 140
_BEFORE = 60
_CUT = "..."
_PLAIN = {"error": "", "warning": "", "gutter": "", "bold": "", "end": ""}
_COLOURS = {
    "error": "\x1b[1;31m", "warning": "\x1b[1;33m", "gutter": "\x1b[1;34m", "bold": "\x1b[1m", "end": "\x1b[0m",
}


class Finding(TypedDict):
    """One diagnostic as JSON.  Unit: lines and columns from 1, in code points, ends exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    severity: str
    code: str
    message: str
    suggestion: str | None


class Findings(TypedDict):
    """All diagnostics as JSON."""

    version: int
    findings: list[Finding]


def as_json(items: Iterable[Diagnostic]) -> Findings:
    """Give the findings as plain values for `json.dumps`."""
    return {"version": 1, "findings": [_finding(item) for item in items]}


def text(items: Iterable[Diagnostic], colour: bool, most: int | None = None) -> str:
    """Write the findings for people, an empty line between two; every line ends in a newline.

    Of each file `most` are written, and how many more there are.
    """
    paint = _COLOURS if colour else _PLAIN
    entries: list[str] = []
    for name, found in groupby(items, key=lambda item: item.span.source.name):
        entries += [_entry(item, paint) for item in islice(found, most)]
        more = sum(1 for _ in found)
        entries += [f"{visible(name)}: and {more} more\n"] if more else []
    return "\n".join(entries)


def _finding(item: Diagnostic) -> Finding:
    first, last = item.span.first, item.span.last
    return {
        "file": item.span.source.name, "line": first.line, "column": first.column,
        "end_line": last.line, "end_column": last.column, "severity": item.severity.value,
        "code": item.code, "message": item.message, "suggestion": item.suggestion,
    }


def _entry(item: Diagnostic, paint: dict[str, str]) -> str:
    spans = (item.span, *(note.span for note in item.notes))
    gutter = max(len(str(span.first.line)) for span in spans)
    hue = paint["error" if item.severity is Severity.ERROR else "warning"]
    end = paint["end"]
    lines = [
        f"{hue}{item.severity.value}[{item.code}]{end}{paint['bold']}: {visible(item.message)}{end}",
        *_part(item.span, hint_of(item), gutter, "^", hue, paint),
    ]
    for note in item.notes:
        lines += _part(note.span, note.message, gutter, "-", paint["gutter"], paint)
    lines.append(f"{' ' * gutter} {paint['gutter']}={end} claim explain {item.code}")
    return "".join(line.rstrip() + "\n" for line in lines)


def hint_of(item: Diagnostic) -> str:
    """Say what may be done about a finding, or ""."""
    if item.hint or item.suggestion is None:
        return item.hint
    return f"did you mean '{item.suggestion}'?" if item.suggestion else "leave it out"


def _part(span: Span, label: str, gutter: int, mark: str, hue: str, paint: dict[str, str]) -> list[str]:
    first = span.first
    line, blanks, marks = _marked(span)
    blue, end, pad = paint["gutter"], paint["end"], " " * gutter
    return [
        f"{pad}{blue}-->{end} {visible(span.source.name)}:{first.line}:{first.column}",
        f"{pad} {blue}|{end}",
        f"{blue}{first.line:>{gutter}} |{end} {line}",
        f"{pad} {blue}|{end} {' ' * blanks}{hue}{mark * marks} {visible(label)}".rstrip() + end,
    ]


def _marked(span: Span) -> tuple[str, int, int]:
    """Give the first line of a span as shown, how many columns stand before its marks, and how many marks there are."""
    first, last = span.first, span.last
    line = span.source.line(first.line)
    start = min(first.column - 1, len(line))
    stop = last.column - 1 if last.line == first.line else len(line)
    before, inside, after = _shown(_tail(line[:start])), _shown(_head(line[start:stop])), _shown(_head(line[stop:]))
    if len(line) > _WIDEST or _columns(before + inside + after) > _WIDEST:
        before, inside, after = _shortened(before, inside, after)
    return before + inside + after, _columns(before), max(1, _columns(inside))


def _head(piece: str) -> str:
    return piece[: 2 * _WIDEST]


def _tail(piece: str) -> str:
    return piece[-2 * _WIDEST :]


def _shortened(before: str, inside: str, after: str) -> tuple[str, str, str]:
    """Cut a line that no screen holds to the neighbourhood of its marks."""
    if len(before) > _BEFORE:
        before = _CUT + before[-_BEFORE:]
    room = _WIDEST - len(before)
    if len(inside) > room:
        return before, inside[:room] + _CUT, ""
    room -= len(inside)
    return before, inside, after if len(after) <= room else after[:room] + _CUT


def _shown(piece: str) -> str:
    return visible(piece.replace("\t", _TAB))


def _columns(shown: str) -> int:
    return len(shown) if shown.isascii() else sum(width(char) for char in shown)
