"""The native tree search: games that it plays are games of the Python engine; it finds what there is to find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="without llvmlite there is no native search")

from claimdsl.ai.search import TreeSearch as PythonSearch
from claimdsl.engine import layout as at
from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import Rng
from claimdsl.engine.dealing import Deal
from claimdsl.engine.determinize import Determinizer, NoDealError
from claimdsl.engine.game import Game
from claimdsl.engine.layout import number, row
from claimdsl.engine.loose import Loose
from claimdsl.engine.outcome import Outcome
from claimdsl.engine.state import State
from claimdsl.native.refusal import NotNative
from claimdsl.native.solver import Solver
from claimdsl.native.tree import CHUNK, TreeSearch
from claimdsl.native.tree_text import SCALE
from claimdsl.native.tree_worlds import Worlds
from tests import native_kinds as kinds
from tests import shelf
from tests.native_kinds import Kind
from tests.test_native import large_game

KINDS = (*kinds.rulesets(), *list(kinds.switches())[::3], *kinds.each_faction())
GAMES = (1, 2, 40, 200)


def moments(game: Game, seed: int, every: int = 5) -> Iterator[State]:
    """Give moments of a game that is played at random."""
    rng, state, count = Rng(seed), game.deal(seed), 0
    while not state.is_over:
        if state.seat != CHANCE and (count % every == seed % every or state.verb != "play"):
            yield state
        count += 1
        if state.seat == CHANCE:
            state = state.apply(state.draw(rng))
        else:
            state = state.apply(state.legal_actions[rng.below(len(state.legal_actions))])


def replayed(worlds: Worlds, state: State, log: tuple[int, ...]) -> Outcome:
    """Play a game on as the log has it; every decision must be one that there is."""
    script = worlds.snapshot(state)[1]
    assert list(log[: len(script)]) == script
    for place, told in enumerate(log[len(script):]):
        v = state.frame()
        fitting = [code for code in row(v, at.OPTIONS) if worlds.told(v, code) == told]
        assert len(fitting) == 1, (place, told, row(v, at.OPTIONS))
        decision = state.game.decisions[number(v, at.DECISION)]
        state = state.assume(state.game.action(v, decision, fitting[0]), fitting[0])
    assert state.outcome is not None, "the log ends before the game does"
    return state.outcome


def payoffs(outcome: Outcome, sides: int) -> list[float]:
    values = outcome.votes or outcome.counts
    assert values is not None
    whole = len(outcome.factions) if outcome.votes is not None else 1 + sum(map(abs, values))
    found = []
    for side in range(sides):
        ahead = values[side] - max(value for other, value in enumerate(values) if other != side)
        result = 1 / len(outcome.winners) if side in outcome.winners else 0
        found.append(0.9 * result + 0.05 + 0.05 * ahead / whole)
    return found


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_games_that_are_played_on_are_those_of_the_python_engine(kind: Kind) -> None:
    game = kind.game()
    search, worlds, seen, moved = TreeSearch(game, keep=False, level=0), Worlds(game), 0, 0
    for seed in range(2):
        for place, state in enumerate(moments(game, seed, 9)):
            try:
                imagined, some = loose_cards(state)
                found = search.search(
                    [state], loose=[some], iterations=GAMES[place % len(GAMES)], seed=place, greed=place % 3 / 2,
                    erring=place % 4 / 3,
                )
            except NotNative as reason:
                assert str(reason) in (
                    "a decision before the first trick", "most games from here on are none for native code"
                ), reason
                continue
            if found.faults:
                continue
            seen += 1
            played = mixed(imagined, state, some, search.lying)
            moved += played.frame() != state.frame()
            outcome = replayed(worlds, played, search.log)
            expected = payoffs(outcome, len(game.sides))
            assert search.payoffs == pytest.approx(expected, abs=2 / SCALE)
            assert sum(found.visits) == found.iterations
    assert seen > 8
    assert moved or kind.sets or kind.wanted or kind.name != "base" or game.players > 2


def loose_cards(state: State) -> tuple[Determinizer | None, Loose]:
    """Say which cards may change places as far as the seat to move knows."""
    try:
        imagined = Determinizer(state, state.seat)
        return imagined, imagined.loose(state)
    except NoDealError:
        return None, Loose((), ())


def mixed(imagined: Determinizer | None, state: State, some: Loose, lying: Sequence[int]) -> State:
    """Play the game from a deal in which loose cards lie otherwise."""
    if imagined is None or not lying:
        return state
    names, old = dict(zip(some.cards, lying, strict=True)), state.deal
    deck = tuple(names.get(card, card) for card in old.deck)
    found = imagined.redeal(Deal(deck, old.packs, old.first_leader, None), Rng(0))
    assert found is not None
    return found


@pytest.mark.parametrize("hand", [18, 36])
def test_games_with_many_cards_are_played_on(tmp_path: Path, hand: int) -> None:
    game = large_game(tmp_path, hand)
    search, worlds = TreeSearch(game, keep=False, level=0), Worlds(game)
    for place, state in enumerate(moments(game, 1, 11)):
        search.search([state], iterations=GAMES[place % 3], seed=place, greed=place % 3 / 2)
        outcome = replayed(worlds, state, search.log)
        assert search.payoffs == pytest.approx(payoffs(outcome, 2), abs=2 / SCALE)


# --- what is found ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def base() -> TreeSearch:
    return TreeSearch(shelf.ruleset().game(2), keep=False, level=1)


def worlds_of(state: State, count: int = 12) -> list[State]:
    imagined, rng = Determinizer(state, state.seat), Rng(3)
    return [imagined.draw(rng) for _ in range(count)]


def test_the_same_worlds_and_seed_give_the_same_answer(base: TreeSearch) -> None:
    state = base.game.deal(4)
    worlds = worlds_of(state)
    first = base.search(worlds, iterations=1200, seed=8)
    base.search(worlds[:3], iterations=700, seed=9)
    assert base.search(worlds, iterations=1200, seed=8) == first
    assert base.search(worlds, iterations=1200, seed=9) != first
    assert len(first.visits) == len(state.legal_actions)
    assert sum(first.visits) == first.iterations == 1200


def test_each_world_is_told_by_itself(base: TreeSearch) -> None:
    worlds = worlds_of(base.game.deal(4), 4)
    found = base.search(worlds, iterations=1002, seed=8)
    assert [sum(tried[world] for tried in found.tried) for world in range(4)] == [251, 251, 250, 250]
    assert tuple(map(sum, found.tried)) == found.visits
    assert list(map(sum, found.brought)) == pytest.approx(found.totals)
    alone = base.search(worlds[:1], iterations=1002, seed=8)
    assert [tried[0] for tried in alone.tried] == list(alone.visits)
    assert all(0 <= total <= count for count, total in zip(alone.visits, alone.totals, strict=True))


def test_it_stops_when_it_is_told_to(base: TreeSearch) -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) == 3

    found = base.search([base.game.deal(4)], iterations=100_000, seed=1, stop=stop)
    assert found.iterations == 3 * CHUNK


@pytest.mark.parametrize("seed", range(6))
def test_an_open_ending_is_played_as_it_is_best_played(base: TreeSearch, seed: int) -> None:
    """Where one choice wins and another does not, the one that is tried most wins."""
    solver, decisive = Solver(base.game), 0
    for state in endings(base.game, seed):
        found = base.search([state], iterations=20_000, seed=seed, greed=0.5)
        root = solver.begin(state.frame(), state.seat)
        values = [root.value(state.apply(action).frame()) for action in state.legal_actions]
        decisive += len(set(values)) > 1
        assert values[found.visits.index(max(found.visits))] == max(values)
    assert decisive or seed


@pytest.mark.parametrize("seed", range(4))
def test_against_those_who_err_the_best_answer_to_anything_is_found(base: TreeSearch, seed: int) -> None:
    """Where the other seat does anything, what is tried most wins as often as can be; Python and native alike."""
    told, python = 0, PythonSearch(base.game)
    for state in endings(base.game, seed):
        shares = [share(state.apply(action), state.seat) for action in state.legal_actions]
        told += max(shares) - min(shares) > 0.1
        native = base.search([state], iterations=20_000, seed=seed, greed=0.0, erring=1.0)
        assert shares[native.visits.index(max(native.visits))] > max(shares) - 0.03
        visits = [sum(tried.visits) for tried in python.search([state], iterations=2000, seed=seed, erring=1.0).tried]
        assert shares[visits.index(max(visits))] > max(shares) - 0.08
    assert told or seed > 1


def share(state: State, seat: int) -> float:
    """Work out how often a seat wins that plays as best it can while the other does anything."""
    if state.is_over:
        assert state.outcome is not None
        return (seat in state.outcome.winners) / len(state.outcome.winners)
    found = [share(state.apply(action), seat) for action in state.legal_actions]
    return max(found) if state.seat == seat else sum(found) / len(found)


def endings(game: Game, seed: int) -> Iterator[State]:
    """Give moments of a game in which few tricks are left."""
    return (
        state for state in moments(game, seed, 1)
        if state.phase == game.phases[-1] and 9 <= state.trick_number <= 11 and len(state.legal_actions) > 1
    )


def test_worlds_take_turns(base: TreeSearch) -> None:
    worlds = worlds_of(list(moments(base.game, 5))[3], 3)
    rows = Worlds(base.game)
    for count in range(1, 8):
        base.search(worlds, iterations=count, seed=count)
        replayed(rows, worlds[(count - 1) % 3], base.log)


# --- what is not for native code -------------------------------------------------------------------------------------


def test_before_the_first_trick_nothing_is_searched() -> None:
    game = shelf.ruleset("black-maria").game()
    state = game.deal(1)
    assert state.verb == "give"
    with pytest.raises(NotNative, match="before the first trick"):
        TreeSearch(game, keep=False, level=0).search([state], iterations=1, seed=1)


def test_an_ended_game_is_not_searched(base: TreeSearch) -> None:
    state = base.game.deal(1)
    while not state.is_over:
        state = state.apply(state.legal_actions[0])
    with pytest.raises(NotNative, match="no seat decides"):
        base.search([state], iterations=1, seed=1)
