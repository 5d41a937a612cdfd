"""Writing a merged tree back as one YAML file, which means the same by itself, each line with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence, Style
from claimdsl.frozen import Frozen

_WIDTH = 110
_FIRST = "claimdsl: 1"


class Line(Frozen):
    """A line of the written file, and where it comes from: a source and a line there, from 1."""

    text: str
    source: Source
    number: int


def written(tree: Mapping) -> str:
    """Write a resolved ruleset as YAML."""
    return "".join(f"{line.text}\n" for line in lines(tree, apart=False))


def lines(tree: Mapping, *, apart: bool) -> Iterator[Line]:
    """Write a resolved ruleset line by line; `apart` puts what comes from different files on different lines."""
    yield _line(_FIRST, tree.span)
    yield from _Lines(apart).entries(tree, 0, ())


def _line(text: str, span: Span, below: int = 0) -> Line:
    return Line(text.rstrip(), span.source, span.first.line + below)


class _Lines(Frozen):
    apart: bool

    def entries(self, mapping: Mapping, depth: int, path: tuple[str, ...]) -> Iterator[Line]:
        for entry in mapping.entries:
            here = (*path, entry.key.value)
            yield from self._entry(entry.key, _plain_option(entry.value, here), depth, here)

    def _entry(self, key: Scalar, value: Node, depth: int, path: tuple[str, ...]) -> Iterator[Line]:
        lead = "  " * depth + f"{key.value}:"
        first = _first(key, value)
        match value:
            case Scalar(style=Style.LITERAL):
                yield _line(f"{lead} |", first)
                for number, text in enumerate(value.value.rstrip("\n").split("\n")):
                    yield _line("  " * (depth + 1) + text, value.inner, number)
            case Mapping(entries=entries):
                flow = f"{lead} {_flow(value)}"
                fits = depth > 0 and len(flow) <= _WIDTH and not _is_deep(value)
                if not entries or (fits and not self._is_mixed(value)):
                    yield _line(flow, first)
                else:
                    yield _line(lead, key.span)
                    yield from self.entries(value, depth + 1, path)
            case Sequence(items=items) if self._is_mixed(value):
                yield _line(lead, key.span)
                for item in items:
                    yield _line("  " * (depth + 1) + f"- {_flow(item)}", _place(item))
            case _:
                yield _line(f"{lead} {_flow(value)}", first)

    def _is_mixed(self, value: Node) -> bool:
        return self.apart and len({span.source.name for span in _spans(value)}) > 1


def _first(key: Scalar, value: Node) -> Span:
    """Say where a line comes from: its key, or what it holds where all of that is another file's."""
    sources = {span.source.name for span in _spans(value)}
    return key.span if not sources or key.span.source.name in sources else _place(value)


def _place(value: Node) -> Span:
    return next(_spans(value), value.span)


def _spans(value: Node) -> Iterator[Span]:
    """Run through the places of all that is in a node."""
    match value:
        case Mapping(entries=entries):
            for entry in entries:
                yield entry.key.span
                yield from _spans(entry.value)
        case Sequence(items=items):
            for item in items:
                yield from _spans(item)
        case _:
            yield value.span


def _plain_option(value: Node, path: tuple[str, ...]) -> Node:
    """Write an option as its list of values, where it is nailed to none of them."""
    if len(path) != 2 or path[0] != "options" or not isinstance(value, Mapping):
        return value
    values = value.find("values")
    return value if values is None or value.find("fixed") is not None else values.value


def _is_deep(value: Node) -> bool:
    """Say whether a mapping holds what does not fit on one line."""
    match value:
        case Mapping(entries=entries):
            return any(isinstance(entry.value, Mapping) or _is_deep(entry.value) for entry in entries)
        case Sequence(items=items):
            return any(_is_deep(item) for item in items)
        case _:
            return value.style in (Style.LITERAL, Style.FOLDED) or "\n" in value.value


def _flow(value: Node) -> str:
    match value:
        case Mapping(entries=entries):
            return "{" + ", ".join(f"{entry.key.value}: {_flow(entry.value)}" for entry in entries) + "}"
        case Sequence(items=items):
            return "[" + ", ".join(_flow(item) for item in items) + "]"
        case _:
            return _word(value)


def _word(scalar: Scalar) -> str:
    text = " ".join(scalar.value.split())
    if scalar.style is Style.PLAIN and not set(text) & set(",[]{}"):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
