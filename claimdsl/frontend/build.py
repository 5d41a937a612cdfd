"""Build the tree from YAML events, refusing what a ruleset may not hold: anchors, tags, endless nesting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.broken import explain
from claimdsl.frontend.keys import KeyRules
from claimdsl.frontend.rejoin import rejoined
from claimdsl.frontend.scalars import ScalarRules
from claimdsl.frontend.stream import MOST_LEVELS, MOST_NODES, Event, Kind
from claimdsl.frontend.tree import Entry, Mapping, Node, Sequence
from claimdsl.resources import TEST_ENDING

_PROPERTY = re.compile(r"[&!*][^\s,\[\]{}]*")
_GLUED = re.compile(r"[a-z_]+(:)(?=[^\s:])")
_WORD = re.compile(r"\S+")
_PROPERTIES = {
    "!": ("CLM112", "a YAML tag", "write `not x` or `a != b`, or quote the value"),
    "&": ("CLM110", "a YAML anchor", "write it out where it is used; between conditions write `and`"),
    "*": ("CLM110", "a YAML alias", "write out what it stands for"),
}


class _RefusedError(Exception):
    """What stands here has been reported, and nothing after it can be trusted."""


class TreeBuilder:
    """Builds the tree of one text."""

    def __init__(self, source: Source, report: Report, events: Iterator[Event]) -> None:
        self._source = source
        self._report = report
        self._events = events
        self._keys = KeyRules(source, report)
        self._scalars = ScalarRules(source, report)
        self._last: Event | None = None
        self._nodes = 0

    def build(self) -> Node | None:
        """Build the tree of the only document; None where the text is no such tree."""
        try:
            root = self._document()
        except _RefusedError:
            return None
        return root if self._keys.whole and self._scalars.whole else None

    def _document(self) -> Mapping:
        if self._next() is None:
            self._refuse_nothing()
        first = self._expect()
        if first.kind is Kind.SCALAR:
            self._refuse_text(first)
        if first.kind is Kind.LIST:
            self._refuse("CLM106", "the file is a list; a ruleset is written as `key: value`", self._word(first.start))
        root = self._mapping(first, 1)
        after = self._next()
        if after is not None:
            self._refuse("CLM114", "a second document begins here; a file holds one ruleset", self._word(after.start))
        return root

    def _refuse_nothing(self) -> NoReturn:
        found = "holds only comments" if "#" in self._source.text else "is empty"
        is_test = self._source.name.endswith(TEST_ENDING)
        begins = "scenarios begin with `claimdsl-test: 1`" if is_test else "a ruleset begins with `claimdsl: 1`"
        message = f"the file {found}; {begins}"
        self._refuse("CLM105", message, Span(self._source, 0, 0))

    def _refuse_text(self, event: Event) -> NoReturn:
        self._next()  # a text that goes on as no YAML has a better reason than being a text
        if not event.value:
            self._refuse_nothing()
        span = self._scalars.scalar(event).span
        glued = _GLUED.match(span.text)
        if glued:
            colon = Span(self._source, span.start + glued.start(1), span.start + glued.end(1))
            self._refuse("CLM120", "a blank is missing behind this ':'", colon, "write `key: value`")
        self._refuse("CLM106", "the file is a text; a ruleset is written as `key: value`", span)

    # --- events ------------------------------------------------------------------------------------------------------

    def _next(self) -> Event | None:
        event = next(self._events, None)
        if event is None:
            return None
        if event.kind is Kind.BROKEN:
            self._report.add(explain(self._source, event, self._last))
            raise _RefusedError
        if event.kind is Kind.ALIAS or event.marked:
            self._refuse_property(event.start)
        if event.kind is not Kind.END:
            self._nodes += 1
            if self._nodes > MOST_NODES:
                message = f"the file is too large: it holds more than {MOST_NODES:,} keys and values"
                self._refuse("CLM102", message, self._word(event.start))
        self._last = event
        return event

    def _expect(self) -> Event:
        event = self._next()
        if event is None:
            raise _RefusedError
        return event

    def _refuse_property(self, start: int) -> NoReturn:
        match = _PROPERTY.match(self._source.text, start)
        span = Span(self._source, start, match.end() if match else start + 1)
        if self._last is not None and self._last.value == "<<":
            hint = "write the entries out, or use `extends` or `use`"
            self._refuse("CLM111", "rulesets have no merge keys", Span(self._source, self._last.start, span.end), hint)
        code, what, hint = _PROPERTIES[self._source.text[start]]
        self._refuse(code, f"'{span.text[:40]}' is {what}, and rulesets have none", span, hint)

    def _refuse(self, code: str, message: str, span: Span, hint: str = "") -> NoReturn:
        self._report.error(code, message, span, hint=hint)
        raise _RefusedError

    def _word(self, start: int) -> Span:
        match = _WORD.match(self._source.text, start)
        return Span(self._source, start, match.end() if match else start)

    # --- nodes -------------------------------------------------------------------------------------------------------

    def _node(self, event: Event, depth: int) -> Node:
        if event.kind is Kind.SCALAR:
            return self._scalars.scalar(event)
        if depth > MOST_LEVELS:
            message = f"nested deeper than {MOST_LEVELS} levels"
            self._refuse("CLM102", message, Span(self._source, event.start, event.start + 1))
        return self._mapping(event, depth) if event.kind is Kind.MAPPING else self._sequence(event, depth)

    def _sequence(self, start: Event, depth: int) -> Sequence:
        items, end = self._parts(start, depth)
        if not start.flow:
            end = items[0].span.end if items else start.start + 1
        return Sequence(tuple(items), Span(self._source, start.start, end))

    def _mapping(self, start: Event, depth: int) -> Mapping:
        parts, end = self._parts(start, depth)
        entries: dict[str, Entry] = {}
        for key, value in zip(parts[::2], parts[1::2], strict=False):
            if start.flow and not self._keys.has_colon(key, value):
                break
            if not self._keys.take(key, value, entries):
                break
        span = Span(self._source, start.start, end) if start.flow else parts[0].span
        return Mapping(tuple(entries.values()), span)

    def _parts(self, start: Event, depth: int) -> tuple[list[Node], int]:
        """Read to the end of a collection and give what is in it, and where it ends."""
        parts: list[Node] = []
        while (event := self._expect()).kind is not Kind.END:
            parts.append(self._node(event, depth + 1))
        return (rejoined(self._source, parts, self._report) if start.flow else parts), event.end
