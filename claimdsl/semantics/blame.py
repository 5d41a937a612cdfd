"""Blaming who changed something: an error in a file that was right before points at the author's own line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from claimdsl.diagnostics.report import Diagnostic, Note
from claimdsl.diagnostics.source import Span
from claimdsl.frontend.tree import Mapping, Node, Scalar
from claimdsl.frozen import replace
from claimdsl.semantics.overlay import scalars

_NAMED = re.compile(r"'([^']+)'|\b([234]) players\b")
_WORD = re.compile(r"[a-z_][a-z0-9_]*")
_LONGEST = 300
_MOST_NOTES = 3


def blamed(found: Iterable[Diagnostic], own: Sequence[Node]) -> list[Diagnostic]:
    """Give the findings, those in files of others moved to the place in the author's files that brings them about.

    That place is where one of the names in question is removed or changed; what follows from one place is one finding,
    with notes.  A finding that no such place explains stays.
    """
    sources = {tree.span.source for tree in own}
    places = dict(reversed([*_keys(own), *_removed(own)])) if own else {}
    places.update(_removed(own))
    kept: dict[tuple[str, int], Diagnostic] = {}
    for each in found:
        place = None if each.span.source in sources else _place(each, places)
        if place is None:
            kept[(str(each.span), len(kept))] = each
            continue
        moved = kept.get((str(place), -1), replace(each, span=place, suggestion=None, hint="", notes=()))
        notes = (*moved.notes, Note(each.message, each.span))[:_MOST_NOTES]
        kept[(str(place), -1)] = replace(moved, notes=notes)
    return list(kept.values())


def _place(found: Diagnostic, places: dict[str, Span]) -> Span | None:
    line = found.span.source.line(found.span.first.line)[:_LONGEST]
    words = [word for text in _NAMED.findall(found.message) for word in text if word]
    words += [word for text in (found.span.text[:_LONGEST], line) for word in _WORD.findall(text)]
    return next((places[word] for word in words if word in places), None)


def _removed(own: Iterable[Node]) -> Iterator[tuple[str, Span]]:
    for mapping in _mappings(own):
        for item in scalars(mapping, "remove"):
            yield item.value, item.span


def _keys(own: Iterable[Node]) -> Iterator[tuple[str, Span]]:
    for mapping in _mappings(own):
        for entry in mapping.entries:
            yield entry.key.value, entry.key.span


def _mappings(trees: Iterable[Node]) -> Iterator[Mapping]:
    for tree in trees:
        match tree:
            case Mapping(entries=entries):
                yield tree
                yield from _mappings(entry.value for entry in entries)
            case Scalar():
                pass
            case _:
                yield from _mappings(tree.items)
