"""Printing decisions: what chance draws, and what a seat chooses or says, drawn or by the greedy player's reckoning."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.engine.fold import absent
from claimdsl.engine.runtime import NOTHING
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import mentions
from claimdsl.native.asm import MASK
from claimdsl.native.chance import Chance
from claimdsl.native.greedy import Greedy
from claimdsl.native.maps import Operand, Value
from claimdsl.native.moves import Moves
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Items, Scope
from claimdsl.native.values import Values


class Choices:
    """Prints the decisions of one lane.  `named` says whether a rule names a card that an expression gives."""

    def __init__(self, values: Values, chance: Chance, greedy: Greedy, moves: Moves) -> None:
        self._values = values
        self._chance = chance
        self._greedy = greedy
        self._moves = moves
        self._asm = values.asm
        self._frame = values.frame
        self.named: Callable[[ir.Expr], bool] = lambda _: False

    def _fold(self, expr: ir.Expr) -> ir.Expr:
        return self._values.folder.fold(expr)

    def draw(self, effect: ir.Draw, scope: Scope, when: Value) -> Scope:
        """Print that chance draws a card; give the scope that has it."""
        asm, source = self._asm, self._fold(effect.cards)
        self._moves.follow(effect.variable, source)
        pool = asm.fixed(self._values.sets.mask(source, scope), MASK)
        apart = self._told_apart(pool, self.named(effect.cards))
        card = self._drawn(pool, apart, asm.both(when, asm.compare(">=", asm.count(apart), 2)))
        return scope.bound(effect.variable.id, asm.select(asm.some(pool), card, NOTHING))

    def _drawn(self, pool: Value, apart: Value, active: Value) -> Operand:
        """Print which card of a pool chance draws; those `apart` can be told apart."""
        return self._chance.drawn(pool, active)

    def _told_apart(self, pool: Value, named: bool) -> Value:
        """Keep the cards of a mask that can be told apart: by name, or else by where they lie unseen too."""
        asm, frame = self._asm, self._frame
        hidden: Value = 0
        for pile in () if named else self._hidden_piles():
            if pile in frame.ordered:
                whole = self._values.sets.whole(pile) if self._chance.has_copies else 0
                hidden = asm.either(hidden, whole, MASK)
                continue
            for index in range(frame.count(frame.owners[pile])):
                hidden = asm.either(hidden, frame.get(("pile", pile, index)), MASK)
        unseen = asm.fixed(asm.both(pool, hidden, MASK), MASK)
        return asm.either(unseen, self._chance.distinct(asm.fixed(asm.without(pool, unseen), MASK)), MASK)

    def _hidden_piles(self) -> list[str]:
        return [pile.name for pile in self._values.binding.piles if pile.written and pile.seen_by == "nobody"]

    def choose(self, effect: ir.Choose, scope: Scope, when: Value) -> Scope:
        """Print that a seat chooses; give the scope that has what it chose."""
        options = self._fold(effect.options)
        least = 1 if effect.may else 2
        seat = self._asm.fixed(self._values.one(self._fold(effect.player), scope))
        if options.type.kind is Kind.CARD:
            self._refuse_hidden(options)
            self._moves.follow(effect.variable, options, effect.field)
            chosen = self._chosen_card(self._values.sets.mask(options, scope), effect.may, least, when, seat)
        else:
            items = self._values.lists.unlike(self._values.lists.items(options, scope))
            chosen = self._chosen_item(items, effect, least, when, scope, seat)
        if effect.field:
            key = (f"chosen {effect.variable.name}", "", scope.made - 1)
            self._frame.put(key, self._asm.select(when, chosen, self._frame.get(key)))
        return scope.bound(effect.variable.id, chosen)

    def _refuse_hidden(self, options: ir.Expr) -> None:
        hidden = self._hidden_piles()
        if mentions(options, lambda part: isinstance(part, ir.PileOf) and part.pile in hidden):
            raise NotNative("a choice from a pile that nobody sees")

    def _chosen_card(self, mask: Value, may: bool, least: int, when: Value, seat: Value) -> Value:
        asm = self._asm
        kept = asm.fixed(self._chance.distinct(asm.fixed(mask, MASK)), MASK)
        count = asm.count(kept)
        active = asm.both(when, asm.compare(">=", count, least))
        active = asm.both(active, asm.denied(self._greedy.decides(seat)))
        number = self._chance.below(asm.add(count, int(may)), active)
        real = asm.compare("<", number, count)
        card = self._chance.nth(kept, asm.select(real, number, 0))
        drawn = asm.fixed(asm.select(asm.both(real, asm.some(kept)), card, NOTHING))
        some = asm.some(kept)
        return self._greedy.instead(
            seat, drawn, lambda: asm.select(some, self._greedy.chosen_card(kept, int(may)), NOTHING)
        )

    def _chosen_item(
        self, items: Items, effect: ir.Choose, least: int, when: Value, scope: Scope, seat: Value
    ) -> Value:
        asm, count = self._asm, 0
        total: Value = count
        places: list[Value] = []
        for present, _ in items:
            places.append(total)
            total = asm.add(total, asm.widen(present))
        total = asm.fixed(total)
        greedy = self._greedy.decides(seat)
        active = asm.both(asm.both(when, asm.compare(">=", total, least)), asm.denied(greedy))
        number = 0 if len(items) < least else self._chance.below(asm.add(total, int(effect.may)), active)
        if greedy != 0:
            number = asm.fixed(asm.select(greedy, self._greedy_place(items, effect, scope, total), number))
        found: Value = absent(effect.variable)
        for (present, value), place in zip(items, places, strict=True):
            found = asm.select(asm.both(present, asm.compare("==", place, number)), value, found)
        return asm.fixed(found)

    def _greedy_place(self, items: Items, effect: ir.Choose, scope: Scope, total: Value) -> Value:
        """Print which of some things a greedy seat chooses: the first, but of plays the one with the best card."""
        if effect.options.type.kind is not Kind.PLAY:
            return 0
        cards = tuple(self._values.card_at(play, scope) for _, play in items)
        fixed = [self._asm.fixed(card) for card in cards]
        return self._greedy.chosen_play(items, tuple(card for card in fixed if isinstance(card, Operand)), (
            total if effect.may else None
        ))

    def decide(self, effect: ir.Decide, scope: Scope, when: Value) -> Scope:
        """Print that a seat says one of two words; give the scope that has which."""
        words = tuple(sorted((effect.first.name, effect.second.name)))
        seat = self._asm.fixed(self._values.one(self._fold(effect.player), scope))
        greedy = self._greedy.decides(seat)
        answer = self._chance.below(2, self._asm.both(when, self._asm.denied(greedy)))
        answer = self._asm.select(greedy, 0, answer)
        for local in (effect.first, effect.second):
            scope = scope.bound(local.id, self._asm.compare("==", answer, words.index(local.name)))
        return scope
