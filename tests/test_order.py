"""The order of a list of cards: one made of another keeps its order, that of a conditional list is its branch's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_scenarios import failures_of

RULES = """
claimdsl: 1
name: water
extends: base
piles:
  well: {{of: table, seen_by: all}}
  pond: {{of: table, seen_by: all}}
state:
  wet: {{of: table, type: Bool}}
terms:
  water: if wet then well else pond
rules:
  water:
    phase: collect
    after_trick: |
      {}
"""
SCENARIO = """
claimdsl-test: 1
ruleset: water.yaml
scenarios:
  one:
    phase: collect
    players: 2
    leader: 0
    hands: {{0: [knights 9, knights 2], 1: [knights 3, knights 4]}}
    state: {{wet: {}}}
    piles: {{well: [undead 9, undead 0, undead 5], pond: [dwarves 7, dwarves 8, dwarves 3]}}
    play: [knights 9, knights 3]
    expect: {{goes: {{{}: score.1}}}}
"""


def move(cards: str) -> str:
    """Write the move of cards."""
    return f"move {cards} to winner.left.score"


EITHER = [
    (move("top(water, 1)"), "undead 9", "dwarves 7"),
    (move("top(top(water, 2), 1)"), "undead 9", "dwarves 7"),
    (move("first(water)"), "undead 9", "dwarves 7"),
    (move("last(water)"), "undead 5", "dwarves 3"),
    (move("last(top(water, 2))"), "undead 0", "dwarves 8"),
    (move("first(c in water, c.value < 9)"), "undead 0", "dwarves 7"),
    (move("first(filter(c in water, c.value < 9))"), "undead 0", "dwarves 7"),
    (move("top(filter(c in water, c.value < 8), 1)"), "undead 0", "dwarves 7"),
    (move("first(each(c in water by c))"), "undead 9", "dwarves 7"),
    (move("last(each(c in water, c.value < 8 by c))"), "undead 5", "dwarves 3"),
    ("for c in water:\n        move c to winner.left.score\n        stop", "undead 9", "dwarves 7"),
    (move("first(if wet then water else prizes + water)"), "undead 9", "dwarves 3"),
]


@pytest.mark.parametrize("wet", [True, False])
@pytest.mark.parametrize(("effects", "well", "pond"), EITHER)
def test_a_conditional_list_has_the_order_of_its_branch(
    effects: str, well: str, pond: str, wet: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # The top is asked for elsewhere too, so that both piles have an order whatever the rule asks.
    ordered = "if winner.left == winner: move top(well, 0) + top(pond, 0) to discard\n      "
    (tmp_path / "water.yaml").write_text(RULES.format(ordered + effects))
    assert failures_of(SCENARIO.format(str(wet).lower(), well if wet else pond)) == []


@pytest.mark.parametrize("wet", [True, False])
def test_a_pile_has_an_order_where_a_condition_asks_for_its_top(
    wet: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "water.yaml").write_text(RULES.format(move("top(water, 1)")))
    assert failures_of(SCENARIO.format(str(wet).lower(), "undead 9" if wet else "dwarves 7")) == []


@pytest.mark.parametrize(("cards", "card"), [
    ("first(each(p in ranking by p.card))", "knights 9"),
    ("first(if wet then trick else prizes)", "knights 9"),
    ("top(each(p in ranking by p.card), 1)", "knights 9"),
])
def test_cards_of_plays_come_as_their_plays(
    cards: str, card: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "water.yaml").write_text(RULES.format(move(cards)))
    assert failures_of(SCENARIO.format("true", card)) == []
