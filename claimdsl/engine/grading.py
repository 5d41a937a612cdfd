"""Printing how plays are graded: what each is worth, then its tier and its strength.

Before the ranking, worth is worked out wherever it is read; the ranking writes it down, and from then on it stands.
Where it is nothing but the number on the card, that is read instead and nothing is written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext

from claimdsl.engine import layout as at
from claimdsl.engine.binding import Binding
from claimdsl.engine.chains import Chains, is_base
from claimdsl.engine.fold import Folder, is_false
from claimdsl.engine.layout import Layout
from claimdsl.engine.rules import rules_of
from claimdsl.engine.runtime import NO_NUMBER
from claimdsl.engine.text import Scope
from claimdsl.engine.writer import Writer
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import is_worth
from claimdsl.ir.vocabulary import HOOKS
from claimdsl.ir.walk import all_effects, within


class Grading:
    """Prints the grading of one phase, by its number."""

    def __init__(self, layout: Layout, chains: Chains, writer: Writer, number: int, traced: bool, plain: bool) -> None:
        self._chains = chains
        self._writer = writer
        self._number = number
        self._traced = traced
        self._plays = layout.plays
        self._is_plain = plain

    @property
    def now(self) -> str:
        """Give the text for what a play is worth now, with a place for the play."""
        return self.ranked if self._is_plain else f"worth_{self._number}(v, {{}})"

    @property
    def ranked(self) -> str:
        """Give the text for what a play was worth in the ranking, with a place for the play."""
        card = f"v[{self._plays['card']} + {{}}]"
        return f"VAL[{card}]" if self._is_plain else f"v[{self._plays['worth']} + {{}}]"

    def write(self, scope_of: Callable[[str], Scope]) -> None:
        """Print the functions; `scope_of` gives the scope of a hook that is asked of a play."""
        writer = self._writer
        scope = scope_of("i").with_names(card="c")
        if not self._is_plain:
            with writer.function(f"def worth_{self._number}(v, i):"):
                with writer.under("if i < 0:"):
                    writer.line(f"return {NO_NUMBER}")
                self._begin("i")
                self._chains.write("worth", scope, "f")
                writer.line("return b")
        with writer.function(f"def grade_{self._number}(v):"):
            self.grade(scope_of)

    def grade(self, scope_of: Callable[[str], Scope], plays: range | None = None) -> None:
        """Print the grading of all plays; with `plays`, each by itself."""
        if self._traced:
            self._writer.line("rules = []")
        if not self._is_plain or self._traced:
            for play in self.each(plays):
                self._grade("worth", play, scope_of(play).with_names(card="c"), "rules.append([r])")
        for play in self.each(plays):
            scope = scope_of(play).with_names(card="c")
            inner = scope.with_names(own_worth="VAL[c]") if self._is_plain else scope
            for hook in ("tier", "strength"):
                self._grade(hook, play, inner, "rules[i].append(r)")
        if self._traced:
            self._writer.line("return rules")

    def each(self, plays: range | None = None) -> Iterator[str]:
        """Print what is done with every play, in a loop or, with `plays`, one after another; give the play's text."""
        if plays is None:
            with self._writer.under(f"for i in range(v[{at.PLAYED}]):"):
                self._begin("i")
                yield "i"
        for play in plays or ():
            with self._writer.under(f"if v[{at.PLAYED}] > {play}:") if play else nullcontext():
                self._begin(str(play))
                yield str(play)

    def _begin(self, play: str) -> None:
        self._writer.line(f"c = v[{self._plays['card']} + {play}]")
        self._writer.line("f = FAC[c]")

    def _grade(self, hook: str, play: str, scope: Scope, noted: str) -> None:
        self._chains.write(hook, scope, "f")
        if hook != "worth" or not self._is_plain:
            self._writer.line(f"v[{self._plays[hook]} + {play}] = b")
        if self._traced:
            self._writer.line(noted)


def is_printed(binding: Binding, phase: str) -> bool:
    """Say whether in a phase the number on a card is all that it is ever worth."""
    folder = Folder(binding, phase)
    return not _is_kept(binding) and all(
        _is_number(folder.fold(rule.value)) for _, rule in rules_of(binding, "worth", phase)
        if rule.value is not None and not (rule.when is not None and is_false(folder.fold(rule.when)))
    )


def _is_number(value: ir.Expr) -> bool:
    """Say whether an answer to worth is the number on the card, or what lies beneath."""
    match value:
        case ir.Field(of=ir.Known(name="card" | "play"), name="value"):
            return True
        case _:
            return is_base(value)


def _is_kept(binding: Binding) -> bool:
    """Say whether what was worth something in the ranking may be asked for when another card lies in its place."""
    rules = [
        rule for rule in binding.program.hooks
        if "ranking" in HOOKS[rule.hook].names and binding.in_play(rule.origin.faction)
    ]
    swaps = any(isinstance(effect, ir.Swap) for rule in rules for effect in all_effects(rule.effects or ()))
    return swaps and any(is_worth(node) for rule in rules for node in within(rule))
