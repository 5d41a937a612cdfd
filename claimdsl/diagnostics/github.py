"""Turn findings into annotations of a pull request: one workflow command a finding."""

from __future__ import annotations

from collections.abc import Iterable

from claimdsl.diagnostics.characters import visible
from claimdsl.diagnostics.paths import from_root
from claimdsl.diagnostics.render import hint_of
from claimdsl.diagnostics.report import Diagnostic
from claimdsl.diagnostics.source import STANDARD_INPUT

_IN_TEXT = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_FIELD = {**_IN_TEXT, ":": "%3A", ",": "%2C"}


def github(items: Iterable[Diagnostic], root: str) -> str:
    """Write one command a line.  Files below the folder `root` are named from there.

    Unit: lines and columns from 1, in code points; `endColumn` is exclusive.  Columns belong to places on one line.
    """
    return "".join(f"{_command(item, root)}\n" for item in items)


def _command(item: Diagnostic, root: str) -> str:
    fields = ",".join(f"{name}={_escaped(value, _IN_FIELD)}" for name, value in _fields(item, root).items())
    return f"::{item.severity.value} {fields}::{_escaped(_message(item), _IN_TEXT)}"


def _fields(item: Diagnostic, root: str) -> dict[str, str]:
    first, last, name = item.span.first, item.span.last, item.span.source.name
    found = {} if name == STANDARD_INPUT else {"file": from_root(name, root)}
    found["line"] = str(first.line)
    if last.line == first.line:
        found |= {"col": str(first.column), "endColumn": str(last.column)}
    else:
        found["endLine"] = str(last.line)
    return {**found, "title": item.code}


def _message(item: Diagnostic) -> str:
    hint = hint_of(item)
    lines = [visible(f"{item.message}; {hint}" if hint else item.message)]
    for note in item.notes:
        place = note.span.first
        lines.append(visible(f"{note.span.source.name}:{place.line}:{place.column}: {note.message}"))
    return "\n".join(lines)


def _escaped(text: str, escapes: dict[str, str]) -> str:
    return "".join(escapes.get(char, char) for char in text)
