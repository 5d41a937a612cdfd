"""Conditions on cards as sets: the cards that meet a condition are those of which it is true, asked one by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.engine.conditions import Cards, Conditions, Fixed, is_card
from claimdsl.engine.fold import Folder
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, mask
from claimdsl.engine.rules import rules_of
from claimdsl.engine.runtime import bits
from tests import native_kinds as kinds

KNOWN = (
    "card.value > 3",
    "4 >= card.value",
    "not (card.faction == goblins)",
    "card.faction in goblins + knights",
    "card.value == 9 or card.faction == trolls and card.value != 7",
    "card.value + card.value - 1 < 9",
    "if card.faction == dwarves then card.value < 5 else card.value > 5",
    "card.value > (if card.faction == goblins then 2 else 6)",
    "card.faction == goblins and 1 > 2 or card.value == 3 and card.value == 3",
)
ASKED = (
    "card.value > trick_number",
    "not (trick_number < card.value) or card.faction == led",
    "base and card.value != trick_number - 3",
    "if card.value > 4 then card.faction == led else base",
    "if void then card.value == 2 or card.value == 12 - trick_number else not base",
    "card == first(c in player.hand) or card in top(player.hand, 3) and not base",
    "card.value <= count(player.score) - 3 and card.faction != led",
    "any(c in player.hand, c.value == card.value and c.faction != card.faction)",
)
PAIRED = "any(c in player.hand, c != card and any(d in player.hand, d.value == c.value and d.faction != c.faction))"


def house(folder: Path, condition: str) -> Game:
    """Give a game of `base` in which a card may be played by a condition."""
    path = folder / "house.yaml"
    rule = f"  asked:\n    priority: 9\n    may_play: {condition}\n"
    path.write_text(f"claimdsl: 1\nname: house\nextends: base\nrules:\n{rule}")
    return load_ruleset(str(path)).game(2)


def turns(game: Game) -> Iterator[tuple[Frame, list[int], list[int]]]:
    """Play some games; give each turn as its frame, the hand, and the cards of it that may be played."""
    for seed in range(3):
        state, rng = game.deal(seed), game.stream(seed)
        while not state.is_over:
            v = state.frame()
            hand = mask(v, game.layout.piles["hand"] + state.seat)
            yield v, bits(hand), bits(game.plain.legal(v, state.seat, hand))
            state = state.apply(state.legal_actions[rng.below(len(state.legal_actions))])


def taken_apart(game: Game) -> Cards | None:
    """Give the set that the condition becomes in the last phase."""
    folder = Folder(game.binding, game.binding.program.phases[-1].name)
    value = rules_of(game.binding, "may_play", folder.phase)[-1][1].value
    assert value is not None
    return Conditions(folder).cards(folder.fold(value), is_card)


@pytest.mark.parametrize("condition", KNOWN + ASKED)
def test_the_cards_of_a_set_are_those_that_meet_the_condition(tmp_path: Path, condition: str) -> None:
    game = house(tmp_path, condition)
    for v, hand, legal in turns(game):
        assert legal == ([card for card in hand if game.traced.refusal(v, card)[0]] or hand)


def test_a_condition_within_a_condition_is_asked_of_another_card(tmp_path: Path) -> None:
    game = house(tmp_path, PAIRED)
    facts = game.binding.cards
    for _, hand, legal in turns(game):
        pairs = [(c, d) for c in hand for d in hand if facts[c][1] == facts[d][1] and facts[c][0] != facts[d][0]]
        assert legal == ([card for card in hand if any(c != card for c, _ in pairs)] or hand)


@pytest.mark.parametrize("condition", KNOWN)
def test_what_asks_for_facts_alone_is_known_before_the_game(tmp_path: Path, condition: str) -> None:
    assert isinstance(taken_apart(house(tmp_path, condition)), Fixed)


@pytest.mark.parametrize("condition", (*KNOWN, *ASKED, PAIRED))
def test_native_code_plays_by_the_same_sets(tmp_path: Path, condition: str) -> None:
    assert kinds.different(house(tmp_path, condition), 40) == ([], 0)
