"""What the expression parser promises: exact values and exact places."""

from __future__ import annotations

import re

import pytest

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source
from claimdsl.frontend import syntax as ast
from claimdsl.frontend.parser import parse_block, parse_cards, parse_expr
from claimdsl.ir.vocabulary import KEYWORDS
from claimdsl.resources import grammar_text, ruleset_files
from tests.reading import read, window


def expr(text: str) -> ast.Expr:
    report = Report()
    found = parse_expr(window(text), report)
    assert found is not None, [d.message for d in report]
    return found


def block(text: str) -> tuple[ast.Effect, ...]:
    report = Report()
    found = parse_block(window(text, "key: |\n"), True, report)
    assert found is not None, [d.message for d in report]
    return found.effects


# --- the grammar


def test_the_grammar_reserves_the_words_of_the_vocabulary() -> None:
    rules = re.sub(r"//[^\n]*", "", grammar_text())
    assert set(re.findall(r'"([a-z]+)"', rules)) | {"base", "nothing"} == set(KEYWORDS)


# --- values


@pytest.mark.parametrize(("text", "kind"), [
    ("0", ast.Int), ("true", ast.Truth), ("led", ast.Name), ("a.b", ast.Field), ("top(stock, 1)", ast.Call),
    ("any(trick)", ast.Call), ("f()", ast.Call), ("any(p in trick, p == 1)", ast.Fold), ("a otherwise b", ast.Chain),
    ("a + b", ast.Sum), ("a == b", ast.Compare), ("a in b", ast.Compare), ("not a", ast.Not), ("a and b", ast.Chain),
    ("a or b", ast.Chain), ("if a then b else c", ast.Conditional), ("(a)", ast.Name), ("base", ast.Name),
    ("nothing", ast.Name), ("most", ast.Name), ("oracle", ast.Name), ("iffy", ast.Name), ("x3", ast.Name),
])
def test_each_form_becomes_its_value(text: str, kind: type) -> None:
    assert type(expr(text)) is kind


def test_rows_of_an_operator_are_flat() -> None:
    found = expr(" or ".join(["a"] * 600))
    assert isinstance(found, ast.Chain) and len(found.operands) == 600
    found = expr("a + b - c + d")
    assert isinstance(found, ast.Sum) and [sign for sign, _ in found.rest] == ["+", "-", "+"]


def test_operators_bind_as_the_grammar_says() -> None:
    found = expr("not a == b + c otherwise d.e and f or g")
    assert isinstance(found, ast.Chain) and found.operator == "or"
    conjunction = found.operands[0]
    assert isinstance(conjunction, ast.Chain) and conjunction.operator == "and"
    negation = conjunction.operands[0]
    assert isinstance(negation, ast.Not) and isinstance(negation.operand, ast.Compare)
    total = negation.operand.right
    assert isinstance(total, ast.Sum) and isinstance(total.rest[0][1], ast.Chain)


@pytest.mark.parametrize(("text", "domain", "condition", "key"), [
    ("any(p in trick)", "trick", None, None),
    ("any(p in trick, p == q)", "trick", "p == q", None),
    ("most(p in trick by p.value)", "trick", None, "p.value"),
    ("most(p in trick, p == q by p.value)", "trick", "p == q", "p.value"),
    ("max(v in 0..9 by v)", "0..9", None, "v"),
    ("count(w in v..w + 1, a)", "v..w + 1", "a", None),
])
def test_a_fold_has_a_domain_and_perhaps_a_condition_and_a_key(
    text: str, domain: str, condition: str | None, key: str | None
) -> None:
    found = expr(text)
    assert isinstance(found, ast.Fold)
    assert found.domain.span.text == domain
    assert (found.condition.span.text if found.condition else None) == condition
    assert (found.key.span.text if found.key else None) == key


def test_each_effect_becomes_its_value() -> None:
    found = block(
        "move a to b\nmove a to b unseen\nswap a with b\ndraw a from b\nshow a to b\nset a.b to if c then 1 else 2\n"
        "choose a from b by c\nmay choose a from b by c\nchoose a or b by c\nstop\n"
    )
    assert [type(effect) for effect in found] == [
        ast.Move, ast.Move, ast.Swap, ast.Draw, ast.Show, ast.Set, ast.Choose, ast.Choose, ast.Decide,
        ast.Stop,
    ]
    assert isinstance(found[1], ast.Move) and found[1].unseen
    assert isinstance(found[7], ast.Choose) and found[7].may
    assert isinstance(found[8], ast.Decide) and found[8].words == ("a", "b")


def test_blocks_nest_by_column() -> None:
    (found,) = block(
        "if a:\n  # why\n  for p in q: move p to r\n\n  move b to c # and\n"
        "else if d: move e to f\nelse:\n    move g to h\n"
    )
    assert isinstance(found, ast.If) and [type(effect) for effect in found.yes] == [ast.For, ast.Move]
    (other,) = found.no
    assert isinstance(other, ast.If) and isinstance(other.yes[0], ast.Move) and isinstance(other.no[0], ast.Move)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_in_any_way(end: str) -> None:
    (found, last) = block(f"if a:{end}  move b to c{end}  move d to e{end}{end}move f to g{end}")
    assert isinstance(found, ast.If) and len(found.yes) == 2 and last.span.text == "move f to g"


def test_an_indented_block_counts_from_its_own_first_column() -> None:
    assert len(block("        if a:\n          move b to c\n        move d to e\n")) == 2


def test_line_ends_are_blanks_within_parentheses_and_outside_blocks() -> None:
    assert len(block("move (a +\n b) to c\n")) == 1
    assert isinstance(expr("if a\n    then b # yes\n    else c"), ast.Conditional)
    found, _ = read("effect", "move a\n  to b")
    assert isinstance(found, ast.Block)
    found, _ = read("cards", "0 x5,\n 1..9")
    assert isinstance(found, ast.Cards)


def test_cards_are_runs() -> None:
    found, _ = read("cards", "0 x5, 1..9, 12..13 x2")
    assert isinstance(found, ast.Cards)
    assert [(run.low, run.high, run.times) for run in found.runs] == [(0, 0, 5), (1, 9, 1), (12, 13, 2)]
    assert [run.span.text for run in found.runs] == ["0 x5", "1..9", "12..13 x2"]


# --- places


@pytest.mark.parametrize(("before", "after"), [
    ("k: ", "\n"), ("k: '", "'\n"), ('k: "', '"\n'), ("k: |\n  ", "\n"), ("k: >\r\n  ", "\r\n"), ("🎉漢: &a ", "\n"),
])
def test_spans_hold_in_every_scalar_style(before: str, after: str) -> None:
    report = Report()
    found = parse_expr(window("if led == goblins then 2 else base", before, after), report)
    assert isinstance(found, ast.Conditional) and found.span.text == "if led == goblins then 2 else base"
    assert isinstance(found.condition, ast.Compare) and found.condition.right.span.text == "goblins"
    assert found.no.span.text == "base"


def test_a_group_keeps_its_own_span_and_its_parent_covers_the_parentheses() -> None:
    found = expr("(a + b) == c.d")
    assert isinstance(found, ast.Compare) and found.span.text == "(a + b) == c.d"
    assert found.left.span.text == "a + b"
    field = expr("((a)).b.c")
    assert isinstance(field, ast.Field) and field.span.text == "((a)).b.c" and field.name_span.text == "c"


def test_effects_end_at_their_last_token() -> None:
    found = block("if a:\n  move b to (c)  # so\nelse:\n  choose d or e by f\n\n")
    assert [effect.span.text for effect in found] == ["if a:\n  move b to (c)  # so\nelse:\n  choose d or e by f"]
    assert isinstance(found[0], ast.If) and found[0].yes[0].span.text == "move b to (c)"
    assert isinstance(found[0].no[0], ast.Decide) and found[0].no[0].word_spans[1].text == "e"


# --- limits


@pytest.mark.parametrize("text", [
    "(" * 32 + "a" + ")" * 32, "if a then b else " * 32 + "c", "a" + ".b" * 32, "a" * 16_000,
    "f(" + ", ".join(["if a then b else c"] * 50) + ")",
])
def test_what_is_within_the_limits_is_read(text: str) -> None:
    expr(text)


@pytest.mark.parametrize("text", ["move a to b\n" * 500, "if a: move b to c\nelse: move d to e\n" * 100])
def test_long_blocks_are_read(text: str) -> None:
    assert block(text)


# --- the shipped rulesets


def test_every_expression_of_the_shipped_rulesets_is_read() -> None:
    from claimdsl.frontend.load import load
    from claimdsl.frontend.tree import Mapping, Node, Scalar, Style
    from claimdsl.ir.vocabulary import HOOKS, Body

    def visit(node: Node, path: tuple[str, ...], report: Report) -> int:
        if isinstance(node, Mapping):
            return sum(visit(entry.value, (*path, entry.key.value), report) for entry in node.entries)
        if not isinstance(node, Scalar):
            return 0
        hook = HOOKS.get(path[-1])
        match path:
            case (*_, "cards") if "powers" not in path and "factions" in path:
                parse_cards(node.inner, report)
            case _ if hook is not None and "scoring" not in path and hook.body is Body.EVENT:
                parse_block(node.inner, node.style is Style.LITERAL, report)
            case (*_, "terms" | "majority" | "ranks" | "phases", _) | (*_, "tricks" | "when"):
                parse_expr(node.inner, report)
            case _ if hook is not None:
                parse_expr(node.inner, report)
            case _:
                return 0
        return 1

    count = 0
    for path in ruleset_files():
        report = Report()
        node = load(Source(path.name, path.read_text(encoding="utf-8")), report)
        assert node is not None
        count += visit(node, (), report)
        assert [d.message for d in report] == [], path
    assert count > 60
