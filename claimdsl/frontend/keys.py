"""Keep keys to words that stand once: refuse other kinds, name look-alike letters, find effects written as keys."""

from __future__ import annotations

import re

from claimdsl.diagnostics.characters import describe, look_alike, plain
from claimdsl.diagnostics.report import Note, Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.tree import Entry, Mapping, Node, Scalar, Sequence, Style

_EFFECT = re.compile(r"(?:if|for|else if|elif)\s.*|else", re.DOTALL)
_COLON = re.compile(r"\s*(?:#.*\s*)?:")


class KeyRules:
    """Takes the entries of mappings; `whole` turns false when one cannot be kept or mended."""

    def __init__(self, source: Source, report: Report) -> None:
        self._source = source
        self._report = report
        self.whole = True

    def take(self, key: Node, value: Node, entries: dict[str, Entry]) -> bool:
        """Add an entry; false where the whole mapping is effects and no more of it should be read."""
        word = self._word(key)
        if word is None:
            self.whole = False
            return True
        if word.style is Style.PLAIN and _EFFECT.fullmatch(word.value):
            message = "effects stand in a block, not in a mapping"
            hint = "write `|` after the key above, and the effects beneath it"
            self._report.error("CLM119", message, word.span, hint=hint)
            self.whole = False
            return False
        if word.style is Style.PLAIN and ":" in word.value:
            colon = word.span.start + word.value.index(":")
            span = Span(self._source, colon, colon + 1)
            self._report.error("CLM120", "a blank is missing behind this ':'", span, suggestion=": ")
            self.whole = False
            return True
        if not word.value.isascii():
            word = self._look_alike(word)
        earlier = entries.setdefault(word.value, Entry(word, value))
        if earlier.key is not word:
            notes = (Note("first written here", earlier.key.span),)
            self._report.error("CLM107", f"the key '{word.value[:40]}' stands here twice", word.span, notes=notes)
        return True

    def has_colon(self, key: Node, value: Node) -> bool:
        """Say whether a colon stands behind a key within `{...}`; report where it is missing."""
        if not (isinstance(key, Scalar) and key.value and isinstance(value, Scalar) and not value.value):
            return True
        if _COLON.match(self._source.text, key.span.end) or (key.style is Style.PLAIN and ":" in key.value):
            return True
        end = key.span.start + len(key.value.split(" ")[0]) if key.style is Style.PLAIN else key.span.end
        message = "within `{...}` stand `key: value` and commas; here a ':' is missing"
        self._report.error("CLM120", message, Span(self._source, end, key.span.end))
        self.whole = False
        return False

    def _word(self, key: Node) -> Scalar | None:
        """Give a key that is one word of text on one line, or report what it is."""
        match key:
            case Scalar() if key.style in (Style.LITERAL, Style.FOLDED) or not _is_one_line(key.span):
                self._refuse("a key is a word; this is a text of several lines", key.span)
            case Scalar() if not key.value or (key.style is Style.PLAIN and key.value == "~"):
                self._refuse("a key is a word; here it is missing", key.span)
            case Scalar() if key.style is Style.PLAIN and key.value == "<<":
                hint = "write the entries out, or use `extends` or `use`"
                self._report.error("CLM111", "rulesets have no merge keys", key.span, hint=hint)
            case Scalar():
                return key
            case Sequence():
                self._refuse("a key is a word; this is a list", key.span)
            case Mapping():
                self._refuse("a key is a word; this is a mapping", key.span)
        return None

    def _refuse(self, message: str, span: Span) -> None:
        self._report.error("CLM108", message, span)

    def _look_alike(self, word: Scalar) -> Scalar:
        """Report the first letter that is no plain one, and give the key as it looks."""
        place, char = next((at, char) for at, char in enumerate(word.value) if not char.isascii())
        meant, alike = plain(word.value), look_alike(char)
        span = word.span
        if word.span.text == word.value:
            span = Span(self._source, span.start + place, span.start + place + 1)
        hint = f"it looks like '{alike}'" if alike else "it cannot be seen" if alike == "" else ""
        hint = hint or "keys are written with a to z, 0 to 9 and _"
        self._report.error("CLM109", f"{describe(char)} stands in a key", span, suggestion=alike, hint=hint)
        return word if not meant else Scalar(meant, word.style, word.span, word.inner)


def _is_one_line(span: Span) -> bool:
    text = span.text
    return "\n" not in text and "\r" not in text
