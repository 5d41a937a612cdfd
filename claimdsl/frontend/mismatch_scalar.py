"""From a scalar that is not of the kind that is meant to a finding at its exact place."""

from __future__ import annotations

import re
from collections.abc import Iterable

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Span
from claimdsl.frontend.json_schema import NAME, NOT_BOOLEANS, PLAIN_NUMBER, RANGE, SLUG
from claimdsl.frontend.numbers import whole_number
from claimdsl.frontend.sections import COUNTS, Kind, One
from claimdsl.frontend.tree import Scalar, Style
from claimdsl.ir.vocabulary import KEYWORDS


def bad_name(scalar: Scalar, pattern: str, joint: str, report: Report) -> None:
    """Report a word that cannot be a name, with the name that it would be; `joint` stands for what is in the way."""
    meant = re.sub(r"[^a-z0-9]+", joint, scalar.value.strip().lower()).strip(joint)
    rule = "lower-case letters, digits and _" if joint == "_" else "lower-case letters, digits, - and ."
    report.error(
        "CLM204", f"'{shortened(scalar.value)}' is not a name: names are {rule}, a letter first", scalar.span,
        suggestion=meant if re.search(pattern, meant) and scalar.value.isascii() else None,
    )


def explain_scalar(scalar: Scalar, one: One, key: Scalar, report: Report) -> None:
    """Report why a scalar is not of the kind that is meant, if it is not."""
    text = scalar.value
    if not text.strip() and one.kind is not Kind.CHOICE:
        span = scalar.span if scalar.span.end > scalar.span.start else key.span
        report.error("CLM210", f"nothing stands at '{key.value}'; {one.kind.value} is meant", span)
        return
    match one.kind:
        case Kind.VERSION:
            _version(scalar, report)
        case Kind.NUMBER:
            whole_number(scalar, report)
        case Kind.SIGNED:
            signed_number(scalar, report)
        case Kind.COUNT:
            if whole_number(scalar, report) is not None and text not in COUNTS:
                report.error("CLM206", f"'{shortened(text)}' is no player count; {listed(COUNTS)} are", scalar.span)
        case Kind.CHOICE:
            _word_of_list(scalar, one, key, report)
        case Kind.WORD | Kind.VALUE | Kind.SLUG:
            _word(scalar, one, report)
        case Kind.RANGE:
            _range(scalar, report)
        case Kind.CONDITION:
            _condition(scalar, report)
        case Kind.EFFECTS | Kind.REFERENCE:
            if _is_truth(scalar) or _is_number(scalar):
                _not_meant(scalar, one, report)
        case Kind.CARDS | Kind.REMOVED:
            if _is_truth(scalar):
                _not_meant(scalar, one, report)
        case Kind.TEXT | Kind.EXPRESSION:
            pass


def signed_number(scalar: Scalar, report: Report) -> int | None:
    """Read a whole number that may have a minus.

    Reports: as `whole_number`.
    """
    if scalar.style is Style.PLAIN and re.match("-[1-9]", scalar.value):
        span = Span(scalar.span.source, scalar.span.start + 1, scalar.span.end)
        size = whole_number(Scalar(scalar.value[1:], scalar.style, span, span), report)
        return None if size is None else -size
    return whole_number(scalar, report)


def _not_meant(scalar: Scalar, one: One, report: Report) -> None:
    report.error("CLM203", f"'{shortened(scalar.value)}' stands where {one.kind.value} is meant", scalar.span)


def _version(scalar: Scalar, report: Report) -> None:
    if scalar.value != "1" or scalar.style is not Style.PLAIN:
        message = f"'{shortened(scalar.value)}' is no version of the language; this claimdsl reads `claimdsl: 1`"
        report.error("CLM208", message, scalar.span, suggestion="1")


def _word_of_list(scalar: Scalar, one: One, key: Scalar, report: Report) -> None:
    if scalar.value in one.words:
        return
    if "Bool" in one.words and re.search(RANGE, scalar.value):
        report.error(
            "CLM206", "a number has an owner and a range", scalar.span,
            suggestion=f"{{of: table, range: {scalar.value.strip()}}}",
        )
        return
    message = f"'{shortened(scalar.value)}' is not one of {', '.join(one.words)}"
    span = scalar.span if scalar.span.end > scalar.span.start else key.span
    report.error("CLM206", message, span, suggestion=nearest(scalar.value, one.words))


def _word(scalar: Scalar, one: One, report: Report) -> None:
    pattern, joint = (SLUG, "-") if one.kind is Kind.SLUG else (NAME, "_")
    if one.kind is Kind.WORD and scalar.value in KEYWORDS:
        report.error("CLM205", f"'{scalar.value}' is a word of the grammar and names nothing else", scalar.span)
    elif _is_truth(scalar):
        _not_meant(scalar, one, report)
    elif not re.search(pattern, scalar.value) or scalar.value.endswith("\n"):
        bad_name(scalar, pattern, joint, report)


def _range(scalar: Scalar, report: Report) -> None:
    if not re.search(RANGE, scalar.value) or scalar.value.endswith("\n"):
        ends = re.findall(r"\d+", scalar.value)
        suggestion = f"{int(ends[0][:4])}..{int(ends[1][:4])}" if len(ends) == 2 else None
        message = f"'{shortened(scalar.value)}' is no range of whole numbers, as in `0..9`"
        report.error("CLM213", message, scalar.span, suggestion=suggestion)


def _condition(scalar: Scalar, report: Report) -> None:
    if scalar.value in NOT_BOOLEANS:
        meant = "true" if scalar.value.lower() in ("yes", "on", "y", "true") else "false"
        report.error(
            "CLM207", f"'{scalar.value}' is a word; a condition is `true` or `false`", scalar.span, suggestion=meant,
        )
    elif _is_number(scalar):
        _not_meant(scalar, One(Kind.CONDITION), report)


def listed(words: Iterable[str]) -> str:
    """Write words as a list for people: `2, 3 and 4`."""
    *most, last = words
    return f"{', '.join(most)} and {last}"


def shortened(text: str) -> str:
    """Write a text on one line of at most 40 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:37]}..."


def _is_truth(scalar: Scalar) -> bool:
    return scalar.style is Style.PLAIN and scalar.value in ("true", "false")


def _is_number(scalar: Scalar) -> bool:
    return scalar.style is Style.PLAIN and bool(re.fullmatch(PLAIN_NUMBER, scalar.value))
