"""Printing effects: changes of the frame, under a condition where they are short, else behind a branch."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from claimdsl.engine.effect_facts import source_of
from claimdsl.engine.fold import absent, is_false, is_true, may_be_absent
from claimdsl.engine.runtime import NOTHING
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import spoken_of
from claimdsl.ir.types import MAY_BE_NOTHING, Kind
from claimdsl.ir.walk import all_effects, mentions
from claimdsl.native.asm import BOOL, MASK
from claimdsl.native.chains import Chains, Targets
from claimdsl.native.chance import Chance
from claimdsl.native.greedy import Greedy
from claimdsl.native.maps import Operand, Value
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Items, Scope
from claimdsl.native.values import Values

LYING = ("pile", "trick", 0)
_SHORT = 3


class Effects:
    """Prints the effects of one lane.  `hidden` tells, while a card is taken, whether it lies on the stock."""

    def __init__(self, values: Values, chains: Chains, chance: Chance, greedy: Greedy) -> None:
        self._values = values
        self._chains = chains
        self._chance = chance
        self._greedy = greedy
        self._asm = values.asm
        self._frame = values.frame
        self._frame.add(LYING, MASK)
        self.hidden: tuple[Value, str] | None = None
        self._in_order: set[int] = set()
        self._named: Callable[[ir.Expr], bool] = lambda _: False
        self._loops: list[str] = []

    def write(self, effects: tuple[ir.Effect, ...], scope: Scope, when: Value) -> Scope:
        """Print effects in order, where `when` holds; give the scope with what they have bound."""
        for effect in effects:
            if when == 0:
                break
            scope = self._effect(effect, scope, when)
        return scope

    def rule(self, effects: tuple[ir.Effect, ...], scope: Scope, when: Value) -> None:
        """Print what a rule does under a condition."""
        self._named = spoken_of(self._values.binding.program, effects)
        self.guarded(effects, scope, when)

    def guarded(self, effects: tuple[ir.Effect, ...], scope: Scope, when: Value) -> None:
        """Print effects that happen under a condition: in place where they are short, else behind a branch."""
        if when == 0 or not effects:
            return
        if when == 1 or _is_short(effects):
            self.write(effects, scope, self._asm.fixed(when, BOOL))
            return
        inside, after = self._asm.label(), self._asm.label()
        self._asm.branch(when, inside, after)
        self._asm.start(inside)
        self.write(effects, scope, 1)
        self._asm.goto(after)
        self._asm.start(after)

    def _effect(self, effect: ir.Effect, scope: Scope, when: Value) -> Scope:
        match effect:
            case ir.Move():
                self._move(effect, scope, when)
            case ir.Swap():
                self._swap(effect, scope, when)
            case ir.Show():
                pass
            case ir.SetState():
                self._set(effect, scope, when)
            case ir.Draw():
                return self._draw(effect, scope, when)
            case ir.Choose():
                return self._choose(effect, scope, when)
            case ir.Decide():
                return self._decide(effect, scope, when)
            case ir.Stop():
                self._asm.goto(self._loops[-1])
                self._asm.start(self._asm.label())
            case ir.When():
                self._when(effect, scope, when)
            case ir.Each():
                self._each(effect, scope, when)
            case _:
                assert_never(effect)
        return scope

    def _fold(self, expr: ir.Expr) -> ir.Expr:
        return self._values.folder.fold(expr)

    # --- moving ----------------------------------------------------------------------------------------------------

    def _move(self, effect: ir.Move, scope: Scope, when: Value) -> None:
        asm = self._asm
        cards = self._fold(effect.cards)
        target = self._chains.target(self._fold(effect.pile), scope, {})
        somewhere: Value = 0
        for condition in target.values():
            somewhere = asm.either(somewhere, condition)
        present = asm.both(when, somewhere)
        with self._values.sets.taking_out():
            taken = self._values.sets.mask(cards, scope)
        mask = asm.fixed(asm.kept(present, taken), MASK)
        self._take_out(cards, mask, present, scope)
        self.put(target, mask)

    def put(self, targets: Targets, mask: Value) -> None:
        """Print that cards come to a pile."""
        asm, frame = self._asm, self._frame
        for (pile, index), condition in targets.items():
            if pile in frame.ordered:
                raise NotNative(f"cards come to '{pile}', which has an order")
            cards = asm.fixed(asm.kept(condition, mask), MASK)
            frame.lay(pile, index, cards)

    def _take_out(self, cards: ir.Expr, mask: Value, present: Value, scope: Scope) -> None:
        asm, frame = self._asm, self._frame
        pile = source_of(cards)
        if pile is None or pile.owner is not None and pile.owner.type.kind is Kind.SIDE:
            if mentions(cards, self._lies_in_order) or not self._is_due(cards) and mentions(cards, self._is_hidden_due):
                raise NotNative("a card comes out of the middle of a pile with an order")
            self.lift(mask, present, self._is_due(cards))
        elif pile.pile not in frame.ordered:
            owner: Value = 0
            if pile.owner is not None:
                owner = self._values.sets.place_in(pile.pile, self._values.one(pile.owner, scope), pile.owner)
            frame.scatter("pile", pile.pile, owner, lambda old, _: asm.without(old, mask))
        elif isinstance(cards, ir.Top):
            taken: Value = 0
            with self._values.sets.taking_out():
                tops = self._values.sets.top_cards(pile.pile, cards.count, scope)
            for there, _ in tops:
                taken = asm.add(taken, asm.widen(there))
            frame.pop(pile.pile, asm.select(present, taken, 0), len(tops))
        elif isinstance(cards, ir.PileOf):
            frame.empty(pile.pile, present)
        else:
            raise NotNative(f"cards come out of the middle of '{pile.pile}'")

    def _is_due(self, cards: ir.Expr) -> bool:
        match cards:
            case ir.AsMany(operand=operand) | ir.AsMaybe(operand=operand):
                return self._is_due(operand)
            case _:
                return isinstance(cards, ir.Known) and cards.name == "due"

    def _lies_in_order(self, expr: ir.Expr) -> bool:
        match expr:
            case ir.PileOf(pile=pile):
                return pile in self._frame.ordered
            case ir.Local(id=number):
                return number in self._in_order
            case _:
                return False

    def _is_hidden_due(self, expr: ir.Expr) -> bool:
        return self.hidden is not None and isinstance(expr, ir.Known) and expr.name == "due"

    def _follow(self, variable: ir.Local, source: ir.Expr) -> None:
        """Note of a variable that its card may lie in a pile with an order."""
        if mentions(source, self._lies_in_order):
            self._in_order.add(variable.id)

    def lift(self, mask: Value, present: Value, is_due: bool) -> None:
        """Print that cards leave whatever piles they lie in."""
        asm, frame = self._asm, self._frame
        for name, of in [*frame.owners.items(), ("trick", "table")]:
            if name in frame.ordered:
                continue
            for index in range(frame.count(of)):
                key = ("pile", name, index)
                frame.put(key, asm.without(frame.get(key), mask))
        if is_due and self.hidden is not None:
            taken, pile = self.hidden
            frame.pop(pile, asm.widen(asm.both(present, taken)))

    def _swap(self, effect: ir.Swap, scope: Scope, when: Value) -> None:
        asm, frame = self._asm, self._frame
        left, right = self._fold(effect.left), self._fold(effect.right)
        tops = [_top_of(side, frame.ordered) for side in (left, right)]
        if tops[0] is not None and tops[1] is not None:
            raise NotNative("a swap of two cards that lie in piles with an order")
        if any(top is None and (mentions(side, self._is_hidden_due) or mentions(side, self._lies_in_order))
               for top, side in zip(tops, (left, right), strict=True)):
            raise NotNative("a swap of a card in the middle of a pile with an order")
        one, other = (self._card(side, scope) for side in (left, right))
        real = when
        for card, expr in ((one, left), (other, right)):
            if may_be_absent(expr):
                real = asm.both(real, asm.compare(">=", card, 0))
        real = asm.fixed(real, BOOL)
        one, other = (asm.fixed(asm.select(real, card, 0)) for card in (one, other))
        lay = [asm.both(frame.get(LYING), asm.bit(card), MASK) for card in (one, other)]
        lying = [asm.both(asm.some(bits), real) for bits in lay]
        self._exchange(one, other, real, tops)
        for play in range(scope.made):
            played: Value = frame.cards[play]
            first = asm.both(lying[0], asm.compare("==", played, one))
            second = asm.both(lying[1], asm.compare("==", played, other))
            changed = asm.fixed(asm.select(first, other, asm.select(second, one, played)))
            assert isinstance(changed, Operand)
            frame.cards[play] = Operand(changed.text, play)

    def _card(self, expr: ir.Expr, scope: Scope) -> Value:
        pile = _top_of(expr, self._frame.ordered)
        if pile is not None:
            present, card = self._frame.peek(pile, 0, checked=True)
            return self._asm.select(present, card, NOTHING)
        match expr:
            case ir.Top():
                raise NotNative("a swap with some cards of a list")
            case _:
                return self._asm.fixed(self._values.one(expr, scope))

    def _exchange(self, one: Value, other: Value, real: Value, tops: list[str | None]) -> None:
        """Put each of two cards where the other lies."""
        asm, frame = self._asm, self._frame
        bits = asm.fixed(asm.kept(real, asm.either(asm.bit(one), asm.bit(other), MASK)), MASK)
        for name, of in [*frame.owners.items(), ("trick", "table")]:
            if name in frame.ordered:
                continue
            for index in range(frame.count(of)):
                key = ("pile", name, index)
                old = frame.get(key)
                inside = asm.fixed(asm.both(old, bits, MASK), MASK)
                single = asm.compare("==", asm.count(inside), 1)
                frame.put(key, asm.differ(old, asm.kept(single, bits), MASK))
        for pile, card in zip(tops, (other, one), strict=True):
            if pile is not None:
                _, before = frame.peek(pile, 0, checked=False)
                frame.poke(pile, 0, asm.select(real, card, before))

    def _set(self, effect: ir.SetState, scope: Scope, when: Value) -> None:
        asm, frame = self._asm, self._frame
        spec = next(spec for spec in self._values.binding.states if spec.name == effect.state.state)
        folded = self._fold(effect.value)
        value = self._values.one(folded, scope)
        real = when
        if may_be_absent(folded) and spec.type.kind not in MAY_BE_NOTHING:
            real = asm.both(real, asm.compare("!=", value, absent(folded)))
        if spec.type.kind is Kind.BOOL:
            value = asm.widen(value)
        elif spec.type.kind is Kind.INT:
            value = asm.select(asm.compare("<", value, spec.low), spec.low, value)
            value = asm.select(asm.compare(">", value, spec.high), spec.high, value)
        owner = effect.state.owner
        index: Value = 0 if owner is None else self._values.one(self._fold(owner), scope)
        value, real = asm.fixed(value), asm.fixed(real, BOOL)
        if owner is None:
            frame.put(("state", spec.name, 0), asm.select(real, value, frame.get(("state", spec.name, 0))))
        else:
            frame.scatter("state", spec.name, index, lambda old, here: asm.select(asm.both(here, real), value, old))

    # --- decisions -------------------------------------------------------------------------------------------------

    def _draw(self, effect: ir.Draw, scope: Scope, when: Value) -> Scope:
        asm, source = self._asm, self._fold(effect.cards)
        self._follow(effect.variable, source)
        pool = asm.fixed(self._values.sets.mask(source, scope), MASK)
        active = asm.both(when, asm.compare(">=", asm.count(self._told_apart(pool, self._named(effect.cards))), 2))
        card = self._chance.drawn(pool, active)
        return scope.bound(effect.variable.id, asm.select(asm.some(pool), card, NOTHING))

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

    def _choose(self, effect: ir.Choose, scope: Scope, when: Value) -> Scope:
        options = self._fold(effect.options)
        least = 1 if effect.may else 2
        seat = self._asm.fixed(self._values.one(self._fold(effect.player), scope))
        if options.type.kind is Kind.CARD:
            self._refuse_hidden(options)
            self._follow(effect.variable, options)
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

    def _decide(self, effect: ir.Decide, scope: Scope, when: Value) -> Scope:
        words = tuple(sorted((effect.first.name, effect.second.name)))
        seat = self._asm.fixed(self._values.one(self._fold(effect.player), scope))
        greedy = self._greedy.decides(seat)
        answer = self._chance.below(2, self._asm.both(when, self._asm.denied(greedy)))
        answer = self._asm.select(greedy, 0, answer)
        for local in (effect.first, effect.second):
            scope = scope.bound(local.id, self._asm.compare("==", answer, words.index(local.name)))
        return scope

    # --- control ---------------------------------------------------------------------------------------------------

    def _when(self, effect: ir.When, scope: Scope, when: Value) -> None:
        condition = self._fold(effect.condition)
        if is_true(condition) or is_false(condition):
            self._frame.ran.arm(effect.spot, is_true(condition), when)
            self.write(effect.yes if is_true(condition) else effect.no, scope, when)
            return
        test = self._asm.fixed(self._values.one(condition, scope), BOOL)
        self._frame.ran.arm(effect.spot, True, self._asm.both(when, test))
        self.guarded(effect.yes, scope, self._asm.both(when, test))
        self.guarded(effect.no, scope, self._asm.both(when, self._asm.denied(test)))

    def _each(self, effect: ir.Each, scope: Scope, when: Value) -> None:
        items = self._fold(effect.items)
        self._follow(effect.variable, items)
        after = self._asm.label()
        self._loops.append(after)
        self._rounds(effect, items, scope, when)
        self._loops.pop()
        self._asm.goto(after)
        self._asm.start(after)

    def _rounds(self, effect: ir.Each, items: ir.Expr, scope: Scope, when: Value) -> None:
        if items.type.kind is not Kind.CARD:
            listed = self._values.lists.items(items, scope)
            rounds = [(self._asm.fixed(present, BOOL), value) for present, value in listed]
            for present, value in rounds:
                inner = scope.bound(effect.variable.id, value)
                self.guarded(effect.body, inner, self._asm.both(when, present))
            return
        match items:
            case ir.AsCard(operand=operand):
                for present, play in self._values.lists.items(operand, scope):
                    card = self._values.card_at(play, scope)
                    inner = scope.bound(effect.variable.id, card)
                    self.guarded(effect.body, inner, self._asm.both(when, present))
            case _:
                if self._values.folds.has_order(items) and items.type.most > 1:
                    raise NotNative("a loop over cards in an order of their own")
                mask = self._asm.kept(when, self._values.sets.mask(items, scope))
                self._values.folds.each_card(
                    mask, lambda card: self._round(effect, scope.bound(effect.variable.id, card))
                )

    def _round(self, effect: ir.Each, scope: Scope) -> None:
        if any(isinstance(inner, ir.Swap) for inner in all_effects(effect.body)):
            raise NotNative("a swap for each card of a list")
        self.write(effect.body, scope, 1)


def _is_short(effects: tuple[ir.Effect, ...]) -> bool:
    inside = list(all_effects(effects))
    if any(isinstance(effect, ir.Stop) for effect in inside):
        if any(isinstance(effect, ir.Swap) for effect in inside):
            raise NotNative("a swap in a loop that stops")
        return False
    if any(isinstance(effect, ir.Swap) for effect in inside):
        return True
    return len(inside) <= _SHORT and not any(isinstance(effect, ir.Each | ir.Choose | ir.Draw) for effect in inside)


def _top_of(expr: ir.Expr, ordered: frozenset[str]) -> str | None:
    """Name the pile whose top card an expression is."""
    match expr:
        case ir.Top(items=ir.PileOf(pile=pile), count=ir.Literal(value=1)) if pile in ordered:
            return pile
        case (
            ir.AsMaybe(operand=operand) | ir.AsMany(operand=operand)
            | ir.Fold(function="first", domain=operand, condition=None)
        ):
            return _top_of(operand, ordered)
        case ir.PileOf(pile=pile) if pile in ordered:
            return pile
        case _:
            return None
