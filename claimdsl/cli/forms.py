"""The forms in which findings are written: text, JSON, SARIF, GitHub, and one line for all of them."""

from __future__ import annotations

import json
import os

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.diagnostics.report import Report, RulesetError, Severity

FORMS = ("text", "json", "sarif", "github")
_MOST = 100


def findings(report: Report, form: str, *, colour: bool) -> str:
    """Write all findings in a form; as text at most 100 of a file, and how many more there are."""
    match form:
        case "json":
            from claimdsl.diagnostics.render import as_json

            return json.dumps(as_json(report), ensure_ascii=False, indent=1) + "\n"
        case "sarif":
            from claimdsl import __version__
            from claimdsl.diagnostics.sarif import as_sarif

            return json.dumps(as_sarif(report, __version__, os.getcwd()), indent=1) + "\n"
        case "github":
            from claimdsl.diagnostics.github import github

            return github(report, os.getcwd())
        case _:
            from claimdsl.diagnostics.render import text

            return text(report, colour=colour, most=_MOST)


def on_one_line(error: ClaimError) -> str:
    """Say on one line why a record cannot be replayed."""
    found = [one for one in error.report if one.severity is Severity.ERROR] if isinstance(error, RulesetError) else []
    if not found:
        return str(error)
    first, span = found[0], found[0].span
    place = f"{span.source.name}:{span.first.line}:{span.first.column}"
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return f"its ruleset is in error: {place}: {first.code}: {first.message}{more}"
