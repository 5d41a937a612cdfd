"""Writing a merged tree back as one YAML file, which means the same by itself."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence, Style

_WIDTH = 110
_FIRST = "claimdsl: 1"


def written(tree: Mapping) -> str:
    """Write a resolved ruleset as YAML."""
    return "\n".join([_FIRST, *_entries(tree, 0, ())]) + "\n"


def _entries(mapping: Mapping, depth: int, path: tuple[str, ...]) -> Iterator[str]:
    for entry in mapping.entries:
        here = (*path, entry.key.value)
        yield from _entry(entry.key.value, _plain_option(entry.value, here), depth, here)


def _plain_option(value: Node, path: tuple[str, ...]) -> Node:
    """Write an option as its list of values; one that is fixed has only that value."""
    if len(path) != 2 or path[0] != "options" or not isinstance(value, Mapping):
        return value
    fixed, values = value.find("fixed"), value.find("values")
    if fixed is not None:
        return Sequence((fixed.value,), value.span)
    return values.value if values is not None else value


def _entry(key: str, value: Node, depth: int, path: tuple[str, ...]) -> Iterator[str]:
    lead = "  " * depth + f"{key}:"
    match value:
        case Scalar(style=Style.LITERAL):
            yield f"{lead} |"
            for line in value.value.rstrip("\n").split("\n"):
                yield ("  " * (depth + 1) + line).rstrip()
        case Mapping(entries=entries):
            flow = f"{lead} {_flow(value)}"
            if not entries or depth > 0 and len(flow) <= _WIDTH and not _is_deep(value):
                yield flow
            else:
                yield lead
                yield from _entries(value, depth + 1, path)
        case _:
            yield f"{lead} {_flow(value)}"


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
