"""Comparisons and membership: of one kind, single values, never with nothing; words are looked up in their set."""

from __future__ import annotations

from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.ir import nodes
from claimdsl.ir.types import BOOL, Kind, Shape, Type
from claimdsl.semantics import lookup
from claimdsl.semantics.coerce import as_kind, listed, single, unknown
from claimdsl.semantics.lookup import Elaborate
from claimdsl.semantics.scope import NOTHING, Scope, broken
from claimdsl.semantics.speech import listing, say
from claimdsl.semantics.unknown import is_word


def compare(node: syntax.Compare, scope: Scope, elaborate: Elaborate) -> nodes.Expr:
    """Give the typed node of a comparison.  Reports: what can never be equal, lists, nothing."""
    if node.operator == "in":
        return _member(node, scope, elaborate)
    left, right = _sides(node, scope, elaborate)
    if broken(left) or broken(right):
        return unknown()
    for part, span in ((left, node.left.span), (right, node.right.span)):
        if part.type == NOTHING:
            return scope.fail(
                "CLM413", "a comparison with nothing is always the same: ask whether there is one", span,
                hint="write any(x) or not any(x), or give a default with `otherwise`",
            )
    left, right = _one_kind(left, right)
    left = _single(left, right, node, node.left.span, scope)
    right = _single(right, left, node, node.right.span, scope)
    if broken(left) or broken(right):
        return unknown()
    if node.operator not in ("==", "!="):
        return _order(node, left, right, scope)
    if (left.type.kind, left.type.name) != (right.type.kind, right.type.name):
        message = f"these can never be equal: {say(left.type)} and {say(right.type)}"
        hint = _field_hint(left, right, node.left.span) or _field_hint(right, left, node.right.span)
        return scope.fail("CLM412", message, node.span, hint=hint)
    return nodes.Compare(BOOL, node.operator, left, right)


def _sides(node: syntax.Compare, scope: Scope, elaborate: Elaborate) -> tuple[nodes.Expr, nodes.Expr]:
    """Elaborate both sides; a name beside an option, phase or row of words is a value of it first."""
    left_set, right_set = _word_set(node.left, scope), _word_set(node.right, scope)
    if left_set and isinstance(node.right, syntax.Name) and not right_set:
        return elaborate(node.left, scope), scope.put(_word(node.right, left_set, scope), node.right.span)
    if right_set and isinstance(node.left, syntax.Name) and not left_set:
        return scope.put(_word(node.left, right_set, scope), node.left.span), elaborate(node.right, scope)
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if _is_word(other, scope) and isinstance(one, syntax.Name) and not _means(one, scope):
            mistake = elaborate(one, scope)
            return (mistake, unknown()) if one is node.left else (unknown(), mistake)
    if isinstance(node.left, syntax.Name) and not (isinstance(node.right, syntax.Name) and _means(node.left, scope)):
        right = elaborate(node.right, scope)
        return _named(node.left, right, scope, elaborate), right
    left = elaborate(node.left, scope)
    if isinstance(node.right, syntax.Name):
        return left, _named(node.right, left, scope, elaborate)
    return left, elaborate(node.right, scope)


def _is_word(node: syntax.Expr, scope: Scope) -> bool:
    return isinstance(node, syntax.Name) and is_word(node.name, scope)


def _means(node: syntax.Name, scope: Scope) -> bool:
    return scope.meaning(node.name) != ""


def _named(node: syntax.Name, other: nodes.Expr, scope: Scope, elaborate: Elaborate) -> nodes.Expr:
    """Elaborate a name, knowing what it is compared with; a word beside a mistake is not looked up."""
    if broken(other) and is_word(node.name, scope):
        return unknown()
    wanted = None if broken(other) else other.type.kind
    return scope.put(lookup.name(node, scope, elaborate, wanted), node.span)


def _word_set(node: syntax.Expr, scope: Scope) -> str:
    match node:
        case syntax.Name(name=name) if name not in scope.locals:
            if name == "phase" and "phase" in scope.setting.names:
                return "phase"
            return name if name in scope.names.options else ""
        case syntax.Field(of=syntax.Name(name="setup"), name=row):
            found = scope.names.rows.get(row)
            return f"setup.{row}" if found is not None and found.words else ""
        case _:
            return ""


def _word(node: syntax.Name, value_set: str, scope: Scope) -> nodes.Expr:
    words = scope.names.words_of(value_set)
    if node.name in words:
        scope.used.add(("phase", node.name) if value_set == "phase" else ("value", f"{value_set}.{node.name}"))
        return nodes.WordLiteral(Type(Kind.WORD, Shape.ONE, 1, value_set), node.name)
    what = "phase" if value_set == "phase" else f"value of {value_set}"
    near = scope.findings.near(node.name, words)
    hint = "" if near else f"there are {listing(words)}"
    message = f"unknown {what} '{node.name}'"
    return scope.unknown("CLM405", message, node.span, node.name, suggestion=near, hint=hint, option=value_set)


def _one_kind(left: nodes.Expr, right: nodes.Expr) -> tuple[nodes.Expr, nodes.Expr]:
    if {left.type.kind, right.type.kind} == {Kind.CARD, Kind.PLAY}:
        return as_kind(left, Kind.CARD), as_kind(right, Kind.CARD)
    return left, right


def _single(part: nodes.Expr, other: nodes.Expr, node: syntax.Compare, span: Span, scope: Scope) -> nodes.Expr:
    """Read one side as one thing or maybe one."""
    if not part.type.is_many or broken(other):
        return part
    if part.type.shape is Shape.LIST and part.type.most == 1:
        return single(part, part.type, scope, span)
    many = other.type.is_many
    hint = "count them, or compare one of each" if many else "choose one of them: first(...), last(...)"
    if not many and node.operator in ("==", "!=") and part.type.kind is other.type.kind:
        hint = "whether it is one of them: write `in`"
    elif part.type.kind is Kind.CARD and other.type.kind is Kind.INT:
        hint = f"how many there are: count({span.text})"
    return scope.fail("CLM409", f"one thing is compared, this is {say(part.type)}", span, hint=hint)


_OF_A_CARD = {Kind.FACTION: "faction", Kind.INT: "value"}


def _field_hint(part: nodes.Expr, other: nodes.Expr, span: Span) -> str:
    """Say the field that was surely meant."""
    if part.type.kind in (Kind.CARD, Kind.PLAY) and other.type.kind in _OF_A_CARD:
        return f"compare {span.text}.{_OF_A_CARD[other.type.kind]}"
    if part.type.kind is Kind.PLAY and other.type.kind is Kind.PLAYER:
        return f"compare {span.text}.player"
    return ""


def _order(node: syntax.Compare, left: nodes.Expr, right: nodes.Expr, scope: Scope) -> nodes.Expr:
    for part, span in ((left, node.left.span), (right, node.right.span)):
        if part.type.kind is not Kind.INT:
            hint = f"compare {span.text}.value" if part.type.kind in (Kind.CARD, Kind.PLAY) else ""
            message = f"`{node.operator}` compares numbers, this is {say(part.type)}"
            return scope.fail("CLM408", message, span, hint=hint)
    return nodes.Compare(BOOL, node.operator, left, right)


def _member(node: syntax.Compare, scope: Scope, elaborate: Elaborate) -> nodes.Expr:
    item, items = elaborate(node.left, scope), elaborate(node.right, scope)
    if broken(item) or broken(items):
        return unknown()
    if item.type == NOTHING or items.type == NOTHING:
        return scope.fail("CLM413", "nothing is in no list, and no list is in nothing", node.span)
    item, items = _one_kind(item, items)
    if item.type.is_many:
        item = single(item, item.type.item, scope, node.left.span)
        if broken(item):
            return item
    if items.type.kind in (Kind.BOOL, Kind.WORD) or items.type.kind is not item.type.kind:
        message = f"{say(item.type)} is never in {say(items.type)}"
        return scope.fail("CLM412", message, node.span)
    return nodes.Member(BOOL, item, listed(items))
