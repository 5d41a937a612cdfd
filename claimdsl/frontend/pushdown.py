"""From leaves to values by the pushdown automaton of the grammar: shifts, reductions, what might have followed.

Its tables are made from `grammar/effect.lark` by Lark and lie beside it, as making them takes longer than to read many
rulesets.  They name the grammar that they were made from; of another one they are made anew, and so are some that
cannot be read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import TypedDict

from claimdsl.frontend.lexer import END, Leaf
from claimdsl.frozen import Frozen
from claimdsl.resources import grammar_tables, grammar_text

Children = list[object]
Build = Callable[[Children], object]


class Rule(TypedDict):
    """One rule: how many parts it has, what builds its value, and the places of rows, whose parts are taken singly.

    `alone`: if there is one part it is the value as it is.  `build` "": else the value is a row.
    """

    origin: str
    size: int
    build: str
    alone: bool
    rows: list[int]


class Tables(TypedDict):
    """The grammar as tables.

    Shape: `states` maps what comes next to the state that follows, or to -1 - the number of the rule that ends.
    """

    grammar: str
    signs: dict[str, str]
    words: dict[str, str]
    skipped: list[str]
    rules: list[Rule]
    states: list[dict[str, int]]
    starts: dict[str, int]
    ends: dict[str, int]


class Stuck(Frozen):
    """Nothing can be read: the place of the leaf that fits nowhere, or their number, and what might stand there."""

    at: int
    accepts: frozenset[str]


class _Row(list[object]):
    """Parts that belong to the rule above."""


def tables() -> Tables:
    """Give the tables of the grammar as it is."""
    text = grammar_text()
    kept = _kept()
    if kept is not None and kept.get("grammar") == digest_of(text):
        return kept
    from claimdsl.frontend.pushdown_made import tables_of

    return tables_of(text)


def _kept() -> Tables | None:
    """Read the tables beside the grammar; None where there are none that can be read."""
    try:
        found: Tables = json.loads(grammar_tables())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def digest_of(text: str) -> str:
    """Give the SHA-256 of a grammar."""
    return hashlib.sha256(text.encode()).hexdigest()


class Pushdown:
    """Reads leaves from one of the starts of the grammar on."""

    def __init__(self, given: Tables, builder: type) -> None:
        """Take the tables, and who has a function for each rule."""
        self._states, self._starts, self._ends = given["states"], given["starts"], {*given["ends"].values()}
        self._rules = [(rule["origin"], rule["size"], _build(rule, builder)) for rule in given["rules"]]

    def read(self, leaves: Iterable[Leaf], start: str) -> object:
        """Give what is built of leaves, or Stuck."""
        stack, values, at = [self._starts[start]], Children(), 0
        for leaf in leaves:
            before = stack.copy()
            if not self._take(leaf.type, stack, values, leaf):
                return Stuck(at, self._accepted(before))
            at += 1
        before = stack.copy()
        return values[0] if self._take(END, stack, values) else Stuck(at, self._accepted(before))

    def _take(self, kind: str, stack: list[int], values: Children | None = None, leaf: Leaf | None = None) -> bool:
        """Reduce what a leaf ends, then shift it; say whether that can be.  Without `values` nothing is built."""
        states = self._states
        while (move := states[stack[-1]].get(kind)) is not None:
            if move >= 0:
                stack.append(move)
                if values is not None:
                    values.append(leaf)
                return True
            origin, size, build = self._rules[-1 - move]
            del stack[-size:]
            stack.append(states[stack[-1]][origin])
            if values is not None and build is not None:
                values[-size:] = [build(values[-size:])]
        return kind == END and stack[-1] in self._ends

    def _accepted(self, stack: list[int]) -> frozenset[str]:
        """Say which leaves might follow."""
        kinds = (kind for kind in self._states[stack[-1]] if kind.isupper())
        return frozenset(kind for kind in kinds if self._take(kind, stack.copy()))


def _build(rule: Rule, builder: type) -> Build | None:
    """Give what turns the parts of a rule into its value; None where its one part is that."""
    if rule["alone"] and not rule["build"]:
        return None
    made: Build = getattr(builder, rule["build"]) if rule["build"] else _Row
    build = _alone_or(made) if rule["alone"] else made
    return _singly(rule["rows"], build) if rule["rows"] else build


def _alone_or(build: Build) -> Build:
    return lambda children: children[0] if len(children) == 1 else build(children)


def _singly(rows: list[int], build: Build) -> Build:
    """Take the parts of rows singly; a row that stands first is made longer, since nothing else has it."""
    def built(children: Children) -> object:
        parts: Children = []
        for place, child in enumerate(children):
            if place not in rows:
                parts.append(child)
            elif isinstance(child, _Row):
                if parts:
                    parts += child
                else:
                    parts = child
        return build(parts)

    return built
