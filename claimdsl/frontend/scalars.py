"""Turn scalar events into scalars with exact windows, and warn of what YAML does to them unasked."""

from __future__ import annotations

import re

from claimdsl.diagnostics.characters import REFUSED, describe
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.screen import reason
from claimdsl.frontend.stream import Event
from claimdsl.frontend.tree import Scalar, Style

_HEADER = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)?")
_CUT_BY_COMMENT = re.compile(r"[ ]+(#[^\s#][^\r\n]*)")
_ESCAPE = re.compile(r"\\(?:x..|u.{4}|U.{8}|.)", re.DOTALL)
_SIMPLE_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b", "N": "\x85",
    "L": "\u2028", "P": "\u2029",
}


class ScalarRules:
    """Makes scalars; `whole` turns false when one does not hold what its author wrote."""

    def __init__(self, source: Source, report: Report) -> None:
        self._source = source
        self._report = report
        self.whole = True

    def scalar(self, event: Event) -> Scalar:
        """Make the scalar of an event."""
        match event.style:
            case Style.PLAIN:
                if event.value:
                    self._check_comment(event.end)
                return self._made(event, event.end, event.start, event.end)
            case Style.SINGLE:
                return self._made(event, event.end, event.start + 1, event.end - 1)
            case Style.DOUBLE:
                self._check_escapes(event)
                return self._made(event, event.end, event.start + 1, event.end - 1)
            case Style.LITERAL | Style.FOLDED:
                return self._block(event)

    def _made(self, event: Event, end: int, inner_start: int, inner_end: int) -> Scalar:
        inner = Span(self._source, inner_start, inner_end)
        return Scalar(event.value, event.style, Span(self._source, event.start, end), inner)

    def _block(self, event: Event) -> Scalar:
        """Make a `|` or `>` scalar: its window begins with the line after the header and ends with its last letter."""
        header = _HEADER.match(self._source.text, event.start)
        begin = header.end() if header else event.end
        content = self._source.text[begin : event.end].rstrip()
        if content:
            end = begin + len(content)
            return self._made(event, end, begin, end)
        word = self._source.text[event.start : begin].rstrip()
        end = event.start + len(word)
        if event.style is Style.FOLDED and len(word) > 1:
            self._refuse_folded(Span(self._source, event.start, end))
        return self._made(event, end, end, end)

    def _refuse_folded(self, span: Span) -> None:
        hint = "quote it, or use a block: `|` and the value on the next line"
        self._report.error("CLM115", "a value that begins with '>' is a folded text to YAML", span, hint=hint)
        self.whole = False

    def _check_comment(self, end: int) -> None:
        cut = _CUT_BY_COMMENT.match(self._source.text, end)
        if cut is None:
            return
        span = Span(self._source, *cut.span(1))
        shown = span.text.rstrip() if len(span.text) <= 40 else f"{span.text[:40]}..."
        hint = "a comment: write `# ` with a blank; no comment: quote the value, or use a block"
        self._report.warning("CLM117", f"'{shown}' is a comment and is not read", span, hint=hint)

    def _check_escapes(self, event: Event) -> None:
        if not (REFUSED.search(event.value) or "\r" in event.value):
            return
        bad = [match for match in _ESCAPE.finditer(self._source.text, event.start, event.end) if _is_refused(match)]
        if bad:
            more = f" (and {len(bad) - 1} more)" if len(bad) > 1 else ""
            escape, char = bad[0].group(), _escaped(bad[0].group())
            message = f"{escape} writes {describe(char)}, which may not stand here{more}: {reason(char)}"
            self._report.error("CLM103", message, Span(self._source, *bad[0].span()), suggestion="")
        self.whole = False


def _is_refused(escape: re.Match[str]) -> bool:
    char = _escaped(escape.group())
    return char == "\r" or REFUSED.match(char) is not None


def _escaped(escape: str) -> str:
    """Give the character that an escape writes, or a blank for one that is never refused."""
    letter = escape[1]
    return chr(int(escape[2:], 16)) if letter in "xuU" else _SIMPLE_ESCAPES.get(letter, " ")
