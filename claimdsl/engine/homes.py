"""Which piles cards can ever come to, by all rules of a game: those of the deck, and those of each side pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from claimdsl.engine.binding import Binding
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import DECK_PILE
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import all_effects, effect_parts, every, roots

TRICK = "trick"
_PLACES = ("goes_to", "takes_to")


class Home(Frozen):
    """Some cards, as a mask, and the piles that they may ever lie in."""

    cards: int
    piles: frozenset[str]


def homes(binding: Binding) -> tuple[Home, ...]:
    """Give the homes of all cards."""
    ways = tuple(_ways(binding))
    begins: list[tuple[int, set[str]]] = [
        (sum(1 << card for card in cards), {pile}) for pile, cards in binding.packs
    ]
    begins.append((
        (1 << len(binding.deck_cards)) - 1, {DECK_PILE, *(spec.rest for spec in binding.specs if spec.deal)},
    ))
    return tuple(Home(cards, _reached(start, ways)) for cards, start in begins)


_Way = tuple[frozenset[str] | None, frozenset[str]]
"""Piles that cards may leave together, None where that may be any, and those that they then come to."""


def _reached(start: set[str], ways: tuple[_Way, ...]) -> frozenset[str]:
    found, more = set(start), True
    while more:
        before = len(found)
        for left, come in ways:
            if left is None or left & found:
                found |= come
        more = len(found) > before
    return frozenset(found)


def _ways(binding: Binding) -> Iterator[_Way]:
    """Run through all ways that cards may take."""
    yield frozenset(("hand",)), frozenset((TRICK,))
    rules = [rule for rule in binding.program.hooks if binding.in_play(rule.origin.faction)]
    offered = _left(_Bound({}, frozenset()), [rule.value for rule in rules if rule.hook == "offers" and rule.value])
    for rule in rules:
        bound = _Bound(_bindings(rule), offered)
        if rule.hook in _PLACES and rule.value is not None:
            yield frozenset((TRICK,)) if rule.hook == "goes_to" else offered, _piles(rule.value)
        for effect in all_effects(rule.effects or ()):
            match effect:
                case ir.Move(cards=cards, pile=pile):
                    yield _left(bound, [cards]), frozenset((pile.pile,))
                case ir.Swap(left=left, right=right):
                    both = _left(bound, [left, right])
                    yield both, frozenset(pile.name for pile in binding.piles) if both is None else both
                case _:
                    pass


class _Bound(Frozen):
    """What variables of one rule stand for, by number, and the piles that cards are offered from."""

    lists: Mapping[int, ir.Expr]
    offered: frozenset[str] | None


def _bindings(rule: ir.HookRule) -> dict[int, ir.Expr]:
    found: dict[int, ir.Expr] = {}
    for effect in all_effects(rule.effects or ()):
        match effect:
            case ir.Each(variable=variable, items=cards) | ir.Choose(variable=variable, options=cards):
                found[variable.id] = cards
            case ir.Draw(variable=variable, cards=cards):
                found[variable.id] = cards
            case _:
                pass
        found.update(_folded(every(iter(effect_parts(effect)))))
    return found | dict(_folded(every(iter(roots(rule)))))


def _folded(exprs: Iterator[ir.Expr]) -> Iterator[tuple[int, ir.Expr]]:
    return ((part.variable.id, part.domain) for part in exprs if isinstance(part, ir.Fold))


def _piles(expr: ir.Expr) -> frozenset[str]:
    return frozenset(part.pile for part in every(iter((expr,))) if isinstance(part, ir.PileOf))


def _left(bound: _Bound, cards: list[ir.Expr]) -> frozenset[str] | None:
    """Give the piles that some cards may leave; None where that may be any."""
    found: set[str] = set()
    waiting, seen = list(every(iter(cards))), set[int]()
    while waiting:
        part = waiting.pop()
        if isinstance(part, ir.Local) and part.id in bound.lists:
            if part.id not in seen:
                seen.add(part.id)
                waiting += every(iter((bound.lists[part.id],)))
            continue
        piles = _of_part(part, bound)
        if piles is None:
            return None
        found |= piles
    return frozenset(found)


def _of_part(part: ir.Expr, bound: _Bound) -> frozenset[str] | None:
    """Give the piles that one part of an expression may speak of."""
    nowhere: frozenset[str] = frozenset()
    match part:
        case ir.PileOf(pile=pile):
            return frozenset((pile,))
        case ir.Known(name="due"):
            return bound.offered
        case ir.Known(name="card"):
            return frozenset(("hand", TRICK))
        case ir.Known() | ir.Local() | ir.StateOf() if part.type.kind is Kind.CARD:
            return None
        case ir.Field(of=of, name=name) if of.type.kind is Kind.PLAY and part.type.kind is Kind.CARD:
            return frozenset((TRICK,)) if name == "card" else None
        case ir.Known() | ir.Local() if part.type.kind is Kind.PLAY:
            return frozenset((TRICK,))
        case _:
            return nowhere
