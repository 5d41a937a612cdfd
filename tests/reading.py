"""Reading what stands in a file, for the tests: expressions as the parser does, trees as an editor does."""

from __future__ import annotations

import re

from claimdsl.diagnostics.report import Diagnostic, Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.json_schema import PLAIN_NUMBER, Json
from claimdsl.frontend.parser import parse_block, parse_cards, parse_expr
from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence, Style

BEFORE = "note: 漢字 🎉\nkey: "


def window(text: str, before: str = BEFORE, after: str = "\nmore: 1\n") -> Span:
    return Span(Source("a.yaml", before + text + after), len(before), len(before) + len(text))


def read(kind: str, text: str, before: str = BEFORE) -> tuple[object, list[Diagnostic]]:
    report = Report()
    match kind:
        case "expr":
            return parse_expr(window(text, before), report), list(report)
        case "block":
            return parse_block(window(text, "key: |\n"), True, report), list(report)
        case "effect":
            return parse_block(window(text, before), False, report), list(report)
        case _:
            return parse_cards(window(text, before), report), list(report)


def plain(node: Node) -> Json:
    """Turn a tree into the values that an editor's YAML would give: numbers, true, false, nothing, texts."""
    match node:
        case Scalar(style=Style.PLAIN, value=""):
            return None
        case Scalar(style=Style.PLAIN, value=("true" | "false") as word):
            return word == "true"
        case Scalar():
            is_number = node.style is Style.PLAIN and re.fullmatch(PLAIN_NUMBER, node.value)
            return int(node.value) if is_number else node.value
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {entry.key.value: plain(entry.value) for entry in node.entries}
