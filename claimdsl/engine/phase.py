"""What printing a phase stands on: where its text goes, what its names mean, and what all rules do at an event."""

from __future__ import annotations

from claimdsl.engine import layout as at
from claimdsl.engine.binding import Binding
from claimdsl.engine.chains import Chains, is_base
from claimdsl.engine.coverage import Marks
from claimdsl.engine.effect_facts import suspends, variables
from claimdsl.engine.effects import Decision, Effects
from claimdsl.engine.fold import Folder
from claimdsl.engine.grading import Grading, is_printed
from claimdsl.engine.layout import Layout
from claimdsl.engine.text import Scope, Texts
from claimdsl.engine.writer import Writer
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.vocabulary import HOOKS, Asked


class Printing(Frozen):
    """What is being printed: the binding, its frame, where the text goes, whether it is traced, what is noted.

    `turns` gathers the block of each phase in which the next seat plays.
    """

    binding: Binding
    layout: Layout
    writer: Writer
    decisions: list[Decision]
    turns: list[int]
    traced: bool
    marks: Marks


class Phase:
    """One phase that is printed ("" for what lies outside phases).  At random: whatever is to be decided is drawn."""

    at_random = False

    def __init__(self, flow: Printing, phase: str, number: int) -> None:
        self.flow = flow
        self.number = number
        self.binding = flow.binding
        self.layout = flow.layout
        self.writer = flow.writer
        self.folder = Folder(flow.binding, phase, bool(flow.marks))
        self.texts = Texts(flow.binding, flow.layout, self.folder, flow.marks)
        self.chains = Chains(self.texts, flow.writer, phase, flow.traced)
        self.effects = Effects(self.texts, flow.writer, flow.decisions, flow.traced, self.at_random)
        plain = is_printed(flow.binding, phase)
        self.grading = Grading(flow.layout, self.chains, flow.writer, number, flow.traced, plain)
        plays = flow.layout.plays
        self.hand = flow.layout.piles["hand"]
        self.table = Scope(
            {
                "leader": f"v[{at.LEADER}]", "trick_number": f"v[{at.TRICK_NUMBER}]",
                "led": f"leads_{number}(v)" if self.leads_live() else f"v[{plays['counts_as']}]",
                "ranking": f"v[{at.RANKING}]", "winner": f"v[{at.WINNER}]",
                "winning_play": f"v[{at.RANKING}][0]", "last_trick": f"last_{number}(v)", "due": f"v[{at.DUE}]",
                "worth": self.grading.ranked,
                "face_down": f"hides_{number}(v, {{}})" if self.hides() else "(-1 if {} < 0 else False)",
            },
            {},
        )

    def leads_live(self) -> bool:
        """Say whether rules answer what leads, so that it is asked anew each time."""
        answers = [rule.value for _, rule in self.chains.rules("leads") if rule.value is not None]
        return bool(answers and self.flow.marks) or any(changes_lead(self.folder.fold(value)) for value in answers)

    def hides(self) -> bool:
        """Say whether plays may lie face down, which is then asked anew each time."""
        return self.number >= 0 and bool(self.chains.rules("face_down"))

    def scope_of(self, play: str) -> Scope:
        """Give the scope of a hook that is asked of a play."""
        card, player = (f"v[{self.layout.plays[name]} + {play}]" for name in ("card", "player"))
        return self.table.with_names(play=play, card=card, player=player)

    def trace(self, call: str) -> None:
        """Print a call of the tracer, in a traced program."""
        if self.flow.traced:
            self.writer.line(f"t.{call}")

    def events(self, hook: str, scope: Scope) -> None:
        """Print what all rules do at an event."""
        card = scope.names.get("card", "")
        for number, rule in self.chains.rules(hook):
            if rule.effects is None:
                continue
            placed = scope
            if suspends(rule.effects) and not self.at_random:
                slots = {key: self.layout.locals + index for index, key in enumerate(variables(rule.effects))}
                placed = Scope(scope.names, slots)
            asked = HOOKS[hook].asked is not Asked.TABLE
            guard = self.chains.guard(rule, placed, f"FAC[{card}]" if asked else "")
            self.effects.when(guard, rule.effects, placed, number)


def most_tricks(folder: Folder, phase: ir.PhaseSpec) -> int:
    """Give the greatest number of tricks of a phase: its own, or what a faction in play asks for."""
    asked = [folder.number(tricks) for faction, tricks in phase.extra if folder.binding.in_play(faction)]
    return max([folder.number(phase.tricks), *asked])


def changes_lead(value: ir.Expr) -> bool:
    """Say whether an answer to `leads` is anything but what the first card counts as, or what lies beneath."""
    match value:
        case ir.Field(of=ir.Known(name="play"), name="counts_as"):
            return False
        case ir.AsMaybe(operand=operand):
            return changes_lead(operand)
        case _:
            return not is_base(value)
