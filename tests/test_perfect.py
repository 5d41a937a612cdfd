"""What is said to hide nothing hides nothing: neither later, nor in any world that a seat could take it for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from claimdsl.ai.perfect import playable, refusal
from claimdsl.engine.chance import Rng
from claimdsl.engine.determinize import Determinizer
from claimdsl.engine.game import Game
from claimdsl.engine.homes import homes
from claimdsl.engine.state import CHANCE, State
from tests.solver_reference import Reference, late
from tests.test_solver_powers import FACTIONS, beside

SETS = {faction: name for name, faction in FACTIONS}
OFTEN_HIDING = (
    "wizards", "awakeners", "sandworms", "scorpions", "raccoons", "shadows", "demons", "fire_elementals", "ghosts",
)


def game_of(faction: str) -> Game:
    game = beside(SETS[faction], faction)
    assert game is not None
    return game


def solvable(game: Game, deals: int, left: tuple[int, ...] = (1, 2, 3)) -> Iterator[State]:
    """Give moments near the end that can be worked out."""
    for seed in range(deals):
        for place in left:
            state = late(game, seed, place, led=bool(seed % 2))
            if state is not None and not refusal(state):
                yield state


@pytest.mark.parametrize("faction", OFTEN_HIDING)
def test_it_stays_so_to_the_end(faction: str) -> None:
    seen = 0
    for seen, begun in enumerate(solvable(game_of(faction), 30), 1):
        state, rng = begun, Rng(seen)
        while not state.is_over:
            assert state.seat != CHANCE
            assert not refusal(state)
            state = state.apply(state.legal_actions[rng.below(len(state.legal_actions))])
    assert seen > 2


@pytest.mark.parametrize("faction", OFTEN_HIDING)
def test_it_is_worth_the_same_whatever_a_seat_takes_it_for(faction: str) -> None:
    moments = tuple(solvable(game_of(faction), 12, (1, 2)))
    assert moments
    for state in moments:
        worth = Reference(state.seat).answer(state)
        for seat in range(2):
            worlds = Determinizer(state, seat)
            for draw in range(2):
                assert Reference(state.seat).answer(worlds.draw(Rng(draw))) == worth


def test_what_is_for_plays_of_a_faction_is_over_when_none_of_its_cards_is_left() -> None:
    game = game_of("wizards")
    wizards = game.binding.faction_masks[game.binding.faction_ids["wizards"]]
    told = {
        (refusal(state) == "the power 'brew' of wizards moves cards from one hidden pile to another")
        == bool(playable(state) & wizards)
        for seed in range(20) for left in (1, 2, 3) if (state := late(game, seed, left)) is not None
    }
    assert told == {True}


def test_side_packs_keep_apart_from_the_deck() -> None:
    game = game_of("wizards")
    potions, deck = (home.piles for home in homes(game.binding))
    assert {"cauldron", "potions", "brewing", "dregs"} == potions
    assert {"stock", "hand", "trick", "score"} <= deck
    assert not deck & potions


def test_what_a_rule_may_still_look_at_must_be_known() -> None:
    game = game_of("scorpions")
    scorpions = game.binding.faction_masks[game.binding.faction_ids["scorpions"]]
    told = {
        ("'venom'" in refusal(state)) == bool(playable(state) & scorpions)
        for seed in range(20) for left in (1, 2, 3) if (state := late(game, seed, left)) is not None
    }
    assert told == {True}
