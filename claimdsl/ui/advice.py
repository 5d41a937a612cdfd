"""A hint for a person: the move that a search thinks best and facts that speak for it, from what the person sees."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.ai.hints import hint
from claimdsl.ai.think import Budget
from claimdsl.engine.chance import Rng
from claimdsl.engine.state import State
from claimdsl.play.match import view_of
from claimdsl.ui.hints import behind_of, sentence_of
from claimdsl.ui.messages import Hint
from claimdsl.ui.names import Names

_BUDGET = Budget(iterations=2000, seconds=2.0)


def advice(state: State, names: Names, stop: Callable[[], bool]) -> Hint:
    """Give a hint for the seat that is to decide; what is known so far when `stop` says so."""
    view = view_of(state)
    found = hint(view, Rng(len(state.history)), _BUDGET, stop)
    told = (sentence_of(found, names), behind_of(found, names))
    best, why = found.best, names.words.speech.paragraph(filter(None, told))
    if len(view.actions) == 1:
        return Hint(best.action, None, None, None, True, why)
    return Hint(best.action, best.value, best.low, best.high, found.is_exact, why)


def advised(hint: Hint, names: Names) -> str:
    """Write a hint as a person reads it."""
    phrase, move = names.words.speech.phrase, names.choice(hint.action.verb, hint.action.option)
    if hint.chance is None or hint.low is None or hint.high is None:
        told = phrase("Consider: {move}.", move=move)
    elif hint.is_exact:
        told = phrase("Consider: {move}, which wins {chance}.", move=move, chance=f"{hint.chance:.0%}")
    else:
        told = phrase(
            "Consider: {move}, which wins {chance} ({low} to {high}).", move=move, chance=f"{hint.chance:.0%}",
            low=f"{hint.low:.0%}", high=f"{hint.high:.0%}",
        )
    return names.words.speech.paragraph((told, hint.why))
