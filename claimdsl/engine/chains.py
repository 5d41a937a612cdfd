"""Printing value hooks: the chain of rules that answers one, from the table up; the last that applies decides."""

from __future__ import annotations

from claimdsl.engine.conditions import is_card
from claimdsl.engine.fold import absent, is_false, is_true
from claimdsl.engine.rules import cards_of, rules_of
from claimdsl.engine.text import Scope, Texts, worth_of
from claimdsl.engine.writer import Writer
from claimdsl.frozen import replace
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind, pile
from claimdsl.ir.vocabulary import HOOKS, Asked
from claimdsl.ir.walk import mentions, within


def is_base(expr: ir.Expr) -> bool:
    """Say whether an expression is `base`, the answer beneath."""
    match expr:
        case ir.AsMaybe(operand=operand):
            return is_base(operand)
        case _:
            return isinstance(expr, ir.Known) and expr.name == "base"


class Chains:
    """Prints chains for one binding and phase."""

    def __init__(self, texts: Texts, writer: Writer, phase: str, traced: bool) -> None:
        self._texts = texts
        self._marks = texts.marks
        self._writer = writer
        self._phase = phase
        self._traced = traced

    def rules(self, hook: str) -> list[tuple[int, ir.HookRule]]:
        """Give the rules of a hook whose guards are not plainly false."""
        return [
            (number, rule) for number, rule in rules_of(self._texts.binding, hook, self._phase)
            if rule.when is None or not is_false(self._texts.fold(rule.when))
        ]

    def guard(self, rule: ir.HookRule, scope: Scope, faction: str) -> str:
        """Print the condition under which a rule applies; "" where it always does.

        `faction` is the text for the faction of the card asked about.
        """
        parts = []
        asked = HOOKS[rule.hook].asked
        if rule.origin.faction and asked is not Asked.TABLE and rule.cards != "all":
            number = self._texts.binding.faction_ids[rule.origin.faction]
            parts.append(f"{faction} {'==' if rule.cards == 'own' else '!='} {number}")
        if rule.when is not None:
            folded = self._texts.fold(rule.when)
            if not is_true(folded):
                parts.append(self._texts.one(folded, scope))
        return " and ".join(parts)

    def write(self, hook: str, scope: Scope, faction: str, target: str = "b") -> None:
        """Print lines that leave the answer in `target`, and in a traced program in `r` the rule that gave it."""
        answers = [
            (number, self.guard(rule, scope, faction), self._texts.fold(rule.value), self._marks.rule(rule))
            for number, rule in self.rules(hook) if rule.value is not None
        ]
        if not answers or answers[0][1] or mentions(answers[0][2], is_base) or HOOKS[hook].type == pile():
            self._writer.line(f"{target} = {self.default(hook, scope)}")
            if self._traced:
                self._writer.line("r = -1")
        for number, guard, value, mark in answers:
            inner = scope.with_names(base=target)
            if guard:
                with self._writer.under(f"if {guard}:"):
                    self._note(mark)
                    self._answer(value, hook, inner, target, number)
            else:
                self._note(mark)
                self._answer(value, hook, inner, target, number)

    def _note(self, mark: str) -> None:
        if mark:
            self._writer.line(mark)

    def _answer(self, value: ir.Expr, hook: str, scope: Scope, target: str, number: int) -> None:
        if is_base(value):
            return
        match value:
            case ir.If(condition=condition, yes=yes, no=no) if self._marks and (
                is_true(condition) or is_false(condition)
            ):
                self._note(self._marks.arm(value.spot, is_true(condition)))
                self._answer(yes if is_true(condition) else no, hook, scope, target, number)
            case ir.If(condition=condition, yes=yes, no=no) if is_base(yes) or is_base(no) or self._traced:
                with self._writer.under(f"if {self._texts.one(condition, scope)}:"):
                    self._note(self._marks.arm(value.spot, True))
                    self._answer(yes, hook, scope, target, number)
                if not is_base(no) or self._marks:
                    with self._writer.under("else:"):
                        self._note(self._marks.arm(value.spot, False))
                        self._answer(no, hook, scope, target, number)
            case ir.Otherwise(operands=operands) if is_base(operands[-1]):
                first = operands[0] if len(operands) == 2 else replace(value, operands=operands[:-1])
                self._writer.line(f"w = {self._texts.one(first, scope)}")
                with self._writer.under(f"if w != {absent(value)}:"):
                    self._found("w", target, number)
            case _:
                self._found(self.value(value, hook, scope, target), target, number)

    def _found(self, text: str, target: str, number: int) -> None:
        self._writer.line(f"{target} = {text}")
        if self._traced:
            self._writer.line(f"r = {number}")

    def value(self, value: ir.Expr, hook: str, scope: Scope, target: str) -> str:
        """Print one answer in the form that a hook's chain holds."""
        if hook in ("goes_to", "takes_to"):
            return self._texts.target(value, scope, target)
        if value.type.is_many:
            return self._texts.sets.mask(value, scope) if value.type.kind is Kind.CARD else (
                f"tuple({self._texts.items(value, scope)})"
            )
        return self._texts.one(value, scope)

    def default(self, hook: str, scope: Scope) -> str:
        """Print the answer where no rule gives one."""
        match hook:
            case "may_play":
                return "True"
            case "counts_as":
                return f"FAC[{scope.names['card']}]"
            case "leads":
                return f"v[{self._texts.layout.plays['counts_as']} + {scope.names['play']}]"
            case "worth":
                return f"VAL[{scope.names['card']}]"
            case "strength":
                return worth_of(scope.names["play"], scope)
            case "weight":
                return "1"
            case "scores_as":
                return f"(FAC[{scope.names['card']}],)"
            case "next_leader":
                return scope.names["winner"]
            case "tier" | "offers":
                return "0"
            case "takes_to" | "goes_to":
                return "-1"
            case _:
                return "False"

    # --- may_play, for all cards at once ---------------------------------------------------------------------------

    def write_playable(self, scope: Scope) -> None:
        """Print lines that leave in `b` the mask of the cards that may be played, of those in `h`."""
        rules = [rule for _, rule in self.rules("may_play")]
        if any(isinstance(node, ir.If) for rule in rules if self._marks.note_any([rule]) for node in within(rule)):
            self._write_one_by_one(scope)
            return
        values = [(rule, self._texts.fold(rule.value)) for _, rule in self.rules("may_play") if rule.value is not None]
        if not values or self._playable_guard(values[0][0], scope) or mentions(values[0][1], is_base):
            self._writer.line("b = ALL")
        for rule, answer in values:
            value = self._playable(answer, scope)
            guard = self._playable_guard(rule, scope)
            self._note_asked(rule, guard)
            if guard and value in ("ALL", "0"):
                self._writer.line(f"b |= {guard}" if value == "ALL" else f"b &= ~({guard})")
            elif guard:
                self._writer.line(f"g = {guard}")
                self._writer.line(f"b = b & ~g | {value} & g")
            elif value != "b":
                self._writer.line(f"b = {value}")

    def _note_asked(self, rule: ir.HookRule, guard: str) -> None:
        """Print that a rule is noted where it is asked of any card in `h`."""
        mark = self._marks.rule(rule)
        if mark:
            with self._writer.under(f"if h & {guard}:" if guard else "if h:"):
                self._writer.line(mark)

    def _write_one_by_one(self, scope: Scope) -> None:
        """Print the same card by card, so that what runs can be noted."""
        self._writer.line("b = 0")
        with self._writer.under("for c in bits(h):"):
            self.write("may_play", scope.with_names(card="c"), "FAC[c]", "a")
            self._writer.line("b |= a << c")

    def _playable_guard(self, rule: ir.HookRule, scope: Scope) -> str:
        parts = []
        cards = cards_of(self._texts.binding, rule)
        if cards != self._texts.binding.all_cards:
            parts.append(str(cards))
        if rule.when is not None:
            folded = self._texts.fold(rule.when)
            if not is_true(folded):
                parts.append(self._playable(folded, scope))
        return " & ".join(parts)

    def _playable(self, test: ir.Expr, scope: Scope) -> str:
        text = self._texts.sets.meeting(test, is_card, scope.with_names(base_mask="b"))
        if text is not None:
            return text
        inner = scope.with_names(card="c", base="(b >> c & 1 == 1)")
        return f"union(c for c in bits(h) if {self._texts.one(test, inner)})"
