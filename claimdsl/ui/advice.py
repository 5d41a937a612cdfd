"""A hint for a person: the move that a search thinks best, seeing what the person sees and no more."""

from __future__ import annotations

from claimdsl.ai.think import Budget, think
from claimdsl.ai.thought import Thought
from claimdsl.engine.chance import Rng
from claimdsl.engine.state import State
from claimdsl.play.match import view_of
from claimdsl.ui.messages import Hint
from claimdsl.ui.names import Names
from claimdsl.ui.speech import msg

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
    exact = msg("The next best, {move}, wins {chance}; worked out, for nothing is hidden any more.")
    guess = msg("The next best, {move}, wins {chance}; as far as can be told.")
    move = names.choice(other.action.verb, other.action.option)
    return names.words.speech.phrase(exact if thought.exact else guess, move=move, chance=f"{other.value:.0%}")
