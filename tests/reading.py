"""Reading expressions as they stand in a file, for the tests of the parser."""

from __future__ import annotations

from claimdsl.diagnostics.report import Diagnostic, Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.parser import parse_block, parse_cards, parse_expr

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
