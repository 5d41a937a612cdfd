"""A move takes no more work than its budget allows, whatever people may choose in it; work is counted."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from claimdsl import load_ruleset
from claimdsl.ai.budget import Budget
from claimdsl.ai.levels import LEVELS
from claimdsl.ai.perfect import refusal
from claimdsl.ai.search import TreeSearch
from claimdsl.ai.solve import OnFrames
from claimdsl.ai.think import think
from claimdsl.engine.chance import Rng
from claimdsl.engine.determinize import Determinizer, NoDealError
from claimdsl.engine.game import Game
from claimdsl.engine.state import State
from claimdsl.engine.stop import Stop, StoppedError
from claimdsl.play.match import view_of

CHOOSING = {
    "salvage": """
factions: {remove: [ghosts]}
rules:
  salvage:
    after_trick: |
      choose back from discard by winner
      move back to winner.score
      for p in players:
        may choose drop from p.score by p
        move drop to discard
""",
    "burials": """
piles:
  grave: {of: player, seen_by: owner}
rules:
  bury:
    phase: recruit
    before_trick: |
      for p in players:
        if any(p.hand):
          choose bury from p.hand by p
          move bury to p.grave
      for p in players:
        choose dig from p.grave by p
        move dig to p.left.hand
""",
}
"""Choices that all see, of which there are many in the last phase too; and choices that others do not see."""


@cache
def game(name: str, players: int = 2) -> Game:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.yaml"
        path.write_text(f"claimdsl: 1\nname: {name}\nextends: base\n{CHOOSING[name]}")
        return load_ruleset(path).game(players)


@cache
def at(name: str, players: int, decisions: int) -> State:
    state, rng = game(name, players).deal(1, follow=True), Rng(1)
    while len(state.history) < decisions or len(state.legal_actions) < 2:
        state = state.apply(state.legal_actions[rng.below(len(state.legal_actions))])
    return state


@cache
def open_ending() -> State:
    """Nothing is hidden any more, and there is far more to choose than can be gone through."""
    state, rng = game("salvage").deal(1, follow=True), Rng(1)
    while state.trick_number < 3 or refusal(state):
        state = state.apply(state.legal_actions[rng.below(len(state.legal_actions))])
    return state


def test_every_level_has_a_limit_beside_its_iterations() -> None:
    unlimited = {name for name, level in LEVELS.items() if min(level.budget.seconds, level.budget.work) == float("inf")}
    assert unlimited == {"plain-search"}


@pytest.mark.parametrize("budget", [Budget(40), Budget(64, work=5_000)])
def test_an_ending_with_too_many_choices_is_searched_instead(budget: Budget) -> None:
    thought = think(view_of(open_ending()), Rng(1), budget)
    assert not thought.exact
    assert 0 < thought.iterations <= budget.iterations


def test_an_ending_is_worked_out_for_as_many_positions_as_there_is_work() -> None:
    state, counts = open_ending(), []
    for work in (1_000, 4_000):
        searcher = OnFrames(state.game, state.seat, Stop(work=work))
        with pytest.raises(StoppedError):
            searcher.value(state)
        counts.append(searcher.nodes)
    assert counts == [128, 512]


def test_a_native_search_ends_after_as_much_work() -> None:
    pytest.importorskip("llvmlite")
    from claimdsl.native.solver import Solver
    from tests.solver_reference import late

    base = load_ruleset("base").game(2)
    state = late(base, 5, 13)
    assert state is not None
    v, solver = state.frame(), Solver(base, plainly=True)
    for work in (10, 5_000):
        stop = Stop(work=work)
        with pytest.raises(StoppedError):
            solver.begin(v, state.seat, stop).margin(v)
        assert -5 < stop.left <= 0


def test_a_search_by_python_ends_after_as_much_work() -> None:
    state = at("salvage", 2, 30)
    stop = Stop(work=2_000)
    found = TreeSearch(state.game).search([state], iterations=300, seed=1, stop=stop)
    assert 0 < found.iterations < 100
    assert -200 < stop.left <= 0


@pytest.mark.parametrize(("name", "players", "decisions"), [
    ("burials", 2, 40), ("burials", 3, 70), ("burials", 4, 90), ("salvage", 2, 90), ("salvage", 4, 100),
])
def test_a_thought_ends_when_its_work_is_used_up(name: str, players: int, decisions: int) -> None:
    """There are as many iterations as work is left for, and the same by the same seed."""
    state, budget = at(name, players, decisions), Budget(200, work=3_000)
    one, other = (think(view_of(state), Rng(3), budget, exact=False) for _ in range(2))
    assert one.iterations < 200
    assert (one.estimates, one.iterations) == (other.estimates, other.iterations)


@pytest.mark.parametrize("players", [3, 4])
def test_hidden_choices_are_gone_through_for_as_much_work_as_there_is(players: int) -> None:
    state = at("burials", players, 60)
    spent = []
    for work in (2_000, 8_000):
        stop = Stop(work=work)
        Determinizer(state, state.seat, exact=False, stop=stop)
        spent.append(work - stop.left)
    assert spent[0] < 4_000
    assert spent[0] < spent[1] < 10_000


def test_worlds_are_drawn_for_as_much_work_as_there_is() -> None:
    state = at("burials", 3, 60)
    worlds, stop = Determinizer(state, state.seat, exact=False, stop=Stop(work=20_000)), Stop(work=3_000)
    with pytest.raises(NoDealError):
        for _ in range(100):
            worlds.draw(Rng(1), stop)
            if stop.is_set:
                raise NoDealError
    assert stop.left > -2 * 24 * len(state.history)


@pytest.mark.parametrize("players", [2, 3])
def test_worlds_behind_hidden_choices_look_the_same_to_their_seat(players: int) -> None:
    state, found = at("burials", players, 50), set()
    worlds, rng = Determinizer(state, state.seat, exact=False), Rng(2)
    for _ in range(6):
        world = worlds.draw(rng)
        assert world.information_state(state.seat) == state.information_state(state.seat)
        found.add(world.deck)
    assert len(found) > 1
