"""Turn findings into SARIF 2.1.0, the form that code hosts and editors read the findings of any checker in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias
from urllib.parse import quote

from claimdsl.diagnostics.catalogue import Code, codes
from claimdsl.diagnostics.certain import certain_fix
from claimdsl.diagnostics.paths import from_root
from claimdsl.diagnostics.render import hint_of
from claimdsl.diagnostics.report import Diagnostic, Note
from claimdsl.diagnostics.source import STANDARD_INPUT, Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

Value: TypeAlias = "str | int | Sequence[Value] | Mapping[str, Value]"
Object: TypeAlias = Mapping[str, Value]


def as_sarif(items: Iterable[Diagnostic], version: str, root: str) -> Object:
    """Give the findings as plain values for `json.dumps`.  `version` is that of this program.

    Files below the folder `root` are named from there.
    Unit: lines and columns from 1, in code points, ends exclusive.
    """
    found = tuple(items)
    rules = [codes()[code] for code in sorted({item.code for item in found})]
    driver: Object = {"name": "claim", "semanticVersion": version, "rules": [_rule(rule) for rule in rules]}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{
        "tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "newlineSequences": ["\r\n", "\n", "\r"],
        "results": _Results(root, {rule.code: place for place, rule in enumerate(rules)}).of(found),
    }]}


def _rule(code: Code) -> Object:
    return {
        "id": code.code, "shortDescription": {"text": code.title}, "fullDescription": {"text": code.text},
        "help": {"text": _help(code, "{}:\n\n{}"), "markdown": _help(code, "**{}**\n\n```yaml\n{}```\n")},
    }


def _help(code: Code, form: str) -> str:
    examples = [form.format(head, text) for head, text in (("Bad", code.bad), ("Good", code.good)) if text]
    return "\n\n".join([code.text, *(example.rstrip("\n") for example in examples)]) + "\n"


class _Results:
    """Makes the results of a run, which name rules by their place and files from a root."""

    def __init__(self, root: str, places: Mapping[str, int]) -> None:
        self._root = root
        self._places = places

    def of(self, items: Iterable[Diagnostic]) -> list[Object]:
        """Give the results for findings."""
        return [self._result(item) for item in items]

    def _result(self, item: Diagnostic) -> Object:
        hint, fix = hint_of(item), certain_fix(item)
        result: dict[str, Value] = {
            "ruleId": item.code, "ruleIndex": self._places[item.code], "level": item.severity.value,
            "message": {"text": f"{item.message}; {hint}" if hint else item.message},
            "locations": [{"physicalLocation": self._physical(item.span)}],
        }
        if item.notes:
            result["relatedLocations"] = [self._related(at, note) for at, note in enumerate(item.notes, start=1)]
        if fix is not None:
            result["fixes"] = [self._fix(item.span, fix)]
        return result

    def _related(self, number: int, note: Note) -> Object:
        return {"id": number, "message": {"text": note.message}, "physicalLocation": self._physical(note.span)}

    def _fix(self, span: Span, text: str) -> Object:
        replacements: list[Value] = [{"deletedRegion": _region(span), "insertedContent": {"text": text}}]
        changes: list[Value] = [{"artifactLocation": self._artifact(span.source.name), "replacements": replacements}]
        return {"description": {"text": f"write '{text}'"}, "artifactChanges": changes}

    def _physical(self, span: Span) -> Object:
        return {"artifactLocation": self._artifact(span.source.name), "region": _region(span)}

    def _artifact(self, name: str) -> Object:
        """Name a file: a relative reference, or an address where it lies outside of the root."""
        if name == STANDARD_INPUT:
            return {"uri": "stdin", "description": {"text": "standard input"}}
        path = quote(from_root(name, self._root).encode("utf-8", "surrogateescape"), safe="/")
        return {"uri": f"file://{path}"} if path.startswith("/") else {"uri": path, "uriBaseId": "%SRCROOT%"}


def _region(span: Span) -> Object:
    first, last = span.first, span.last
    return {
        "startLine": first.line, "startColumn": first.column, "endLine": last.line, "endColumn": last.column,
    }
