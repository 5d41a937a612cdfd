"""Find the blanks that tabs stand for, where only one reading of the file makes sense."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source
from claimdsl.frontend.edits import Edit, applied
from claimdsl.frontend.load import load
from claimdsl.frontend.schema import validate
from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence, Style

_RUN = re.compile(r"[ \t]*\t[ \t]*")
_INDENTED = re.compile(r"(?:\A|(?<=[\r\n]))( +)[^ \t\r\n#]")
_LINE_END = re.compile(r"\r\n|\n|\r")
_WIDTHS = (2, 4, 6, 8, 3, 5, 7)

_Shape: TypeAlias = "tuple[str | int | _Shape, ...]"


def blanks_for_tabs(text: str) -> tuple[Edit, ...] | None:
    """Give the edits that write all tabs of a file as blanks, or None where it is not certain what they should be.

    A tab is as wide as each editor likes, so every usual width is tried.  It is certain what is meant where all
    widths that make a ruleset by form (or else: all that make a tree) make the same one.
    """
    readings = [(width, *reading) for width in _widths(text) if (reading := _read(text, width)) is not None]
    readings = [one for one in readings if one[2]] or readings
    if len({shape for _, shape, _ in readings}) != 1:
        return None
    width, shape, _ = readings[0]
    wider = _read(text, width, "  ")
    return _edits(text, width, " ") if wider is not None and wider[0] == shape else None


def _widths(text: str) -> tuple[int, ...]:
    """Give the widths to try, first that of the file's own indentation and what is a multiple of it."""
    unit = min((len(match[1]) for match in _INDENTED.finditer(text)), default=2)
    return tuple(sorted(_WIDTHS, key=lambda width: (width != unit, width % unit)))


def _edits(text: str, width: int, between: str) -> tuple[Edit, ...]:
    return tuple(
        Edit(
            match.start(), match.end(),
            match[0].expandtabs(width) if match.start() == 0 or text[match.start() - 1] in "\r\n" else between,
        )
        for match in _RUN.finditer(text)
    )


def _read(text: str, width: int, between: str = " ") -> tuple[_Shape, bool] | None:
    """Read a text with tabs of a width: what it says, and whether that is a ruleset by form."""
    found = Report()
    node = load(Source("", applied(text, _edits(text, width, between))), found)
    return None if node is None else (_shape(node), validate(node, found) and not len(found))


def _shape(node: Node) -> _Shape:
    """Give what a tree says, whatever its places; in blocks of lines only who stands further in than whom."""
    match node:
        case Scalar(style=Style.LITERAL | Style.FOLDED):
            return (node.style.value, *_depths(node.value))
        case Scalar():
            return (node.style.value, node.value)
        case Sequence():
            return ("list", *(_shape(item) for item in node.items))
        case Mapping():
            return ("mapping", *((_shape(entry.key), _shape(entry.value)) for entry in node.entries))


def _depths(value: str) -> Iterator[str | int]:
    columns = [0]
    for line in _LINE_END.split(value):
        column = len(line) - len(line.lstrip(" "))
        while column < columns[-1]:
            columns.pop()
        if column > columns[-1]:
            columns.append(column)
        yield from (len(columns), line.strip(" "))
