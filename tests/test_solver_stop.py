"""A native search may be stopped: it then says so, and never gives an answer that it has not."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import pytest

from claimdsl.engine.game import Game
from claimdsl.engine.state import State
from claimdsl.engine.stop import Stop, StoppedError
from tests import shelf
from tests.solver_reference import late


class After(Stop):
    """Is set from the so-manieth look on."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._looks = looks

    @property
    def is_set(self) -> bool:
        self._looks -= 1
        return self._looks < 0


@dataclass(frozen=True)
class Long:
    """A moment with so many tricks left that a search without shortcuts looks at many thousand positions."""

    game: Game
    state: State

    @staticmethod
    def of(left: int = 9) -> Long:
        pytest.importorskip("llvmlite")
        game = shelf.ruleset("base").game(2)
        state = late(game, 5, left)
        assert state is not None
        return Long(game, state)


def test_a_stopped_search_raises_and_what_it_leaves_behind_is_right() -> None:
    from claimdsl.native.solver import Solver

    long = Long.of()
    solver, v, seat = Solver(long.game, plainly=True), long.state.frame(), long.state.seat
    right = Solver(long.game).begin(v, seat)
    for looks in range(3):
        with pytest.raises(StoppedError):
            solver.begin(v, seat, After(looks)).margin(v)
    root = solver.begin(v, seat)
    assert (root.value(v), root.margin(v)) == (right.value(v), right.margin(v))


def test_time_that_is_over_stops_every_question() -> None:
    from claimdsl.native.solver import Solver

    long = Long.of(3)
    v = long.state.frame()
    root = Solver(long.game).begin(v, long.state.seat, Stop(seconds=0))
    for ask in (root.value, root.margin):
        with pytest.raises(StoppedError):
            ask(v)


def test_another_thread_stops_a_search() -> None:
    from claimdsl.native.solver import Solver

    game = shelf.ruleset("base").game(2)
    state = late(game, 5, 13)
    assert state is not None
    stop, v = Stop(), state.frame()
    root = Solver(game, plainly=True).begin(v, state.seat, stop)
    threading.Timer(0.2, stop.set).start()
    with pytest.raises(StoppedError):
        root.margin(v)


def test_a_stop_that_is_not_set_changes_nothing() -> None:
    from claimdsl.native.solver import Solver

    long = Long.of()
    v = long.state.frame()
    solver = Solver(long.game)
    root, free = solver.begin(v, long.state.seat, Stop(seconds=600)), solver.begin(v, long.state.seat)
    assert (root.value(v), root.margin(v)) == (free.value(v), free.margin(v))
