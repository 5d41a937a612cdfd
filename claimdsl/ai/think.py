"""Think about a move: work it out where nothing is hidden any more, else search through worlds that could be.

All that advises or plays goes through here.  It is given what a seat sees, and never the state.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isinf

from claimdsl.ai.budget import Budget
from claimdsl.ai.clock import Clock, Part
from claimdsl.ai.exact import worked_out
from claimdsl.ai.interval import wilson
from claimdsl.ai.search import Searched, Tried
from claimdsl.ai.searchers import FEW, USUAL, Manner, searchers
from claimdsl.ai.thought import Estimate, Thought
from claimdsl.ai.warm import is_warm
from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.determinize import NoDealError
from claimdsl.engine.state import State
from claimdsl.engine.stop import Stop
from claimdsl.play.match import View, Worlds

__all__ = ["Budget", "think"]

_SMALL = (1 << 16) - 1
_FEWEST, _MOST, _MIXED = 8, 128, 16
"""Worlds to search through; at most, where cards change places in each from game to game."""
_EACH = 16
"""Iterations for which another world is drawn."""
_TRIES = 200
"""Worlds that are drawn for one in which the same may be done."""
_TEMPTING = 4000
"""Iterations to find which of some actions that are as good is the hardest to answer."""
_HOPEFUL = Manner(erring=0.8)
"""Others are taken to err there: who plays on in a lost game hopes for that."""
_PLAIN = Manner(greed=0.0)
_IMAGINING, _DRAWING, _FIRST, _WORKING_OUT = 0.25, 0.4, 0.5, 0.6
"""The shares of the time, or of the work before a search, after which it is enough of what a seat may think possible,
no more worlds are drawn, not even a first one, and nothing more is worked out."""

def think(
    view: View, rng: Rng, budget: Budget, stop: Callable[[], bool] | None = None, *, exact: bool = True,
    plain: bool = False,
) -> Thought:
    """Say what each action of a view is worth; the thought so far when `stop` says so.

    It takes what it needs from `rng` at once.  Without `exact` nothing is worked out; `plain` is the search of
    the paper that `ai.search` names, and no more.
    """
    clock = Clock(budget, stop)
    mine = rng.child(rng.next() & _SMALL)
    try:
        worlds = view.imagine(Part(clock, _IMAGINING))
        first = _world(worlds, view.actions, mine, Part(clock, _FIRST))
    except NoDealError:
        return _unknown(view.actions, clock.passed)
    native = isinf(budget.seconds) or is_warm(view.game)
    known = _known(first, budget, clock, native=native) if exact else None
    if known is not None:
        return Thought(_hardest(known, first, mine, budget, clock, native=native), True, 0, clock.passed)
    search = searchers(view.game)
    mixes = not plain and search.is_native(budget.iterations, native=native) and bool(worlds.loose(first).cards)
    drawn = _drawn(worlds, first, mine, budget, Part(clock, _DRAWING), _MIXED if mixes else _MOST)
    found = search.search(
        drawn, iterations=budget.iterations, seed=mine.next(), stop=clock, native=native,
        loose=[worlds.loose(world) for world in drawn] if mixes else (), manner=_PLAIN if plain else USUAL,
    )
    return Thought(_estimates(first.legal_actions, found), False, found.iterations, clock.passed)


def _known(first: State, budget: Budget, clock: Clock, *, native: bool) -> tuple[Estimate, ...] | None:
    """Work a moment out; where no time is asked for, what does it does not depend on what is compiled by now."""
    few = budget.iterations <= FEW if isinf(budget.seconds) else None
    return worked_out(first, Part(clock, _WORKING_OUT), native=native, few=few)


def _hardest(
    known: tuple[Estimate, ...], state: State, rng: Rng, budget: Budget, clock: Clock, *, native: bool
) -> tuple[Estimate, ...]:
    """Where no action wins for sure, put first of those alike in result the one that is hardest to answer.

    It is what a search finds best, which takes the others to err.
    """
    alike = [estimate for estimate in known if estimate.value == known[0].value]
    if known[0].value == 1 or len(alike) == 1 or clock.is_set:
        return known
    found = searchers(state.game).search(
        [state], iterations=min(budget.iterations, _TEMPTING), seed=rng.next(), stop=clock, native=native,
        manner=_HOPEFUL,
    )
    worth = {estimate.action: estimate.value for estimate in _estimates(state.legal_actions, found)}
    alike.sort(key=lambda estimate: worth[estimate.action], reverse=True)
    return (*alike, *known[len(alike):])


def _world(worlds: Worlds, actions: tuple[Action, ...], rng: Rng, stop: Stop) -> State:
    """Draw a world in which the same may be done, as a rule may let a seat choose among cards that were moved unseen.

    Raises: NoDealError where none is found.
    """
    for _ in range(_TRIES):
        world = worlds.draw(rng, stop)
        if world.legal_actions == actions or set(world.legal_actions) == set(actions):
            return world
        if stop.is_set:
            break
    raise NoDealError(f"in none of {_TRIES} worlds the same may be done")


def _drawn(worlds: Worlds, first: State, rng: Rng, budget: Budget, stop: Stop, most: int) -> list[State]:
    """Draw as many worlds as the budget is worth."""
    drawn = [first]
    wanted = min(max(_FEWEST, budget.iterations // _EACH), most)
    while len(drawn) < wanted and not stop.is_set:
        try:
            drawn.append(_world(worlds, first.legal_actions, rng, stop))
        except NoDealError:
            break
    return drawn


# --- what was found --------------------------------------------------------------------------------------------------


def _unknown(actions: tuple[Action, ...], seconds: float) -> Thought:
    return Thought(tuple(Estimate(action, 0.5, 0.0, 1.0, 0) for action in actions), False, 0, seconds)


def _estimates(actions: tuple[Action, ...], found: Searched) -> tuple[Estimate, ...]:
    """Put the action first that was tried most: the search has come back to it for its worth."""
    every = [_estimate(action, tried) for action, tried in zip(actions, found.tried, strict=True)]
    return tuple(sorted(every, key=lambda one: (one.visits, one.value), reverse=True))


def _estimate(action: Action, tried: Tried) -> Estimate:
    """Give the mean with its interval.

    Playouts of one world are alike, so it is the means of worlds that spread; the interval is Wilson's for as many
    independent games as would spread so.
    """
    visits, total = sum(tried.visits), sum(tried.totals)
    if not visits:
        return Estimate(action, 0.5, 0.0, 1.0, 0)
    mean = total / visits
    worlds = sum(1 for count in tried.visits if count)
    spread = sum((some - mean * count) ** 2 for count, some in zip(tried.visits, tried.totals, strict=True))
    variance = spread / visits**2 * worlds / (worlds - 1) if worlds > 1 else 1.0
    middle = (total + 1) / (visits + 2)
    games = min(max(1.0, middle * (1 - middle) / variance), visits) if variance else float(visits)
    low, high = wilson(mean, games)
    return Estimate(action, mean, max(0.0, low), min(1.0, high), visits)
