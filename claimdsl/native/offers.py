"""Printing what a player is offered after the ranking: cards that are seen, and unseen ones from the top of a pile."""

from __future__ import annotations

from dataclasses import dataclass

from claimdsl.engine.fold import is_false, is_true
from claimdsl.ir import nodes as ir
from claimdsl.ir.walk import every
from claimdsl.native.asm import BOOL, MASK
from claimdsl.native.chains import Chains
from claimdsl.native.maps import Operand, Value
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Scope
from claimdsl.native.values import Values

_ANY = (0, 1 << 20)


@dataclass(frozen=True)
class Offered:
    """What is offered: cards that are seen, and unseen ones from the top of a pile: whether, which, and the pile.

    At least and at most so many cards are seen as `seen` says, and at most so many are offered at all as `most` says.
    """

    cards: Value
    hidden: tuple[tuple[Value, Operand, str], ...]
    seen: tuple[int, int] = (0, 0)
    most: int = 0


class Offers:
    """Prints the offers of one lane and phase."""

    def __init__(self, values: Values, chains: Chains) -> None:
        self._values = values
        self._chains = chains
        self._asm = values.asm
        self._frame = values.frame

    def to(self, taker: Scope, faction: Value) -> Offered:
        """Print what a player is offered, whose card is of a faction."""
        offered = Offered(0, ())
        for _, rule in self._chains.rules("offers"):
            if rule.value is not None:
                guard = self._chains.guard(rule, taker, faction)
                self._chains.asked(rule, guard, taker)
                offer = self._offer(self._values.folder.fold(rule.value), taker, offered)
                offered = self._either(self._asm.fixed(guard, BOOL), offer, offered)
        return offered

    def sources(self) -> list[str]:
        """Give the piles of the table, without an order, that cards are offered from."""
        found: dict[str, None] = {}
        for _, rule in self._chains.rules("offers"):
            for part in every(iter((rule.value,) if rule.value is not None else ())):
                match part:
                    case ir.PileOf(pile=pile, owner=None) if pile not in self._frame.ordered:
                        found[pile] = None
                    case ir.PileOf(owner=owner) if owner is not None:
                        raise NotNative("cards are offered from a player's pile")
                    case _:
                        pass
        return list(found)

    def _offer(self, expr: ir.Expr, scope: Scope, base: Offered) -> Offered:
        asm = self._asm
        match expr:
            case ir.Known(name="base"):
                return base
            case ir.If(condition=condition, yes=yes, no=no):
                if is_true(condition) or is_false(condition):
                    return self._offer(yes if is_true(condition) else no, scope, base)
                test = asm.fixed(self._values.one(condition, scope), BOOL)
                return self._either(test, self._offer(yes, scope, base), self._offer(no, scope, base))
            case ir.Join(lists=lists):
                return self._joined([self._offer(part, scope, base) for part in lists])
            case ir.Top(items=ir.PileOf(pile=pile), count=count) if pile in self._frame.ordered:
                number = self._values.one(self._values.folder.fold(count), scope)
                if number != 1:
                    raise NotNative("more than one card of a pile with an order is offered")
                _, card = self._frame.peek(pile, 0, checked=False)
                return Offered(0, ((1, card, pile),), most=1)
            case _:
                bounds = self._frame.bounds.get(expr.pile, _ANY) if isinstance(expr, ir.PileOf) else _ANY
                return Offered(self._values.sets.mask(expr, scope), (), bounds, bounds[1])

    def _joined(self, offers: list[Offered]) -> Offered:
        found = offers[0]
        for offer in offers[1:]:
            found = Offered(
                self._asm.either(found.cards, offer.cards, MASK), found.hidden + offer.hidden,
                (max(found.seen[0], offer.seen[0]), found.seen[1] + offer.seen[1]), found.most + offer.most,
            )
        return found

    def _either(self, test: Value, yes: Offered, no: Offered) -> Offered:
        asm = self._asm
        if isinstance(test, int):
            return yes if test else no
        cards = asm.select(test, yes.cards, no.cards, MASK)
        hidden = [(asm.both(test, there), card, pile) for there, card, pile in yes.hidden]
        for there, card, pile in no.hidden:
            other = asm.both(asm.denied(test), there)
            same = next((place for place, item in enumerate(hidden) if item[2] == pile), None)
            if same is None:
                hidden.append((other, card, pile))
            else:
                hidden[same] = (asm.either(hidden[same][0], other), card, pile)
        seen = (min(yes.seen[0], no.seen[0]), max(yes.seen[1], no.seen[1]))
        return Offered(cards, tuple(item for item in hidden if item[0] != 0), seen, max(yes.most, no.most))
