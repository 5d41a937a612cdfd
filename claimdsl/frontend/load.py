"""Turn bytes into text and YAML text into a tree; the one module that imports PyYAML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.build import TreeBuilder
from claimdsl.frontend.numbers import whole_number
from claimdsl.frontend.screen import MOST_KIBIBYTES, screen, too_large
from claimdsl.frontend.stream import Event, Kind
from claimdsl.frontend.tree import Node, Style

if TYPE_CHECKING:
    import yaml

__all__ = ["decode", "load", "whole_number"]

_BOM = b"\xef\xbb\xbf"
_STYLES = {"'": Style.SINGLE, '"': Style.DOUBLE, "|": Style.LITERAL, ">": Style.FOLDED}


def decode(name: str, raw: bytes, report: Report) -> Source | None:
    """Read bytes as UTF-8, without the byte order mark that some editors write first."""
    if len(raw) > MOST_KIBIBYTES * 1024 + len(_BOM):
        too_large(Source(name, ""), len(raw), report)
        return None
    wide = _wide_encoding(raw)
    if wide:
        span = Span(Source(name, ""), 0, 0)
        report.error("CLM101", f"the file is written in {wide}", span, hint="save it as UTF-8")
        return None
    raw = raw.removeprefix(_BOM)
    try:
        return Source(name, raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        start = len(raw[: error.start].decode("utf-8"))
        span = Span(Source(name, raw.decode("utf-8", "replace")), start, start + 1)
        message = f"byte 0x{raw[error.start]:02X} is not UTF-8"
        report.error("CLM101", message, span, hint="save the file as UTF-8")
        return None


def load(source: Source, report: Report) -> Node | None:
    """Read YAML text as a tree; None where the text is no tree that a ruleset may be.

    Mistakes that leave the tree whole (a duplicate key, a look-alike letter in a key) are reported and mended.
    Reports: CLM102 to CLM129.
    """
    if not screen(source, report):
        return None
    return TreeBuilder(source, report, _events(source.text)).build()


def _wide_encoding(raw: bytes) -> str | None:
    """Name the encoding of bytes that are UTF-16 or UTF-32: by its mark, or by a NUL beside every plain letter."""
    if raw.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "UTF-32"
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    sample = raw[:64]
    nuls = sample.count(0)
    if len(sample) >= 4 and nuls * 3 >= len(sample):
        return "UTF-32" if nuls * 3 >= len(sample) * 2 else "UTF-16"
    return None


def _events(text: str) -> Iterator[Event]:
    """Give the events of a text; the C parser of PyYAML is used where there is one (both count code points)."""
    import yaml

    loader = yaml.CBaseLoader if yaml.__with_libyaml__ else yaml.BaseLoader
    end = 0
    try:
        for event in yaml.parse(text, Loader=loader):
            mine = _event(event)
            if mine is not None:
                end = mine.end
                yield mine
    except yaml.MarkedYAMLError as error:
        yield _broken(error, end)
    except (yaml.YAMLError, ValueError) as error:  # the Python parser has no mark for an escape beyond U+10FFFF
        yield Event(Kind.BROKEN, end, end, f"found invalid escape or character: {error}")


def _event(event: yaml.Event) -> Event | None:
    import yaml

    start, end = _offset(event.start_mark), _offset(event.end_mark)
    match event:
        case yaml.ScalarEvent():
            style = _STYLES.get(event.style or "", Style.PLAIN)
            return Event(Kind.SCALAR, start, end, event.value, style, False, _is_marked(event.anchor, event.tag))
        case yaml.MappingStartEvent():
            flow = bool(event.flow_style)
            return Event(Kind.MAPPING, start, end, "", Style.PLAIN, flow, _is_marked(event.anchor, event.tag))
        case yaml.SequenceStartEvent():
            flow = bool(event.flow_style)
            return Event(Kind.LIST, start, end, "", Style.PLAIN, flow, _is_marked(event.anchor, event.tag))
        case yaml.CollectionEndEvent():
            return Event(Kind.END, start, end)
        case yaml.AliasEvent():
            return Event(Kind.ALIAS, start, end)
        case yaml.DocumentStartEvent():
            return Event(Kind.DOCUMENT, start, end)
        case _:
            return None


def _is_marked(anchor: str | None, tag: str | None) -> bool:
    return anchor is not None or tag is not None


def _broken(error: yaml.MarkedYAMLError, end: int) -> Event:
    at = _offset(error.problem_mark, end)
    return Event(
        Kind.BROKEN, _offset(error.context_mark, at), at, error.problem or "", within=error.context or "",
    )


def _offset(mark: yaml.error.Mark | yaml._yaml.Mark | None, default: int = 0) -> int:
    return mark.index if mark is not None else default
