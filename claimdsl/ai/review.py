"""A finished or unfinished game looked at move by move: what each move was worth beside the best one.

Every move is judged by what its own seat could know when it made it, never by what turned up later.  Where nothing is
hidden any more the judgement is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot

from claimdsl.ai.budget import Budget
from claimdsl.ai.think import think
from claimdsl.ai.thought import Estimate
from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.play.match import view_of

MISTAKE, BLUNDER = 0.05, 0.15
"""The loss from which on a move is called so.  Unit: shares of a won game."""
_FEWEST = 20
"""Games by which a move may be called worse; of many that were tried less often the worst one looks bad by chance."""


class Judged(Frozen):
    """A move with what it was worth, and the best one.  `move` counts from 0, as in a record.

    `is_sure`: the worth of the two differs by more than the search can err.
    """

    move: int
    seat: int
    phase: str
    trick: int
    made: Estimate
    best: Estimate
    is_exact: bool
    is_sure: bool

    @property
    def is_known(self) -> bool:
        """Say whether anything is known of what the move was worth."""
        return self.is_exact or self.made.visits > 0

    @property
    def loss(self) -> float:
        """Say what the move gave away.  Unit: shares of a won game."""
        return max(0.0, self.best.value - self.made.value)

    @property
    def mark(self) -> str:
        """Name the move: best, good, mistake or blunder, or unknown where it was never tried.

        A difference that may be the search's own is no mistake.
        """
        if not self.is_known:
            return "unknown"
        if self.made.action == self.best.action or not self.loss:
            return "best"
        if not self.is_sure or self.loss < MISTAKE:
            return "good"
        return "blunder" if self.loss >= BLUNDER else "mistake"


def review(
    states: Sequence[State], seed: int, budget: Budget, stop: Callable[[], bool] | None = None,
    seats: Iterable[int] = (),
) -> Iterator[Judged]:
    """Judge every move between states of one game at which its seat had a choice; of some seats, or of all.

    Each move has a stream of chance of its own, so which others are judged is of no account.
    Shape: `states` from the deal on, each one move after the one before.
    """
    asked = frozenset(seats)
    for number, (before, after) in enumerate(pairwise(states)):
        if before.seat < 0 or asked and before.seat not in asked or len(before.legal_actions) < 2:
            continue
        yield _judged(number, before, after.history[-1], Rng(seed).child(number), budget, stop)


def _judged(
    number: int, state: State, action: Action, rng: Rng, budget: Budget, stop: Callable[[], bool] | None
) -> Judged:
    thought = think(view_of(state), rng, budget, stop)
    made = next(one for one in thought.estimates if one.action == action)
    best = thought.best
    is_sure = thought.exact or made.visits >= _FEWEST and _is_less(made, best)
    return Judged(number, state.seat, state.phase, state.trick_number, made, best, thought.exact, is_sure)


def _is_less(made: Estimate, best: Estimate) -> bool:
    """Say whether the 95% interval of the difference is below 0.  Source: Newcombe, 1998, method 10."""
    return best.value - made.value > hypot(made.high - made.value, best.value - best.low)


def turning_point(judged: Iterable[Judged]) -> Judged | None:
    """Give the move that gave away most, if any is sure to have given away something; the earlier of equal ones."""
    lost = [one for one in judged if one.mark in ("mistake", "blunder")]
    return max(lost, key=lambda one: one.loss) if lost else None
