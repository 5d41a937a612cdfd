"""What a single character is: its name, whether it can be seen, how wide it is and which plain letter it looks like."""

from __future__ import annotations

import re
import unicodedata

# What may stand nowhere in a ruleset: controls and tabs, bidi controls, line separators, byte order marks,
# surrogates, tags and non-characters.
REFUSED = re.compile(
    "[\\x00-\\x09\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069"
    "\\ud800-\\udfff\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff\\U000e0000-\\U000e007f]"
)
_UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_UNSEEN = re.compile(
    "[\\u034f\\u115f\\u1160\\u180b-\\u180f\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0\\U000e0100-\\U000e01ef]"
)
_LOOK_ALIKES = dict(zip(
    "аеорсухіјѕһԁԛԝкмтвАВЕКМНОРСТХІЈЅαορνικυτωΑΒΕΖΗΙΚΜΝΟΡΤΥΧıɡℓøłđ‐‑‒–—−‘’“”×…",
    "aeopcyxijshdqwkmtbABEKMHOPCTXIJSaopvikutwABEZHIKMNOPTYXiglold------''\"\"x.",
    strict=True,
))


def is_unseen(char: str) -> bool:
    """Say whether a character leaves no mark of its own on a screen (the plain blank counts as seen)."""
    if " " <= char <= "~":
        return False
    category = unicodedata.category(char)
    return category in _UNSEEN_CATEGORIES or category == "Zs" or _UNSEEN.match(char) is not None


def visible(text: str) -> str:
    r"""Write every character that cannot be seen as its escape.

    >>> visible("a\u202eb")
    'a\\u{202e}b'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"\\u{{{ord(char):x}}}" if is_unseen(char) else char for char in text)


def width(char: str) -> int:
    """Say how many columns of a terminal a visible character takes: 0, 1 or 2."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in ("Mn", "Me") or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def describe(char: str) -> str:
    """Name a character without printing it.

    >>> describe("\\u0430")
    'U+0430 CYRILLIC SMALL LETTER A'
    """
    return f"U+{ord(char):04X} {unicodedata.name(char, 'control character')}"


def look_alike(char: str) -> str | None:
    """Give the plain text that a character looks like ("" for one that cannot be seen), or None.

    >>> look_alike("ｇ"), look_alike("é"), look_alike("\\u200b"), look_alike("漢")
    ('g', 'e', '', None)
    """
    if char.isascii():
        return char
    if char in _LOOK_ALIKES:
        return _LOOK_ALIKES[char]
    parts = unicodedata.normalize("NFKD", char)
    if parts[0].isascii():
        return "".join(part for part in parts if part.isascii())
    return "" if is_unseen(char) or width(char) == 0 else None


def plain(word: str) -> str | None:
    """Write a word in plain ASCII letters as it looks, or give None if it has letters that look like none.

    >>> plain("gоbｌins")
    'goblins'
    """
    parts = [look_alike(char) for char in word]
    return None if None in parts else "".join(part for part in parts if part is not None)
