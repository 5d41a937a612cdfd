"""From a tree to the word that it fits the language's JSON Schema; the one file that imports jsonschema."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from claimdsl.diagnostics.report import Report
from claimdsl.frontend.json_schema import PLAIN_NUMBER, Json, json_schema
from claimdsl.frontend.mismatch import check_first, explain
from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence, Style

if TYPE_CHECKING:
    from jsonschema import Draft7Validator

__all__ = ["json_schema", "plain", "validate"]

_NUMBER = re.compile(PLAIN_NUMBER)


def validate(node: Node, report: Report) -> bool:
    """Say whether a file has the form of a ruleset; what it may hold is in `sections`.

    Reports: CLM201 to CLM213, and what `whole_number` says.
    """
    found = Report()
    check_first(node, found)
    error = next(_validator().iter_errors(plain(node)), None)
    if error is not None:
        explain(node, found)
        if not found.has_errors:
            place = ".".join(str(step) for step in error.absolute_path) or "the ruleset"
            found.error("CLM203", f"{place} does not have the form of a ruleset", node.span)
    for diagnostic in found:
        report.add(diagnostic)
    return not found.has_errors


def plain(node: Node) -> Json:
    """Turn a tree into the values that an editor's YAML would give: numbers, true, false, nothing, texts."""
    match node:
        case Scalar(style=Style.PLAIN, value=""):
            return None
        case Scalar(style=Style.PLAIN, value=("true" | "false") as word):
            return word == "true"
        case Scalar():
            is_number = node.style is Style.PLAIN and _NUMBER.fullmatch(node.value)
            return int(node.value) if is_number else node.value
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {entry.key.value: plain(entry.value) for entry in node.entries}


@cache
def _validator() -> Draft7Validator:
    from jsonschema import Draft7Validator

    return Draft7Validator(json_schema())
