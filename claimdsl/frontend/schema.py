"""From a tree to the word that it has the form of a ruleset, by the table that the language's JSON Schema is made of.

A validator of JSON Schemas would say the same, slower and without a place: the tests hold it beside this.
"""

from __future__ import annotations

from claimdsl.diagnostics.report import Report
from claimdsl.frontend.json_schema import json_schema
from claimdsl.frontend.mismatch import check_first, explain
from claimdsl.frontend.tree import Node

__all__ = ["json_schema", "validate"]


def validate(node: Node, report: Report) -> bool:
    """Say whether a file has the form of a ruleset; what it may hold is in `sections`.

    Reports: CLM201 to CLM213, and what `whole_number` says.
    """
    found = Report()
    check_first(node, found)
    explain(node, found)
    for diagnostic in found:
        report.add(diagnostic)
    return not found.has_errors
