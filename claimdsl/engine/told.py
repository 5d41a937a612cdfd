"""What a seat is told of each decision of a game, whatever it makes of those that it does not know: read once."""

from __future__ import annotations

from claimdsl.engine import events as ev
from claimdsl.engine import layout as at
from claimdsl.engine.action import Action
from claimdsl.engine.choices import Choice, Sight, impossible, is_play, read_choice
from claimdsl.engine.layout import Frame, number
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir


class Made(Frozen):
    """A decision: what the seat knows of it, the rule that asked (None: the game itself), whether a card was played.

    `barred` names the cards beside which it would not have been possible.
    """

    choice: Choice
    rule: ir.Origin | None
    is_play: bool
    barred: frozenset[str]


class Told:
    """The decisions of a game as one seat was told of them, with what happened in between."""

    def __init__(self, state: State, sight: Sight) -> None:
        self.state = state
        self.sight = sight
        self.events = state.events
        self.made: list[Made] = []
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
