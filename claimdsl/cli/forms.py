"""The forms in which findings are written: text, JSON, SARIF, GitHub."""

from __future__ import annotations

import json
import os

from claimdsl.diagnostics.report import Report

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
