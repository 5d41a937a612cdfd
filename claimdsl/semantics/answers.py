"""Whether two answers to one value hook commute: laid over what lies beneath, they give the same in either order."""

from __future__ import annotations

from enum import Enum

from claimdsl.frozen import Frozen
from claimdsl.ir import nodes, walk
from claimdsl.ir.types import Shape
from claimdsl.semantics.exclusion import Conditions, exclude, plain, whose

_MOST_CASES = 64


class Way(Enum):
    """What an answer does with the answer beneath."""

    PASS = "passes it on"
    ADD = "adds to it"
    ALLOW = "or"
    BAR = "and"
    JOIN = "puts cards to it"
    KEEP = "picks from it"
    FIXED = "leaves it aside"
    OTHER = "changes it"


_WITH_ITSELF = frozenset({Way.ADD, Way.ALLOW, Way.BAR, Way.JOIN, Way.KEEP})


class Case(Frozen):
    """One branch of an answer: when it is taken, and what it does; `value` where it leaves aside what lies beneath."""

    conditions: Conditions
    way: Way
    value: nodes.Expr | None


def commute(first: nodes.HookRule, second: nodes.HookRule) -> bool:
    """Say whether the order of two rules of one value hook can make no difference."""
    return all(
        _cases_commute(one, other) or exclude(one.conditions, other.conditions)
        for one in cases(first) for other in cases(second)
    )


def cases(rule: nodes.HookRule) -> tuple[Case, ...]:
    """Give the branches of a rule's answer; where its guard does not hold it passes on what lies beneath."""
    if rule.value is None:
        return (Case((), Way.OTHER, None),)
    conditions = whose(rule)
    passing: tuple[Case, ...] = ()
    if rule.when is not None:
        if says_base(rule.when):
            return (Case(conditions, Way.OTHER, None),)
        passing = (Case((*conditions, (rule.when, False)), Way.PASS, None),)
        conditions = (*conditions, (rule.when, True))
    found = (*passing, *_split(rule.value, conditions))
    return found if len(found) <= _MOST_CASES else (Case(whose(rule), Way.OTHER, None),)


def says_base(node: nodes.Expr) -> bool:
    """Say whether an expression reads the answer beneath."""
    return walk.mentions(node, _is_base)


def is_certain(value: nodes.Expr) -> bool:
    """Say whether an answer needs none beneath it: it does not say `base`, and a pile's owner is always there."""
    owners = (node.owner for node in walk.every(iter((value,))) if isinstance(node, nodes.PileOf))
    absent = any(owner is not None and owner.type.shape is Shape.MAYBE for owner in owners)
    return not says_base(value) and not absent


def _is_base(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Known) and node.name == "base"


def _split(node: nodes.Expr, conditions: Conditions) -> tuple[Case, ...]:
    if not says_base(node):
        if isinstance(node, nodes.If):
            return _branches(node, conditions)
        return (Case(conditions, Way.FIXED, plain(node)),)
    match node:
        case nodes.Known():
            return (Case(conditions, Way.PASS, None),)
        case nodes.AsMaybe(operand=operand) | nodes.AsMany(operand=operand):
            return _split(operand, conditions)
        case nodes.If(condition=condition) if not says_base(condition):
            return _branches(node, conditions)
        case nodes.Otherwise(operands=(*others, last)) if _is_base(plain(last)) and not any(map(says_base, others)):
            fixed = tuple(Case(conditions, Way.FIXED, plain(other)) for other in others)
            return (*fixed, Case(conditions, Way.PASS, None))
        case _:
            return (Case(conditions, _way(node), None),)


def _branches(node: nodes.If, conditions: Conditions) -> tuple[Case, ...]:
    yes = _split(node.yes, (*conditions, (node.condition, True)))
    return (*yes, *_split(node.no, (*conditions, (node.condition, False))))


def _way(node: nodes.Expr) -> Way:
    match node:
        case nodes.Sum() if _is_base(node.first) and not any(says_base(operand) for _, operand in node.rest):
            return Way.ADD
        case nodes.Sum() if not says_base(node.first):
            signs = [sign for sign, operand in node.rest if _is_base(operand)]
            clean = not any(says_base(operand) and not _is_base(operand) for _, operand in node.rest)
            return Way.ADD if signs == ["+"] and clean else Way.OTHER
        case nodes.AnyOf() if _one_base(node.operands):
            return Way.ALLOW
        case nodes.AllOf() if _one_base(node.operands):
            return Way.BAR
        case nodes.Join() if _one_base(node.lists):
            return Way.JOIN
        case nodes.Fold(function="filter") if _is_base(node.domain):
            return Way.OTHER if node.condition is not None and says_base(node.condition) else Way.KEEP
        case _:
            return Way.OTHER


def _one_base(parts: tuple[nodes.Expr, ...]) -> bool:
    bare = [part for part in parts if says_base(part)]
    return len(bare) == 1 and _is_base(plain(bare[0]))


def _cases_commute(one: Case, other: Case) -> bool:
    if Way.PASS in (one.way, other.way):
        return True
    if one.way is other.way:
        return one.way in _WITH_ITSELF or (one.way is Way.FIXED and one.value == other.value)
    return _settles(one, other) or _settles(other, one)


def _settles(fixed: Case, other: Case) -> bool:
    """Say whether `true` meets an `or`, or `false` an `and`."""
    if fixed.way is not Way.FIXED or not isinstance(fixed.value, nodes.Literal):
        return False
    return other.way is (Way.ALLOW if fixed.value.value else Way.BAR)
