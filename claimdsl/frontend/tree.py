"""The tree that YAML text becomes: scalars, lists and mappings, each with its exact place."""

from __future__ import annotations

from enum import Enum

from claimdsl.diagnostics.source import Span
from claimdsl.frozen import Frozen


class Style(Enum):
    """How a scalar was written; a block of effects may stand only in LITERAL."""

    PLAIN = "plain"
    SINGLE = "single-quoted"
    DOUBLE = "double-quoted"
    LITERAL = "literal"
    FOLDED = "folded"


class Scalar(Frozen):
    """One word, number or text.

    `span` is the whole token; `inner` is the window of source text that holds the value: without quotes, without
    the header line of a block scalar.  `value` is the decoded text.
    """

    value: str
    style: Style
    span: Span
    inner: Span


class Sequence(Frozen):
    """A list."""

    items: tuple[Node, ...]
    span: Span


class Entry(Frozen):
    """One key with its value."""

    key: Scalar
    value: Node


class Mapping(Frozen):
    """Keys with values, in file order; a key stands once.

    `span` covers the first key only where the mapping is written as a block (a whole block is no place to point at).
    """

    entries: tuple[Entry, ...]
    span: Span

    def find(self, key: str) -> Entry | None:
        """Give the entry of a key, or None."""
        return next((entry for entry in self.entries if entry.key.value == key), None)


Node = Scalar | Sequence | Mapping
