"""What is said of a game says what is so: nothing of what did not change, no number turned round, no empty table."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.engine import events as ev
from claimdsl.engine.chance import Rng
from tests.console import Console
from tests.laws import play_through

DEALER = """\
claimdsl: 1
name: dealer
title: {en: The winner deals}
extends: base
state: {dealer: Player}
rules:
  deal_next: {after_trick: set dealer to winner}
"""

HARPIES = "claimdsl: 1\nname: sky\nfactions:\n  harpies: {cards: 0..9}\n"


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


def test_a_state_that_keeps_its_value_is_not_told(tmp_path: Path) -> None:
    path = tmp_path / "dealer.yaml"
    path.write_text(DEALER, encoding="utf-8")
    last = play_through(load_ruleset(str(path)).game().deal(1, follow=True), Rng(2))[-1]
    told = [event.value for event in last.events if isinstance(event, ev.StateSet)]
    winners = [event.winner for event in last.events if isinstance(event, ev.TrickEnded)]
    assert 1 < len(told) < len(winners)
    assert all(one != other for one, other in zip(told, told[1:], strict=False))


def test_less_is_told_as_it_is_counted(claim: Console) -> None:
    words = ("play", "--ruleset", "black-maria", "--seats", "random,random,random", "--save", "game.json")
    status, out, _ = claim(*words, "--seed", "1")
    assert status == 0
    counts = next(line for line in out.splitlines() if line.startswith("Counts: "))
    assert "-" not in counts and counts.count(" for ") == 3


def test_a_game_of_suits_asks_for_no_pairs(claim: Console) -> None:
    status, _, err = claim("play", "--ruleset", "black-maria", "--factions", "clubs,hearts")
    assert status == 2
    assert "3 players need 4 suits; this line-up has 2 suits" in err


def test_a_game_without_powers_has_no_table_of_them(claim: Console) -> None:
    status, out, _ = claim("matrix", "whist")
    assert status == 0
    assert out.splitlines() == [
        "Powers of whist that meet in a trick, 4 players", "No power of a faction acts in a trick.",
    ]


def test_a_tweak_whose_factions_do_not_play_is_told(claim: Console) -> None:
    claim.write("sky.yaml", HARPIES)
    words = ("play", "--with", "sky.yaml", "--seats", "random,random", "--seed", "1", "--save", "game.json")
    told = "Of sky.yaml nobody plays: harpies; --factions names who does"
    assert told in claim(*words)[2]
    assert told not in claim(*words, "--factions", "goblins,knights,harpies,undead,dwarves")[2]
    assert told not in claim("play", "--seats", "random,random", "--seed", "1", "--save", "game.json")[2]
