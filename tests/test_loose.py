"""Hidden cards that change places: the game played with them from the deal comes to the same, and looks the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.engine import layout as at
from claimdsl.engine.chance import Rng
from claimdsl.engine.dealing import Deal
from claimdsl.engine.determinize import Determinizer, NoDealError
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame
from claimdsl.engine.loose import Loose
from claimdsl.engine.state import CHANCE, State
from tests import shelf

KINDS = [(name, (), players) for name in shelf.RULESETS for players in shelf.ruleset(name).player_counts]
KINDS += [("base", (name,), 2 + place % 3) for place, name in enumerate(shelf.SETS)]


def moments(name: str, sets: tuple[str, ...], players: int, seed: int) -> list[State]:
    """Give some moments of a random game, in which a faction of the sets plays."""
    wanted = (shelf.SETS[sets[0]][seed % len(shelf.SETS[sets[0]])],) if sets else ()
    return played(shelf.some_game(name, sets, players, wanted, seed % 3), seed)


def played(game: Game, seed: int) -> list[State]:
    """Give some moments of a random game."""
    rng = Rng(seed).child(game.players)
    states = [game.deal(seed, follow=True)]
    while True:
        actions = states[-1].legal_actions
        after = states[-1].apply(
            states[-1].draw(rng) if states[-1].seat == CHANCE else actions[rng.below(len(actions))]
        )
        if after.is_over:
            return [state for state in states[rng.below(7) :: 7] if state.seat != CHANCE]
        states.append(after)


def exchanged(world: State, some: Loose, rng: Rng) -> tuple[State, Deal]:
    names = dict(zip(some.cards, some.mixed(rng), strict=True))
    deck = tuple(names.get(card, card) for card in world.deal.deck)
    return world.exchanged(names), Deal(deck, world.deal.packs, world.deal.first_leader, None)


def standing(state: State) -> Frame:
    v = state.frame()
    v[at.ANSWER] = v[at.DUE] = 0
    return v


@pytest.mark.parametrize(("name", "sets", "players"), KINDS, ids=str)
def test_exchanged_cards_make_a_world_that_the_game_comes_to_as_well(
    name: str, sets: tuple[str, ...], players: int,
) -> None:
    found = 0
    for seed in range(1, 3):
        for state in moments(name, sets, players, seed):
            worlds = Determinizer(state, state.seat)
            rng = Rng(seed)
            try:
                world = worlds.draw(rng)
            except NoDealError:
                continue
            some = worlds.loose(world)
            for _ in range(3 if some.cards else 0):
                new, deal = exchanged(world, some, rng)
                played = worlds.redeal(deal, rng)
                assert played is not None
                assert standing(played) == standing(new)
                assert played.information_state(state.seat) == state.information_state(state.seat)
                found += new.frame() != world.frame()
    assert found or sets or players > 2


@pytest.mark.parametrize("condition", [
    "count(c in player.hand, c.faction == led) < 2",
    "count(c in player.hand, c.faction == led) != 2",
    "any(c in player.hand, c.value > card.value)",
    "void or count(c in player.followers, c.faction == led) > 1",
])
def test_cards_stay_where_a_play_tells_of_them_together(tmp_path: Path, condition: str) -> None:
    path = tmp_path / "lax.yaml"
    rule = f"  follow:\n    may_play: leading or card.faction == led or {condition}\n"
    path.write_text(f"claimdsl: 1\nname: lax\nextends: base\nrules:\n{rule}")
    rng, game = Rng(1), load_ruleset(str(path)).game(2)
    for state in [state for seed in range(1, 5) for state in played(game, seed)]:
        worlds = Determinizer(state, state.seat)
        world = worlds.draw(rng)
        some = worlds.loose(world)
        for _ in range(8 if some.cards else 0):
            assert worlds.redeal(exchanged(world, some, rng)[1], rng) is not None


def test_a_card_stays_where_it_is_known_to_have_come_from() -> None:
    some = Loose((7, 8, 9), (0b011, 0b011, 0b100))
    for seed in range(20):
        one, other, last = some.mixed(Rng(seed))
        assert {one, other} == {7, 8}
        assert last == 9
