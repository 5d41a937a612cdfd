"""The parts of typed nodes, for everything that looks through a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import assert_never

from claimdsl.ir import nodes


def parts(node: nodes.Expr) -> tuple[nodes.Expr, ...]:
    """Give the expressions that an expression is made of, in the order written; a fold's variable is none of them."""
    match node:
        case (
            nodes.Literal() | nodes.FactionName() | nodes.WordLiteral() | nodes.Nothing() | nodes.Known()
            | nodes.SetupValue() | nodes.OptionValue() | nodes.Local()
        ):
            return ()
        case nodes.Field():
            return (node.of,)
        case nodes.PileOf() | nodes.StateOf():
            return () if node.owner is None else (node.owner,)
        case nodes.If():
            return node.condition, node.yes, node.no
        case nodes.AnyOf() | nodes.AllOf() | nodes.Otherwise():
            return node.operands
        case nodes.Not() | nodes.AsCard() | nodes.AsMany() | nodes.AsMaybe():
            return (node.operand,)
        case nodes.Compare():
            return node.left, node.right
        case nodes.Member():
            return node.item, node.items
        case nodes.Sum():
            return node.first, *(operand for _, operand in node.rest)
        case nodes.Join():
            return node.lists
        case nodes.Numbers():
            return node.low, node.high
        case nodes.Top():
            return node.items, node.count
        case nodes.Fold():
            return tuple(part for part in (node.domain, node.condition, node.key) if part is not None)
        case _:
            assert_never(node)


def effect_parts(effect: nodes.Effect) -> tuple[nodes.Expr, ...]:
    """Give the expressions that stand in an effect itself, not in its inner effects."""
    match effect:
        case nodes.Move():
            return effect.cards, effect.pile
        case nodes.Swap():
            return effect.left, effect.right
        case nodes.Draw():
            return (effect.cards,)
        case nodes.Show():
            return effect.cards, effect.players
        case nodes.SetState():
            return effect.state, effect.value
        case nodes.Choose():
            return effect.options, effect.player
        case nodes.Decide():
            return (effect.player,)
        case nodes.Stop():
            return ()
        case nodes.When():
            return (effect.condition,)
        case nodes.Each():
            return (effect.items,)
        case _:
            assert_never(effect)


def inner_effects(effect: nodes.Effect) -> tuple[nodes.Effect, ...]:
    """Give the effects inside an effect."""
    match effect:
        case nodes.When():
            return (*effect.yes, *effect.no)
        case nodes.Each():
            return effect.body
        case _:
            return ()


def all_effects(effects: tuple[nodes.Effect, ...]) -> Iterator[nodes.Effect]:
    """Run through effects and all that are inside them, in the order written."""
    for effect in effects:
        yield effect
        yield from all_effects(inner_effects(effect))


def roots(rule: nodes.HookRule) -> Iterator[nodes.Expr]:
    """Run through the expressions of a rule that stand in no other expression."""
    if rule.when is not None:
        yield rule.when
    if rule.value is not None:
        yield rule.value
    for key in rule.keys or ():
        yield key.value
    for effect in all_effects(rule.effects or ()):
        yield from effect_parts(effect)


def every(roots_of: Iterator[nodes.Expr]) -> Iterator[nodes.Expr]:
    """Run through all expressions below some roots; what is shared comes once."""
    seen: set[int] = set()
    waiting = list(roots_of)
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            waiting.extend(parts(node))


def within(rule: nodes.HookRule) -> Iterator[nodes.Expr]:
    """Run through all expressions of a rule; what is shared comes once."""
    return every(roots(rule))


def mentions(node: nodes.Expr, matches: Callable[[nodes.Expr], bool]) -> bool:
    """Say whether an expression or any part of it matches."""
    return any(matches(part) for part in every(iter((node,))))
