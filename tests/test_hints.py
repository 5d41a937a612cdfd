"""A hint's facts hold: what it says of a play is what happens when the play is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from claimdsl import load_ruleset
from claimdsl.ai.budget import Budget
from claimdsl.ai.hints import Ahead, Behind, Ends, OnlyMove, Opens, Prizes, Vote, WorkedOut, facts, hint
from claimdsl.engine.chance import Rng
from claimdsl.engine.events import Moved, Ranked
from claimdsl.engine.state import State
from claimdsl.ir.labels import faction_of
from claimdsl.play.match import view_of
from claimdsl.ui.hints import behind_of, sentence_of
from claimdsl.ui.names import Names
from claimdsl.ui.words import Words

GAMES = [("base", 2), ("base", 3), ("base", 4), ("claim2", 2), ("german-whist", 2), ("black-maria", 3), ("whist", 4)]


def moments(name: str, players: int, seed: int) -> Iterator[State]:
    state, rng = load_ruleset(name).game(players).deal(seed), Rng(seed)
    while not state.is_over:
        if state.seat >= 0:
            yield state
        action = state.draw(rng) if state.seat < 0 else state.legal_actions[rng.below(len(state.legal_actions))]
        state = state.apply(action)


def whole_trick(state: State) -> State:
    """Decide what a complete trick still asks for."""
    while not state.is_over and not state.is_play:
        state = state.draw(Rng(0)) if state.seat < 0 else state.apply(state.legal_actions[0])
    return state


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_each_fact_holds_when_the_play_is_made(name: str, players: int) -> None:
    seen: Counter[str] = Counter()
    for state in moments(name, players, 5):
        view, side_of = view_of(state), state.game.binding.side_of
        own = side_of[state.seat]
        values = state.game.binding.value_of
        for action in state.legal_actions:
            for fact in facts(view, action):
                seen[type(fact).__name__] += 1
                match fact:
                    case Ends():
                        after = whole_trick(state.apply(action)).events_since(len(state.events))
                        ranked = next(event for event in after if isinstance(event, Ranked))
                        assert (side_of[ranked.plays[0].seat] == own) == fact.wins
                        scored = {
                            (card, side_of[event.target.owner]) for event in after if isinstance(event, Moved)
                            if event.target.pile == state.game.ruleset.scored_pile
                            and isinstance(event.target.owner, int) for card in event.cards
                        }
                        assert {(card, own) for card in fact.mine} <= scored
                        assert {card for card, side in scored if side != own} >= set(fact.theirs)
                    case Ahead():
                        after_play = state.apply(action)
                        assert fact.left == players - len(state.plays) - 1
                        if after_play.is_play:
                            assert side_of[after_play.standing[0]] == own
                    case Behind():
                        after_play = state.apply(action)
                        if after_play.is_play:
                            assert side_of[after_play.standing[0]] != own
                        if fact.is_lowest:
                            assert values[action.option] == min(values[one.option] for one in state.legal_actions)
                    case Opens():
                        assert not state.plays
                        kin = [values[one] for one in view.seen.hand if faction_of(one) == fact.faction]
                        assert not fact.is_highest or values[action.option] == max(kin)
                        assert not fact.is_lowest or values[action.option] == min(kin)
                    case Prizes():
                        assert set(fact.cards) <= set(state.pile("prizes"))
                    case Vote():
                        counts = next(one.counts for one in state.tally() if one.faction == fact.faction)
                        assert (counts[own], max(counts[:own] + counts[own + 1:])) == (fact.mine, fact.theirs)
                    case _:
                        raise AssertionError(fact)
    assert seen["Ends"] and seen["Opens"], seen


def last_moment(name: str, players: int, more: int) -> State:
    """The last moment but so many at which a seat has several actions."""
    return [state for state in moments(name, players, 9) if len(state.legal_actions) > 1][-more]


def test_a_hint_is_the_best_of_what_thinking_found_and_says_so_in_one_sentence() -> None:
    state = last_moment("base", 2, 20)
    found = hint(view_of(state), Rng(1), Budget(200))
    assert found.best.action in state.legal_actions
    assert found.runner_up is not None and found.runner_up.action != found.best.action
    names = Names(("you", "other"), state.seat, Words.of(state.game))
    text = sentence_of(found, names)
    assert text.endswith(".") and text.count(". ") == 0 and text[0].isupper()
    assert behind_of(found, names).endswith(".")


def test_where_nothing_is_hidden_the_hint_is_exact() -> None:
    found = hint(view_of(last_moment("base", 2, 2)), Rng(1), Budget(200))
    assert found.is_exact and isinstance(found.facts[0], WorkedOut)
    assert found.best.value in (0.0, 0.5, 1.0)


def test_of_a_single_move_nothing_more_is_said() -> None:
    state = next(state for state in moments("base", 2, 3) if len(state.legal_actions) == 1)
    assert hint(view_of(state), Rng(1), Budget(50)).facts == (OnlyMove(),)


def test_the_same_seed_gives_the_same_hint() -> None:
    view = view_of(last_moment("claim2", 2, 18))
    assert hint(view, Rng(4), Budget(100)) == hint(view, Rng(4), Budget(100))
