"""Which cards may ever lie in a pile, as far as it is known before the game: those of factions that go there."""

from __future__ import annotations

from claimdsl.engine.binding import Binding
from claimdsl.engine.rules import cards_of
from claimdsl.ir import nodes as ir
from claimdsl.ir.walk import all_effects, every


def contents(binding: Binding) -> dict[str, int]:
    """Give a mask of the cards for each pile that only plays come to, each by a power of its own faction."""
    found: dict[str, int] = {}
    anything = {pile for pile, _ in binding.packs} | {spec.rest for spec in binding.specs}
    for rule in binding.program.hooks:
        if not binding.in_play(rule.origin.faction):
            continue
        for effect in all_effects(rule.effects or ()):
            match effect:
                case ir.Move(pile=target):
                    anything |= _piles(target)
                case ir.Swap():
                    return {}
                case _:
                    pass
        if rule.hook in ("goes_to", "takes_to") and rule.value is not None:
            if not rule.origin.faction or rule.cards != "own" or rule.hook == "takes_to":
                anything |= _piles(rule.value)
                continue
            for pile in _piles(rule.value):
                found[pile] = found.get(pile, 0) | cards_of(binding, rule)
    return {pile: cards for pile, cards in found.items() if pile not in anything}


def _piles(expr: ir.Expr) -> set[str]:
    return {part.pile for part in every(iter((expr,))) if isinstance(part, ir.PileOf)}
