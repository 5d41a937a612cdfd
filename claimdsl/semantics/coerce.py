"""Makes an expression fit where it stands: plays as cards, one as maybe one, maybe one as a list."""

from __future__ import annotations

from claimdsl.diagnostics.source import Span
from claimdsl.ir import nodes
from claimdsl.ir.types import BOOL, UNKNOWN, Kind, Shape, Type
from claimdsl.semantics.scope import NOTHING, Scope, broken
from claimdsl.semantics.speech import one, say


def fit(node: nodes.Expr, target: Type, scope: Scope, span: Span) -> nodes.Expr:
    """Give an expression the kind and shape of a type.  Reports: what cannot stand there."""
    if broken(node) or target.kind is Kind.UNKNOWN:
        return node
    if node.type == NOTHING:
        return _fit_nothing(target, scope, span)
    node = as_kind(node, target.kind)
    if node.type.kind is not target.kind or (target.kind is Kind.WORD and node.type.name != target.name):
        return _wrong_kind(node, target, scope, span)
    match target.shape:
        case Shape.ONE:
            return _fit_one(node, target, scope, span)
        case Shape.MAYBE:
            node = single(node, target, scope, span)
            return nodes.AsMaybe(node.type.maybe, node) if node.type.shape is Shape.ONE and not broken(node) else node
        case Shape.LIST:
            return listed(node)
        case Shape.PILE:
            if node.type.shape is Shape.PILE:
                return node
            return scope.fail("CLM417", f"a pile is meant here, this is {say(node.type)}", span)


def as_kind(node: nodes.Expr, kind: Kind) -> nodes.Expr:
    """Read a play as its card where a card is meant."""
    if kind is Kind.CARD and node.type.kind is Kind.PLAY:
        shape, most = node.type.shape, node.type.most
        return nodes.AsCard(Type(Kind.CARD, shape, most), node)
    return node


def listed(node: nodes.Expr) -> nodes.Expr:
    """Read one or maybe one as a list."""
    if node.type.is_many or broken(node):
        return node
    return nodes.AsMany(node.type.listed(1), node)


def single(node: nodes.Expr, target: Type, scope: Scope, span: Span) -> nodes.Expr:
    """Read a list of at most one as maybe one.  Reports: a longer list where one thing is meant."""
    if not node.type.is_many:
        return node
    if node.type.shape is Shape.LIST and node.type.most == 1:
        return nodes.Fold(node.type.maybe, "first", scope.fresh("it", node.type.item), node, None, None)
    return scope.fail(
        "CLM409", f"{one(target.kind)} is meant here, this is {say(node.type)}", span, hint=_list_hint(target)
    )


def unify(parts: list[tuple[nodes.Expr, Span]], scope: Scope) -> list[nodes.Expr]:
    """Give branches one type.  Reports: branches of different kinds.  Empty when a branch is broken."""
    if any(broken(node) for node, _ in parts):
        return []
    kind = _common_kind([node for node, _ in parts])
    cast = [as_kind(node, kind) for node, _ in parts]
    known = [node for node in cast if node.type != NOTHING]
    if not known:
        return cast
    first = known[0].type
    for node, (_, span) in zip(cast, parts, strict=True):
        if node.type != NOTHING and (node.type.kind, node.type.name) != (first.kind, first.name):
            scope.error("CLM408", f"the branches do not fit: {say(first)} and {say(node.type)}", span)
            return []
    target = Type(first.kind, _common_shape(cast), max(node.type.most for node in cast), first.name)
    return [fit(node, target, scope, span) for node, (_, span) in zip(cast, parts, strict=True)]


def joint_type(parts: list[nodes.Expr]) -> Type:
    """Give the type of unified branches."""
    first = parts[0].type
    if not first.is_many:
        return first
    shape = Shape.PILE if all(part.type.shape is Shape.PILE for part in parts) else Shape.LIST
    return Type(first.kind, shape, max(part.type.most for part in parts), first.name)


def _common_kind(parts: list[nodes.Expr]) -> Kind:
    kinds = {part.type.kind for part in parts}
    return Kind.CARD if kinds >= {Kind.CARD, Kind.PLAY} else parts[0].type.kind


def _common_shape(parts: list[nodes.Expr]) -> Shape:
    shapes = {part.type.shape for part in parts}
    if shapes == {Shape.PILE}:
        return Shape.PILE
    if shapes & {Shape.PILE, Shape.LIST}:
        return Shape.LIST
    return Shape.MAYBE if Shape.MAYBE in shapes else Shape.ONE


def _fit_one(node: nodes.Expr, target: Type, scope: Scope, span: Span) -> nodes.Expr:
    if node.type.shape is Shape.ONE:
        return node
    node = single(node, target, scope, span)
    if broken(node):
        return node
    return scope.fail(
        "CLM410", f"this may be nothing, where {one(target.kind)} is always needed", span, hint=default_hint(target)
    )


def _fit_nothing(target: Type, scope: Scope, span: Span) -> nodes.Expr:
    match target.shape:
        case Shape.MAYBE:
            return nodes.Nothing(target.maybe)
        case Shape.LIST:
            return nodes.AsMany(target.listed(1), nodes.Nothing(target.maybe))
        case Shape.ONE | Shape.PILE:
            meant = say(target) if target.kind is not Kind.UNKNOWN else "a value"
            return scope.fail("CLM410", f"'nothing' cannot stand here: {meant} is always needed", span)


def _wrong_kind(node: nodes.Expr, target: Type, scope: Scope, span: Span) -> nodes.Expr:
    hint = ""
    code = "CLM408"
    if target == BOOL and node.type.is_many:
        code, hint = "CLM409", _list_hint(target)
    elif target == BOOL and node.type.shape is Shape.MAYBE:
        hint = "to ask whether there is one, write any(...)"
    elif target == BOOL and node.type.kind is Kind.WORD:
        hint = f"compare it: {span.text} == ..."
    return scope.fail(code, f"{say(target)} is meant here, this is {say(node.type)}", span, hint=hint)


def default_hint(target: Type) -> str:
    """Say how to give a default."""
    match target.kind:
        case Kind.INT:
            return "add `otherwise 0`"
        case Kind.BOOL:
            return "add `otherwise false`"
        case _:
            return "add `otherwise ...`"


def _list_hint(target: Type) -> str:
    if target.kind is Kind.BOOL:
        return "to ask whether there is one, write any(...)"
    return "choose one of them: first(...), last(...), most(... by ...)"


def unknown() -> nodes.Expr:
    """Give the node that stands for a mistake already reported."""
    return nodes.Nothing(UNKNOWN)
