"""Printing value hooks: the chain of rules that answers one, from the table up, as selects."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.conditions import is_card
from claimdsl.engine.fold import Folder, is_false, is_true, may_be_absent
from claimdsl.engine.rules import cards_of, rules_of
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.vocabulary import HOOKS, Asked
from claimdsl.native.asm import BOOL, MASK, NUM
from claimdsl.native.maps import Value
from claimdsl.native.memory import Variable
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Scope
from claimdsl.native.values import Values

Targets = dict[tuple[str, Value], Value]
"""Piles by name and number, each with the condition under which it is meant; at most one of them holds."""


class Chains:
    """Prints the chains of one lane and phase."""

    def __init__(self, values: Values, phase: str) -> None:
        self._values = values
        self._asm = values.asm
        self._phase = phase
        self._kept = Folder(values.binding, phase, arms=True)

    def rules(self, hook: str) -> list[tuple[int, ir.HookRule]]:
        """Give the rules of a hook whose guards are not plainly false."""
        return [
            (number, rule) for number, rule in rules_of(self._values.binding, hook, self._phase)
            if rule.when is None or not is_false(self._values.folder.fold(rule.when))
        ]

    def guard(self, rule: ir.HookRule, scope: Scope, faction: Value) -> Value:
        """Print the condition under which a rule applies; `faction` is that of the card asked about."""
        asm, found = self._asm, 1
        guard: Value = found
        if rule.origin.faction and HOOKS[rule.hook].asked is not Asked.TABLE and rule.cards != "all":
            number = self._values.binding.faction_ids[rule.origin.faction]
            guard = asm.compare("==" if rule.cards == "own" else "!=", faction, number)
        if rule.when is not None and guard != 0:
            folded = self._values.folder.fold(rule.when)
            if not is_true(folded):
                guard = asm.both(guard, self._values.one(folded, scope))
        return guard

    def one(self, hook: str, scope: Scope, faction: Value) -> Value:
        """Print the answer of a hook that gives one value."""
        gives = HOOKS[hook].type
        kind = BOOL if gives is not None and gives.kind is Kind.BOOL else NUM
        answer = self.default(hook, scope, faction)
        for rule, said, guard in self._answers(hook, scope, faction):
            self.asked(rule, guard, scope.named(base=answer))
            value = self._values.one(self._values.folder.fold(said), scope.named(base=answer))
            answer = self._asm.select(guard, value, answer, kind)
        return answer

    def _answers(self, hook: str, scope: Scope, faction: Value) -> Iterator[tuple[ir.HookRule, ir.Expr, Value]]:
        """Give the rules that may answer a hook, from the table up: each with what it says, and when it applies."""
        for _, rule in self.rules(hook):
            if rule.value is not None:
                guard = self.guard(rule, scope, faction)
                if guard != 0:
                    yield rule, rule.value, guard

    def asked(self, rule: ir.HookRule, when: Value, scope: Scope) -> None:
        """Note that a rule is asked where a condition holds, and which arms of its answer run."""
        ran = self._values.frame.ran
        value = self._kept.fold(rule.value) if ran.rule(rule, when) and rule.value is not None else None
        while isinstance(value, ir.If):
            test = self._values.one(self._values.folder.fold(value.condition), scope)
            yes = self._asm.both(when, test)
            when = self._asm.both(when, self._asm.denied(test))
            ran.arm(value.spot, True, yes)
            ran.arm(value.spot, False, when)
            value = value.no

    def default(self, hook: str, scope: Scope, faction: Value) -> Value:
        """Give the answer where no rule does."""
        match hook:
            case "may_play":
                return 1
            case "counts_as":
                return faction
            case "leads":
                return scope.names["counts_as 0"]
            case "worth":
                return self._values.fact(scope.names["card"], "value", False)
            case "strength":
                return scope.names[f"worth {scope.names['play']}"]
            case "next_leader":
                return scope.names["winner"]
            case "weight":
                return 1
            case _:
                return 0

    # --- piles -----------------------------------------------------------------------------------------------------

    def targets(self, hook: str, scope: Scope, faction: Value, when: Value = 1) -> Targets:
        """Print the pile that a hook gives, which is asked where a condition holds."""
        found: Targets = {}
        for rule, said, guard in self._answers(hook, scope, faction):
            self.asked(rule, self._asm.both(when, guard), scope)
            answer = self.target(self._values.folder.fold(said), scope, found)
            found = self._merged(guard, answer, found)
        return found

    def _merged(self, guard: Value, yes: Targets, no: Targets) -> Targets:
        """Take the targets of `yes` where the guard holds and one of them is there, else those of `no`."""
        asm = self._asm
        found: Targets = {}
        taken: Value = 0
        for key, condition in yes.items():
            found[key] = asm.both(guard, condition)
            taken = asm.either(taken, found[key])
        for key, condition in no.items():
            left = asm.both(condition, asm.denied(taken))
            if left != 0:
                found[key] = asm.either(found.get(key, 0), left)
        return {key: condition for key, condition in found.items() if condition != 0}

    def target(self, expr: ir.Expr, scope: Scope, base: Targets) -> Targets:
        """Print a pile expression."""
        match expr:
            case ir.PileOf(pile=pile, owner=None):
                return {(pile, 0): 1}
            case ir.PileOf(pile=pile, owner=owner) if owner is not None:
                seat = self._values.one(owner, scope)
                index = self._values.sets.place_in(pile, seat, owner)
                present: Value = 1
                if may_be_absent(owner) or owner.type.kind is Kind.CARD:
                    present = self._asm.compare(">=", index, 0)
                return {(pile, index): present} if present != 0 else {}
            case ir.If(condition=condition, yes=yes, no=no):
                if is_true(condition) or is_false(condition):
                    return self.target(yes if is_true(condition) else no, scope, base)
                test = self._values.one(condition, scope)
                return self._split(test, self.target(yes, scope, base), self.target(no, scope, base))
            case ir.Known(name="base"):
                return base
            case _:
                raise NotNative("a pile that is worked out in an unusual way")

    def _split(self, test: Value, yes: Targets, no: Targets) -> Targets:
        found = {key: self._asm.both(test, condition) for key, condition in yes.items()}
        for key, condition in no.items():
            other = self._asm.both(self._asm.denied(test), condition)
            found[key] = self._asm.either(found.get(key, 0), other)
        return found

    # --- what may be played ----------------------------------------------------------------------------------------

    def playable(self, scope: Scope, hand: Value) -> Value:
        """Print the cards of a hand that may be played, as a mask; all where none may."""
        allowed: tuple[Value, Value] = (0, self._asm.everything)
        for _, rule in self.rules("may_play"):
            if rule.value is not None:
                allowed = self._allowed(rule, allowed, scope, hand)
        return self._of_hand(hand, *allowed)

    def _allowed(
        self, rule: ir.HookRule, beneath: tuple[Value, Value], scope: Scope, hand: Value
    ) -> tuple[Value, Value]:
        """Print what may be played by a rule, over what may be beneath it: when all cards may, and else which."""
        asm = self._asm
        guard = self._guard_mask(rule, scope)
        if guard == 0 or rule.value is None:
            return beneath
        folded = self._values.folder.fold(rule.value)
        answer = self._joined(beneath)
        inner = Scope({**scope.names, "base mask": answer}, scope.lists, scope.variables, scope.made)
        self._asked_of(rule, asm.both(hand, guard, MASK), inner)
        if is_true(folded) and guard != asm.everything:
            return beneath[0], asm.either(beneath[1], guard, MASK)
        free, value = self._values.sets.split(folded, is_card, inner)
        if value is None:
            free, value = 0, self._one_by_one(folded, scope, hand, answer)
        if guard == asm.everything:
            return free, value
        kept = asm.without(answer, guard)
        return 0, asm.either(kept, asm.both(self._joined((free, value)), guard, MASK), MASK)

    def _joined(self, allowed: tuple[Value, Value]) -> Value:
        return self._asm.select(allowed[0], self._asm.everything, allowed[1], MASK)

    def _of_hand(self, hand: Value, free: Value, answer: Value) -> Value:
        """Print the cards of a hand that may be played; all where none may."""
        asm = self._asm
        if free == 1 or answer == asm.everything:
            return hand
        legal = asm.both(hand, answer, MASK)
        if not self._has_one(hand, free, answer):
            legal = asm.select(asm.some(legal), legal, hand, MASK)
        return asm.select(free, hand, legal, MASK)

    def _has_one(self, hand: Value, free: Value, answer: Value) -> bool:
        """Say whether a hand is known to have a card that may be played where not all may."""
        asm = self._asm
        met = asm.shared(asm.denied(free))
        if met is None or hand not in met:
            return False
        cards = met[1] if met[0] == hand else met[0]
        return asm.lift(lambda some, more: some & ~more, cards, answer) == 0

    def _asked_of(self, rule: ir.HookRule, cards: Value, scope: Scope) -> None:
        """Note that a rule is asked of some cards, and which arms of its answer run."""
        asm, ran = self._asm, self._values.frame.ran
        value = self._kept.fold(rule.value) if ran.rule(rule, asm.some(cards)) and rule.value is not None else None
        while isinstance(value, ir.If):
            test = self._values.sets.meeting(self._values.folder.fold(value.condition), is_card, scope)
            if test is None:
                with ran.paused(rule.hook):
                    return
            ran.arm(value.spot, True, asm.some(asm.both(cards, test, MASK)))
            cards = asm.without(cards, test)
            ran.arm(value.spot, False, asm.some(cards))
            value = value.no

    def _guard_mask(self, rule: ir.HookRule, scope: Scope) -> Value:
        asm = self._asm
        guard: Value = cards_of(self._values.binding, rule)
        if rule.when is not None:
            folded = self._values.folder.fold(rule.when)
            if not is_true(folded):
                mask = self._values.sets.meeting(folded, is_card, scope)
                if mask is None:
                    raise NotNative(f"the guard of '{rule.origin.power}'")
                guard = asm.both(guard, mask, MASK)
        return guard

    def _one_by_one(self, test: ir.Expr, scope: Scope, hand: Value, answer: Value) -> Value:
        """Ask a condition of each card in hand; `base` is whether the answer beneath holds it."""
        asm, found = self._asm, Variable(self._asm, MASK, 0)

        def body(card: Value) -> None:
            base = asm.some(asm.both(answer, asm.bit(card), MASK))
            allowed = self._values.one(test, scope.named(card=card, base=base))
            found.unite(asm.bit(card, allowed))

        self._values.folds.each_card(hand, body)
        return found.read()
