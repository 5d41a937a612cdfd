"""Printing effects: changes of the frame, under a condition where they are short, else behind a branch."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from claimdsl.engine.fold import absent, is_false, is_true, may_be_absent
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import spoken_of
from claimdsl.ir.types import MAY_BE_NOTHING, Kind
from claimdsl.ir.walk import all_effects
from claimdsl.native.asm import BOOL
from claimdsl.native.blocks import behind
from claimdsl.native.choices import Choices
from claimdsl.native.maps import Value
from claimdsl.native.moves import Moves
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Scope
from claimdsl.native.values import Values

_SHORT = 3


class Effects:
    """Prints the effects of one lane.  `live` brings a scope up to date once cards have been swapped."""

    def __init__(self, values: Values, moves: Moves, choices: Choices, live: Callable[[Scope], Scope]) -> None:
        self._values = values
        self.moves = moves
        self._choices = choices
        self._asm = values.asm
        self._frame = values.frame
        self._live = live
        self._loops: list[str] = []

    def write(self, effects: tuple[ir.Effect, ...], scope: Scope, when: Value) -> Scope:
        """Print effects in order, where `when` holds; give the scope with what they have bound."""
        for effect in effects:
            if when == 0:
                break
            scope = self._effect(effect, scope, when)
            if swaps((effect,)):
                scope = self._live(scope)
        return scope

    def rule(self, effects: tuple[ir.Effect, ...], scope: Scope, when: Value) -> None:
        """Print what a rule does under a condition."""
        self._choices.named = spoken_of(self._values.binding.program, effects)
        self.guarded(effects, scope, when)

    def guarded(self, effects: tuple[ir.Effect, ...], scope: Scope, when: Value) -> None:
        """Print effects that happen under a condition: in place where they are short, else behind a branch."""
        if when == 0 or not effects:
            return
        if when == 1 or _is_short(effects):
            self.write(effects, scope, self._asm.fixed(when, BOOL))
            return
        with behind(self._asm, when):
            self.write(effects, scope, 1)

    def _effect(self, effect: ir.Effect, scope: Scope, when: Value) -> Scope:
        match effect:
            case ir.Move():
                self.moves.move(effect, scope, when)
            case ir.Swap():
                self.moves.swap(effect, scope, when)
            case ir.Show():
                pass
            case ir.SetState():
                self._set(effect, scope, when)
            case ir.Draw():
                return self._choices.draw(effect, scope, when)
            case ir.Choose():
                return self._choices.choose(effect, scope, when)
            case ir.Decide():
                return self._choices.decide(effect, scope, when)
            case ir.Stop():
                self._stop()
            case ir.When():
                self._when(effect, scope, when)
            case ir.Each():
                self._each(effect, scope, when)
            case _:
                assert_never(effect)
        return scope

    def _stop(self) -> None:
        self._asm.goto(self._loops[-1])
        self._asm.start(self._asm.label())

    def _fold(self, expr: ir.Expr) -> ir.Expr:
        return self._values.folder.fold(expr)

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
        self.moves.follow(effect.variable, items)
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
        if scope.made and swaps(effect.body):
            raise NotNative("a swap for each card of a list")
        self.write(effect.body, scope, 1)


def swaps(effects: tuple[ir.Effect, ...]) -> bool:
    """Say whether effects, or what stands beneath them, swap cards."""
    return any(isinstance(effect, ir.Swap) for effect in all_effects(effects))


def _is_short(effects: tuple[ir.Effect, ...]) -> bool:
    inside = list(all_effects(effects))
    if any(isinstance(effect, ir.Stop) for effect in inside):
        if swaps(effects):
            raise NotNative("a swap in a loop that stops")
        return False
    if swaps(effects):
        return True
    return len(inside) <= _SHORT and not any(isinstance(effect, ir.Each | ir.Choose | ir.Draw) for effect in inside)
