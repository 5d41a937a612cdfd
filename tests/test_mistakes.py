"""What the expression parser says of a mistake: one plain message, in its exact place, for any text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimdsl.diagnostics.catalogue import Code, codes
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source
from claimdsl.frontend.parser import parse_block, parse_cards, parse_expr
from claimdsl.ir.vocabulary import KEYWORDS
from tests.reading import read

# Kind, text, code, what the span covers, what should stand there

MISTAKES = [
    ("expr", "", "CLM301", "", None),
    ("expr", "  # only", "CLM301", "  # only", None),
    ("expr", "a b", "CLM302", "b", None),
    ("expr", "a)", "CLM302", ")", None),
    ("expr", "f(a b)", "CLM302", "b", None),
    ("expr", "a or or b", "CLM302", "or", None),
    ("expr", "a not in b", "CLM302", "not", None),
    ("expr", "a == not b", "CLM302", "not", None),
    ("expr", "a + if b then c else d", "CLM302", "if", None),
    ("expr", "a then b", "CLM302", "then", None),
    ("expr", "move a to b", "CLM302", "move", None),
    ("expr", "a in 1..3", "CLM302", "..", None),
    ("expr", "a.to", "CLM302", "to", None),
    ("expr", "a, b", "CLM302", ",", None),
    ("expr", "if a then b", "CLM303", "", None),
    ("expr", "a == ", "CLM303", "", None),
    ("expr", "(a", "CLM303", "", None),
    ("expr", "a.", "CLM303", "", None),
    ("expr", "led == g\u043eblins", "CLM304", "g\u043eblins", "goblins"),
    ("expr", "ｆoo", "CLM304", "ｆoo", "foo"),
    ("expr", "a \u2212 b", "CLM304", "\u2212", "-"),
    ("expr", "a ≤ b", "CLM304", "≤", "<="),
    ("expr", "a\tb", "CLM304", "\t", " "),
    ("expr", "a\u200bb", "CLM304", "\u200b", ""),
    ("expr", "🎉", "CLM304", "🎉", None),
    ("expr", "漢 == a", "CLM304", "漢", None),
    ("expr", "a = b", "CLM305", "=", "=="),
    ("expr", "a && b", "CLM305", "&&", "and"),
    ("expr", "a || b", "CLM305", "||", "or"),
    ("expr", "a||b", "CLM305", "||", " or "),
    ("expr", "!x", "CLM305", "!", "not "),
    ("expr", "a ? b : c", "CLM305", "?", None),
    ("expr", "a === b", "CLM305", "===", "=="),
    ("expr", "a <> b", "CLM305", "<>", "!="),
    ("expr", "a => b", "CLM305", "=>", ">="),
    ("expr", "a -> b", "CLM305", "->", None),
    ("expr", "a * b", "CLM305", "*", None),
    ("expr", "a / b", "CLM305", "/", None),
    ("expr", "[a]", "CLM305", "[", None),
    ("expr", "{a}", "CLM305", "{", None),
    ("expr", "a;", "CLM305", ";", None),
    ("expr", "1 < 2 < 3", "CLM306", "<", "and 2 <"),
    ("expr", "a == b.c == d", "CLM306", "==", "and b.c =="),
    ("expr", "f(a == b)", "CLM306", "==", None),
    ("expr", "led == 'goblins'", "CLM307", "'goblins'", "goblins"),
    ("expr", '"text here"', "CLM307", '"text here"', None),
    ("expr", "led == \\\"goblins\\\"", "CLM307", "\\\"goblins\\\"", "goblins"),
    ("expr", "led == ''goblins''", "CLM307", "''goblins''", "goblins"),
    ("expr", "iff a then b else c", "CLM308", "iff", "if"),
    ("expr", "ifa then b else c", "CLM308", "ifa", "if a"),
    ("expr", "nota b", "CLM308", "nota", "not"),
    ("expr", "if a thn b else c", "CLM308", "thn", "then"),
    ("expr", "if a then b els c", "CLM308", "els", "else"),
    ("expr", "a is b", "CLM308", "is", "=="),
    ("expr", "led == Goblins", "CLM309", "Goblins", "goblins"),
    ("expr", "IF a then b else c", "CLM309", "IF", "if"),
    ("expr", "a == gobLins", "CLM309", "gobLins", "goblins"),
    ("expr", "-1", "CLM310", "-1", "0 - 1"),
    ("expr", "a - -1", "CLM310", "-1", None),
    ("expr", "1.5", "CLM310", "1.5", None),
    ("expr", "017", "CLM310", "017", "17"),
    ("expr", "0x1F", "CLM310", "0x1F", "31"),
    ("expr", "1_000", "CLM310", "1_000", "1000"),
    ("expr", "3x", "CLM310", "3x", None),
    ("expr", "9" * 5000, "CLM310", "9" * 5000, None),
    ("expr", "if a: b else c", "CLM312", ":", None),
    ("expr", "None", "CLM315", "None", "nothing"),
    ("expr", "a == null", "CLM315", "null", "nothing"),
    ("expr", "(" * 33 + "a" + ")" * 33, "CLM321", "(", None),
    ("expr", "(" * 15_000, "CLM321", "(", None),
    ("expr", "not " * 33 + "a", "CLM321", "not", None),
    ("expr", "if a then b else " * 33 + "c", "CLM321", "if", None),
    ("expr", "a" + ".b" * 33, "CLM321", ".", None),
    ("expr", "a" * 16_001, "CLM320", "a", None),
    ("block", "move a b\n", "CLM302", "b", None),
    ("block", "swap a and b\n", "CLM302", "and", None),
    ("block", "discard a\n", "CLM302", "discard", None),
    ("block", "choose to from a by b\n", "CLM302", "to", None),
    ("block", "show a\nmove b to c\n", "CLM303", "", None),
    ("block", "x.y = 3\n", "CLM305", "x.y =", None),
    ("block", "set x = 3\n", "CLM305", "=", "to"),
    ("block", "mov a to b\n", "CLM308", "mov", "move"),
    ("block", "movea to b\n", "CLM308", "movea", "move a"),
    ("block", "choose a form b by c\n", "CLM308", "form", "from"),
    ("block", "move a to b unseeen\n", "CLM308", "unseeen", "unseen"),
    ("block", "if a:\n  move b to c\nelif d:\n  move b to c\n", "CLM308", "elif", "else if"),
    ("block", "if a:\nmove b to c\n", "CLM311", "move", None),
    ("block", "move a to b\n  move c to d\n", "CLM311", "move", None),
    ("block", "if a:\n    move b to c\n  move d to e\n", "CLM311", "move", None),
    ("block", "else: move a to b\n", "CLM311", "else", None),
    ("block", "if a: move b to c else: move d to e\n", "CLM311", "else", None),
    ("block", "if a:\n", "CLM311", "", None),
    ("block", "if a move b to c\n", "CLM312", "", ":"),
    ("block", "if a\n  move b to c\n", "CLM312", "", ":"),
    ("block", "if a:\n  move b to c\nelse if d\n  move b to c\n", "CLM312", "", ":"),
    ("block", "if a then move b to c\n", "CLM312", "then", ":"),
    ("block", "for p in q: if p: move a to b\n", "CLM312", "if", None),
    ("block", "if a: move b to c\n" + "else if a: move b to c\n" * 40, "CLM321", "else", None),
    ("effect", "if a: move b to c", "CLM313", "if", None),
    ("effect", "move a to b\nmove c to d", "CLM313", "move", None),
    ("effect", "a == b", "CLM302", "a", None),
    ("cards", "0-9", "CLM314", "-", ".."),
    ("cards", "9..0 x2", "CLM314", "9..0 x2", "0..9 x2"),
    ("cards", "100", "CLM314", "100", None),
    ("cards", "1 x0", "CLM314", "x0", None),
    ("cards", "1 x 3", "CLM314", "x 3", "x3"),
    ("cards", "1 * 3", "CLM314", "* 3", "x3"),
    ("cards", "5x3", "CLM314", "5x3", "5 x3"),
    ("cards", "1 3", "CLM314", "", ","),
    ("cards", "0 to 9", "CLM314", "to", ".."),
    ("cards", "[1, 2]", "CLM314", "[", None),
    ("cards", "1,,2", "CLM302", ",", None),
]


@pytest.mark.parametrize(("kind", "text", "code", "covered", "suggestion"), MISTAKES, ids=lambda part: str(part)[:24])
def test_each_mistake_is_one_message_in_its_place(
    kind: str, text: str, code: str, covered: str, suggestion: str | None
) -> None:
    found, diagnostics = read(kind, text)
    assert found is None
    (diagnostic,) = diagnostics
    assert (diagnostic.code, diagnostic.span.text, diagnostic.suggestion) == (code, covered, suggestion)
    assert not re.search(r"__|[A-Z]{4,}|_NL|here may stand *$", diagnostic.message.split("U+")[0])


@pytest.mark.parametrize(("kind", "text", "place"), [
    ("expr", "if a then b   # so", 11), ("expr", "f(a ", 3), ("block", "if a\n  move b to c\n", 4),
    ("block", "move a\nmove b to c\n", 6),
])
def test_what_is_missing_is_pointed_at_behind_the_last_token(kind: str, text: str, place: int) -> None:
    _, (diagnostic,) = read(kind, text)
    start = diagnostic.span.source.text.index(text)
    assert (diagnostic.span.start, diagnostic.span.end) == (start + place, start + place)


@pytest.mark.parametrize(("kind", "text", "words"), [
    ("expr", "a b", "an operator or the end"),
    ("expr", "f(a.b", "',', ')', '+' or '-'"),
    ("block", "move a b\n", "'to', '+' or '-'"),
    ("block", "show a to\n", "a value"),
    ("cards", "1..", "a number"),
])
def test_a_message_says_in_words_what_may_stand_there(kind: str, text: str, words: str) -> None:
    _, (diagnostic,) = read(kind, text)
    assert f"here may stand {words}" in f"{diagnostic.message} "


def test_an_open_parenthesis_is_noted() -> None:
    _, (diagnostic,) = read("expr", "a and (b or c")
    assert [note.span.text for note in diagnostic.notes] == ["("]


TOKENS = [
    *KEYWORDS, "a", "b.c", "f(", "(", ")", ",", ":", "..", ".", "+", "-", "==", "<", "3", "0", "x2", "\n", "\n  ",
    "\n    ", "#", "\r\n", "=", "&&", "'", '"', "\\", "\t", "A", "\u0430", "1.5", "007", "\u200b", "?", "[", "{", ";",
    "_", "any(c in d",
]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(["expr", "block", "effect", "cards"]), st.lists(st.sampled_from(TOKENS), max_size=14),
       st.sampled_from([" ", ""]))
def test_any_text_is_read_or_refused_with_one_message_inside_it(kind: str, tokens: list[str], between: str) -> None:
    text = between.join(tokens)
    found, diagnostics = read(kind, text)
    assert len(diagnostics) == (found is None)
    for diagnostic in diagnostics:
        start = diagnostic.span.source.text.rindex("\nmore: 1") - len(text)
        assert start <= diagnostic.span.start <= diagnostic.span.end <= start + len(text)
        assert diagnostic.message and not diagnostic.message.endswith("here may stand ")


SYNTAX = [code for code in codes().values() if code.bad and code.code.startswith("CLM3")]


@pytest.mark.parametrize("code", SYNTAX, ids=lambda code: code.code)
def test_the_examples_of_the_catalogue_are_bad_and_good(code: Code) -> None:
    assert _codes(code.bad) == [code.code]
    assert _codes(code.good) == []


def _codes(text: str) -> list[str]:
    from claimdsl.frontend.load import load
    from claimdsl.frontend.tree import Mapping, Scalar, Style

    report = Report()
    node = load(Source("x.yaml", text), report)
    while isinstance(node, Mapping):
        key, node = node.entries[-1].key.value, node.entries[-1].value
    assert isinstance(node, Scalar)
    match key:
        case "cards":
            parse_cards(node.inner, report)
        case "after_trick":
            parse_block(node.inner, node.style is Style.LITERAL, report)
        case _:
            parse_expr(node.inner, report)
    return [diagnostic.code for diagnostic in report]


def test_is_not_is_one_comparison() -> None:
    _, (found,) = read("expr", "player is not leader")
    assert (found.code, found.message) == ("CLM308", "'is not' is written '!='")


def test_a_control_character_is_to_be_left_out() -> None:
    _, (found,) = read("expr", "card.value\x1b")
    assert (found.suggestion, found.hint) == ("", "leave it out")
