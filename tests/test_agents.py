"""Agents: they finish every game, the same seed gives the same game, and greedy is better than chance."""

from __future__ import annotations

from functools import cache

import pytest

from claimdsl import load_ruleset
from claimdsl.ai.agent import AGENTS, seated
from claimdsl.ai.budget import Budget
from claimdsl.ai.levels import LEVELS
from claimdsl.engine.game import Game
from claimdsl.engine.state import State
from claimdsl.play.match import Match, view_of
from claimdsl.resources import shipped_names

RULESETS = tuple(name for name in shipped_names() if "/" not in name)


@cache
def game(ruleset: str, players: int) -> Game:
    return load_ruleset(ruleset).game(players)


def played(ruleset: str, names: tuple[str, ...], seed: int) -> State:
    agents = [seated(name, Budget(2)) for name in names]
    match = Match(game(ruleset, len(names)).deal(seed, follow=True), agents, seed)
    for _ in match.run():
        pass
    return match.state


@pytest.mark.parametrize("agent", ["greedy", "random", "level1", "level4"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_agent_finishes_every_game(ruleset: str, agent: str) -> None:
    for players in load_ruleset(ruleset).player_counts:
        state = played(ruleset, (agent,) * players, seed=players)
        assert state.is_over
        assert state.history == played(ruleset, (agent,) * players, seed=players).history


def test_there_is_an_agent_for_each_level() -> None:
    assert [name for name in AGENTS if name not in ("greedy", "random")] == list(LEVELS)
    assert [name for name in LEVELS if name.startswith("level")] == [f"level{number}" for number in range(1, 7)]


def test_another_seed_is_another_game() -> None:
    assert played("base", ("random", "random"), 1).history != played("base", ("random", "random"), 2).history


@pytest.mark.parametrize(("ruleset", "least"), [("base", 0.7), ("claim2", 0.65), ("german-whist", 0.6)])
def test_greedy_beats_random_on_mirrored_deals(ruleset: str, least: float) -> None:
    points, deals = 0.0, 30
    for seed in range(deals):
        for seat, names in enumerate((("greedy", "random"), ("random", "greedy"))):
            outcome = played(ruleset, names, seed).outcome
            assert outcome is not None
            points += (seat in outcome.winners) / len(outcome.winners)
    assert points / (2 * deals) > least


def test_a_view_holds_nothing_that_the_seat_may_not_know() -> None:
    """Deal again all that the seat cannot see: its view and greedy's choice stay the same."""
    base = game("base", 2)
    state = base.deal(seed=11)
    hand = set(state.observation(state.seat).hand)
    deck = list(state.deck)
    hidden = [index for index, card in enumerate(deck) if card not in hand and index != 26]
    cards = [deck[index] for index in hidden]
    for index, card in zip(hidden, reversed(cards), strict=True):
        deck[index] = card
    other = base.deal(deck=deck, first_leader=state.first_leader)
    one, two = view_of(state), view_of(other)
    assert (one.seen, one.actions) == (two.seen, two.actions)
    assert [one.foresee(action) for action in one.actions] == [two.foresee(action) for action in two.actions]
