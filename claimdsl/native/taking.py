"""Printing the taking: what each player is offered after the ranking, what he takes, and where it goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from claimdsl.engine.fold import is_false, is_true
from claimdsl.engine.runtime import NOTHING
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import DECK_PILE
from claimdsl.ir.walk import all_effects, effect_parts, every
from claimdsl.native.asm import BOOL, MASK, NUM, Asm
from claimdsl.native.chains import Chains
from claimdsl.native.chance import Chance
from claimdsl.native.effects import Effects
from claimdsl.native.frame import FAULT, Frame
from claimdsl.native.greedy import Greedy
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


class Taking:
    """Prints the taking of one lane and phase; `live` brings a scope up to date."""

    def __init__(
        self, values: Values, chains: Chains, chance: Chance, effects: Effects, greedy: Greedy,
        live: Callable[[Scope], Scope],
    ) -> None:
        self.frame: Frame = values.frame
        self.asm: Asm = values.asm
        self.binding = values.binding
        self.values = values
        self.chains = chains
        self.chance = chance
        self.effects = effects
        self.greedy = greedy
        self._live = live

    # --- piles whose size is known ---------------------------------------------------------------------------------

    def _tidy_piles(self) -> tuple[str, ...]:
        """Give the piles that cards are offered from, and that no rule touches in a trick but to fill them."""
        if not self.chains.rules("offers"):
            return ()
        found = dict.fromkeys(self._open_sources())
        for rule in self.binding.program.hooks:
            if self.binding.in_play(rule.origin.faction) and rule.hook not in ("before_trick", "at_end"):
                touched = _touched(rule.effects or ())
                found = {pile: None for pile in found if touched is not None and pile not in touched}
        return tuple(found)

    def expect_empty(self) -> tuple[str, ...]:
        """Find out a game in which such a pile is not empty when a trick begins: it is not for native code."""
        self.frame.bounds.clear()
        piles = self._tidy_piles()
        for pile in piles:
            fault = self.frame.get(FAULT)
            some = self.asm.widen(self.asm.some(self.frame.get(("pile", pile, 0))))
            self.frame.put(FAULT, self.asm.either(fault, some, NUM))
            self.frame.put(("pile", pile, 0), 0)  # a game at fault may go on as it likes
        return piles

    def count_revealed(self, empty: tuple[str, ...]) -> None:
        """Count the cards that rules have laid into such piles before the trick."""
        bounds = self.frame.bounds
        bounds.update(dict.fromkeys(empty, (0, 0)))
        for _, rule in self.chains.rules("before_trick"):
            for effect in rule.effects or ():
                match effect:
                    case ir.Move(cards=ir.Top(items=ir.PileOf(pile=under), count=count), pile=ir.PileOf(pile=pile)) if (
                        under == DECK_PILE and pile in bounds and rule.when is None
                        and isinstance(self.values.folder.fold(count), ir.Literal)
                    ):
                        more = max(self.values.folder.number(count), 0)
                        bounds[pile] = (bounds[pile][0] + more, bounds[pile][1] + more)
                    case _:
                        touched = _touched(rule.effects or ())
                        for pile in tuple(bounds) if touched is None else touched:
                            bounds.pop(pile, None)

    def _count_taken(self, offered: Offered) -> None:
        """Count that a card has been taken, seen or unseen, of piles that may or may not have been offered."""
        piles = self.frame.bounds
        whole = len(piles) == 1 and len(self._open_sources()) == 1 and not offered.hidden
        for pile, (least, most) in piles.items():
            piles[pile] = (max(least - 1, 0), max(most - 1, 0) if whole and offered.seen == (least, most) else most)

    # --- taking ----------------------------------------------------------------------------------------------------

    def write(self, scope: Scope) -> None:
        """Print the taking, if there is any in this phase."""
        if self.chains.rules("offers"):
            for _, play in scope.lists["ranking"]:
                self._take(scope, play)

    def _take(self, scope: Scope, play: Value) -> None:
        asm, frame = self.asm, self.frame
        card = self.values.card_at(play, scope)
        seat = self.values.player_of(play, scope)
        taker = self._live(scope).named(play=play, card=card, player=asm.fixed(seat))
        faction = self.values.fact(card, "faction", False)
        offered = Offered(0, ())
        for _, rule in self.chains.rules("offers"):
            if rule.value is not None:
                guard = self.chains.guard(rule, taker, faction)
                self.chains.asked(rule, guard, taker)
                offer = self._offer(self.values.folder.fold(rule.value), taker, offered)
                offered = self._either_offer(asm.fixed(guard, BOOL), offer, offered)
        due, hidden, present = self._chosen(offered, asm.fixed(seat))
        self._count_taken(offered)
        self.effects.hidden = hidden
        taker = taker.named(due=asm.select(present, due, NOTHING))
        gone: Value = 0
        if self.chains.rules("on_take"):
            before = self._places_of(due, hidden)
            for _, rule in self.chains.rules("on_take"):
                guard = asm.both(present, self.chains.guard(rule, taker, faction))
                self.chains.asked(rule, guard, taker)
                self.effects.rule(rule.effects or (), taker, guard)
            gone = asm.fixed(self._has_gone(before, self._places_of(due, hidden), hidden), BOOL)
        stays = asm.fixed(asm.both(present, asm.denied(gone)), BOOL)
        targets = self.chains.targets("takes_to", taker, faction, stays)
        mask = asm.fixed(asm.bit(asm.select(present, due, 0), stays), MASK)
        for pile in self._open_sources():
            frame.scatter("pile", pile, 0, lambda old, _: asm.without(old, mask))
        if hidden is not None:
            frame.pop(hidden[1], asm.widen(asm.both(stays, hidden[0])))
        self.effects.hidden = None
        self.effects.put(targets, mask)

    def _places_of(self, due: Value, hidden: tuple[Value, str] | None) -> list[Value]:
        """Tell where a card that is taken lies: whether in each pile that it may be taken from, and the hidden top."""
        asm, frame = self.asm, self.frame
        bit = asm.fixed(asm.bit(due), MASK)
        found = [
            asm.fixed(asm.some(asm.both(frame.get(("pile", pile, 0)), bit, MASK)), BOOL)
            for pile in self._open_sources()
        ]
        return found if hidden is None else [*found, asm.fixed(frame.get(("top", hidden[1], 0)))]

    def _has_gone(self, before: list[Value], after: list[Value], hidden: tuple[Value, str] | None) -> Value:
        """Say whether a card has left the place that it was to be taken from."""
        asm = self.asm
        still: Value = 0
        piles = len(self._open_sources())
        for one, other in zip(before[:piles], after[:piles], strict=True):
            still = asm.either(still, asm.both(one, other))
        gone = asm.denied(still)
        return gone if hidden is None else asm.select(hidden[0], asm.compare("!=", before[-1], after[-1]), gone, BOOL)

    def _open_sources(self) -> list[str]:
        """Give the piles of the table, without an order, that cards are offered from."""
        found: dict[str, None] = {}
        for _, rule in self.chains.rules("offers"):
            for part in every(iter((rule.value,) if rule.value is not None else ())):
                match part:
                    case ir.PileOf(pile=pile, owner=None) if pile not in self.frame.ordered:
                        found[pile] = None
                    case ir.PileOf(owner=owner) if owner is not None:
                        raise NotNative("cards are offered from a player's pile")
                    case _:
                        pass
        return list(found)

    def _offer(self, expr: ir.Expr, scope: Scope, base: Offered) -> Offered:
        asm = self.asm
        match expr:
            case ir.Known(name="base"):
                return base
            case ir.If(condition=condition, yes=yes, no=no):
                if is_true(condition) or is_false(condition):
                    return self._offer(yes if is_true(condition) else no, scope, base)
                test = asm.fixed(self.values.one(condition, scope), BOOL)
                return self._either_offer(test, self._offer(yes, scope, base), self._offer(no, scope, base))
            case ir.Join(lists=lists):
                offers = [self._offer(part, scope, base) for part in lists]
                found = offers[0]
                for offer in offers[1:]:
                    found = Offered(
                        asm.either(found.cards, offer.cards, MASK), found.hidden + offer.hidden,
                        (max(found.seen[0], offer.seen[0]), found.seen[1] + offer.seen[1]), found.most + offer.most,
                    )
                return found
            case ir.Top(items=ir.PileOf(pile=pile), count=count) if pile in self.frame.ordered:
                number = self.values.one(self.values.folder.fold(count), scope)
                if number != 1:
                    raise NotNative("more than one card of a pile with an order is offered")
                _, card = self.frame.peek(pile, 0, checked=False)
                return Offered(0, ((1, card, pile),), most=1)
            case _:
                bounds = self.frame.bounds.get(expr.pile, _ANY) if isinstance(expr, ir.PileOf) else _ANY
                return Offered(self.values.sets.mask(expr, scope), (), bounds, bounds[1])

    def _either_offer(self, test: Value, yes: Offered, no: Offered) -> Offered:
        asm = self.asm
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

    def _chosen(self, offered: Offered, seat: Value) -> tuple[Value, tuple[Value, str] | None, Value]:
        """Print the choice: the card, whether it is the hidden one, whether there is one."""
        asm = self.asm
        if len(offered.hidden) > 1:
            raise NotNative("unseen cards of two piles are offered")
        if offered.seen == (1, 1) and not offered.hidden:
            return asm.only(offered.cards), None, 1
        if offered.seen == (0, 0) and len(offered.hidden) == 1 and offered.hidden[0][0] == 1 and (
            offered.hidden[0][2] == DECK_PILE
        ):
            return offered.hidden[0][1], (1, offered.hidden[0][2]), 1
        left = {pile: asm.compare(">", self.frame.remaining(pile), 0) for _, _, pile in offered.hidden}
        offered = replace(offered, hidden=tuple(
            (asm.fixed(asm.both(there, left[pile]), BOOL), card, pile) for there, card, pile in offered.hidden
        ))
        cards = asm.fixed(offered.cards if offered.seen[1] <= 1 else self.chance.distinct(offered.cards), MASK)
        if offered.most <= 1:
            return self._single(cards, offered.hidden)
        open_count = 1 if offered.seen == (1, 1) else asm.count(cards)
        total: Value = open_count
        for there, _, _ in offered.hidden:
            total = asm.add(total, asm.widen(there))
        total = asm.fixed(total)
        card, is_open = self.picked(cards, offered, total, seat)
        present: Value = 1 if offered.seen[0] else asm.fixed(asm.compare(">", total, 0), BOOL)
        if not offered.hidden:
            return card, None, present
        _, unseen, pile = offered.hidden[0]
        taken = asm.fixed(asm.both(present, asm.denied(is_open)), BOOL)
        return asm.card_if(is_open, card, unseen), (taken, pile), present

    def picked(self, cards: Value, offered: Offered, total: Value, seat: Value) -> tuple[Value, Value]:
        """Print which card is taken, of those that differ or the unseen one; and whether it is one of those.

        `total` counts them all.
        """
        asm = self.asm
        open_count = 1 if offered.seen == (1, 1) else asm.count(cards)
        number = self._seldom(total, seat)
        is_open = asm.fixed(asm.compare("<", number, open_count), BOOL)
        # an empty mask has no first card: then the hidden one is taken
        safe = cards if offered.seen[0] else asm.select(asm.some(cards), cards, 1, MASK)
        card: Value = asm.only(cards) if offered.seen == (1, 1) else self.chance.nth(
            safe, asm.select(is_open, number, 0)
        )
        there = offered.hidden[0][0] if offered.hidden else 0
        none = 0 if offered.seen[0] else asm.compare("==", open_count, 0)
        card = self.greedy.instead(
            seat, card, lambda: asm.select(none, -1, self.greedy.chosen_card(cards, there))
        )
        if self.greedy.decides(seat) != 0:
            is_open = asm.fixed(asm.select(self.greedy.decides(seat), asm.compare(">=", card, 0), is_open, BOOL), BOOL)
        return card, is_open

    def _single(
        self, cards: Value, hidden: tuple[tuple[Value, Operand, str], ...]
    ) -> tuple[Value, tuple[Value, str] | None, Value]:
        """Print the taking of the one card that there is at most."""
        asm = self.asm
        is_open = asm.fixed(asm.some(cards), BOOL)
        card = asm.only(cards)
        if not hidden:
            return card, None, is_open
        there, unseen, pile = hidden[0]
        taken = asm.fixed(asm.both(there, asm.denied(is_open)), BOOL)
        present = asm.fixed(asm.either(is_open, there), BOOL)
        return asm.card_if(is_open, card, unseen), (taken, pile), present

    def _seldom(self, count: Value, seat: Value) -> Value:
        """Print a draw that is seldom needed: behind a branch, unless it costs next to nothing."""
        asm = self.asm
        draws = asm.both(asm.compare(">", count, 1), asm.denied(self.greedy.decides(seat)))
        if self.chance.is_ready:
            return self.chance.below(count, draws)
        place = asm.slot("i64")
        asm.line(f"store i64 0, ptr {place}")
        inside, after = asm.label(), asm.label()
        asm.branch(draws, inside, after)
        asm.start(inside)
        asm.line(f"store i64 {asm.text(self.chance.below(count))}, ptr {place}")
        asm.goto(after)
        asm.start(after)
        return asm.op(f"load i64, ptr {place}")


def _touched(effects: tuple[ir.Effect, ...]) -> set[str] | None:
    """Give the piles that effects may move cards to or from; None where that may be any."""
    inside = list(all_effects(effects))
    moving = [effect for effect in inside if isinstance(effect, ir.Move | ir.Swap)]
    if not moving:
        return set()
    parts = list(every(part for effect in inside for part in effect_parts(effect)))
    if any(isinstance(part, ir.Known) and part.name in ("due", "deck") for part in parts):
        return None
    return {part.pile for part in parts if isinstance(part, ir.PileOf)}
