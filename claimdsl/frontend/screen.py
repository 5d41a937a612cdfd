"""Find in a text what YAML itself must not see: refused characters, directives, nothing at all."""

from __future__ import annotations

import re

from claimdsl.diagnostics.characters import REFUSED, describe
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source, Span

MOST_KIBIBYTES = 256
_MOST_KINDS = 5
_DIRECTIVE = re.compile(r"(?:[ ]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*(%[^\r\n]*)")
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def screen(source: Source, report: Report) -> bool:
    """Say whether a text may be given to YAML; every kind of refused character is reported once."""
    if len(source.text) > MOST_KIBIBYTES * 1024:
        too_large(source, len(source.text), report)
        return False
    places: dict[str, list[int]] = {}
    for match in REFUSED.finditer(source.text):
        places.setdefault(match.group(), []).append(match.start())
    for char, found in list(places.items())[:_MOST_KINDS]:
        _refuse(char, found, source, report)
    directive = _DIRECTIVE.match(source.text)
    if directive:
        report.error(
            "CLM113", "a ruleset has no YAML directives: leave this line out", Span(source, *directive.span(1)),
            suggestion="",
        )
    return not places and directive is None


def too_large(source: Source, size: int, report: Report) -> None:
    """Report a file that is larger than any ruleset."""
    message = f"the file is too large: {size:,} bytes; a ruleset has at most {MOST_KIBIBYTES} KiB"
    report.error("CLM102", message, Span(source, 0, 0))


def reason(char: str) -> str:
    """Say why a refused character is refused."""
    if char == "\ufeff":
        return "a byte order mark may stand only at the start of a file"
    if _BIDI.match(char):
        return "it shows text in another order than it is read"
    if char in "\x85\u2028\u2029":
        return "some programs take it for the end of a line, others do not"
    return "it cannot be seen"


def _refuse(char: str, places: list[int], source: Source, report: Report) -> None:
    span = Span(source, places[0], places[0] + 1)
    more = f" (and {len(places) - 1} more)" if len(places) > 1 else ""
    if char == "\t":
        report.error("CLM104", f"a tab{more}", span, hint="write blanks: a tab is as wide as each editor likes")
    else:
        report.error("CLM103", f"{describe(char)} may not stand here{more}: {reason(char)}", span, suggestion="")
