"""Printing effects: what changes the frame, cut into blocks where a player or chance decides.

Printed at random, nothing is cut: what is to be decided is drawn there and then, from the stream `t`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from claimdsl.engine import layout as at
from claimdsl.engine.changes import Changes
from claimdsl.engine.effect_facts import loop_index, loop_list, suspends
from claimdsl.engine.fold import absent, is_false, is_true
from claimdsl.engine.text import Scope, Texts
from claimdsl.engine.writer import STOP, Writer
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import spoken_of
from claimdsl.ir.types import Kind


class Decision(Frozen):
    """A place in the program where someone decides.

    `kind` is what the options are; for words they are the two words, in alphabetical order.  `named`: these are cards
    by name, and all know which one it becomes.
    """

    verb: str
    kind: Kind
    words: tuple[str, ...]
    may: bool
    rule: int
    named: bool = False


class Effects:
    """Prints the effects of one rule after another into a writer."""

    def __init__(
        self, texts: Texts, writer: Writer, decisions: list[Decision], traced: bool, at_random: bool = False
    ) -> None:
        self._texts = texts
        self._at_random = at_random
        self._marks = texts.marks
        self._writer = writer
        self._decisions = decisions
        self._traced = traced
        self._loops: list[int | None] = []
        self._named: Callable[[ir.Expr], bool] = lambda _: False

    def decision(self, decision: Decision) -> int:
        """Number a decision."""
        self._decisions.append(decision)
        return len(self._decisions) - 1

    def write(self, effects: tuple[ir.Effect, ...], scope: Scope, rule: int) -> None:
        """Print effects in order."""
        for effect in effects:
            self._effect(effect, scope, rule)
            if isinstance(effect, ir.Stop):
                return

    def when(self, condition: str, effects: tuple[ir.Effect, ...], scope: Scope, rule: int) -> None:
        """Print the effects of a rule under a condition ("" for none)."""
        self._named = spoken_of(self._texts.binding.program, effects)
        if not condition:
            self._rule(rule)
            self.write(effects, scope, rule)
        elif not self._suspends(effects):
            with self._writer.under(f"if {condition}:"):
                self._rule(rule)
                self.write(effects, scope, rule)
        else:
            after = self._writer.block()
            with self._writer.under(f"if not ({condition}):"):
                self._writer.goto(after)
            self._rule(rule)
            self.write(effects, scope, rule)
            self._writer.goto(after)
            self._writer.start(after)

    def _rule(self, number: int) -> None:
        """Note that a rule acts, where that is asked for."""
        self._note(self._marks.rule(self._texts.binding.program.hooks[number]))

    def _arm(self, effect: ir.When, is_yes: bool) -> None:
        self._note(self._marks.arm(effect.spot, is_yes))

    def _note(self, mark: str) -> None:
        if mark:
            self._writer.line(mark)

    def _effect(self, effect: ir.Effect, scope: Scope, rule: int) -> None:
        match effect:
            case ir.Move() | ir.Swap() | ir.Show() | ir.SetState():
                Changes(self._texts, self._writer, self._traced, self._named).write(effect, scope, rule)
            case ir.Draw():
                self._draw(effect, scope, rule)
            case ir.Choose():
                self._choose(effect, scope, rule)
            case ir.Decide():
                self._decide(effect, scope, rule)
            case ir.Stop():
                self._stop()
            case ir.When():
                self._when(effect, scope, rule)
            case ir.Each():
                self._each(effect, scope, rule)
            case _:
                assert_never(effect)

    def _one(self, expr: ir.Expr, scope: Scope) -> str:
        return self._texts.one(self._texts.fold(expr), scope)

    def _store(self, local: ir.Local, scope: Scope) -> str:
        return self._texts.one(local, scope)

    # --- decisions -------------------------------------------------------------------------------------------------

    def _suspends(self, effects: tuple[ir.Effect, ...]) -> bool:
        return not self._at_random and suspends(effects)

    def suspend(self, decision: Decision, actor: str, options: str) -> None:
        """Print a stop for a decision and go on behind it; the answer then lies in the frame."""
        resume = self._writer.block()
        self._writer.keep(resume)
        self._writer.line(f"v[{at.DECISION}] = {self.decision(decision)}")
        self._writer.line(f"v[{at.OPTIONS}] = {options}")
        self._writer.line(f"v[{at.ACTOR}] = {actor}")
        self._writer.line(f"v[{at.PC}] = {resume}")
        self._writer.line(STOP)
        self._writer.start(resume)

    def _draw(self, effect: ir.Draw, scope: Scope, rule: int) -> None:
        store = self._store(effect.variable, scope)
        cards = self._texts.sets.mask(self._texts.fold(effect.cards), scope)
        if self._at_random:
            self._writer.line(f"m = {cards}")
            self._writer.line(f"{store} = drawn({self._distinct(effect.cards, 'm')}, m, t)")
            return
        after = self._writer.block()
        self._writer.line(f"v[{at.POOL}] = {cards}")
        self._writer.line(f"o = {self._distinct(effect.cards, f'v[{at.POOL}]')}")
        with self._writer.under("if len(o) < 2:"):
            self._writer.line(f"{store} = o[0] if o else -1")
            self._drew(effect, store, rule)
            self._writer.goto(after)
        self.suspend(Decision("draw", Kind.CARD, (), False, rule, self._named(effect.cards)), str(at.CHANCE), "o")
        self._writer.line(f"{store} = v[{at.ANSWER}]")
        self._drew(effect, store, rule)
        self._writer.goto(after)
        self._writer.start(after)

    def _distinct(self, cards: ir.Expr, mask: str) -> str:
        """Print the cards that can be told apart: by name, or else by where they lie unseen too."""
        return f"playable({mask})" if self._named(cards) else f"distinct(v, {mask})"

    def _drew(self, effect: ir.Draw, store: str, rule: int) -> None:
        if self._traced:
            named = ", True" if self._named(effect.cards) else ""
            self._writer.line(f"t.drew(v, {store}, {rule}{named})")

    def _choose(self, effect: ir.Choose, scope: Scope, rule: int) -> None:
        store = self._store(effect.variable, scope)
        options = self._texts.fold(effect.options)
        kind = options.type.kind
        line = self._writer.line
        if kind is Kind.CARD:
            line(f"o = {self._distinct(effect.options, self._texts.sets.mask(options, scope))}")
        else:
            line(f"o = tuple(dict.fromkeys({self._texts.items(options, scope)}))")
        nothing = absent(effect.variable)
        if self._at_random:
            line(f"{store} = chosen(o + ({nothing},), t)" if effect.may else f"{store} = chosen(o or ({nothing},), t)")
            self._keep_field(effect, store, scope)
            return
        after = self._writer.block()
        with self._writer.under(f"if len(o) < {1 if effect.may else 2}:"):
            line(f"{store} = o[0] if o else {nothing}")
            self._keep_field(effect, store, scope)
            self._writer.goto(after)
        passing = f"o + ({nothing},)" if effect.may else "o"
        named = kind is Kind.CARD and self._named(effect.options)
        decision = Decision(effect.variable.name, kind, (), effect.may, rule, named)
        self.suspend(decision, self._one(effect.player, scope), passing)
        line(f"{store} = v[{at.ANSWER}]")
        self._keep_field(effect, store, scope)
        self._writer.goto(after)
        self._writer.start(after)

    def _keep_field(self, effect: ir.Choose, store: str, scope: Scope) -> None:
        if effect.field:
            start = self._texts.layout.plays[f".{effect.variable.name}"]
            self._writer.line(f"v[{start} + {scope.names['play']}] = {store}")

    def _decide(self, effect: ir.Decide, scope: Scope, rule: int) -> None:
        words = tuple(sorted((effect.first.name, effect.second.name)))
        if self._at_random:
            self._writer.line(f"v[{at.ANSWER}] = chosen((0, 1), t)")
        else:
            self.suspend(Decision("", Kind.WORD, words, False, rule), self._one(effect.player, scope), "(0, 1)")
        for local in (effect.first, effect.second):
            self._writer.line(f"{self._store(local, scope)} = v[{at.ANSWER}] == {words.index(local.name)}")

    # --- control ---------------------------------------------------------------------------------------------------

    def _when(self, effect: ir.When, scope: Scope, rule: int) -> None:
        condition = self._texts.fold(effect.condition)
        if is_true(condition) or is_false(condition):
            self._arm(effect, is_true(condition))
            self.write(effect.yes if is_true(condition) else effect.no, scope, rule)
            return
        text = self._texts.one(condition, scope)
        if not self._suspends((effect,)):
            self._branch(text, effect, scope, rule)
            return
        other, after = self._writer.block(), self._writer.block()
        with self._writer.under(f"if not {text}:"):
            self._writer.goto(other)
        self._arm(effect, True)
        self.write(effect.yes, scope, rule)
        self._writer.goto(after)
        self._writer.start(other)
        self._arm(effect, False)
        self.write(effect.no, scope, rule)
        self._writer.goto(after)
        self._writer.start(after)

    def _branch(self, text: str, effect: ir.When, scope: Scope, rule: int) -> None:
        with self._writer.under(f"if {text}:"):
            self._arm(effect, True)
            self.write(effect.yes, scope, rule)
        if effect.no or self._marks:
            with self._writer.under("else:"):
                self._arm(effect, False)
                self.write(effect.no, scope, rule)

    def _each(self, effect: ir.Each, scope: Scope, rule: int) -> None:
        items = self._texts.items(self._texts.fold(effect.items), scope)
        variable = self._store(effect.variable, scope)
        if not self._suspends(effect.body):
            with self._writer.under(f"for {variable} in {items}:"):
                self._body(effect, None, scope, rule)
            return
        rounds, number = (scope.in_frame[key] for key in (loop_list(effect), loop_index(effect)))
        head, after = self._writer.block(), self._writer.block()
        self._writer.line(f"v[{rounds}] = tuple({items})")
        self._writer.line(f"v[{number}] = 0")
        self._writer.goto(head)
        self._writer.start(head)
        with self._writer.under(f"if v[{number}] >= len(v[{rounds}]):"):
            self._writer.goto(after)
        self._writer.line(f"{variable} = v[{rounds}][v[{number}]]")
        self._writer.line(f"v[{number}] += 1")
        self._body(effect, after, scope, rule)
        self._writer.goto(head)
        self._writer.start(after)

    def _body(self, effect: ir.Each, after: int | None, scope: Scope, rule: int) -> None:
        """Print a round of a loop; `after` is the block behind one that spans blocks."""
        self._loops.append(after)
        self.write(effect.body, scope, rule)
        self._loops.pop()

    def _stop(self) -> None:
        after = self._loops[-1]
        if after is None:
            self._writer.line("break")
        else:
            self._writer.goto(after)
