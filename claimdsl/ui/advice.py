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
    view, phrase = view_of(state), names.words.speech.phrase
    if len(view.actions) == 1:
        return Hint(view.actions[0], None, None, None, True, phrase("There is no other move."))
    action = GreedyAgent().choose(view, Rng(len(state.history)))
    why = phrase("That is what {agent} would do for {who}.", agent="greedy", who=names.who(state.seat))
    return Hint(action, None, None, None, False, why)
