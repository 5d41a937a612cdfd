"""A hint for a person: the move that a search thinks best, seeing what the person sees and no more."""

from __future__ import annotations

from claimdsl.ai.think import Budget, think
from claimdsl.ai.thought import Thought
from claimdsl.engine.chance import Rng
from claimdsl.engine.state import State
from claimdsl.play.match import view_of
from claimdsl.ui.messages import Hint
from claimdsl.ui.names import Names

_BUDGET = Budget(iterations=2000, seconds=2.0)


def advice(state: State, names: Names) -> Hint:
    """Give a hint for the seat that is to decide."""
    view, phrase = view_of(state), names.words.speech.phrase
    if len(view.actions) == 1:
        return Hint(view.actions[0], None, None, None, True, phrase("There is no other move."))
    thought = think(view, Rng(len(state.history)), _BUDGET)
    best = thought.best
    return Hint(best.action, best.value, best.low, best.high, thought.exact, _why(thought, names))


def _why(thought: Thought, names: Names) -> str:
    """Compare with the next best move."""
    other = thought.estimates[1]
    move = names.choice(other.action.verb, other.action.option)
    how = "worked out, for nothing is hidden any more" if thought.exact else "as far as can be told"
    return f"The next best, {move}, wins {other.value:.0%}; {how}."
