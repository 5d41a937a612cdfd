"""`claim diff`: what changes from one ruleset to another, in words and in games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from claimdsl.pipeline import ruleset_as_written
from claimdsl.semantics.difference import differences
from claimdsl.sim.compare import Share
from tests import shelf
from tests.console import Console

HOUSE = """claimdsl: 1
name: house
extends: base
options: {victory: {fixed: three}}
factions:
  trolls:
    powers:
      middle: {after_trick: move middle to winner.score}
"""
PROUD = """claimdsl: 1
factions:
  goblins:
    powers:
      pride: {strength: if card.value == 0 then base + 5 else base}
"""


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    console = Console(tmp_path, monkeypatch)
    console.write("house.yaml", HOUSE)
    console.write("proud.yaml", PROUD)
    return console


def changes(claim: Console, *words: str, typed: str = "") -> list[tuple[str, str | None, str | None]]:
    """Give what changes as (what, old text, new text)."""
    rows = claim.json("diff", *words, "--format", "json", typed=typed)["differences"]
    assert isinstance(rows, list)
    return [(row["what"], *(row[side] and row[side]["text"] for side in ("old", "new"))) for row in rows]


@pytest.mark.parametrize("name", [*shelf.RULESETS, "factions/fear"])
def test_nothing_changes_from_a_ruleset_to_itself(claim: Console, name: str) -> None:
    assert claim("diff", name, name) == (0, f"From {name} to {name}: nothing changes.\n", "")


@pytest.mark.parametrize("old", shelf.RULESETS)
@pytest.mark.parametrize("new", shelf.RULESETS)
def test_rulesets_that_mean_something_else_differ(old: str, new: str) -> None:
    one, other = ruleset_as_written(old), ruleset_as_written(new)
    found = differences(one[1], other[1])
    back = differences(other[1], one[1])
    assert bool(found) == (one[0].digest != other[0].digest)
    assert len(found) == len(back)


def test_a_power_that_acts_otherwise_is_told_with_both_texts(claim: Console) -> None:
    status, out, err = claim("diff", "base", "house.yaml")
    assert (status, err) == (0, "")
    assert "  power 'middle' of trolls acts otherwise at after_trick\n    - if last_trick:\n" in out
    assert "    + move middle to winner.score\n      house.yaml:8\n" in out
    assert "rulesets/factions/claim2.yaml:" in out


@pytest.mark.parametrize(("text", "wanted"), [
    ("options: {victory: {fixed: three}}", ("option 'victory': fixed", None, "three")),
    ("options: {victory: [three, most]}", ("option 'victory': values", "most, three", "three, most")),
    ("setup: {2: {hand: 12, tricks: 12}}", ("setup for 2 players: hand", "13", "12")),
    ("line_up: {2: {default: [goblins, knights, undead, dwarves, trolls]}}", (
        "line-up for 2 players: default", "goblins, knights, undead, dwarves, doppelgangers",
        "goblins, knights, undead, dwarves, trolls",
    )),
    ("piles: {discard: {seen_by: nobody}}", ("pile 'discard': seen_by", "all", "nobody")),
    ("state: {moons: {of: table, range: 0..3}}\nrules: {m: {before_trick: set moons to moons + 1}}",
     ("new: state 'moons'", None, "of: table\nrange: 0..3")),
    ("terms: {leading: count(trick) == 0}", ("term 'leading': meaning", "not any(trick)", "count(trick) == 0")),
    ("phases: {collect: {tricks: setup.tricks - 1}}", ("phase 'collect': tricks", "setup.tricks", "setup.tricks - 1")),
    ("rules: {lead: {next_leader: leader}}", (
        "the table's power 'lead' answers otherwise next_leader", "winner", "leader",
    )),
    ("rules: {extra: {strength: base}}", ("new: the table's power 'extra'", None, "strength: base")),
    ("factions: {knights: {powers: {charge: {phase: collect}}}}", (
        "power 'charge' of knights: phase", None, "collect",
    )),
    ("factions: {knights: {powers: {charge: {priority: 3}}}}", ("power 'charge' of knights: priority", None, "3")),
    ("factions: {knights: {powers: {remove: [charge]}}}", (
        "gone: power 'charge' of knights", "tier: if led == goblins then 2 else base", None,
    )),
    ("factions: {goblins: {cards: '0 x4, 1..10'}}", ("faction goblins: cards", "0 x5, 1..9", "0 x4, 1..10")),
    ("scoring: {ranks: {value: '0'}}", (
        "scoring: rank 'value'", "if game_tie == cards_value then sum(c in side.won by c.value) else 0", "0",
    )),
])
def test_each_kind_of_change_is_told(claim: Console, text: str, wanted: tuple[str, str | None, str | None]) -> None:
    claim.write("one.yaml", f"claimdsl: 1\nextends: base\n{text}\n")
    status, _, err = claim("validate", "one.yaml")
    if status == 0:
        assert wanted in changes(claim, "base", "one.yaml")
    else:
        assert claim("diff", "base", "one.yaml")[0] == 1, err


def test_house_rules_alone_are_compared_with_the_ruleset_without_them(claim: Console) -> None:
    assert changes(claim, "base", "--with", "proud.yaml") == changes(claim, "base", "proud.yaml")
    both = changes(claim, "base", "house.yaml", "--with", "proud.yaml")
    assert both == changes(claim, "base", "house.yaml")


def test_standard_input_is_compared(claim: Console) -> None:
    assert changes(claim, "base", "-", typed=HOUSE) == changes(claim, "base", "house.yaml")
    assert len(changes(claim, "-", "base", typed=HOUSE)) == len(changes(claim, "base", "house.yaml"))


# --- games -----------------------------------------------------------------------------------------------------------


def games(claim: Console, *words: str) -> Mapping[str, object]:
    found = claim.json("diff", *words, "--format", "json")["games"]
    assert isinstance(found, dict)
    return found


def test_equal_rulesets_never_part(claim: Console) -> None:
    claim.write("same.yaml", "claimdsl: 1\nname: same\nextends: base\n")
    for players in ("2", "3"):
        found = games(claim, "base", "same.yaml", "--games", "20", "--players", players)
        assert found["play"]["differ"] == found["result"]["differ"] == 0 and found["first"] is None


def test_games_are_played_in_line_ups_that_what_changed_plays_in(claim: Console) -> None:
    claim.write("trolls.yaml", HOUSE.replace("options: {victory: {fixed: three}}\n", ""))
    found = games(claim, "base", "trolls.yaml", "--games", "40")
    assert all("trolls" in names for names in found["line_ups"])
    assert found["play"]["differ"] > 0


def test_the_first_game_that_differs_is_a_record_that_shows_it(claim: Console) -> None:
    words = ("diff", "base", "proud.yaml", "--games", "30")
    found = claim("diff", "base", "proud.yaml", "--games", "30", "--out", "first.json")
    assert found[0] == 0 and "Written to first.json." in found[1]
    record = json.loads((claim.folder / "first.json").read_text(encoding="utf-8"))
    move = claim.json(*words, "--format", "json")["games"]["first"]["move"]
    assert list(record["comments"]) == [str(move - 1)]
    assert claim("replay", "first.json", "--check")[0] == 0
    # Under the old ruleset the same moves are alike up to there, and not after.
    new = claim("replay", "first.json", "--trace")[1].splitlines()
    old = claim("replay", "first.json", "--trace", "--ruleset", "base", "--any-ruleset")[1].splitlines()
    tricks = sum(1 for one in record["moves"][:move] if one.startswith("play ")) // 2
    assert new[: tricks - 1] == old[: tricks - 1] and new[:tricks] != old[:tricks]


def test_a_result_that_differs_is_no_difference_of_play(claim: Console) -> None:
    claim.write("least.yaml", "claimdsl: 1\nextends: base\nscoring: {ranks: {factions: '9 - side.votes'}}\n")
    found = games(claim, "base", "least.yaml", "--games", "10")
    assert found["play"]["differ"] == 0 and found["result"]["differ"] == 10
    assert found["first"]["what"] == "the winners" and found["first"]["move"] == len(found["first"]["record"]["moves"])


def test_games_are_the_same_for_the_same_seed(claim: Console) -> None:
    words = ("base", "proud.yaml", "--games", "10", "--seed", "4")
    assert games(claim, *words) == games(claim, *words)
    assert games(claim, *words)["first"]["seed"] != games(claim, *words[:-1], "5")["first"]["seed"]


def test_decks_that_differ_are_said_to(claim: Console) -> None:
    claim.write("cards.yaml", "claimdsl: 1\nextends: base\nfactions: {goblins: {cards: '0 x4, 1..10'}}\n")
    found = games(claim, "base", "cards.yaml", "--games", "5")
    assert str(found["note"]).startswith("the decks differ") and found["play"]["differ"] == 5


def test_the_interval_holds_the_share() -> None:
    for of in (1, 7, 100):
        for count in range(of + 1):
            low, high = Share(count, of).interval
            assert 0 <= low <= count / of <= high <= 1


@pytest.mark.parametrize(("words", "status", "reason"), [
    (("base",), 2, "say what OLD is compared with"),
    (("base", "nosuch"), 2, "there is no file nosuch"),
    (("base", "."), 2, "is a folder"),
    (("-", "-"), 2, "only one of the two can be standard input"),
    (("base", "-"), 1, "error[CLM105]"),
    (("base", "bad.yaml"), 1, "error[CLM"),
    (("base", "german-whist", "--games", "3"), 2, "no line-up was found that is legal under both"),
    (("base", "german-whist", "--games", "3", "--players", "4"), 2, "both are for 2 players"),
    (("base", "house.yaml", "--players", "2"), 2, "say how many with --games"),
    (("base", "house.yaml", "--games", "3", "--factions", "goblins"), 2, "come together or not at all"),
    (("base", "house.yaml", "--games", "3", "--factions", "goblin"), 2, "did you mean 'goblins'?"),
    (("base", "proud.yaml", "--games", "30", "--out", "none/x.json"), 2, "none/x.json: cannot be written"),
    (("base", "proud.yaml", "--games", "30", "--out", "-"), 2, "a record is written to a file"),
    (("base", "proud.yaml", "--games", "0"), 2, "0 is not in the range"),
])
def test_wrong_input_is_told(claim: Console, words: tuple[str, ...], status: int, reason: str) -> None:
    claim.write("bad.yaml", HOUSE.replace("winner", "winer"))
    got, out, err = claim("diff", *words)
    assert (got, out) == (status, "") and reason in err, err


def test_a_file_that_is_no_kept_game_is_not_written_over(claim: Console) -> None:
    before = (claim.folder / "proud.yaml").read_text(encoding="utf-8")
    status, _, err = claim("diff", "base", "proud.yaml", "--games", "20", "--out", "proud.yaml")
    assert status == 2 and "is no kept game" in err
    assert (claim.folder / "proud.yaml").read_text(encoding="utf-8") == before
