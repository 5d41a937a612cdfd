"""Plays that lie face down: rules can ask whether one does, and are told of what they read of one unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl import load_ruleset, pipeline
from claimdsl.diagnostics.report import Report
from claimdsl.sim.leaks import Wanted, search
from tests import shelf
from tests.test_scenarios import failures_of

RULES = """
claimdsl: 1
name: ball
extends: base
line_up:
  2: {{default: [goblins, knights, maskers, dwarves, doppelgangers]}}
state:
  total: {{of: table, range: 0..99}}
  dark: {{of: table, range: 0..9}}
factions:
  maskers:
    cards: 0..9
    powers:
      mask:
        face_down: {mask}
        leads: if complete then base else nothing
  {owner}:
    powers:
      look:
        {look}
"""
MASK = "play == first(trick) and not complete"
TALLY = (
    "on_play: |\n          set total to sum(p in trick, not p.face_down by p.value)\n"
    "          set dark to count(p in trick, p.face_down)"
)
SCENARIO = """
claimdsl-test: 1
ruleset: ball.yaml
scenarios:
  one:
    phase: collect
    players: 2
    hands: {{0: [maskers 9, goblins 2], 1: [goblins 3, maskers 4]}}
    play: {}
    expect: {{state: {{total: {}, dark: {}}}}}
"""


def write(folder: Path, look: str, owner: str = "goblins", mask: str = MASK) -> Path:
    """Write a house rule in which Maskers may lie face down and a power reads plays."""
    path = folder / "ball.yaml"
    path.write_text(RULES.format(look=look, owner=owner, mask=mask))
    return path


def found_in(path: Path) -> list[tuple[str, str]]:
    """Give code and place of each finding but of states that nothing reads."""
    report = Report()
    pipeline.check_text(str(path), path.read_bytes(), report)
    return [(found.code, found.span.text) for found in report if found.code != "CLM804"]


# --- the field -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("moves", "total", "dark"), [
    ("[maskers 9]", 0, 1), ("[maskers 9, goblins 3]", 12, 0), ("[goblins 2]", 2, 0), ("[goblins 2, goblins 3]", 5, 0),
])
def test_a_rule_asks_whether_a_play_lies_face_down(
    moves: str, total: int, dark: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert found_in(write(tmp_path, f"cards: all\n        {TALLY}")) == []
    assert failures_of(SCENARIO.format(moves, total, dark)) == []


def test_nothing_lies_face_down_where_no_power_has_it_so(tmp_path: Path) -> None:
    game = load_ruleset(str(write(tmp_path, f"cards: all\n        {TALLY}"))).game(
        2, ("goblins", "knights", "undead", "dwarves", "doppelgangers")
    )
    assert "hides_" not in game.plain.text


def test_a_rule_that_asks_tells_nothing(tmp_path: Path) -> None:
    asks = load_ruleset(str(write(tmp_path, f"cards: all\n        {TALLY}")))
    assert search(asks, Wanted(None, None, {}), 10, 1).leaks == ()


@pytest.mark.parametrize("line", [
    "leads: if play.face_down then nothing else base", "goes_to: if play.face_down then discard else base",
])
def test_where_it_may_not_be_asked(line: str, tmp_path: Path) -> None:
    assert [code for code, _ in found_in(write(tmp_path, line))] == ["CLM403"]


# --- what is read unasked --------------------------------------------------------------------------------------------

SET = "on_play: set total to {}"


@pytest.mark.parametrize(("look", "place"), [
    (SET.format("sum(p in trick by p.value)"), "p.value"),
    (SET.format("max(p in trick by p.worth) otherwise 0"), "p.worth"),
    (SET.format("first(trick).value otherwise 0"), "first(trick).value"),
    ("on_play: |\n          for p in trick: set total to p.value", "p.value"),
    (SET.format("player.right.play.value otherwise 0"), "player.right.play.value"),
    (SET.format("count(p in trick, p.card in middle)"), "p.card in middle"),
    (SET.format("count(p in trick, p.faction == goblins or p.value > 5)"), "p.value"),
    (SET.format("count(p in trick, p.faction == maskers and p.value > 5)"), "p.value"),
    ("may_play: card.value > (last(trick).value otherwise 0)", "last(trick).value"),
    ("counts_as: if any(p in trick, p.value > card.value) then led otherwise goblins else base", "p.value"),
])
def test_a_play_that_may_lie_face_down_is_not_read(look: str, place: str, tmp_path: Path) -> None:
    assert found_in(write(tmp_path, look)) == [("CLM813", place)]


@pytest.mark.parametrize("look", [
    SET.format("play.value"),
    SET.format("sum(p in trick, p == play by p.value)"),
    SET.format("player.play.value otherwise 0"),
    SET.format("sum(p in trick, p.faction == goblins by p.value)"),
    SET.format("sum(p in filter(q in trick, q.faction == goblins) by p.value)"),
    SET.format("last(p in trick, p.faction == goblins and p.value > 3).value otherwise 0"),
    SET.format("count(p in trick, p.faction == maskers)"),
    SET.format("sum(p in trick, not p.face_down by p.value)"),
    "after_trick: set total to sum(p in trick by p.value)",
    "worth: base + (first(trick).value otherwise 0)",
])
def test_what_may_be_read(look: str, tmp_path: Path) -> None:
    assert found_in(write(tmp_path, look)) == []


def test_a_faction_is_a_secret_where_several_lie_face_down(tmp_path: Path) -> None:
    path = write(tmp_path, SET.format("count(p in trick, p.faction == maskers)"))
    path.write_text(path.read_text().replace("face_down: play", "cards: all\n        face_down: play"))
    assert found_in(path) == [("CLM813", "p.faction")]


def test_what_never_meets_is_not_told(tmp_path: Path) -> None:
    path = write(tmp_path, f"phase: collect\n        {SET.format('sum(p in trick by p.value)')}")
    path.write_text(path.read_text().replace("face_down: play", "phase: recruit\n        face_down: play"))
    assert found_in(path) == []


def test_no_shipped_rule_reads_what_a_shipped_power_hides(tmp_path: Path) -> None:
    path = tmp_path / "all.yaml"
    sets = ", ".join(f"factions/{name}" for name in shelf.SETS)
    path.write_text(f"claimdsl: 1\nname: all\nextends: base\nuse: [{sets}]\n")
    assert "CLM813" not in [code for code, _ in found_in(path)]
