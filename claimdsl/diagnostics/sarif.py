"""Turn findings into SARIF 2.1.0, the form that code hosts and editors read the findings of any checker in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias
from urllib.parse import quote

from claimdsl.diagnostics.catalogue import CODES
from claimdsl.diagnostics.certain import certain_fix
from claimdsl.diagnostics.code import Code
from claimdsl.diagnostics.render import hint_of
from claimdsl.diagnostics.report import Diagnostic, Note
from claimdsl.diagnostics.source import STANDARD_INPUT, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "%SRCROOT%"

Value: TypeAlias = "str | int | Sequence[Value] | Mapping[str, Value]"
Object: TypeAlias = Mapping[str, Value]


def as_sarif(items: Iterable[Diagnostic], version: str) -> Object:
    """Give the findings as plain values for `json.dumps`.  `version` is that of this program.

    Unit: lines and columns from 1, in code points, ends exclusive.
    """
    found = tuple(items)
    rules = [CODES[code] for code in sorted({item.code for item in found})]
    places = {rule.code: place for place, rule in enumerate(rules)}
    driver: Object = {"name": "claim", "semanticVersion": version, "rules": [_rule(rule) for rule in rules]}
    run: Object = {
        "tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "newlineSequences": ["\r\n", "\n", "\r"],
        "results": [_result(item, places[item.code]) for item in found],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: Code) -> Object:
    return {
        "id": code.code, "shortDescription": {"text": code.title}, "fullDescription": {"text": code.text},
        "help": {"text": _help(code, "{}:\n\n{}"), "markdown": _help(code, "**{}**\n\n```yaml\n{}```\n")},
    }


def _help(code: Code, form: str) -> str:
    examples = [form.format(head, text) for head, text in (("Bad", code.bad), ("Good", code.good)) if text]
    return "\n\n".join([code.text, *examples])


def _result(item: Diagnostic, rule: int) -> Object:
    hint = hint_of(item)
    result: dict[str, Value] = {
        "ruleId": item.code, "ruleIndex": rule, "level": item.severity.value,
        "message": {"text": f"{item.message}; {hint}" if hint else item.message},
        "locations": [{"physicalLocation": _physical(item.span)}],
    }
    if item.notes:
        result["relatedLocations"] = [_related(number, note) for number, note in enumerate(item.notes, start=1)]
    fix = certain_fix(item)
    if fix is not None:
        result["fixes"] = [_fix(item.span, fix)]
    return result


def _related(number: int, note: Note) -> Object:
    return {"id": number, "message": {"text": note.message}, "physicalLocation": _physical(note.span)}


def _fix(span: Span, text: str) -> Object:
    replacement: Object = {"deletedRegion": _region(span), "insertedContent": {"text": text}}
    return {
        "description": {"text": f"write '{text}'"},
        "artifactChanges": [{"artifactLocation": _artifact(span.source.name), "replacements": [replacement]}],
    }


def _physical(span: Span) -> Object:
    return {"artifactLocation": _artifact(span.source.name), "region": _region(span)}


def _region(span: Span) -> Object:
    first, last = span.first, span.last
    return {
        "startLine": first.line, "startColumn": first.column, "endLine": last.line, "endColumn": last.column,
    }


def _artifact(name: str) -> Object:
    """Name a file: a relative reference, or an address where it lies outside of the folder of the run."""
    if name == STANDARD_INPUT:
        return {"uri": "stdin", "description": {"text": "standard input"}}
    path = quote(name.encode("utf-8", "surrogateescape"), safe="/")
    if name.startswith("/"):
        return {"uri": f"file://{path}"}
    return {"uri": path.removeprefix("./"), "uriBaseId": _ROOT}
