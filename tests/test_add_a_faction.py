"""A faction that needs only known notions is one file of YAML: nothing else is touched, and every command knows it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from claimdsl import load_ruleset, resources
from tests import laws
from tests.console import Console

HARPIES = """\
  harpies:
    title: {en: Harpies}
    description: {en: "Win a second-phase trick with a Harpy, and the best card of an opponent's score pile is yours."}
    cards: 0..9
    powers:
      snatch:
        phase: collect
        priority: 2                     # when all that the trick brings lies in the score piles
        after_trick: |
          if winning_play.faction == harpies:
            choose victim from winner.opponents by winner
            move most(c in victim.score by c.value) to winner.score
"""
FILE = f"claimdsl: 1\nname: harpies\nfactions:\n{HARPIES}"
SCENARIOS = """\
claimdsl-test: 1
scenarios:
  a-harpy-snatches-the-best-card:
    factions: [goblins, knights, harpies, undead, dwarves]
    phase: collect
    hands: {0: [harpies 7, goblins 1], 1: [harpies 3, goblins 2]}
    piles: {score.1: [undead 5, undead 8]}
    play: [harpies 7, harpies 3]
    expect: {winner: 0, goes: {undead 8: score.0, undead 5: score.1, harpies 3: score.0}}
  other-winners-snatch-nothing:
    factions: [goblins, knights, harpies, undead, dwarves]
    phase: collect
    hands: {0: [goblins 7, goblins 1], 1: [harpies 3, undead 2]}
    piles: {score.1: [undead 8]}
    play: [goblins 7, harpies 3]
    expect: {winner: 0, goes: {undead 8: score.1, harpies 3: score.0}}
"""
LINE_UP = "goblins,knights,harpies,undead,dwarves"
GAME = ("play", "--seats", "random,random", "--seed", "2", "--factions", LINE_UP)


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    """Stand in a folder that holds the new faction and its scenarios, and nothing else."""
    console = Console(tmp_path, monkeypatch)
    console.write("harpies.yaml", FILE)
    console.write("harpies.test.yaml", SCENARIOS)
    return console


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder of sets in a copy of all that is shipped, which is read from now on."""
    bundle = tmp_path / "claimdsl" / "_bundled"
    shutil.copytree(resources.rulesets_folder(), bundle / "rulesets")
    shutil.copytree(resources.rulesets_folder().parent / "grammar", bundle / "grammar")
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "claimdsl")
    return bundle / "rulesets" / "factions"


def add_to(file: Path) -> None:
    """Write the new faction under the last one of a set."""
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text.rstrip()}\n{HARPIES}", encoding="utf-8")


def test_the_file_is_clean(claim: Console) -> None:
    assert claim("validate", "harpies.yaml", "--strict") == (0, "", "1 file checked: 0 errors, 0 warnings\n")
    assert claim("fmt", "--check", "harpies.yaml", "harpies.test.yaml")[0] == 0


def test_its_scenarios_pass_and_reach_all_of_it(claim: Console) -> None:
    status, out, _ = claim("test", "harpies.yaml", "--coverage", "--fail-under", "100", "--fuzz", "5")
    assert status == 0, out
    assert "2 passed" in out and "coverage: 100%" in out


def test_it_is_played_and_its_record_replays(claim: Console) -> None:
    status, out, _ = claim(*GAME, "--with", "harpies.yaml", "--save", "game.json")
    assert status == 0 and "[Harpies: snatch]" in out
    assert claim("replay", "game.json")[0] == 0
    assert claim("leaks", "base", "--with", "harpies.yaml", "--factions", LINE_UP, "--games", "5")[0] == 0
    assert "snatch of harpies" in claim("matrix", "base", "--with", "harpies.yaml", "--factions", "harpies,trolls")[1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_its_games_keep_the_laws(claim: Console, players: int) -> None:
    tweaks = (str(claim.folder / "harpies.yaml"),)
    rules = load_ruleset("base", tweaks)
    seats = next(each for each in rules.line_ups(players) if "harpies" in each)
    laws.check_all(rules.game(players, seats), players, "base", tweaks)


def test_in_a_shipped_set_it_is_found_by_its_name(claim: Console, shipped: Path) -> None:
    assert claim(*GAME)[0] == 2
    add_to(shipped / "fear.yaml")
    assert claim("validate", str(shipped / "fear.yaml"), "--strict")[0] == 0
    assert claim(*GAME)[0] == 0
    assert "harpies" in claim("rulesets", "--factions")[1].lower()


def test_in_a_set_that_base_does_not_use_it_changes_no_other_game(claim: Console, shipped: Path) -> None:
    before = claim.game("before.json")
    add_to(shipped / "fear.yaml")
    assert claim.game("after.json") == before
    assert claim("replay", "before.json")[0] == 0


def test_in_a_set_that_base_uses_it_deals_the_same_games_and_makes_another_ruleset(
    claim: Console, shipped: Path
) -> None:
    before = claim.game("before.json")
    add_to(shipped / "claim.yaml")
    assert claim.game("after.json") == before
    digests = {json.loads((claim.folder / f"{name}.json").read_text("utf-8"))["ruleset_sha256"]
               for name in ("before", "after")}
    assert len(digests) == 2
    assert "ruleset_sha256" in claim("replay", "before.json")[2]
