"""Native states: what they say is what the states of the Python engine say, and they refuse what those refuse."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="without llvmlite there are no native states")

from claimdsl.diagnostics.errors import IllegalActionError
from claimdsl.engine import layout as at
from claimdsl.engine.action import Action
from claimdsl.engine.game import Game
from claimdsl.engine.layout import row
from claimdsl.engine.state import State
from claimdsl.native.refusal import NotNative
from claimdsl.native.states import NativeState, NativeStates
from tests import native_kinds as kinds
from tests import shelf
from tests.native_kinds import Kind
from tests.test_native import DRY, LED, REFUSED, TAKEN, UNEVEN, house_game, large_game

KINDS = (*kinds.rulesets(), *list(kinds.switches())[::7], *list(kinds.each_faction())[::5])


def states_of(game: Game) -> NativeStates:
    return NativeStates(game, keep=False, level=0)


@pytest.fixture(scope="module")
def base() -> NativeStates:
    return states_of(shelf.ruleset().game(2))


@pytest.fixture(scope="module")
def claim2() -> NativeStates:
    return states_of(shelf.ruleset("claim2").game(3))


def pairs(native: NativeStates, seed: int) -> Iterator[tuple[State, State]]:
    """Play a game at random, by the actions of the native states."""
    choose, ours, theirs = random.Random(seed), native.deal(seed), native.game.deal(seed)
    yield ours, theirs
    while ours.legal_actions:
        action = choose.choice(ours.legal_actions)
        ours, theirs = ours.apply(action), theirs.apply(action)
        yield ours, theirs


def said(state: State) -> tuple[object, ...]:
    """Give all that is quick to ask of a state."""
    return (
        state.legal_actions, state.seat, state.verb, state.asking, state.phase, state.trick_number, state.is_play,
        state.is_over, repr(state),
    )


def compare(native: NativeStates, seeds: range) -> int:
    """Hold games against those of the Python engine; say how many states were native."""
    count = 0
    for seed in seeds:
        for ours, theirs in pairs(native, seed):
            assert said(ours) == said(theirs)
            count += isinstance(ours, NativeState)
        assert ours.is_over
        assert ours.outcome == theirs.outcome
        assert ours.frame() == theirs.frame()
        assert (ours, hash(ours)) == (theirs, hash(theirs))
        assert theirs == ours
    return count


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_native_states_are_those_of_the_python_engine(kind: Kind) -> None:
    game = kind.game()
    if kinds.refusal(game):
        pytest.skip(f"not native: {kinds.refusal(game)}")
    assert compare(states_of(game), range(2)) > 40


@pytest.mark.parametrize("hand", [18, 36])
def test_games_with_many_cards_are_stepped_through(tmp_path: Path, hand: int) -> None:
    assert compare(states_of(large_game(tmp_path, hand)), range(2)) > 2 * hand


@pytest.mark.parametrize("rule", [TAKEN, LED, UNEVEN, DRY], ids=["taken", "led", "uneven", "dry"])
def test_what_native_code_cannot_play_goes_on_in_python(tmp_path: Path, rule: str) -> None:
    native = states_of(house_game(tmp_path, rule))
    left = {type(ours) for seed in range(20) for ours, _ in pairs(native, seed)}
    assert left == ({NativeState} if rule == LED else {NativeState, State})
    compare(native, range(20))


def test_what_native_code_cannot_play_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotNative, match="swap"):
        states_of(house_game(tmp_path, REFUSED))


# --- old states ------------------------------------------------------------------------------------------------------


def test_old_states_stay_as_they_were(claim2: NativeStates) -> None:
    """Every action of every state is taken, after the game has been played to its end from there."""
    kept = list(pairs(claim2, 5))
    before = [said(ours) for ours, _ in kept]
    for ours, theirs in reversed(kept):
        for action in theirs.legal_actions:
            assert said(ours.apply(action)) == said(theirs.apply(action))
    assert [said(ours) for ours, _ in kept] == before


def test_a_frame_is_worked_out_from_the_deal_or_an_older_one(claim2: NativeStates) -> None:
    kept = list(pairs(claim2, 6))
    for ours, theirs in (kept[30], kept[10], kept[31]):
        assert ours.frame() == theirs.frame()
        assert ours.plays == theirs.plays
        following, other = (each.apply(theirs.legal_actions[0]) for each in (ours, theirs))
        assert following.frame() == other.frame()


def test_what_seats_know_is_the_same(claim2: NativeStates) -> None:
    for ours, theirs in list(pairs(claim2, 7))[::7]:
        assert ours.events == theirs.events
        for seat in range(3):
            assert ours.observation(seat) == theirs.observation(seat)
            assert ours.information_state(seat) == theirs.information_state(seat)


def test_a_log_goes_on(claim2: NativeStates) -> None:
    state = claim2.deal(3)
    told = len(state.events)
    following = state.apply(state.legal_actions[0])
    assert len(following.events_since(told)) > 0
    assert following == claim2.game.deal(3).apply(state.legal_actions[0])


def test_the_native_state_of_any_state(claim2: NativeStates) -> None:
    for ours, theirs in list(pairs(claim2, 8))[::9]:
        native = claim2.of(theirs)
        assert isinstance(native, NativeState)
        assert native == ours
        assert said(native) == said(theirs)


def test_games_are_dealt_as_by_the_game(base: NativeStates) -> None:
    deck = base.game.deal(3).deck
    for ours, theirs in (
        (base.deal(9), base.game.deal(9)), (base.deal(9, first_leader=1), base.game.deal(9, first_leader=1)),
        (base.deal(deck=deck), base.game.deal(deck=deck)),
    ):
        assert isinstance(ours, NativeState)
        assert ours == theirs
        assert said(ours) == said(theirs)
    assert base.deal() != base.deal()


def test_states_may_be_copied(base: NativeStates) -> None:
    state = base.deal(1)
    for found in (copy.copy(state), copy.deepcopy([state])[0]):
        assert found == state
        assert said(found.apply(state.legal_actions[0])) == said(state.apply(state.legal_actions[0]))


def test_threads_may_step_at_once(base: NativeStates) -> None:
    def played(seed: int) -> list[tuple[object, ...]]:
        return [said(ours) for ours, _ in pairs(base, seed)]

    alone = [played(seed) for seed in range(12)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(played, range(12))) == alone


# --- what may not be done --------------------------------------------------------------------------------------------


def test_illegal_actions_are_refused_alike(claim2: NativeStates) -> None:
    every = sorted({str(action) for ours, _ in pairs(claim2, 1) for action in ours.legal_actions})
    for ours, theirs in list(pairs(claim2, 2))[::5]:
        for text in (*every[::3], "play", "take pass", "nonsense", ""):
            results: list[object] = []
            for state in (ours, theirs):
                try:
                    results.append(said(state.apply(text)))
                except IllegalActionError as error:
                    results.append((str(error), error.args))
            assert results[0] == results[1]


def test_actions_of_another_decision_are_refused(claim2: NativeStates) -> None:
    """These are the very objects that native states know by their identity."""
    refused = 0
    for ours, theirs in list(pairs(claim2, 2))[::4]:
        for action, _, _ in claim2.answers.values():
            if action not in theirs.legal_actions:
                refused += 1
                with pytest.raises(IllegalActionError):
                    ours.apply(action)
    assert refused > 100


def test_equal_actions_are_as_good(claim2: NativeStates) -> None:
    for ours, theirs in pairs(claim2, 4):
        for action in theirs.legal_actions[:2]:
            expected = theirs.apply(action)
            for same in (Action(action.verb, action.option), str(action)):
                assert said(ours.apply(same)) == said(expected)


def test_numbers_that_are_no_options_are_refused(claim2: NativeStates) -> None:
    numbers = (*range(-4, 260), -(1 << 40), 1 << 20, 1 << 31, 1 << 32, 1 << 63, 1 << 64)
    for ours, theirs in list(pairs(claim2, 2))[::12]:
        options = () if theirs.is_over else row(theirs.frame(), at.OPTIONS)
        for code in numbers:
            if code not in options:
                with pytest.raises(IllegalActionError):
                    ours.assume(Action("none", "such"), code)
