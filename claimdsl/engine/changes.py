"""Printing the effects that nobody decides: cards that move, change places or are shown, and states that are set."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from claimdsl.engine.effect_facts import source_of
from claimdsl.engine.fold import absent, may_be_absent
from claimdsl.engine.text import Scope, Texts
from claimdsl.engine.writer import Writer
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import MAY_BE_NOTHING, Kind


class Changes:
    """Prints changes; `named` says of cards whether they are spoken of by name."""

    def __init__(self, texts: Texts, writer: Writer, traced: bool, named: Callable[[ir.Expr], bool]) -> None:
        self._texts = texts
        self._writer = writer
        self._traced = traced
        self._named = named

    def write(self, effect: ir.Move | ir.Swap | ir.Show | ir.SetState, scope: Scope, rule: int) -> None:
        """Print one change."""
        match effect:
            case ir.Move():
                self._move(effect, scope, rule)
            case ir.Swap():
                self._swap(effect, scope, rule)
            case ir.Show():
                self._show(effect, scope, rule)
            case ir.SetState():
                self._set(effect, scope, rule)
            case _:
                assert_never(effect)

    def _move(self, effect: ir.Move, scope: Scope, rule: int) -> None:
        cards = self._texts.fold(effect.cards)
        line = self._writer.line
        line(f"m = {self._texts.sets.mask(cards, scope)}")
        pile = self._texts.fold(effect.pile)
        line(f"d = {self._texts.target(pile, scope)}")
        with self._writer.under("if m:" if self._texts.is_place(pile) else "if m and d >= 0:"):
            if self._traced:
                named = ", True" if self._named(effect.cards) else ""
                line(f"t.moved(v, m, d, {effect.unseen}, {rule}{named})")
            self._take_out(cards, scope)
            self._put(effect.pile.pile)

    def _take_out(self, cards: ir.Expr, scope: Scope) -> None:
        pile = source_of(cards)
        if pile is None or pile.owner is not None and pile.owner.type.kind is Kind.SIDE:
            self._writer.line("lift(v, m)")
            return
        slot = self._texts.slot(pile, scope)
        if not self._texts.is_ordered(pile):
            self._writer.line(f"v[{slot}] &= ~m")
        elif isinstance(cards, ir.Top):
            self._writer.line(f"v[{slot}] = v[{slot}][{self._texts.natural(cards.count, scope)}:]")
        else:
            self._writer.line(f"v[{slot}] = tuple(c for c in v[{slot}] if not m >> c & 1)")

    def _put(self, pile: str) -> None:
        """Print that the cards of `m` come into slot `d` of a pile."""
        if pile in self._texts.layout.ordered:
            self._writer.line("v[d] = tuple(bits(m)) + v[d]")
        else:
            self._writer.line("v[d] |= m")

    def _swap(self, effect: ir.Swap, scope: Scope, rule: int) -> None:
        a, b = (self._texts.one(self._texts.fold(part), scope) for part in (effect.left, effect.right))
        if self._traced:
            named = tuple(self._named(part) for part in (effect.left, effect.right))
            self._writer.line(f"t.swapped(v, {a}, {b}, {rule}, {named})")
        self._writer.line(f"swap(v, {a}, {b})")

    def _show(self, effect: ir.Show, scope: Scope, rule: int) -> None:
        """Print who sees cards: where a card lies that is spoken of by name, all hear."""
        if self._traced:
            seats = self._texts.items(self._texts.fold(effect.players), scope)
            seats = "TABLE[0]" if self._named(effect.cards) else seats
            shown = self._texts.sets.mask(self._texts.fold(effect.cards), scope)
            self._writer.line(f"t.showed(v, {shown}, {seats}, {rule})")

    def _set(self, effect: ir.SetState, scope: Scope, rule: int) -> None:
        state = next(spec for spec in self._texts.binding.states if spec.name == effect.state.state)
        folded = self._texts.fold(effect.value)
        value = self._texts.one(folded, scope)
        slot = str(self._texts.layout.states[state.name])
        takes_nothing = state.type.kind in MAY_BE_NOTHING
        guards = [f"{value} != {absent(folded)}"] if may_be_absent(folded) and not takes_nothing else []
        if effect.state.owner is not None:
            owner = self._texts.fold(effect.state.owner)
            text = self._texts.one(owner, scope)
            slot = f"{slot} + {text}"
            guards += [f"{text} >= 0"] if may_be_absent(owner) else []
        if state.type.kind is Kind.INT:
            value = f"clamp({value}, {state.low}, {state.high})"
        if guards:
            with self._writer.under(f"if {' and '.join(guards)}:"):
                self._assign(slot, value, rule)
        else:
            self._assign(slot, value, rule)

    def _assign(self, slot: str, value: str, rule: int) -> None:
        if self._traced:
            self._writer.line(f"was = v[{slot}]")
        self._writer.line(f"v[{slot}] = {value}")
        if self._traced:
            self._writer.line(f"if v[{slot}] != was: t.state(v, {slot}, {rule})")
