"""The solver is exact: held against searches that leave nothing out.  Its shortcuts: `test_solver_powers.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.ai.perfect import UnsolvableError, check
from claimdsl.ai.solve import OnFrames, solve
from claimdsl.engine.game import Game
from claimdsl.engine.state import State
from claimdsl.native.refusal import NotNative
from claimdsl.native.tricks import Tricks
from tests import shelf
from tests.solver_reference import Reference, late

NOT_LED = """
  closed:
    priority: 50
    may_play: base and not (leading and card.faction == knights and any(c in player.hand, c.faction != knights))
"""
BY_SCORE = """
  heavy:
    phase: collect
    priority: 50
    when: count(winner.score) > 16
    goes_to: loser.score
"""
CORE = ("base", "claim2", "printed-2017")
FACTIONS = tuple((name, faction) for name, factions in shelf.SETS.items() for faction in factions)


def moment(game: Game, seed: int, left: int, led: bool = False) -> State:
    state = late(game, seed, left, led)
    assert state is not None
    return state


class Native:
    """Gives result and margin by a native search; None where there is none for this game."""

    def __init__(self, game: Game, plainly: bool = False) -> None:
        pytest.importorskip("llvmlite")
        from claimdsl.native.solver import Solver

        self._solver = Solver(game, plainly)

    def answer(self, state: State) -> tuple[int, int]:
        v = state.frame()
        root = self._solver.begin(v, state.seat)
        return root.value(v), root.margin(v)


@pytest.mark.parametrize("seed", range(9))
def test_core_games_agree_with_the_reference(seed: int) -> None:
    game = shelf.some_game(CORE[seed % 3], (), 2, (), seed)
    if "ghosts" in game.factions:
        pytest.skip("cards may stay hidden")
    native = Native(game)
    for left, led in ((2, False), (3, True), (4, False)):
        state = moment(game, seed, left, led)
        found = Reference(state.seat).answer(state)
        solution = solve(state)
        assert (solution.value, solution.margin) == found
        assert native.answer(state) == found


@pytest.mark.parametrize("name", ["german-whist", "french"])
def test_relatives_agree_with_the_reference(name: str) -> None:
    game = shelf.ruleset(name).game(2)
    state = moment(game, 3, 4)
    solution = solve(state)
    assert (solution.value, solution.margin) == Reference(state.seat).answer(state)


@pytest.mark.parametrize(("name", "faction"), FACTIONS)
def test_a_faction_agrees_with_the_reference_or_is_refused(name: str, faction: str) -> None:
    if not shelf.line_ups("base", (name,), 2, (faction,)):
        pytest.skip("not for two players")
    seed = sum(map(ord, faction))
    game = shelf.some_game("base", (name,), 2, (faction,), seed)
    moments = [late(game, seed + place, 3, led=bool(place)) for place in range(3)]
    if not is_native(game):
        moments.append(late(game, seed, 4, led=True))
    for state in filter(None, moments):
        try:
            solution = solve(state)
        except UnsolvableError:
            continue
        assert (solution.value, solution.margin) == Reference(state.seat).answer(state)


def is_native(game: Game) -> bool:
    """Say whether native code works such games out."""
    try:
        return bool(Tricks(game.binding).text)
    except NotNative:
        return False


@pytest.mark.parametrize("name", CORE)
def test_the_native_search_agrees_with_the_python_engine(name: str) -> None:
    game = shelf.ruleset(name).game(2)
    native = Native(game, plainly=True)
    for seed in range(2):
        state = moment(game, seed, 7)
        searcher = OnFrames(game, state.seat)
        assert native.answer(state) == (searcher.value(state), searcher.margin(state))


def test_every_move_is_worth_what_the_game_is_worth_after_it() -> None:
    game = shelf.ruleset("claim2").game(2)
    state = moment(game, 5, 5)
    solution = solve(state)
    reference = Reference(state.seat)
    assert [str(move.action) for move in solution.moves] == [str(action) for action in state.legal_actions]
    for move in solution.moves:
        assert (move.value, move.margin) == reference.answer(state.apply(move.action))
    assert solution.value == max(move.value for move in solution.moves)
    assert solution.margin == max(move.margin for move in solution.moves)


def test_the_line_is_played_to_the_end_and_keeps_the_result() -> None:
    state = moment(shelf.ruleset("base").game(2), 11, 6)
    solution = solve(state)
    end = state
    for action in solution.line:
        end = end.apply(action)
    outcome = end.outcome
    assert outcome is not None
    won = solution.to_move in outcome.winners
    assert solution.value == (0 if len(outcome.winners) > 1 else 1 if won else -1)


def test_what_could_have_hidden_cards_and_has_not_is_solved() -> None:
    game = shelf.some_game("base", (), 2, ("ghosts",), 1)
    for seed in (1, 5):
        state = moment(game, seed, 3)
        solution = solve(state)
        assert (solution.value, solution.margin) == Reference(state.seat).answer(state)


@pytest.mark.parametrize("rule", [NOT_LED, BY_SCORE], ids=["not led", "by what was scored"])
def test_what_a_table_adds_is_not_left_out(tmp_path: Path, rule: str) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(f"claimdsl: 1\nname: house\nextends: base\nrules:{rule}", encoding="utf-8")
    game = load_ruleset(str(path)).game(2)
    short, plain = Native(game), Native(game, plainly=True)
    for seed in range(45):
        state = moment(game, seed, 6)
        assert short.answer(state) == plain.answer(state)


def test_what_hides_cards_is_refused() -> None:
    ghosts = shelf.some_game("base", (), 2, ("ghosts",), 1)
    state = moment(ghosts, 0, 4)
    with pytest.raises(UnsolvableError, match=r"seat \d does not know where \d cards lie \(in 'discard' and 'hand'\)"):
        check(state)
    with pytest.raises(UnsolvableError, match="the phase 'recruit'"):
        check(shelf.ruleset("base").game(2).deal(seed=1))
    with pytest.raises(UnsolvableError, match="3 players"):
        check(shelf.ruleset("base").game(3).deal(seed=1))
