"""Taking misspelt keys for what they were meant to be, so that one run finds what is wrong behind them too."""

from __future__ import annotations

from claimdsl.diagnostics.report import Report
from claimdsl.frontend.schema import validate
from claimdsl.frontend.tree import Entry, Mapping, Node, Scalar, Sequence
from claimdsl.frozen import replace

_UNKNOWN_KEY = "CLM201"


def renamed(node: Node, form: Report) -> tuple[Node | None, Report]:
    """Give a tree of the right form and its findings, marked as mended; None where more is wrong than names of keys.

    `form` is what `validate` has found in the tree.
    """
    meant = {
        (found.span.start, found.span.end): found.suggestion
        for found in form if found.code == _UNKNOWN_KEY and found.suggestion is not None
    }
    if len(meant) < len(form):
        return None, form
    tree = _with_names(node, meant)
    if tree is None or not validate(tree, Report()):
        return None, form
    mended = Report()
    for found in form:
        mended.add(replace(found, mended=True))
    return tree, mended


def _with_names(node: Node, meant: dict[tuple[int, int], str]) -> Node | None:
    """Rename keys by their place; None where a key would then stand twice."""
    match node:
        case Scalar():
            return node
        case Sequence(items=items):
            found = [_with_names(item, meant) for item in items]
            whole = tuple(item for item in found if item is not None)
            return Sequence(whole, node.span) if len(whole) == len(found) else None
        case Mapping():
            return _renamed_mapping(node, meant)


def _renamed_mapping(node: Mapping, meant: dict[tuple[int, int], str]) -> Mapping | None:
    entries = []
    for entry in node.entries:
        key = entry.key
        name = meant.get((key.span.start, key.span.end), key.value)
        value = _with_names(entry.value, meant)
        if value is None:
            return None
        entries.append(Entry(Scalar(name, key.style, key.span, key.inner), value))
    names = [entry.key.value for entry in entries]
    return Mapping(tuple(entries), node.span) if len(set(names)) == len(names) else None
