"""The canonical spelling: reading it gives the same value, and writing that gives the same text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend import syntax as ast
from claimdsl.frontend.canonical import canonical
from claimdsl.frontend.parser import parse_block, parse_cards, parse_expr
from claimdsl.frozen import Frozen

NOWHERE = Span(Source("", ""), 0, 0)


def without_spans(node: object) -> object:
    """Turn a node into nested tuples of its type and its fields, spans left out."""
    if isinstance(node, Span):
        return None
    if isinstance(node, tuple):
        return tuple(without_spans(part) for part in node)
    if isinstance(node, Frozen):
        return type(node).__name__, *(without_spans(getattr(node, field)) for field in node._fields)
    return node


def window(text: str) -> Span:
    return Span(Source("a.yaml", text), 0, len(text))


def read_expr(text: str) -> ast.Expr:
    report = Report()
    found = parse_expr(window(text), report)
    assert found is not None, (text, [d.message for d in report])
    return found


def read_block(text: str) -> ast.Block:
    report = Report()
    found = parse_block(window(text), True, report)
    assert found is not None, (text, [d.message for d in report])
    return found


here = st.just(NOWHERE)
names = st.sampled_from(["a", "led", "player", "base", "iffy", "order", "x2", "most"])


def extend(inner: st.SearchStrategy[ast.Expr]) -> st.SearchStrategy[ast.Expr]:
    def fold(domain: st.SearchStrategy[ast.Expr]) -> st.SearchStrategy[ast.Expr]:
        return st.builds(ast.Fold, names, here, names, here, domain, st.none() | inner, st.none() | inner, here)

    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    signed = st.lists(st.tuples(st.sampled_from(["+", "-"]), inner), min_size=1, max_size=3).map(tuple)
    operators = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in"])
    return st.one_of(
        st.builds(ast.Field, inner, names, here, here),
        st.builds(ast.Call, names, here, st.lists(inner, max_size=3).map(tuple), here),
        fold(inner), fold(st.builds(ast.Range, inner, inner, here)),
        st.builds(ast.Conditional, inner, inner, inner, here),
        st.builds(ast.Chain, st.sampled_from(["or", "and", "otherwise"]), several, here),
        st.builds(ast.Sum, inner, signed, here),
        st.builds(ast.Not, inner, here),
        st.builds(ast.Compare, operators, inner, inner, here),
    )


leaves: st.SearchStrategy[ast.Expr] = st.one_of(
    st.builds(ast.Int, st.integers(0, 999_999), here),
    st.builds(ast.Truth, st.booleans(), here),
    st.builds(ast.Name, names, here),
)
exprs = st.recursive(leaves, extend, max_leaves=12)
small = st.recursive(leaves, extend, max_leaves=3)
states = st.one_of(st.builds(ast.Name, names, here),
                   st.builds(ast.Field, small, names, here, here))
simple: st.SearchStrategy[ast.Effect] = st.one_of(
    st.builds(ast.Move, small, small, st.booleans(), here),
    st.builds(ast.Swap, small, small, here),
    st.builds(ast.Draw, names, here, small, here),
    st.builds(ast.Show, small, small, here),
    st.builds(ast.Set, states, small, here),
    st.builds(ast.Choose, names, here, small, small, st.booleans(), here),
    st.builds(ast.Stop, here),
    st.builds(ast.Decide, st.tuples(names, names), st.tuples(here, here), small, here),
)


def nest(inner: st.SearchStrategy[ast.Effect]) -> st.SearchStrategy[ast.Effect]:
    body = st.lists(inner, min_size=1, max_size=3).map(tuple)
    return st.builds(ast.If, small, body, st.just(()) | body, here) | st.builds(ast.For, names, here, small, body, here)


effects = st.recursive(simple, nest, max_leaves=6)
blocks = st.builds(ast.Block, st.lists(effects, min_size=1, max_size=3).map(tuple), here)
runs = st.tuples(st.integers(0, 99), st.integers(0, 99), st.integers(1, 99)).map(
    lambda run: ast.Run(min(run[:2]), max(run[:2]), run[2], NOWHERE)
)
cards = st.builds(ast.Cards, st.lists(runs, min_size=1, max_size=4).map(tuple), here)


@settings(max_examples=200, deadline=None)
@given(exprs)
def test_an_expression_is_read_back_as_written(node: ast.Expr) -> None:
    text = canonical(node)
    found = read_expr(text)
    assert without_spans(found) == without_spans(node)
    assert "\n" not in text and canonical(found) == text


@settings(max_examples=100, deadline=None)
@given(blocks)
def test_a_block_is_read_back_as_written(node: ast.Block) -> None:
    text = canonical(node)
    found = read_block(text)
    assert without_spans(found) == without_spans(node)
    assert canonical(found) == text


@settings(max_examples=50, deadline=None)
@given(cards)
def test_cards_are_read_back_as_written(node: ast.Cards) -> None:
    found = parse_cards(window(canonical(node)), Report())
    assert without_spans(found) == without_spans(node)


@settings(max_examples=100, deadline=None)
@given(exprs)
def test_no_pair_of_parentheses_is_too_many(node: ast.Expr) -> None:
    text = canonical(node)
    for i, char in enumerate(text):
        if char == "(" and not (i and (text[i - 1].isalnum() or text[i - 1] == "_")):
            end = closing(text, i)
            found = parse_expr(window(f"{text[:i]} {text[i + 1 : end]} {text[end + 1 :]}"), Report())
            assert found is None or without_spans(found) != without_spans(node)


def closing(text: str, at: int) -> int:
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i
    raise AssertionError(text)


@pytest.mark.parametrize(("written", "spelt"), [
    ("(a)", "a"), ("((a or b)) and not(c==d)", "(a or b) and not c == d"), ("a  +(b-c)", "a + (b - c)"),
    ("if (a) then (b) else (if c then d else e)", "if a then b else if c then d else e"),
    ("max( v in 0 .. 9 , v>1 by v )", "max(v in 0..9, v > 1 by v)"), ("(a otherwise b).c", "(a otherwise b).c"),
    ("f((a == b), if a then b else c)", "f((a == b), if a then b else c)"), ("not not a", "not not a"),
])
def test_expressions_have_one_spelling(written: str, spelt: str) -> None:
    assert canonical(read_expr(written)) == spelt


def test_blocks_have_one_spelling() -> None:
    written = "if (a): move b to c  # why\nelse:\n    if d:\n        move e to (f) unseen\n"
    assert canonical(read_block(written)) == "if a:\n  move b to c\nelse if d:\n  move e to f unseen"
