"""Questions about the result, or about the margin, from one root: how far a seat gets, asked step by step.

Where an end may have to be decided by later keys, it is asked first whether votes alone decide: that takes fewer lanes.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame
from claimdsl.engine.stop import Stop
from claimdsl.native.context import Context
from claimdsl.native.lanes import Lanes
from claimdsl.native.plan import TIED, UNDECIDED

if TYPE_CHECKING:
    from claimdsl.native.solver import Solver

VALUE, MARGIN = "value", "margin"
_WIDTHS = (8, 16, 32)
_LINE = 16


@dataclass(frozen=True)
class Counts:
    """Numbers of votes that two sides may have at an end, and what the first key of the ranking says of them.

    `ranks` is 1 where the seat is ahead; `ties` whether that may be open, `grows` that a vote more is never the worse.
    """

    pairs: tuple[tuple[int, int], ...]
    ranks: dict[tuple[int, int], int]
    ties: bool
    grows: bool


def counts_of(game: Game, lanes: Lanes, about: str, seat: int, v: Frame) -> Counts:
    """Compare what can come out."""
    pairs = tuple(lanes.reachable(len(game.binding.factions)))
    ranks = {pair: _rank(game, pair, seat, v) for pair in pairs} if about == VALUE else {}
    grows = all(
        ranks.get((mine + 1, theirs), rank) >= rank >= ranks.get((mine, theirs + 1), rank)
        for (mine, theirs), rank in ranks.items()
    )
    return Counts(pairs, ranks, 0 in ranks.values(), grows)


def _rank(game: Game, pair: tuple[int, int], mine: int, v: Frame) -> int:
    """Compare the first key of two sides with so many votes: 1 where the seat is ahead."""
    kernel = game.plain
    keys = kernel.rank(v, 0, mine, pair[0], 0), kernel.rank(v, 0, 1 - mine, pair[1], 0)
    own, other = (key if isinstance(key, tuple) else (key,) for key in keys)
    return (own > other) - (own < other)


class Questions:
    """Questions of one kind.  `steps` are the answers that there can be, ascending."""

    def __init__(
        self, solver: Solver, lanes: Lanes | None, about: str, seat: int, v: Frame, stop: Stop | None = None,
    ) -> None:
        self._solver = solver
        self._stop = stop
        self._seat = seat
        self._about = about
        self._count = len(solver.game.binding.factions)
        self.nodes = 0
        counts = None if lanes is None else solver.counts(lanes, about, seat, v)
        self._pairs, self._ranks = ((), {}) if counts is None else (counts.pairs, counts.ranks)
        later = lanes.later() if lanes is not None and counts is not None and counts.ties else ()
        if later is None or counts is not None and not counts.grows:
            lanes = None
        self._later = () if lanes is None or later is None else later
        rows = self._count * (3 if self._later else 1)
        width = next((width for width in _WIDTHS if rows <= width), 0)
        self._lanes = lanes = lanes if width else None
        self._later = self._later if width else ()
        code = solver.code(width or _WIDTHS[0], lanes is None)
        self._context = Context(code, solver, lanes, self._later, seat, v)
        self._goals: dict[tuple[int, int], tuple[int, array[int]]] = {}

    @property
    def steps(self) -> tuple[int, ...]:
        """Give the answers that there can be."""
        if self._lanes is None:
            return (-1, 0, 1) if self._about == VALUE else tuple(range(-self._count, self._count + 1))
        if self._about == MARGIN:
            return tuple(sorted({mine - theirs for mine, theirs in self._pairs}))
        return (-1, 0, 1) if 0 in self._ranks.values() else (-1, 1)

    def best(self, v: Frame) -> int:
        """Give how far the seat gets from a frame on: the greatest step that it reaches."""
        steps = self.steps
        if self._about == VALUE:
            if self._later and self._reaches(v, 1, ties=0):
                return 1
            if self._later and not self._reaches(v, 0, ties=1):
                return -1
            return next((step for step in steps[:0:-1] if self._reaches(v, step)), steps[0])
        low, high = 0, len(steps) - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._reaches(v, steps[middle]) else (low, middle - 1)
        return steps[low]

    def _reaches(self, v: Frame, least: int, ties: int = TIED) -> bool:
        """Ask; `ties` says whether an end that votes leave open reaches the goal, or that later keys are to decide."""
        if (least, ties) not in self._goals:
            self._goals[least, ties] = self._solver.stamp(), self._goal(least, ties)
        stamp, goals = self._goals[least, ties]
        extra = int(self._about == MARGIN) if self._lanes is None else least
        found, nodes = self._context.ask(v, stamp, goals, extra, self._stop)
        self.nodes += nodes
        return found

    # --- goals -----------------------------------------------------------------------------------------------------

    def _goal(self, least: int, ties: int) -> array[int]:
        """Say for each number of votes of both sides, or each ending, whether the goal is reached."""
        goals = array("b", [UNDECIDED]) * (_LINE * _LINE)
        if self._lanes is None:
            return self._ending(goals, least)
        for mine, theirs in self._pairs:
            rank = self._ranks.get((mine, theirs), 0)
            if self._about == MARGIN:
                reached = int(mine - theirs >= least)
            elif rank:
                reached = int(rank > 0)
            else:
                reached = ties if self._later else int(least <= 0)
            goals[mine * _LINE + theirs] = reached
        return goals

    def _ending(self, goals: array[int], least: int) -> array[int]:
        """Say it for each set of winners (from 1), or each margin of seat 0 (from the middle of the first line on)."""
        if self._about == VALUE:
            for winners in range(1, 4):
                value = 0 if winners == 3 else 1 if winners == 1 << self._seat else -1
                goals[winners] = int(value >= least)
            return goals
        for ahead in range(-self._count, self._count + 1):
            goals[_LINE + ahead] = int((ahead if self._seat == 0 else -ahead) >= least)
        return goals
