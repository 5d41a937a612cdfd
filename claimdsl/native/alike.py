"""Whether it matters which of some equal cards is which: it does where one is chosen from several piles at once."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.binding import Binding
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import all_effects, every, roots
from claimdsl.native.refusal import NotNative

_SELECT = ("first", "last", "most", "least")


def groups_of(binding: Binding) -> tuple[int, ...]:
    """Give the equal cards, as masks."""
    return tuple(dict.fromkeys(copies for copies in binding.copies if copies & (copies - 1)))


def matters(binding: Binding) -> bool:
    """Say whether equal cards must be numbered as they lie in the deck; else nothing depends on it.

    Raises: NotNative where they must be, and it takes more than counting them.
    """
    groups = groups_of(binding)
    if not groups or not any(_spans(cards) for cards in _chosen_from(binding)):
        return False
    deck = (1 << len(binding.deck_cards)) - 1
    partly = any(spec.deal for spec in binding.specs)
    for group in groups:
        start = (group & -group).bit_length() - 1
        if partly or group & ~deck or group >> start != (1 << group.bit_count()) - 1:
            raise NotNative("equal cards of which it matters which is which")
    return True


def _chosen_from(binding: Binding) -> Iterator[ir.Expr]:
    """Run through all lists of cards from which one is chosen, or that are gone through one by one."""
    for rule in binding.program.hooks:
        if not binding.in_play(rule.origin.faction):
            continue
        for effect in all_effects(rule.effects or ()):
            match effect:
                case ir.Choose(options=cards) | ir.Draw(cards=cards) | ir.Each(items=cards):
                    yield cards
                case _:
                    pass
        for node in every(iter(roots(rule))):
            match node:
                case ir.Fold(function=function, domain=domain) if function in _SELECT:
                    yield domain
                case ir.Top(items=items):
                    yield items
                case _:
                    pass


def _spans(cards: ir.Expr) -> bool:
    """Say whether cards may lie in several piles."""
    if cards.type.kind is not Kind.CARD:
        return False
    match cards:
        case ir.PileOf(owner=owner):
            return owner is not None and owner.type.kind is Kind.SIDE
        case ir.Fold(function="filter", domain=domain):
            return _spans(domain)
        case ir.If(yes=yes, no=no):
            return _spans(yes) or _spans(no)
        case ir.Top(items=items):
            return _spans(items)
        case ir.AsMaybe(operand=operand) | ir.AsMany(operand=operand):
            return operand.type.is_many and _spans(operand)
        case ir.Local() | ir.Nothing():
            return False
        case _:
            return cards.type.is_many
