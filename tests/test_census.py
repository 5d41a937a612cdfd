"""The census lets every two factions meet often enough, counts what fired, and tells what is wrong."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from claimdsl.engine.chance import Rng
from claimdsl.engine.firing import telling
from claimdsl.engine.line_up import line_up_fault, setup_of
from tests import shelf
from tests.census import Census, Tally, Task, census, everything, plan, played, possible_pairs
from tests.write_census import page

LINE_UP = ("goblins", "knights", "undead", "dwarves", "doppelgangers")


@pytest.mark.parametrize("players", [2, 3])
def test_every_two_factions_meet_often_enough(players: int) -> None:
    base = shelf.ruleset()
    found = plan(base, players, 3, Rng(1))
    met = Counter(pair for names in found for pair in combinations(names, 2))
    assert all(met[pair] >= 3 for pair in possible_pairs(base, players))
    assert not any(line_up_fault(base.program, setup_of(base.program, players), names) for names in found)
    assert found == plan(base, players, 3, Rng(1))
    assert ("goblins", "gnomes") not in possible_pairs(base, players)


def test_games_are_counted_and_so_is_what_fired() -> None:
    tally = played(Task(0, 2, LINE_UP, 8, 1))
    assert (tally.games, tally.whole, tally.faults) == (8, 1, [])
    assert tally.there == {
        ("knights", "charge"), ("undead", "haunt"), ("dwarves", "dig"), ("doppelgangers", "mimic"),
    }
    assert tally.fired == tally.there
    again = played(Task(0, 2, LINE_UP, 8, 1))
    assert (again.moves, again.shared, again.led) == (tally.moves, tally.shared, tally.led)


@pytest.mark.parametrize(("power", "arms"), [("charge", [True]), ("haunt", []), ("wake", [True]), ("burrow", [False])])
def test_an_arm_that_changes_nothing_is_no_firing(power: str, arms: list[bool]) -> None:
    rules = [rule for rule in everything().program.hooks if rule.origin.power == power]
    assert [is_yes for rule in rules for _, is_yes in telling(rule)] == arms


def test_what_breaks_off_is_told_with_its_line_up() -> None:
    tally = played(Task(0, 2, ("goblins",), 1, 1))
    assert tally.games == 0 and "SetupError: goblins and knights come together" in tally.faults[0]
    assert not tally.is_clean(("goblins", "knights"))


def test_the_page_tells_what_is_not_clean() -> None:
    silent = Tally(games=4, there={("undead", "haunt"), ("dwarves", "dig")}, fired={("dwarves", "dig")})
    broken = Tally(games=4, faults=["a card is lost"])
    pairs = {("undead", "dwarves"): silent, ("dwarves", "seers"): broken}
    text = page(Census({2: pairs}, Counter({2: 8}), Counter({2: 2}), 0), 1, 4)
    assert "| 2 | 2 | 0 | 2 | 8 | 4 |" in text
    assert "- a card is lost" in text and "| 2 | haunt of undead | dwarves |" in text
    assert "Nothing." not in text


def test_a_small_census_is_clean() -> None:
    found = census((2,), 1, 1, 1, 1, names=("dragons", "unicorns"))
    assert found.games[2] == found.line_ups[2] > 0 and not any(tally.faults for tally in found.pairs[2].values())
    assert "# Every two factions" in page(found, 1, 1)
