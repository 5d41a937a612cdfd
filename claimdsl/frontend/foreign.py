"""Explain what is written as in another language: its signs, quotes, numbers, capitals and letters from elsewhere."""

from __future__ import annotations

import re
import unicodedata

from claimdsl.diagnostics.characters import describe, look_alike, plain
from claimdsl.diagnostics.report import Diagnostic
from claimdsl.diagnostics.source import Span
from claimdsl.frontend.trouble import Trouble

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_WORD = re.compile(r"\w+")
_INT = re.compile(r"0|[1-9][0-9]{0,5}")
_NOTHING = frozenset({"none", "null", "nil", "undefined"})
_NO_PRODUCTS = "there is no multiplication or division"

# Signs, the longer first: what they mean elsewhere and what to write.  None: no replacement by itself.
_SIGNS: tuple[tuple[str, str, str | None], ...] = (
    (r"===", "'==' compares", "=="),
    (r"!==", "'!=' tells whether two values differ", "!="),
    (r"\.\.\.", "a range is written with two dots", ".."),
    (r"&&?", "both of two conditions is written 'and'", "and"),
    (r"\|\|?", "one of two conditions is written 'or'", "or"),
    (r"<>|=/=|/=", "'!=' tells whether two values differ", "!="),
    (r"<==", "at most is written '<='", "<="),
    (r">==", "at least is written '>='", ">="),
    (r"=<", "at most is written '<='", "<="),
    (r"=>", "at least is written '>='; there are no arrows", ">="),
    (r"-+>", "there are no arrows: a hook holds one expression", None),
    (r"\?", "a choice between two values is written 'if a then b else c'", None),
    (r"\*\*?|//?|%", _NO_PRODUCTS, None),
    (r"(?<![=<>!:]):?=(?![=>])", "'==' compares", "=="),
    (r"!(?!=)", "the opposite of a condition is written 'not'", "not "),
    (r";", "effects are parted by line ends alone, and stand after '|'", None),
    (r"[{}]", "there are no braces: effects that belong together are indented alike", None),
    (r"[\[\]]", "there are no lists in brackets; parentheses group, and 'a + b' joins lists", None),
    (r"\\", "there are no escapes in an expression", None),
)
_PATTERNS = tuple((re.compile(pattern), message, fix) for pattern, message, fix in _SIGNS)
_SIGN_TYPES = frozenset({"UNKNOWN", "COMPARE", "SIGN", "DOT", "RANGE", "COLON"})
_MATHEMATICS = {"≤": "<=", "≥": ">=", "≠": "!=", "∧": "and", "∨": "or", "¬": "not ", "∈": "in", "…": ".."}


def foreign_word(trouble: Trouble) -> Diagnostic | None:
    """Explain a word with capitals or letters that are not a-z."""
    word = _word_around(trouble)
    if word is None or word.text[0].isdigit():
        return None
    text = word.text
    if text.lower() in _NOTHING and (trouble.type == "UNKNOWN" or text != text.lower()):
        return trouble.error("CLM315", f"there is no '{text}': what is absent is written 'nothing'", word, "nothing")
    if _NAME.fullmatch(text):
        return None
    if text.isascii():
        fix = text.lower()
        return trouble.error("CLM309", f"words are written in lower case: '{text}'", word,
                             fix if _NAME.fullmatch(fix) else None)
    odd = next(char for char in text if not char.isascii())
    like = look_alike(odd) if unicodedata.normalize("NFD", odd) == odd else None
    looks = f", which only looks like '{like}'" if like else "; names are written with a-z, 0-9 and _"
    fix = (plain(text) or "").lower()
    return trouble.error("CLM304", f"{describe(odd)} stands in a word{looks}", word,
                         fix if _NAME.fullmatch(fix) else None)


def foreign_number(trouble: Trouble) -> Diagnostic | None:
    """Explain a number that is not a plain whole number."""
    return _point(trouble) or _digits(trouble) or _minus(trouble)


def foreign_quotes(trouble: Trouble) -> Diagnostic | None:
    """Explain quotes and escapes."""
    if trouble.type != "UNKNOWN" or trouble.value not in ("'", '"', "`", "“", "”", "‘", "’", "\\"):
        return None
    text, start = trouble.window.source.text, trouble.span.start
    quoted = re.compile(r"""\\?(['"`“‘]{1,2})\s*(.*?)\s*\\?(['"`”’]{1,2})""").match(text, start, trouble.window.end)
    if trouble.value == "\\" and quoted is None:
        return trouble.error("CLM307", "there are no escapes in an expression")
    if quoted is None:
        return trouble.error("CLM307", "words stand without quotes")
    span = trouble.between(start, quoted.end())
    return trouble.error("CLM307", "words stand without quotes", span,
                         quoted[2] if _NAME.fullmatch(quoted[2]) else None)


def foreign_sign(trouble: Trouble) -> Diagnostic | None:
    """Explain a sign of another language; it may begin with one that is a sign here too, as `->` does."""
    if trouble.type not in _SIGN_TYPES:
        return None
    text, place = trouble.window.source.text, trouble.span.start
    for back in (2, 1, 0):
        for pattern, message, fix in _PATTERNS:
            found = pattern.match(text, max(place - back, trouble.window.start), trouble.window.end)
            if found is not None and found.end() > place:
                return _sign(trouble, trouble.between(found.start(), found.end()), message, fix)
    return None


def foreign_character(trouble: Trouble) -> Diagnostic | None:
    """Explain any other character that no rule knows."""
    if trouble.type != "UNKNOWN":
        return None
    char = trouble.value
    if char == "\t":
        return trouble.error("CLM304", "a tab stands here; write blanks", suggestion=" ")
    if char.isascii() and char.isprintable():
        return trouble.error("CLM304", f"'{char}' has no meaning here")
    fix = _MATHEMATICS.get(char, look_alike(char))
    if fix == char:
        fix = ""
    if trouble.start == "cards" and fix == "-":
        fix = ".."
    return trouble.error("CLM304", f"{describe(char)} has no meaning here", suggestion=fix,
                         hint="leave it out" if fix == "" else "")


def _sign(trouble: Trouble, span: Span, message: str, fix: str | None) -> Diagnostic:
    """Explain a sign, in a list of cards and in `set` as what it means there."""
    if trouble.start == "cards" and span.text == "*":
        times = re.compile(r" *\* *([1-9][0-9]?)(?![0-9])").match(trouble.window.source.text, span.start)
        return trouble.error("CLM314", "how many times a card is there is written 'x3'",
                             trouble.between(span.start, times.end()) if times else span,
                             f"x{times[1]}" if times else None)
    if trouble.start == "cards" and span.text in "[]{};":
        return trouble.error("CLM314", "cards are written as in '1, 3 x2, 5..9', without brackets", span,
                             "," if span.text == ";" else None)
    if span.text in ("=", ":=") and "TO" in trouble.accepts:
        return trouble.error("CLM305", "a state is given a value by 'set state to value'", span, "to")
    text = trouble.window.source.text
    if fix is not None and fix.isalpha():
        fix = (" " if text[span.start - 1 : span.start].isalnum() else "") + fix
        fix += " " if text[span.end : span.end + 1].isalnum() else ""
    return trouble.error("CLM305", f"'{span.text}' is no sign of this language: {message}", span, fix)


def _word_around(trouble: Trouble) -> Span | None:
    """Give the whole word that the unexpected leaf is part of, or None if it is no part of one."""
    if trouble.is_end:
        return None
    text, place = trouble.window.source.text, trouble.span.start
    start = place
    while start > trouble.window.start and _WORD.fullmatch(text[start - 1 : place + 1]):
        start -= 1
    found = _WORD.match(text, start, trouble.window.end)
    return trouble.between(start, found.end()) if found is not None and found.end() > place else None


def _point(trouble: Trouble) -> Diagnostic | None:
    """Explain `1.5` and `.5`."""
    dot, whole = trouble.before(1), trouble.before(2)
    if trouble.type in ("INT", "UNKNOWN") and dot is not None and dot.type == "DOT" and trouble.value.isdigit():
        first = whole if whole is not None and whole.type == "INT" else dot
        end = _end_of_word(trouble)
        return trouble.error("CLM310", "numbers are whole", trouble.between(first.start_pos, end))
    following = trouble.after(1)
    if trouble.type == "DOT" and following is not None and following.type == "INT":
        first = dot if dot is not None and dot.type == "INT" else trouble.leaves[trouble.at]
        return trouble.error("CLM310", "numbers are whole", trouble.between(first.start_pos, following.end_pos))
    return None


def _digits(trouble: Trouble) -> Diagnostic | None:
    """Explain `017`, `0x1F`, `1_000`, `3x` and numbers of many digits."""
    if trouble.type != "UNKNOWN" or not trouble.value.isdigit() or not trouble.value.isascii():
        return None
    word = trouble.between(trouble.span.start, _end_of_word(trouble))
    text = word.text
    bare = text.lstrip("0") or "0"
    if text.isdigit() and text.isascii() and len(bare) <= 6:
        return trouble.error("CLM310", f"a number has no leading zeros: '{_short(text)}'", word, bare)
    if text.isdigit():
        return trouble.error("CLM310", f"the number '{_short(text)}' has too many digits: six at most", word)
    plain_number = text.replace("_", "")
    if "_" in text and _INT.fullmatch(plain_number):
        return trouble.error("CLM310", f"digits are written without '_': '{_short(text)}'", word, plain_number)
    times = re.fullmatch(r"([0-9]{1,2})(x[1-9][0-9]?)", text)
    if trouble.start == "cards" and times is not None:
        return trouble.error("CLM314", f"a blank parts a value from how many times it is there: '{text}'", word,
                             f"{times[1]} {times[2]}")
    if re.fullmatch(r"0x[0-9a-f]{1,4}|0o?[0-7]{1,6}|0b[01]{1,16}", text, re.IGNORECASE):
        return trouble.error("CLM310", f"numbers are written in tens: '{text}'", word, str(int(text, 0)))
    return trouble.error("CLM310", f"'{_short(text)}' is no whole number, and a name begins with a letter", word)


def _minus(trouble: Trouble) -> Diagnostic | None:
    """Explain a sign with nothing before it."""
    if trouble.type != "SIGN":
        return None
    number, before = trouble.after(1), trouble.before(1)
    if trouble.start == "cards":
        between = before is not None and before.type == "INT" and number is not None and number.type == "INT"
        return trouble.error("CLM314", "values run from 0 to 99, and a range is written '0..9'",
                             suggestion=".." if between else None)
    if number is None or number.type not in ("INT", "NAME") or not trouble.wants_operand:
        return None
    span = trouble.between(trouble.span.start, number.end_pos)
    if trouble.value == "+":
        return trouble.error("CLM310", "'+' stands between two values", span, number.value)
    doubled = before is not None and before.type == "SIGN"
    return trouble.error("CLM310", f"a number below zero is written '0 - {number.value}'", span,
                         None if doubled else f"0 - {number.value}")


def _end_of_word(trouble: Trouble) -> int:
    found = _WORD.match(trouble.window.source.text, trouble.span.start, trouble.window.end)
    return found.end() if found is not None else trouble.span.end


def _short(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:12]}...{text[-4:]}"
