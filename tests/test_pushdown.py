"""The automaton of the grammar reads as Lark does, and its tables are those of the grammar."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source
from claimdsl.frontend import lexer, pushdown
from claimdsl.frontend.lexer import END, Leaf
from claimdsl.frontend.load import load
from claimdsl.frontend.parser import tokens
from claimdsl.frontend.pushdown import Pushdown, Stuck, tables
from claimdsl.frontend.pushdown_made import STARTS, tables_of, text_of
from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence
from claimdsl.resources import grammar_tables, grammar_text, ruleset_files

Shape = tuple[object, ...] | str
NOWHERE = Source("a.yaml", "")
FOREIGN = ("UNKNOWN", "TOO_DEEP")


class Trees(type):
    """Builds a tree for every rule."""

    def __getattr__(cls, name: str) -> Callable[[list[object]], object]:
        return lambda children: (name, *children)


class Builder(metaclass=Trees):
    """Every rule's function."""


def shape(value: object) -> Shape:
    """Give a tree of ours or of Lark's with the types of its tokens."""
    match value:
        case Tree():
            return (str(value.data), *map(shape, value.children))
        case tuple():
            return (value[0], *map(shape, value[1:]))
        case _:
            return str(value.type)


@cache
def lark() -> Lark:
    return Lark(grammar_text(), parser="lalr", lexer="basic", start=list(STARTS), keep_all_tokens=True)


def by_lark(kinds: list[str], start: str) -> Shape | Stuck:
    reading = lark().parse_interactive("", start=start)
    for at, kind in enumerate([*kinds, END]):
        accepts = frozenset(reading.accepts())
        try:
            found = reading.feed_token(Token(kind, ""))
        except UnexpectedToken:
            return Stuck(at, accepts)
    return shape(found)


def by_ours(kinds: list[str], start: str) -> Shape | Stuck:
    found = Pushdown(tables(), Builder).read([Leaf(kind, "", NOWHERE, 0, 0) for kind in kinds], start)
    return found if isinstance(found, Stuck) else shape(found)


def scalars(node: Node) -> list[Scalar]:
    match node:
        case Scalar():
            return [node]
        case Sequence():
            return [each for item in node.items for each in scalars(item)]
        case Mapping():
            return [each for entry in node.entries for each in scalars(entry.value)]


@cache
def written() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Give all that stands in shipped rulesets as some start reads it, right or wrong, each once."""
    found: dict[tuple[str, tuple[str, ...]], None] = {}
    for path in ruleset_files():
        node = load(Source(path.name, path.read_text(encoding="utf-8")), Report())
        for scalar in scalars(node) if node is not None else ():
            for start in STARTS:
                found[start, tuple(leaf.type for leaf in tokens(scalar.inner, start))] = None
    return tuple(found)


def test_what_stands_in_shipped_rulesets_is_read_as_lark_reads_it() -> None:
    assert len(written()) > 1000
    assert [each for each in written() if by_ours([*each[1]], each[0]) != by_lark([*each[1]], each[0])] == []


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_what_is_nearly_right_is_read_as_lark_reads_it(data: st.DataObject) -> None:
    start, known = data.draw(st.sampled_from(written()))
    kinds, places = [*known], st.integers(0, len(known))
    every = [terminal.name for terminal in lark().terminals] + [*FOREIGN]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(places)
        kinds[at : at + data.draw(st.integers(0, 2))] = data.draw(st.lists(st.sampled_from(every), max_size=2))
    assert by_ours(kinds, start) == by_lark(kinds, start)


def test_the_tables_beside_the_grammar_are_its_own() -> None:
    assert grammar_tables() == text_of(tables_of(grammar_text())), "run `make docs`"


def test_tables_of_another_grammar_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    more = grammar_text().replace('| "stop" ', '| "halt" ')
    assert more != grammar_text()
    monkeypatch.setattr(pushdown, "grammar_text", lambda: more)
    found = tables()
    assert found == tables_of(more) != tables_of(grammar_text())
    vocabulary = lexer.vocabulary(found["signs"], found["words"], found["skipped"])
    assert ("halt" in vocabulary.words, "stop" in vocabulary.words) == (True, False)


@pytest.mark.parametrize("text", ["", '{"grammar": "3e', "[]", "{}", None])
def test_tables_that_cannot_be_read_are_made_anew(monkeypatch: pytest.MonkeyPatch, text: str | None) -> None:
    def damaged() -> str:
        if text is None:
            raise FileNotFoundError
        return text

    made = tables()
    monkeypatch.setattr(pushdown, "grammar_tables", damaged)
    assert tables() == made
