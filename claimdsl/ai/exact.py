"""The exact worth of each action, where a position hides nothing any more and can be worked out in the time given."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from claimdsl.ai.perfect import UnsolvableError, check
from claimdsl.ai.solve import Engines, OnFrames, Searcher
from claimdsl.ai.thought import Estimate
from claimdsl.engine.game import Game
from claimdsl.engine.state import State
from claimdsl.engine.stop import Stop, StoppedError


def worked_out(
    state: State, stop: Stop, *, native: bool = True, few: bool | None = None
) -> tuple[Estimate, ...] | None:
    """Give what each action is worth under best play, the best first; None where that cannot be said in time.

    Of actions that surely win the one that keeps more votes comes first, as far as there is time to see.  Without
    `native` Python does what it can; for `few` see `Engines`.
    """
    try:
        check(state)
    except UnsolvableError:
        return None
    searcher: Searcher = OnFrames(state.game, state.seat, stop)
    if native:
        searcher, _ = _engines(state.game).searcher(state, stop, few=few)
    after = [state.apply(action) for action in state.legal_actions]
    try:
        values = [searcher.value(each) for each in after]
    except StoppedError:
        return None
    margins = _margins(searcher, after, values)
    order = sorted(range(len(after)), key=lambda place: (-values[place], -margins[place], place))
    return tuple(_estimate(state, place, values[place]) for place in order)


def _estimate(state: State, place: int, value: int) -> Estimate:
    share = (value + 1) / 2
    return Estimate(state.legal_actions[place], share, share, share, 0)


def _margins(searcher: Searcher, after: Sequence[State], values: Sequence[int]) -> list[int]:
    """Give the votes that each action keeps, where it surely wins; the others are behind these as it is."""
    found = [0] * len(values)
    if values.count(1) > 1:
        try:
            for place, each in enumerate(after):
                if values[place] == 1:
                    found[place] = searcher.margin(each)
        except StoppedError:
            return [0] * len(values)
    return found


@lru_cache(maxsize=8)
def _engines(game: Game) -> Engines:
    return Engines()
