"""How many cards lie in the piles that cards are offered from, where that is known before the game.

These are piles that no rule touches in a trick but to fill them; a game in which such a pile is not empty when a trick
begins is found out, and is not for native code.
"""

from __future__ import annotations

from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import DECK_PILE
from claimdsl.ir.walk import all_effects, effect_parts, every
from claimdsl.native.asm import NUM
from claimdsl.native.chains import Chains
from claimdsl.native.frame import FAULT
from claimdsl.native.offers import Offered, Offers
from claimdsl.native.values import Values


class Sizes:
    """Keeps, for one lane, how many cards each such pile has at least and at most."""

    def __init__(self, values: Values, chains: Chains, offers: Offers) -> None:
        self._values = values
        self._chains = chains
        self._offers = offers
        self._asm = values.asm
        self._frame = values.frame
        self._binding = values.binding

    def _tidy_piles(self) -> tuple[str, ...]:
        """Give the piles that cards are offered from, and that no rule touches in a trick but to fill them."""
        if not self._chains.rules("offers"):
            return ()
        found = dict.fromkeys(self._offers.sources())
        for rule in self._binding.program.hooks:
            if self._binding.in_play(rule.origin.faction) and rule.hook not in ("before_trick", "at_end"):
                touched = _touched(rule.effects or (), rule.hook == "on_take")
                found = {pile: None for pile in found if touched is not None and pile not in touched}
        return tuple(found)

    def expect_empty(self) -> tuple[str, ...]:
        """Find out a game in which such a pile is not empty when a trick begins: it is not for native code."""
        self._frame.bounds.clear()
        piles = self._tidy_piles()
        for pile in piles:
            fault = self._frame.get(FAULT)
            some = self._asm.widen(self._asm.some(self._frame.get(("pile", pile, 0))))
            self._frame.put(FAULT, self._asm.either(fault, some, NUM))
            self._frame.put(("pile", pile, 0), 0)  # a game at fault may go on as it likes
        return piles

    def count_revealed(self, empty: tuple[str, ...]) -> None:
        """Count the cards that rules have laid into such piles before the trick."""
        bounds = self._frame.bounds
        bounds.update(dict.fromkeys(empty, (0, 0)))
        for _, rule in self._chains.rules("before_trick"):
            for effect in rule.effects or ():
                more = self._revealed(rule, effect)
                if more is not None:
                    pile, count = more
                    bounds[pile] = (bounds[pile][0] + count, bounds[pile][1] + count)
                    continue
                touched = _touched(rule.effects or ())
                for pile in tuple(bounds) if touched is None else touched:
                    bounds.pop(pile, None)

    def _revealed(self, rule: ir.HookRule, effect: ir.Effect) -> tuple[str, int] | None:
        """Say how many cards an effect lays from the stock into a pile that is counted, if that is all it does."""
        match effect:
            case ir.Move(cards=ir.Top(items=ir.PileOf(pile=under), count=count), pile=ir.PileOf(pile=pile)) if (
                under == DECK_PILE and pile in self._frame.bounds and rule.when is None
                and isinstance(self._values.folder.fold(count), ir.Literal)
            ):
                return pile, max(self._values.folder.number(count), 0)
            case _:
                return None

    def count_taken(self, offered: Offered) -> None:
        """Count that a card has been taken, seen or unseen, of piles that may or may not have been offered."""
        piles = self._frame.bounds
        whole = len(piles) == 1 and len(self._offers.sources()) == 1 and not offered.hidden
        for pile, (least, most) in piles.items():
            piles[pile] = (max(least - 1, 0), max(most - 1, 0) if whole and offered.seen == (least, most) else most)


def _touched(effects: tuple[ir.Effect, ...], takes: bool = False) -> set[str] | None:
    """Give the piles that effects may move cards to or from; None where that may be any.

    Where a card that is due is taken (`takes`), it leaves its pile whether effects move it or not.
    """
    inside = list(all_effects(effects))
    moving = [effect for effect in inside if isinstance(effect, ir.Move | ir.Swap)]
    if not moving:
        return set()
    named = [part for effect in inside for part in effect_parts(effect) if not (takes and _is_due(effect, part))]
    parts = list(every(iter(named)))
    if any(isinstance(part, ir.Known) and part.name in ("due", "deck") for part in parts):
        return None
    return {part.pile for part in parts if isinstance(part, ir.PileOf)}


def _is_due(effect: ir.Effect, part: ir.Expr) -> bool:
    """Say whether an effect moves the card that is due, and a part of it is that card."""
    while isinstance(part, ir.AsMany | ir.AsMaybe):
        part = part.operand
    return isinstance(effect, ir.Move) and isinstance(part, ir.Known) and part.name == "due"
