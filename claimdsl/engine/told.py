"""What a seat is told of each decision of a game, whatever it makes of those that it does not know: read once."""

from __future__ import annotations

from claimdsl.engine import events as ev
from claimdsl.engine import layout as at
from claimdsl.engine.action import Action
from claimdsl.engine.binding import Binding
from claimdsl.engine.choices import Choice, Sight, impossible, is_play, read_choice
from claimdsl.engine.layout import Frame, number
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import naming, sifting
from claimdsl.ir.walk import all_effects


class Made(Frozen):
    """A decision: what the seat knows of it, the rule that asked (None: the game itself), whether a card was played.

    `barred` names the cards beside which it would not have been possible.
    """

    choice: Choice
    rule: ir.Origin | None
    is_play: bool
    barred: frozenset[str]


class Told:
    """The decisions of a game as one seat was told of them, with what happened in between.

    `swaps` are the rules that exchange cards; `is_scattered`: chance may have drawn from more than one pile, a card was
    spoken of by name, or someone chose from some cards of a pile that not all see.
    """

    def __init__(self, state: State, sight: Sight) -> None:
        self.state = state
        self.sight = sight
        self.events = state.events
        self.made: list[Made] = []
        self.swaps = _swapping(state.game.binding)
        self.is_scattered = _scattered(state.game.binding)
        plies = state.plies()
        for time, event in enumerate(self.events):
            if isinstance(event, ev.Chose):
                self.made.append(self._read(time, next(plies)))

    @property
    def choices(self) -> list[Choice]:
        """Give what the seat knows of each decision."""
        return [made.choice for made in self.made]

    def _read(self, time: int, ply: tuple[Frame, Action, int]) -> Made:
        game, (v, _, code) = self.state.game, ply
        choice = read_choice(self.state, time, ply, len(self.made), self.sight)
        decision = game.decisions[number(v, at.DECISION)]
        rule = game.binding.program.hooks[decision.rule].origin if decision.rule >= 0 else None
        is_ours = choice.seat == self.sight.seat
        barred: frozenset[str] = frozenset()
        if is_play(game, v) and not is_ours:
            barred = impossible(game, v, code, range(len(game.binding.labels)))
        return Made(choice, rule, is_play(game, v), barred)


def _swapping(binding: Binding) -> frozenset[ir.Origin]:
    return frozenset(
        rule.origin for rule in binding.program.hooks
        if any(isinstance(effect, ir.Swap) for effect in all_effects(rule.effects or ()))
    )


def _scattered(binding: Binding) -> bool:
    told_of = naming(binding.program) | sifting(binding.program)
    return any(binding.in_play(rule.faction) for rule in told_of) or any(
        isinstance(effect, ir.Draw) and not isinstance(effect.cards, ir.PileOf)
        for rule in binding.program.hooks if binding.in_play(rule.origin.faction)
        for effect in all_effects(rule.effects or ())
    )
