"""The exact worth of each action, where a position hides nothing any more and can be worked out in the time given."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from claimdsl.ai.perfect import UnsolvableError, check
from claimdsl.ai.solve import Engines
from claimdsl.ai.thought import Estimate
from claimdsl.engine.game import Game
from claimdsl.engine.state import State


def worked_out(state: State, stop: Callable[[], bool]) -> tuple[Estimate, ...] | None:
    """Give what each action is worth under best play, the best first; None where that cannot be said in time.

    Of actions alike in result the one that keeps more votes comes first.
    """
    try:
        check(state)
    except UnsolvableError:
        return None
    if stop():
        return None
    searcher, _ = _engines(state.game).searcher(state)
    found = []
    for place, action in enumerate(state.legal_actions):
        after = state.apply(action)
        value, margin = searcher.value(after), searcher.margin(after)
        share = (value + 1) / 2
        found.append(((-value, -margin, place), Estimate(action, share, share, share, 0)))
        if stop():
            return None
    return tuple(estimate for _, estimate in sorted(found, key=lambda one: one[0]))


@lru_cache(maxsize=8)
def _engines(game: Game) -> Engines:
    return Engines()
