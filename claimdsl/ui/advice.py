"""A hint for a person: the move that a player of the house would make, seeing what the person sees."""

from __future__ import annotations

from claimdsl.ai.greedy import GreedyAgent
from claimdsl.engine.chance import Rng
from claimdsl.engine.state import State
from claimdsl.play.match import view_of
from claimdsl.ui.messages import Hint
from claimdsl.ui.names import Names


def advice(state: State, names: Names) -> Hint:
    """Give a hint for the seat that is to decide."""
    view = view_of(state)
    if len(view.actions) == 1:
        return Hint(view.actions[0], None, None, None, True, "There is no other move.")
    action = GreedyAgent().choose(view, Rng(len(state.history)))
    return Hint(action, None, None, None, False, f"That is what greedy would do for {names.who(state.seat)}.")
