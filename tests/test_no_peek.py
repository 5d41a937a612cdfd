"""No agent peeks: deal the cards again that its seat cannot know, and it answers the same by the same seed.

Another state with the same information state is drawn for each case, over all rulesets and sets of factions.  Ten
thousand cases in all: most with players that look one trick ahead, some with those that search, which are slower.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.ai.agent import seated
from claimdsl.ai.budget import Budget
from claimdsl.ai.hints import facts
from claimdsl.ai.think import think
from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.determinize import Determinizer
from claimdsl.engine.state import CHANCE, State
from claimdsl.play.match import Agent, View, view_of
from claimdsl.ui.answers import answers
from claimdsl.ui.names import Names
from claimdsl.ui.seen import seen_by
from claimdsl.ui.viewer import Viewer
from claimdsl.ui.words import Words
from tests import shelf

KINDS: list[tuple[str, tuple[str, ...], int]] = [
    (name, (), players) for name in shelf.RULESETS for players in shelf.ruleset(name).player_counts
]
KINDS += [("base", (name,), 2 + place % 3) for place, name in enumerate(shelf.SETS)]
SIMPLE, SEARCHING = 9_600, 400
"""Cases of greedy, and of those that search."""


def cases(name: str, sets: tuple[str, ...], players: int, count: int, each: int) -> Iterator[tuple[State, State]]:
    """Give so many pairs of states that the seat to move cannot tell apart.

    Who cannot tell two games apart could not do so earlier either: two games give a pair at each decision of a seat,
    of which at most `each` are taken, the latest first.
    """
    seed = found = 0
    while found < count:
        seed += 1
        rng = Rng(seed).child(players)
        mine = walk(name, sets, players, seed, rng)
        seat = mine[-1].seat
        theirs = followed(Determinizer(mine[-1], seat).draw(rng)) if seat != CHANCE else []
        pairs = [pair for pair in zip(mine, theirs, strict=False) if pair[0].seat == seat]
        yield from reversed(pairs[-min(each, count - found):])
        found += min(len(pairs), each, count - found)


def walk(name: str, sets: tuple[str, ...], players: int, seed: int, rng: Rng) -> list[State]:
    """Play a game at random for a while and give all its states; a faction of the sets plays in it."""
    wanted = (shelf.SETS[sets[0]][seed % len(shelf.SETS[sets[0]])],) if sets else ()
    states = [shelf.some_game(name, sets, players, wanted, seed % 3).deal(seed, follow=True)]
    for _ in range(rng.below(60)):
        state = states[-1]
        actions = state.legal_actions
        after = state.apply(state.draw(rng) if state.seat == CHANCE else actions[rng.below(len(actions))])
        if after.is_over:
            break
        states.append(after)
    return states


def followed(state: State) -> list[State]:
    """Give all states of the game that has led to one."""
    states = [State.begin(state.game, state.deal, True)]
    for _, action, code in state.plies():
        states.append(states[-1].assume(action, code))
    return states


def differs(agent: Agent, one: State, other: State, seed: int) -> bool:
    return agent.choose(view_of(one), Rng(seed)) != agent.choose(view_of(other), Rng(seed))


@pytest.mark.parametrize(("name", "sets", "players"), KINDS)
def test_greedy_does_not_peek(name: str, sets: tuple[str, ...], players: int) -> None:
    count = -(-SIMPLE // len(KINDS))
    agent = seated("greedy")
    peeked = [
        (str(one), seed) for seed, (one, other) in enumerate(cases(name, sets, players, count, 30))
        if differs(agent, one, other, seed)
    ]
    assert peeked == []


@pytest.mark.parametrize(("name", "sets", "players"), KINDS)
def test_those_that_search_do_not_peek(name: str, sets: tuple[str, ...], players: int) -> None:
    count = -(-SEARCHING // len(KINDS))
    agents = [seated("level1", Budget(6)), seated("level4", Budget(6)), seated("plain-search", Budget(6))]
    peeked = [
        (str(one), seed) for seed, (one, other) in enumerate(cases(name, sets, players, count, 3))
        if differs(agents[seed % 3], one, other, seed)
    ]
    assert peeked == []


@pytest.mark.parametrize("name", ["base", "claim2", "german-whist"])
def test_the_native_search_does_not_peek(name: str) -> None:
    """Not the action alone, but all that is thought is the same."""
    for seed, (one, other) in enumerate(cases(name, (), 2, 12, 2)):
        mine, theirs = (think(view_of(state), Rng(seed), Budget(300), exact=False) for state in (one, other))
        assert mine.estimates == theirs.estimates


# --- what is told ----------------------------------------------------------------------------------------------------


def told(state: State) -> list[object]:
    """Give all that a person at the seat to move is shown and may ask for."""
    seat, words = state.seat, Words.of(state.game)
    names = Names.of(["human"] * state.game.players, seat, words)
    held = [Action("play", card) for card in state.observation(seat).hand]
    viewer = Viewer([state], names, 0)
    return [
        str(seen_by(state, seat)), *viewer.table(),
        *(tuple(answers(word, state, names, 0)) for word in ("last", "why", "log", "score")),
        *(state.refusal(action) for action in held if action not in state.legal_actions),
        *(view_of(state).foresee(action) for action in state.legal_actions),
        *(facts(view_of(state), action) for action in state.legal_actions),
    ]


@pytest.mark.parametrize(("name", "sets", "players"), KINDS)
def test_nothing_hidden_is_told(name: str, sets: tuple[str, ...], players: int) -> None:
    for one, other in cases(name, sets, players, 6, 3):
        assert told(one) == told(other)


HIDING = {
    "scores lie hidden": """
piles: {score: {seen_by: owner}}
rules:
  purse:
    phase: recruit
    after_trick: |
      for p in players: move p.followers to p.score unseen
""",
    "a count looks into the stock": """
rules:
  lucky:
    weight: if any(c in stock, c.value > 8) then 2 else base
""",
}


@pytest.mark.parametrize("rules", HIDING.values(), ids=HIDING)
def test_how_votes_stand_is_not_told_where_hidden_cards_count(rules: str, tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(f"claimdsl: 1\nname: house\nextends: base\n{rules}")
    states = [load_ruleset(tmp_path / "house.yaml").game().deal(7, follow=True)]
    while len(states) < 20:
        states.append(states[-1].apply(states[-1].legal_actions[0]))
    unsure = [state for state in states if state.tally() and seen_by(state, state.seat).tally == ()]
    assert len(unsure) > 4
    for state in unsure:
        said = told(state)
        assert said == told(Determinizer(state, state.seat).draw(Rng(1)))
        assert "Knights: how it stands is hidden." in str(said)


class Peeking:
    """Is wired to the true states, and plays by what the next seat holds."""

    def __init__(self, *states: State) -> None:
        self._states = iter(states)

    def choose(self, view: View, rng: Rng) -> Action:
        """Choose one of the view's actions."""
        held = next(self._states).pile("hand", (view.seen.seat + 1) % view.game.players)
        return view.actions[len("".join(held)) % len(view.actions)]


def test_one_that_peeks_is_caught() -> None:
    assert any(differs(Peeking(one, other), one, other, 1) for one, other in cases("base", (), 2, 20, 4))
