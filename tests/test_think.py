"""Thinking: exact where nothing is hidden, the same by the same seed, stopped when asked, and better than greed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.ai.agent import seated
from claimdsl.ai.budget import Budget
from claimdsl.ai.forgetful import forgetting
from claimdsl.ai.levels import Thinker
from claimdsl.ai.perfect import UnsolvableError, check
from claimdsl.ai.search import Searched, TreeSearch
from claimdsl.ai.searchers import USUAL, Manner, Searchers
from claimdsl.ai.solve import solve
from claimdsl.ai.think import think
from claimdsl.ai.warm import is_warm
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.loose import Loose
from claimdsl.engine.state import CHANCE, State
from claimdsl.engine.stop import Stop
from claimdsl.frozen import replace
from claimdsl.native.store import is_kept, kind_of
from claimdsl.play.match import Match, Worlds, view_of
from tests import shelf


@cache
def game(ruleset: str = "base", players: int = 2) -> Game:
    return load_ruleset(ruleset).game(players)


def at(ruleset: str, seed: int, moves: int, players: int = 2) -> State:
    """Give a moment of a random game in which there is something to decide."""
    rng, state = Rng(seed), game(ruleset, players).deal(seed, follow=True)
    while moves > 0 or len(state.legal_actions) < 2 or state.seat == CHANCE:
        actions = state.legal_actions
        state = state.apply(state.draw(rng) if state.seat == CHANCE else actions[rng.below(len(actions))])
        moves -= 1
    return state


@pytest.mark.parametrize(("name", "players"), [
    (name, players) for name in shelf.RULESETS for players in shelf.ruleset(name).player_counts
])
def test_every_action_has_an_estimate(name: str, players: int) -> None:
    state = at(name, 3, 9, players)
    thought = think(view_of(state), Rng(1), Budget(40))
    assert {one.action for one in thought.estimates} == set(state.legal_actions)
    assert len(thought.estimates) == len(state.legal_actions)
    for one in thought.estimates:
        assert 0 <= one.low <= one.value <= one.high <= 1
    assert thought.exact or sum(one.visits for one in thought.estimates) == thought.iterations == 40


@pytest.mark.parametrize("iterations", [60, 700])
def test_the_same_seed_gives_the_same_thought(iterations: int) -> None:
    state = at("base", 5, 6)
    one, other, third = (think(view_of(state), Rng(seed), Budget(iterations)) for seed in (4, 4, 5))
    assert one.estimates == other.estimates
    assert one.estimates != third.estimates


def test_endings_are_exact() -> None:
    for seed in range(6):
        state = at("base", seed, 44)
        solution = solve(state)
        thought = think(view_of(state), Rng(seed), Budget(10))
        assert thought.exact
        worth = {move.action: (move.value + 1) / 2 for move in solution.moves}
        assert {one.action: one.value for one in thought.estimates} == worth
        chosen = next(move for move in solution.moves if move.action == thought.best.action)
        assert chosen.value == solution.value
        if solution.value == 1:
            assert chosen.margin == max(move.margin for move in solution.moves if move.value == 1)


def test_in_a_lost_ending_what_is_hardest_to_answer_comes_first() -> None:
    """Two players that keep the exact value, each against greedy: one takes the first such action, one thinks."""
    def ending(seed: int, *, thinks: bool) -> float:
        state = at("base", seed, 34)
        seat = state.seat
        while not state.is_over:
            view = view_of(state)
            if state.seat != seat:
                action = seated("greedy").choose(view, Rng(seed))
            elif thinks:
                action = think(view, Rng(seed), Budget(600)).best.action
            else:
                action = next(move.action for move in solve(state).moves if move.value == solve(state).value)
            state = state.apply(action)
        assert state.outcome is not None
        return (seat in state.outcome.winners) / len(state.outcome.winners)

    lost = [seed for seed in range(40) if solve(at("base", seed, 34)).value == -1]
    assert len(lost) > 10
    simple, thinking = (sum(ending(seed, thinks=thinks) for seed in lost) for thinks in (False, True))
    assert thinking > simple


def test_a_level_keeps_the_exact_value_in_the_last_phase() -> None:
    match = Match(game().deal(8, follow=True), [seated("level6", Budget(30)), seated("greedy")], 8)
    kept = 0
    while not match.state.is_over:
        before = match.state
        match.step()
        try:
            check(before)
        except UnsolvableError:
            continue
        if before.seat == 0:
            value = solve(before).value
            after = match.state
            if not after.is_over and after.seat == 0:
                assert solve(after).value == value
            elif not after.is_over:
                assert -solve(after).value == value
            kept += 1
    assert kept > 8


def test_thinking_stops_when_it_is_asked_to() -> None:
    asked = iter([False] * 30)
    thought = think(view_of(at("base", 5, 6)), Rng(1), Budget(100), lambda: next(asked, True))
    assert 0 < thought.iterations < 30
    assert think(view_of(at("base", 5, 6)), Rng(1), Budget(100), lambda: True).iterations == 0


def test_what_surely_wins_is_found_by_search_alone() -> None:
    """In positions that hide nothing, the search of many iterations comes to a best move."""
    found = 0
    for seed in range(8):
        state = at("base", seed, 46)
        solution = solve(state)
        thought = think(view_of(state), Rng(seed), Budget(2000), exact=False)
        found += next(move.value for move in solution.moves if move.action == thought.best.action) == solution.value
    assert found >= 7


def test_a_plain_search_stays_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays out by chance, and neither works endings out nor exchanges cards: others are measured against it."""
    asked: list[tuple[object, object]] = []

    def search(self: Searchers, worlds: Sequence[State], **wanted: object) -> Searched:
        asked.append((wanted["loose"], wanted["manner"]))
        return TreeSearch(worlds[0].game).search(worlds, iterations=9, seed=1)

    state = at("base", 5, 44)
    monkeypatch.setattr(Searchers, "search", search)
    Thinker("plain-search").choose(view_of(state), Rng(1))
    Thinker("level6").choose(view_of(at("base", 5, 6)), Rng(1))
    assert asked[0] == ((), Manner(greed=0.0))
    assert asked[1][1] == USUAL


def test_the_python_search_counts_worlds_by_themselves() -> None:
    state = at("base", 5, 6)
    worlds = view_of(state).imagine(None)
    drawn = [worlds.draw(Rng(seed)) for seed in range(7)]
    found = TreeSearch(state.game).search(drawn, iterations=70, seed=1)
    assert [sum(tried.visits[world] for tried in found.tried) for world in range(7)] == [10] * 7


class Counting:
    """Worlds that count how often they are drawn, and asked which of their cards may change places."""

    def __init__(self, worlds: Worlds) -> None:
        self._worlds = worlds
        self.drawn = self.asked = 0

    def draw(self, rng: Rng, stop: Stop | None = None) -> State:
        self.drawn += 1
        return self._worlds.draw(rng, stop)

    def loose(self, world: State) -> Loose:
        self.asked += 1
        return self._worlds.loose(world)


@pytest.mark.parametrize(("native", "drawn", "asked"), [(True, 16, 17), (False, 25, 0)])
def test_worlds_are_asked_for_exchanges_where_native_code_makes_them(
    native: bool, drawn: int, asked: int, monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = view_of(at("base", 5, 6))
    worlds = Counting(view.imagine(None))
    monkeypatch.setattr("claimdsl.ai.think.is_warm", lambda game: native)
    think(replace(view, imagine=lambda stop: worlds), Rng(4), Budget(400, 1000.0))
    assert (worlds.drawn, worlds.asked) == (drawn, asked)


def test_one_that_forgets_still_knows_what_it_sees() -> None:
    state = at("base", 5, 20)
    worlds, rng = forgetting(view_of(state)).imagine(None), Rng(3)
    for _ in range(5):
        world = worlds.draw(rng)
        assert world.pile("hand", state.seat) == state.pile("hand", state.seat)
        assert world.legal_actions == state.legal_actions
        assert len(world.pile("hand", 1 - state.seat)) == len(state.pile("hand", 1 - state.seat))
        assert world.plays == state.plays


def test_one_that_forgets_mixes_cards_that_are_equal_to_open_ones() -> None:
    """Of several equal cards it holds some: where the others lie it does not know."""
    state = next(
        state for seed in range(50) if "goblins:0" in (state := at("base", seed, 0)).observation(state.seat).hand
        and "goblins:0" in state.pile("hand", 1 - state.seat)
    )
    worlds, rng = forgetting(view_of(state)).imagine(None), Rng(3)
    found = {worlds.draw(rng).pile("hand", 1 - state.seat).count("goblins:0") for _ in range(20)}
    assert len(found) > 1


def test_a_search_of_few_iterations_is_better_than_chance() -> None:
    points = 0.0
    for seed in range(6):
        for seat in range(2):
            agents = [seated("level2" if place == seat else "random") for place in range(2)]
            match = Match(game().deal(seed, follow=True), agents, seed)
            for _ in match.run():
                pass
            outcome = match.state.outcome
            assert outcome is not None
            points += (seat in outcome.winners) / len(outcome.winners)
    assert points >= 8


def test_native_code_is_made_beside_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIMDSL_CACHE", str(tmp_path))
    new = load_ruleset("german-whist").game(2)
    state = new.deal(1, follow=True)
    thought = think(view_of(state), Rng(1), Budget(1 << 30, 0.05))
    assert len(thought.estimates) == len(state.legal_actions)
    ends = time.monotonic() + 120
    while not is_warm(new) and time.monotonic() < ends:
        time.sleep(0.05)
    assert is_warm(new)
    assert is_kept(kind_of(new, ("thinking",), 0))


_LIFTED = """claimdsl: 1
name: lifted
extends: base
piles: {heap: {of: table, seen_by: all}}
rules:
  hide:
    phase: recruit
    on_take: |
      if card.value > 6: move due to heap unseen
  lift:
    phase: recruit
    before_trick: |
      show heap to leader
      may choose lift from heap by leader
      move lift to leader.followers
"""


def test_worlds_allow_what_may_be_done_among_cards_that_were_moved_unseen(tmp_path: Path) -> None:
    path = tmp_path / "lifted.yaml"
    path.write_text(_LIFTED, encoding="utf-8")
    state, asked = load_ruleset(str(path)).game(2).deal(seed=2), 0
    while not state.is_over:
        if state.verb == "lift":
            asked += 1
            thought = think(view_of(state), Rng(1), Budget(40))
            assert {estimate.action for estimate in thought.estimates} == set(state.legal_actions)
        state = state.apply(state.legal_actions[0])
    assert asked
