"""From a tree to its scalars, and to what those of the language say: expressions, effects and cards."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.report import Report
from claimdsl.frontend import syntax
from claimdsl.frontend.parser import parse_block, parse_cards, parse_expr
from claimdsl.frontend.sections import Either, In, Kind, ListOf, One, Value, rows_of
from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence, Style
from claimdsl.frozen import Frozen

TEST_KEY = "claimdsl-test"
"""The first key of a file of scenarios, which is no ruleset."""


def scalars(node: Node) -> Iterator[Scalar]:
    """Give all scalars of a tree in the order of the text, keys as well."""
    match node:
        case Scalar():
            yield node
        case Sequence():
            for item in node.items:
                yield from scalars(item)
        case Mapping():
            for entry in node.entries:
                yield entry.key
                yield from scalars(entry.value)


class Meaning(Frozen):
    """What a scalar of the language says; `goal` is the rule of the grammar that reads it."""

    goal: str
    said: syntax.Expr | syntax.Block | syntax.Cards


def meanings(root: Node) -> dict[int, Meaning]:
    """Read all expressions, effects and cards of a ruleset, by their start; those with a mistake are left out."""
    if not isinstance(root, Mapping) or root.find(TEST_KEY) is not None:
        return {}
    found = ((scalar.span.start, _meaning(scalar, kind)) for scalar, kind in _mapping(root, "ruleset"))
    return {start: meaning for start, meaning in found if meaning is not None}


def _meaning(scalar: Scalar, kind: Kind) -> Meaning | None:
    match kind:
        case Kind.EXPRESSION | Kind.CONDITION:
            expr = parse_expr(scalar.inner, Report())
            return None if expr is None else Meaning("expr", expr)
        case Kind.EFFECTS:
            return _effects(scalar)
        case Kind.CARDS:
            cards = parse_cards(scalar.inner, Report())
            return None if cards is None else Meaning("cards", cards)
        case _:
            return None


def _effects(scalar: Scalar) -> Meaning | None:
    is_literal = scalar.style is Style.LITERAL
    block = parse_block(scalar.inner, is_literal, Report())
    goal = "block" if is_literal else "effect"
    return None if block is None else Meaning(goal, block)


def _mapping(mapping: Mapping, section: str) -> Iterator[tuple[Scalar, Kind]]:
    rows = {row.key: row for row in rows_of(section)}
    for entry in mapping.entries:
        row = rows.get(entry.key.value, rows.get("*"))
        if row is not None:
            yield from _node(entry.value, row.value)


def _node(node: Node, value: Value) -> Iterator[tuple[Scalar, Kind]]:
    match value, node:
        case One(), Scalar():
            yield node, value.kind
        case ListOf(), Sequence():
            for item in node.items:
                yield from _node(item, value.item)
        case In(), Mapping():
            yield from _mapping(node, value.section)
        case Either(), _:
            for form in value.forms:
                found = tuple(_node(node, form))
                if found:
                    yield from found
                    return
        case _:
            return
