"""Read whole numbers: one spelling is accepted, and every other gets what its author may have meant."""

from __future__ import annotations

import re
import unicodedata

from claimdsl.diagnostics.report import Report
from claimdsl.frontend.tree import Scalar, Style

LARGEST = 999_999_999
_SHOWN = 24
_PLAIN = re.compile(r"0|[1-9][0-9]*", re.ASCII)
# What else people write for a number: (code, form, what to say, what it may have meant).
_OTHERS: tuple[tuple[str, re.Pattern[str], str, str], ...] = (
    ("CLM221", re.compile(r"0[0-9]+", re.ASCII), "a whole number does not begin with 0", "digits"),
    ("CLM221", re.compile(r"0[xX][0-9a-fA-F_]+", re.ASCII), "whole numbers are written in decimal", "hexadecimal"),
    ("CLM221", re.compile(r"0o[0-7_]+", re.ASCII), "whole numbers are written in decimal", "octal"),
    ("CLM221", re.compile(r"0b[01_]+", re.ASCII), "whole numbers are written in decimal", "binary"),
    ("CLM222", re.compile(r"[1-9][0-9]*([_,' ][0-9]+)+", re.ASCII), "digits are written without separators", "digits"),
    ("CLM223", re.compile(r"[0-9]+(:[0-9]+)+(\.[0-9]*)?", re.ASCII), "this is a time, not a whole number", ""),
    ("CLM223", re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*", re.ASCII), "this is a date, not a whole number", ""),
    ("CLM224", re.compile(r"[0-9]+\.0*", re.ASCII), "there are whole numbers only, without a point", "whole part"),
    ("CLM224", re.compile(r"[-+]?([0-9]*\.[0-9]+|[0-9]+)([eE][-+]?[0-9]+)?", re.ASCII),
     "there are whole numbers only, without a point, exponent or sign", ""),
    ("CLM224", re.compile(r"[-+]?\.(nan|inf)", re.IGNORECASE), "there are whole numbers only", ""),
)
_BASES = {"hexadecimal": 16, "octal": 8, "binary": 2}


def whole_number(scalar: Scalar, report: Report) -> int | None:
    """Read a plain decimal number from 0, or report what stands there instead.

    Reports: CLM220 no number, CLM221 another base, CLM222 separators, CLM223 a time or date, CLM224 a point, exponent
    or sign, CLM225 quotes, CLM226 too large.
    """
    value = scalar.value.strip()
    if _PLAIN.fullmatch(value):
        if len(value) > len(str(LARGEST)):
            report.error("CLM226", f"{_short(value)} is too large: the largest number is {LARGEST}", scalar.span)
            return None
        if scalar.style is Style.PLAIN:
            return int(value)
        message = f"'{value}' in {_STYLE_WORDS[scalar.style]} is a text; a whole number is meant"
        report.error("CLM225", message, scalar.span, suggestion=value)
        return None
    _other(scalar, report)
    return None


_STYLE_WORDS = {
    Style.PLAIN: "plain form", Style.SINGLE: "quotes", Style.DOUBLE: "quotes", Style.LITERAL: "a block",
    Style.FOLDED: "a block",
}


def _other(scalar: Scalar, report: Report) -> None:
    value = scalar.value.strip()
    for code, form, reason, meant in _OTHERS:
        if form.fullmatch(value):
            report.error(code, f"{reason}: '{_short(value)}'", scalar.span, suggestion=_meant(value, meant))
            return
    digits = "".join(str(unicodedata.digit(char, -1)) for char in value)
    if _PLAIN.fullmatch(digits) and not value.isascii():
        report.error("CLM220", "these are no plain digits 0 to 9", scalar.span, suggestion=_fitting(digits))
        return
    found = f"not '{_short(value)}'" if value else "and nothing stands here"
    report.error("CLM220", f"a whole number is meant, {found}", scalar.span)


def _meant(value: str, how: str) -> str | None:
    if how == "digits":
        return _fitting(re.sub("[^0-9]", "", value).lstrip("0") or "0")
    if how == "whole part":
        return _fitting(value.split(".")[0].lstrip("0") or "0")
    if how in _BASES and len(value) <= _SHOWN:
        return _fitting(str(int(value[2:].replace("_", "") or "0", _BASES[how])))
    return None


def _fitting(digits: str) -> str | None:
    return digits if len(digits) <= len(str(LARGEST)) else None


def _short(value: str) -> str:
    if len(value) <= _SHOWN:
        return value
    return f"{value[:8]}...{value[-4:]} ({len(value)} characters)"
