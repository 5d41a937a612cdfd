"""Whether two lists of conditions plainly exclude each other: no moment meets both."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.frozen import Frozen
from claimdsl.ir import nodes
from claimdsl.ir.types import BOOL, CARD, FACTION, Kind, Shape
from claimdsl.ir.vocabulary import HOOKS, Asked

Conditions = tuple[tuple[nodes.Expr, bool], ...]
"""Expressions, each with the answer that it must have."""

_CARD = nodes.Known(CARD, "card")
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_FAR = 1 << 40


class _Claim(Frozen):
    """`subject operator constant`."""

    subject: nodes.Expr
    operator: str
    constant: nodes.Expr


def whose(rule: nodes.HookRule) -> Conditions:
    """Give what a rule's `cards` says of the card asked about, where there is one."""
    if not rule.origin.faction or rule.cards == "all" or HOOKS[rule.hook].asked in (Asked.TABLE, Asked.FACTION):
        return ()
    faction = nodes.Field(FACTION, _CARD, "faction")
    own = nodes.Compare(BOOL, "==", faction, nodes.FactionName(FACTION, rule.origin.faction))
    return ((own, rule.cards == "own"),)


def exclude(first: Conditions, second: Conditions) -> bool:
    """Say whether no moment meets all of the first and all of the second."""
    ones, others = list(_atoms(first)), list(_atoms(second))
    return any(_contradict(one, other) for one in ones for other in others)


def _atoms(conditions: Conditions) -> Iterator[tuple[nodes.Expr, bool]]:
    for node, wanted in conditions:
        match node:
            case nodes.AllOf(operands=operands) if wanted:
                yield from _atoms(tuple((operand, True) for operand in operands))
            case nodes.AnyOf(operands=operands) if not wanted:
                yield from _atoms(tuple((operand, False) for operand in operands))
            case nodes.Not(operand=operand):
                yield from _atoms(((operand, not wanted),))
            case _:
                yield node, wanted


def _contradict(one: tuple[nodes.Expr, bool], other: tuple[nodes.Expr, bool]) -> bool:
    if one[0] == other[0]:
        return one[1] is not other[1]
    first, second = _claim(*one), _claim(*other)
    if first is None or second is None or first.subject != second.subject:
        return False
    if first.subject.type.kind is Kind.INT:
        return _apart(first, second)
    if first.constant == second.constant:
        return {first.operator, second.operator} == {"==", "!="}
    return first.operator == second.operator == "=="


def _claim(node: nodes.Expr, wanted: bool) -> _Claim | None:
    """Read a comparison with a constant; of numbers that may be nothing a refused one says nothing."""
    if not isinstance(node, nodes.Compare):
        return None
    left, right, operator = plain(node.left), plain(node.right), node.operator
    if _is_constant(left):
        left, right, operator = right, left, _MIRRORED[operator]
    if not _is_constant(right):
        return None
    if not wanted:
        if left.type.kind is Kind.INT and left.type.shape is not Shape.ONE:
            return None
        operator = _OPPOSITE[operator]
    return _Claim(left, operator, right)


def plain(node: nodes.Expr) -> nodes.Expr:
    """Give an expression in one form: without its coercion, and of the play asked about as of its card."""
    match node:
        case nodes.AsMaybe(operand=operand) | nodes.AsCard(operand=operand):
            return plain(operand)
        case nodes.Field(of=nodes.Known(name="play"), name="faction" | "value"):
            return nodes.Field(node.type, _CARD, node.name)
        case nodes.Known(name="play"):
            return _CARD
        case _:
            return node


def _is_constant(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Literal | nodes.FactionName | nodes.WordLiteral)


def _apart(first: _Claim, second: _Claim) -> bool:
    """Say whether two claims about one number leave no number."""
    low, high = -_FAR, _FAR
    barred = set()
    for claim in (first, second):
        value = claim.constant.value if isinstance(claim.constant, nodes.Literal) else 0
        match claim.operator:
            case "==":
                low, high = max(low, value), min(high, value)
            case "!=":
                barred.add(value)
            case "<":
                high = min(high, value - 1)
            case "<=":
                high = min(high, value)
            case ">":
                low = max(low, value + 1)
            case _:
                low = max(low, value)
    return low > high or (low == high and low in barred)
