"""What follows from a program as it stands: which piles have an order, which rule answers first, who plays together."""

from __future__ import annotations

from collections.abc import Iterable, Sized

from claimdsl.ir import nodes as ir
from claimdsl.ir.vocabulary import HOOKS, Asked, Knower
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


def chain_place(rule: ir.HookRule, number: int) -> tuple[int, int, int]:
    """Give what orders the chain of a hook: priority, then table, own, others and all, then the number of the rule."""
    of_no_card = HOOKS[rule.hook].asked is Asked.TABLE
    layer = 0 if not rule.origin.faction else 1 if of_no_card or rule.cards == "own" else 2
    return rule.priority, layer, number


def free_places(free: int, groups: Iterable[Sized]) -> int:
    """Say how many free factions play beside some groups, where `free` play beside pairs.

    A group of one faction stands in for a pair and is smaller, so it makes room for one free faction more.
    """
    return free + sum(len(group) == 1 for group in groups)


START, END = "setup", "end"


def acts_in(program: ir.Program, faction: str) -> tuple[str, ...]:
    """Say when the powers of a faction are asked: at the setup, in which phases, at the end; in this order."""
    every = tuple(phase.name for phase in program.phases)
    found = {START} if any(spec.deal for spec in program.factions if spec.name == faction) else set()
    for rule in program.hooks:
        if rule.origin.faction == faction:
            found.update(_moments(program, rule, every))
    return tuple(moment for moment in (START, *every, END) if moment in found)


def _moments(program: ir.Program, rule: ir.HookRule, every: tuple[str, ...]) -> tuple[str, ...]:
    if HOOKS[rule.hook].knower is Knower.NOBODY:
        return (END,)
    if rule.hook == "at_start":
        return (START,)
    phases = every if rule.phases is None else rule.phases
    if HOOKS[rule.hook].asked is not Asked.TAKER:
        return phases
    offers = [other.phases or every for other in program.hooks if other.hook == "offers"]
    return tuple(phase for phase in phases if any(phase in each for each in offers))
