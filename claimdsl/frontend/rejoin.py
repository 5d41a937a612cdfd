"""Join again the expressions that a comma of `{...}` or `[...]` cut: `{when: f(a, b)}` is two entries to YAML."""

from __future__ import annotations

from itertools import takewhile

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.tree import Node, Scalar, Style

_FARTHEST = 2_000
_MOST_UNCLOSED = 20


def rejoined(source: Source, nodes: list[Node], report: Report) -> list[Node]:
    """Give the parts of a `{...}` or `[...]` with what belongs together joined, and report each join.

    Shape: for a mapping the keys and values in turn.
    """
    kept: list[Node] = []
    joined_to, unclosed = -1, 0
    for place, node in enumerate(nodes):
        if node.span.start <= joined_to:  # a part, or the empty value that YAML gives the last part
            continue
        if unclosed > _MOST_UNCLOSED or not _is_open(node):
            kept.append(node)
            continue
        closed = _closing(source.text, node.span.start)
        if closed is None or "," not in source.text[node.span.start : closed]:
            unclosed += 1
            kept.append(node)
            continue
        joined_to = _end_of_parts(nodes[place : place + _FARTHEST], closed)
        kept.append(_joined(Span(source, node.span.start, joined_to), report))
    return kept


def _end_of_parts(nodes: list[Node], closed: int) -> int:
    parts = takewhile(lambda part: part.span.start < closed, nodes)
    return max(closed, *(part.span.end for part in parts))


def _joined(span: Span, report: Report) -> Scalar:
    comma = span.source.text.index(",", span.start)
    message = "this comma ends the value, since it stands inside `{...}` or `[...]`"
    hint = "quote the value, or write the mapping on lines of its own"
    report.error("CLM116", message, Span(span.source, comma, comma + 1), hint=hint)
    return Scalar(span.text, Style.PLAIN, span, span)


def _is_open(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style is Style.PLAIN and node.value.count("(") > node.value.count(")")


def _closing(text: str, start: int) -> int | None:
    """Give the end of the round bracket that opens first after `start`, if it is closed nearby."""
    depth = 0
    for offset, char in enumerate(text[start : start + _FARTHEST], start=start + 1):
        depth += (char == "(") - (char == ")")
        if depth == 0 and char == ")":
            return offset
    return None
