"""Expressions as written to typed nodes: names resolved, terms expanded, coercions explicit."""

from __future__ import annotations

from typing import assert_never

from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.ir import nodes
from claimdsl.ir.types import BOOL, INT, MOST_FACTIONS, Kind, Shape
from claimdsl.semantics import folds, lookup
from claimdsl.semantics.coerce import as_kind, fit, joint_type, listed, single, unify, unknown
from claimdsl.semantics.comparisons import compare
from claimdsl.semantics.fields import field
from claimdsl.semantics.places import spot
from claimdsl.semantics.scope import NOTHING, Scope, broken
from claimdsl.semantics.speech import say
from claimdsl.semantics.unknown import is_word

MOST_DEPTH = 80


def expr(node: syntax.Expr, scope: Scope) -> nodes.Expr:
    """Give the typed node of an expression; a mistake gives a node of unknown type.

    Reports: unknown names, wrong types, expressions and terms nested too deeply.
    """
    if scope.depth >= MOST_DEPTH:
        return scope.fail("CLM415", f"nested more than {MOST_DEPTH} deep, terms counted", scope.use or node.span)
    scope.depth += 1
    try:
        return scope.put(_expr(node, scope), node.span)
    finally:
        scope.depth -= 1


def _expr(node: syntax.Expr, scope: Scope) -> nodes.Expr:
    match node:
        case syntax.Int():
            return nodes.Literal(INT, node.value)
        case syntax.Truth():
            return nodes.Literal(BOOL, int(node.value))
        case syntax.Name():
            return lookup.name(node, scope, expr)
        case syntax.Field():
            return field(node, scope, expr)
        case syntax.Call():
            return folds.call(node, scope, expr)
        case syntax.Fold():
            return folds.fold(node, scope, expr)
        case syntax.Range():
            return folds.numbers(node, scope, expr)
        case syntax.Conditional():
            return _conditional(node, scope)
        case syntax.Chain(operator="otherwise"):
            return _otherwise(node, scope)
        case syntax.Chain():
            return _logic(node, scope)
        case syntax.Sum():
            return _sum(node, scope)
        case syntax.Not():
            operand = truth(node.operand, scope)
            return operand if broken(operand) else nodes.Not(BOOL, operand)
        case syntax.Compare():
            return compare(node, scope, expr)
        case syntax.Unread():
            return scope.unread(node)
        case _:
            assert_never(node)


def truth(node: syntax.Expr, scope: Scope) -> nodes.Expr:
    """Elaborate a condition.  Reports: what is not yes or no."""
    return fit(expr(node, scope), BOOL, scope, node.span)


def _conditional(node: syntax.Conditional, scope: Scope) -> nodes.Expr:
    condition = truth(node.condition, scope)
    branches = [(expr(part, scope), part.span) for part in (node.yes, node.no)]
    parts = unify(branches, scope)
    if not parts or broken(condition):
        return unknown()
    return nodes.If(joint_type(parts), condition, parts[0], parts[1], spot(node.span))


def _logic(node: syntax.Chain, scope: Scope) -> nodes.Expr:
    operands = tuple(truth(operand, scope) for operand in node.operands)
    if any(broken(operand) for operand in operands):
        return unknown()
    return nodes.AnyOf(BOOL, operands) if node.operator == "or" else nodes.AllOf(BOOL, operands)


def _otherwise(node: syntax.Chain, scope: Scope) -> nodes.Expr:
    """Elaborate defaults: every operand but the last may be nothing."""
    found = [(expr(operand, scope), operand.span) for operand in node.operands]
    if any(broken(operand) for operand, _ in found):
        return unknown()
    checked = []
    for place, (operand, span) in enumerate(found):
        if operand.type.is_many:
            operand = single(operand, operand.type.item, scope, span)
        if place < len(found) - 1 and operand.type.shape is Shape.ONE and not broken(operand):
            operand = scope.fail(
                "CLM411", f"this can never be nothing, so `otherwise` never matters: it is {say(operand.type)}", span
            )
        checked.append((operand, span))
    last = checked[-1][0]
    parts = unify(checked, scope)
    if not parts:
        return unknown()
    if last.type.shape is Shape.ONE:
        parts[-1] = as_kind(last, parts[0].type.kind)
    return nodes.Otherwise(parts[-1].type, tuple(parts))


def _sum(node: syntax.Sum, scope: Scope) -> nodes.Expr:
    """Elaborate `+` and `-`: of numbers a sum, of things and lists of them one list."""
    hyphened = _hyphened(node, scope)
    if hyphened:
        return scope.fail("CLM401", f"unknown name '{node.span.text}': names are written with _", node.span,
                          suggestion=hyphened)
    operands = [expr(operand, scope) for operand in (node.first, *(operand for _, operand in node.rest))]
    if any(broken(operand) for operand in operands):
        return unknown()
    spans = [node.first.span, *(operand.span for _, operand in node.rest)]
    numbers = all(operand.type.kind is Kind.INT and not operand.type.is_many for operand in operands)
    if numbers or any(sign == "-" for sign, _ in node.rest) or _is_number_sum(operands):
        cast = [fit(operand, INT, scope, span) for operand, span in zip(operands, spans, strict=True)]
        if any(broken(operand) for operand in cast):
            return unknown()
        return nodes.Sum(INT, cast[0], tuple((sign, part) for (sign, _), part in zip(node.rest, cast[1:], strict=True)))
    return _join(list(zip(operands, spans, strict=True)), scope)


def _hyphened(node: syntax.Sum, scope: Scope) -> str:
    """Give the name that was meant by `last-ranked`; empty where it is a difference of two things that there are."""
    text = node.span.text
    name = text.replace("-", "_")
    is_one = text.replace("-", "").replace("_", "").isalnum() and "-" in text
    first = node.first.span.text
    known = scope.meaning(name) or is_word(name, scope)
    return name if is_one and known and not scope.meaning(first) else ""


def _is_number_sum(operands: list[nodes.Expr]) -> bool:
    """Say whether numbers were meant: a number stands first, or something that has no lists."""
    first = operands[0].type
    return (first.kind is Kind.INT and not first.is_many) or first.kind in (Kind.BOOL, Kind.WORD, Kind.SIDE)


def _join(parts: list[tuple[nodes.Expr, Span]], scope: Scope) -> nodes.Expr:
    kinds = {operand.type.kind for operand, _ in parts if operand.type != NOTHING}
    kind = Kind.CARD if kinds == {Kind.CARD, Kind.PLAY} else parts[0][0].type.kind
    lists = []
    for operand, span in parts:
        operand = as_kind(operand, kind)
        if operand.type.kind is not kind:
            return scope.fail("CLM408", f"{say(parts[0][0].type)} and {say(operand.type)} do not add up", span)
        lists.append(listed(operand))
    limit = {Kind.CARD: scope.names.most, Kind.FACTION: MOST_FACTIONS}.get(kind, 1000)
    most = min(limit, sum(part.type.most for part in lists))
    return nodes.Join(lists[0].type.item.listed(most), tuple(lists))
