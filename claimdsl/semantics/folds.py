"""Functions over lists: folds with a binder, their short forms without one, ranges and `top`."""

from __future__ import annotations

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.ir import nodes, vocabulary
from claimdsl.ir.types import BOOL, INT, Kind, Type
from claimdsl.semantics import bounds
from claimdsl.semantics.coerce import fit, listed, unknown
from claimdsl.semantics.lookup import Elaborate
from claimdsl.semantics.scope import NOTHING, Scope, broken
from claimdsl.semantics.speech import listing, one, say

_FORMS = {
    "filter": "filter(c in LIST, condition)", "each": "each(c in LIST by key)", "most": "most(c in LIST by number)",
    "least": "least(c in LIST by number)", "all": "all(c in LIST, condition)",
}
_WITHOUT_BINDER = frozenset({"any", "count", "first", "last", "sum", "max", "min", "descending"})


def call(node: syntax.Call, scope: Scope, elaborate: Elaborate) -> nodes.Expr:
    """Give the typed node of a function without a binder.  Reports: unknown functions, wrong arguments."""
    if node.function == vocabulary.TOP:
        return _top(node, scope, elaborate)
    if node.function not in vocabulary.FOLDS:
        return _unknown_function(node.function, node.function_span, scope)
    if node.function not in _WITHOUT_BINDER:
        return scope.fail("CLM414", f"{node.function} is written {_FORMS[node.function]}", node.span)
    if len(node.arguments) != 1:
        return scope.fail(
            "CLM414", f"{node.function} takes one list, here are {len(node.arguments)} arguments", node.span,
            hint=f"with a condition: {node.function}(c in LIST, condition)",
        )
    domain = list_of(node.arguments[0], scope, elaborate)
    if broken(domain):
        return domain
    fact = vocabulary.FOLDS[node.function]
    if fact.key == "may" and domain.type.kind is not Kind.INT:
        return _no_key(fact, domain, node.span, scope)
    variable = scope.fresh("it", domain.type.item)
    scope.ranges[variable.id] = bounds.item_bounds(domain, scope.ranges, scope.names)
    return nodes.Fold(_result(fact, domain, None), node.function, variable, domain, None, None)


def fold(node: syntax.Fold, scope: Scope, elaborate: Elaborate) -> nodes.Expr:
    """Give the typed node of a fold.  Reports: unknown functions, keys and conditions that are not meant."""
    fact = vocabulary.FOLDS.get(node.function)
    if node.function == vocabulary.TOP:
        return scope.fail("CLM414", "top takes a list and a number", node.span, hint="write top(LIST, 2)")
    if fact is None:
        return _unknown_function(node.function, node.function_span, scope)
    domain = list_of(node.domain, scope, elaborate)
    if broken(domain):
        return domain
    with scope.inner():
        variable = scope.bind(node.variable, node.variable_span, domain.type.item)
        scope.ranges[variable.id] = bounds.item_bounds(domain, scope.ranges, scope.names)
        condition = key = None
        if node.condition is not None:
            condition = fit(elaborate(node.condition, scope), BOOL, scope, node.condition.span)
        if node.key is not None:
            key = _key(fact, elaborate(node.key, scope), scope, node.key.span)
    if any(part is not None and broken(part) for part in (condition, key)):
        return unknown()
    if not _well_formed(fact, node, domain, scope):
        return unknown()
    return nodes.Fold(_result(fact, domain, key), node.function, variable, domain, condition, key)


def list_of(node: syntax.Expr, scope: Scope, elaborate: Elaborate) -> nodes.Expr:
    """Elaborate what a fold or `for` runs over.  Reports: what is no list."""
    found = elaborate(node, scope)
    if found.type == NOTHING:
        return scope.fail("CLM408", "a list is meant here, this is nothing", node.span)
    if found.type.kind in (Kind.BOOL, Kind.WORD):
        return scope.fail("CLM408", f"a list is meant here, this is {say(found.type)}", node.span)
    return scope.put(listed(found), node.span)


def numbers(node: syntax.Range, scope: Scope, elaborate: Elaborate) -> nodes.Expr:
    """Give the typed node of a range.  Reports: ends that are no numbers."""
    low = fit(elaborate(node.low, scope), INT, scope, node.low.span)
    high = fit(elaborate(node.high, scope), INT, scope, node.high.span)
    if broken(low) or broken(high):
        return unknown()
    return nodes.Numbers(INT.listed(bounds.range_length(low, high, scope.ranges, scope.names)), low, high)


def _top(node: syntax.Call, scope: Scope, elaborate: Elaborate) -> nodes.Expr:
    if len(node.arguments) != 2:
        return scope.fail("CLM414", "top takes a list and a number", node.span, hint="write top(LIST, 2)")
    items = list_of(node.arguments[0], scope, elaborate)
    count = fit(elaborate(node.arguments[1], scope), INT, scope, node.arguments[1].span)
    if broken(items) or broken(count):
        return unknown()
    known = bounds.bounds(count, scope.ranges, scope.names)
    most = items.type.most if known is None else max(1, min(items.type.most, known[1]))
    return nodes.Top(items.type.item.listed(most), items, count)


def _key(fact: vocabulary.FoldFact, key: nodes.Expr, scope: Scope, span: Span) -> nodes.Expr:
    if fact.key == "no" or broken(key):
        return key
    if fact.name != "each":
        return fit(key, INT, scope, span)
    if key.type == NOTHING:
        return scope.fail("CLM410", "'nothing' cannot stand here: a value is always needed", span)
    if key.type.kind is Kind.SIDE:
        return scope.fail("CLM408", "a key is a number or a thing of the game, not a side", span)
    return fit(key, key.type.item, scope, span)


def _well_formed(fact: vocabulary.FoldFact, node: syntax.Fold, domain: nodes.Expr, scope: Scope) -> bool:
    if fact.key == "no" and node.key is not None:
        scope.error("CLM414", f"{fact.name} takes no `by`", node.key.span)
    elif fact.key == "must" and node.key is None:
        scope.error("CLM414", f"{fact.name} needs a key: {_FORMS[fact.name]}", node.span)
    elif fact.key == "may" and node.key is None and domain.type.kind is not Kind.INT:
        _no_key(fact, domain, node.span, scope)
    elif fact.name in ("filter", "all") and node.condition is None:
        scope.error("CLM414", f"{fact.name} needs a condition: {_FORMS[fact.name]}", node.span)
    else:
        return True
    return False


def _no_key(fact: vocabulary.FoldFact, domain: nodes.Expr, span: Span, scope: Scope) -> nodes.Expr:
    hint = f"say which number of {one(domain.type.kind)} is meant: {fact.name}(c in ... by c.value)"
    return scope.fail("CLM414", f"{fact.name} is for numbers, this is {say(domain.type)}", span, hint=hint)


def _result(fact: vocabulary.FoldFact, domain: nodes.Expr, key: nodes.Expr | None) -> Type:
    given = domain.type
    match fact.gives:
        case "items":
            return given.item.listed(given.most)
        case "maybe":
            return given.maybe
        case "bool":
            return BOOL
        case "int":
            return INT
        case "maybe_int":
            return INT.maybe
        case _:
            return (key.type if key is not None else given).item.listed(given.most)


def _unknown_function(name: str, span: Span, scope: Scope) -> nodes.Expr:
    known = (*vocabulary.FOLDS, vocabulary.TOP)
    near = nearest(name, (*known, "not", "if"))
    hint = "" if near else f"there are {listing(known)}"
    return scope.fail("CLM407", f"unknown function '{name}'", span, suggestion=near, hint=hint)
