"""What follows from a program as it stands: which piles have an order, and in which order rules answer."""

from __future__ import annotations

from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.vocabulary import HOOKS, Asked
from claimdsl.ir.walk import within

DECK_PILE = "stock"


def ordered_piles(program: ir.Program) -> frozenset[str]:
    """Give the piles that have an order: the stock, side packs, and each of the table whose top is asked for."""
    shared = {pile.name for pile in program.piles if pile.of == "table"}
    found = {DECK_PILE, *(pack.pile for faction in program.factions for pack in faction.side)}
    for rule in program.hooks:
        for expr in within(rule):
            match expr:
                case ir.Top(items=ir.PileOf(pile=pile)) if pile in shared:
                    found.add(pile)
                case _:
                    pass
    return frozenset(found)


def is_worth(node: ir.Expr) -> bool:
    """Say whether an expression is what a play is worth."""
    return isinstance(node, ir.Field) and node.of.type.kind is Kind.PLAY and node.name == "worth"


def chain_place(rule: ir.HookRule, number: int) -> tuple[int, int, int]:
    """Give what orders the chain of a hook: priority, then table, own, others and all, then the number of the rule."""
    of_no_card = HOOKS[rule.hook].asked is Asked.TABLE
    layer = 0 if not rule.origin.faction else 1 if of_no_card or rule.cards == "own" else 2
    return rule.priority, layer, number
