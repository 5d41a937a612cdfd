"""Printing the taking: what each player takes of what he is offered after the ranking, and where it goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from claimdsl.engine.runtime import NOTHING
from claimdsl.ir.facts import DECK_PILE
from claimdsl.native.asm import BOOL, MASK, NUM, Asm
from claimdsl.native.blocks import behind
from claimdsl.native.chains import Chains
from claimdsl.native.chance import FEW, Chance
from claimdsl.native.effects import Effects, swaps
from claimdsl.native.frame import Frame
from claimdsl.native.greedy import Greedy
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Variable
from claimdsl.native.offers import Offered, Offers
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Scope
from claimdsl.native.sizes import Sizes
from claimdsl.native.values import Values

Hidden = tuple[Value, str] | None
"""Whether a card that is taken is the unseen one, and the pile on top of which that lies."""


class Taking:
    """Prints the taking of one lane and phase; `live` brings a scope up to date."""

    def __init__(
        self, values: Values, chains: Chains, chance: Chance, effects: Effects, greedy: Greedy,
        live: Callable[[Scope], Scope],
    ) -> None:
        self.frame: Frame = values.frame
        self.asm: Asm = values.asm
        self.values = values
        self.chains = chains
        self.chance = chance
        self.effects = effects
        self.greedy = greedy
        self._live = live
        self._offers = Offers(values, chains)
        self.sizes = Sizes(values, chains, self._offers)

    def write(self, scope: Scope) -> None:
        """Print the taking, if there is any in this phase."""
        if self.chains.rules("offers"):
            for _, play in scope.lists["ranking"]:
                self._take(scope, play)

    def _take(self, scope: Scope, play: Value) -> None:
        asm = self.asm
        card = self.values.card_at(play, scope)
        seat = self.values.player_of(play, scope)
        taker = self._live(scope).named(play=play, card=card, player=asm.fixed(seat))
        faction = self.values.fact(card, "faction", False)
        offered = self._offers.to(taker, faction)
        due, hidden, present = self._chosen(offered, asm.fixed(seat))
        self.sizes.count_taken(offered)
        self.effects.moves.hidden = hidden
        taker = taker.named(due=asm.select(present, due, NOTHING))
        gone = self._told(taker, due, hidden, present)
        taker, faction = self._anew(taker)
        stays = asm.fixed(asm.both(present, asm.denied(gone)), BOOL)
        targets = self.chains.targets("takes_to", taker, faction, stays)
        mask = asm.fixed(asm.bit(asm.select(present, due, 0), stays), MASK)
        for pile in self._offers.sources():
            self.frame.scatter("pile", pile, 0, lambda old, _: asm.without(old, mask))
        if hidden is not None:
            self.frame.pop(hidden[1], asm.widen(asm.both(stays, hidden[0])))
        self.effects.moves.hidden = None
        self.effects.moves.put(targets, mask)

    def _anew(self, taker: Scope) -> tuple[Scope, Value]:
        """Give what the taker's card is now, as rules may have swapped it, and its faction."""
        if any(swaps(rule.effects or ()) for _, rule in self.chains.rules("on_take")):
            taker = self._live(taker)
        return taker, self.values.fact(taker.names["card"], "faction", False)

    def _told(self, taker: Scope, due: Value, hidden: Hidden, present: Value) -> Value:
        """Print what rules do about a card that is due; give whether it is then gone from where it lay."""
        asm = self.asm
        if not self.chains.rules("on_take"):
            return 0
        before = self._places_of(due, hidden)
        for _, rule in self.chains.rules("on_take"):
            taker, faction = self._anew(taker)
            guard = asm.both(present, self.chains.guard(rule, taker, faction))
            self.chains.asked(rule, guard, taker)
            self.effects.rule(rule.effects or (), taker, guard)
        return asm.fixed(self._has_gone(before, self._places_of(due, hidden), hidden), BOOL)

    def _places_of(self, due: Value, hidden: Hidden) -> list[Value]:
        """Tell where a card that is taken lies: whether in each pile that it may be taken from, and the hidden top."""
        asm, frame = self.asm, self.frame
        bit = asm.fixed(asm.bit(due), MASK)
        found = [
            asm.fixed(asm.some(asm.both(frame.get(("pile", pile, 0)), bit, MASK)), BOOL)
            for pile in self._offers.sources()
        ]
        return found if hidden is None else [*found, asm.fixed(frame.get(("top", hidden[1], 0)))]

    def _has_gone(self, before: list[Value], after: list[Value], hidden: Hidden) -> Value:
        """Say whether a card has left the place that it was to be taken from."""
        asm = self.asm
        still: Value = 0
        piles = len(self._offers.sources())
        for one, other in zip(before[:piles], after[:piles], strict=True):
            still = asm.either(still, asm.both(one, other))
        gone = asm.denied(still)
        return gone if hidden is None else asm.select(hidden[0], asm.compare("!=", before[-1], after[-1]), gone, BOOL)

    def _chosen(self, offered: Offered, seat: Value) -> tuple[Value, Hidden, Value]:
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
        sure = offered.most <= 1 and self._stock_lasts()
        left = {
            pile: 1 if sure and pile == DECK_PILE else asm.compare(">", self.frame.remaining(pile), 0)
            for _, _, pile in offered.hidden
        }
        offered = replace(offered, hidden=tuple(
            (asm.fixed(asm.both(there, left[pile]), BOOL), card, pile) for there, card, pile in offered.hidden
        ))
        cards = asm.fixed(offered.cards if offered.seen[1] <= 1 else self.chance.distinct(offered.cards), MASK)
        return self._single(cards, offered.hidden) if offered.most <= 1 else self._one_of(cards, offered, seat)

    def _stock_lasts(self) -> bool:
        """Say whether there should be as many cards beside those played in a phase as are taken in it.

        The one card that is offered is then read off the stock unasked: a game in which it runs dry is found out at
        its end.
        """
        played = self.frame.players * self.frame.rounds
        return len(self.frame.binding.deck_cards) >= 2 * played

    def _one_of(self, cards: Value, offered: Offered, seat: Value) -> tuple[Value, Hidden, Value]:
        """Print the choice where more cards than one may be offered."""
        asm = self.asm
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
        nth = self.chance.nth_of_few if offered.seen[1] <= FEW else self.chance.nth
        card: Value = asm.only(cards) if offered.seen == (1, 1) else nth(safe, asm.select(is_open, number, 0))
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
    ) -> tuple[Value, Hidden, Value]:
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
        number = Variable(asm, NUM, 0)
        with behind(asm, draws):
            number.write(self.chance.below(count))
        return number.read()
