"""What native code knows before the game: which cards may lie where, how many draws a phase has, and equal cards."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="without llvmlite there are no native games")

from claimdsl import load_ruleset
from claimdsl.engine.game import Game
from claimdsl.native.chance import runs
from claimdsl.native.contents import contents
from claimdsl.native.engine import NativeGame
from claimdsl.native.stream import MOST
from tests import native_kinds as kinds
from tests import shelf

MANY_DRAWS = """
  lots:
    phase: collect
    after_trick: |
      for c in winner.score:
        draw d from winner.score
        if d.value == 9: move d to discard
"""
STRAY = """
  stray:
    phase: recruit
    after_trick: |
      if winning_play.value == 9: move first(c in prizes) to middle
"""
OVERRULED = """
  all_over:
    priority: 50
    phase: collect
    goes_to: middle
"""


def house(folder: Path, rule: str, players: int = 2, name: str = "claim2") -> Game:
    """Give a game with a rule more."""
    path = folder / "house.yaml"
    path.write_text(f"claimdsl: 1\nname: house\nextends: {name}\nrules:{rule}", encoding="utf-8")
    return load_ruleset(str(path)).game(players)


def test_only_the_cards_of_a_faction_that_goes_there_lie_in_a_pile() -> None:
    game = shelf.ruleset("claim2").game(2)
    trolls = game.binding.faction_masks[game.binding.faction_ids["trolls"]]
    gnomes = game.binding.faction_masks[game.binding.faction_ids["gnomes"]]
    assert contents(game.binding) == {"middle": trolls, "display": gnomes}


@pytest.mark.parametrize("rule", [STRAY, OVERRULED], ids=["moved", "by the table"])
def test_a_rule_that_lays_other_cards_there_spoils_it(tmp_path: Path, rule: str) -> None:
    game = house(tmp_path, rule)
    assert "middle" not in contents(game.binding)
    assert kinds.different(game, 30, lanes=2) == ([], 0)


@pytest.mark.parametrize("players", [2, 3])
def test_more_draws_than_lie_ready_are_drawn_one_by_one(tmp_path: Path, players: int) -> None:
    game = house(tmp_path, MANY_DRAWS, players)
    printed = [NativeGame(each, lanes=1, level=0).text.splitlines() for each in (load_ruleset("claim2").game(2), game)]
    numbers = [int(line.split()[-1]) for text in printed for line in text if line.startswith("@numbers")]
    assert [asked <= MOST for asked in numbers] == [True, False]
    assert kinds.different(game, 15, lanes=2) == ([], 0)


@pytest.mark.parametrize(("groups", "found"), [
    ((0b111,), None), ((0b1011, 0b110000), None), ((0b11, 0b11100), (0b101, 0b10010)),
])
def test_equal_cards_side_by_side_are_left_out_at_once(
    groups: tuple[int, ...], found: tuple[int, int] | None
) -> None:
    assert runs(groups) == found
    if found is not None:
        for hand in range(64):
            filled = (hand | found[1]) - found[0]
            firsts = sum(hand & group & -(hand & group) for group in groups)
            assert hand & ~(filled & sum(groups)) == firsts | hand & ~sum(groups)


def test_of_the_only_equal_cards_one_is_drawn() -> None:
    game = shelf.ruleset().game(2)
    assert sum(copies & (copies - 1) != 0 for copies in set(game.binding.copies)) == 1
    assert kinds.different(game, 60, lanes=2) == ([], 0)
