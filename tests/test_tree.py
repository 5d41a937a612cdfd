"""The native tree search: games that it plays are games of the Python engine; it finds what there is to find."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("llvmlite", reason="without llvmlite there is no native search")

from claimdsl.engine import layout as at
from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.layout import number, row
from claimdsl.engine.outcome import Outcome
from claimdsl.engine.state import State
from claimdsl.native.refusal import NotNative
from claimdsl.native.tree import TreeSearch
from claimdsl.native.tree_text import SCALE
from claimdsl.native.tree_worlds import Worlds
from tests import native_kinds as kinds
from tests.native_kinds import Kind

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
    if kinds.refusal(game):
        pytest.skip(f"not native: {kinds.refusal(game)}")
    search, worlds, seen = TreeSearch(game, keep=False, level=0), Worlds(game), 0
    for seed in range(2):
        for place, state in enumerate(moments(game, seed, 9)):
            try:
                found = search.search([state], iterations=GAMES[place % len(GAMES)], seed=place, greed=place % 3 / 2)
            except NotNative as reason:
                assert str(reason) in (
                    "a decision before the first trick", "most games from here on are none for native code"
                ), reason
                continue
            if found.faults:
                continue
            seen += 1
            outcome = replayed(worlds, state, search.log)
            expected = payoffs(outcome, len(game.sides))
            assert search.payoffs == pytest.approx(expected, abs=2 / SCALE)
            assert sum(found.visits) == found.iterations
    assert seen > 8
