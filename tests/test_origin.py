"""`claim show --origin`: each line of a resolved ruleset beside the file and line that it comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl.diagnostics.report import Report
from claimdsl.pipeline import check_text, load_ruleset
from claimdsl.resources import rulesets_folder
from tests.console import Console
from tests.shelf import RULESETS

HOUSE = """claimdsl: 1
name: house
extends: base
line_up:
  2: {default: [goblins, knights, undead, dwarves, trolls]}
options:
  victory: {also: [four]}
  dwarf_tie: {fixed: earlier}
factions:
  trolls:
    powers:
      middle:
        after_trick: |
          # all of them
          move middle to winner.score
"""


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    console = Console(tmp_path, monkeypatch)
    console.write("house.yaml", HOUSE)
    return console


def rows(claim: Console, *words: str, typed: str = "") -> list[tuple[str, str]]:
    status, out, err = claim("show", "--origin", *words, typed=typed)
    assert (status, err) == (0, "")
    parted = [line.partition("|") for line in out.splitlines()]
    assert len({len(left) for left, _, _ in parted}) == 1, "the left column is aligned"
    return [(left.strip(), right[1:]) for left, _, right in parted]


@pytest.mark.parametrize("name", RULESETS)
def test_every_line_is_where_it_says(claim: Console, name: str) -> None:
    for place, text in rows(claim, name):
        if place:
            file, _, line = place.rpartition(":")
            source = (rulesets_folder().parent / file).read_text(encoding="utf-8").splitlines()
            words = text.strip().removeprefix("- ").split(":")[0]
            assert words in source[int(line) - 1], (place, text)


ALL = [*((name,) for name in RULESETS), ("house.yaml",), ("base", "--with", "factions/fear")]


@pytest.mark.parametrize("words", ALL)
def test_the_right_column_is_the_ruleset(
    claim: Console, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(claim.folder)
    text = "\n".join(right for _, right in rows(claim, *words))
    program = check_text("shown.yaml", text.encode(), report := Report())
    assert program is not None, [finding.message for finding in report]
    own = load_ruleset(words[0], words[2:])
    assert program.digest == own.digest


def test_what_two_files_say_of_one_thing_stands_on_two_lines(claim: Console) -> None:
    found = rows(claim, "house.yaml")
    at = found.index(("house.yaml:5", "    default: [goblins, knights, undead, dwarves, trolls]"))
    assert [text for _, text in found[at - 3 : at]] == ["  2:", "    pairs: 1", "    free: 3"]
    assert all(place == "rulesets/base.yaml:19" for place, _ in found[at - 3 : at])
    assert ("house.yaml:7", "    - four") in found
    at = found.index(("house.yaml:8", "    fixed: earlier"))
    assert found[at - 1] == ("rulesets/base.yaml:29", "    values: [later, earlier]")
    assert ("house.yaml:15", "          move middle to winner.score") in found


def test_a_tweak_is_named_too(claim: Console) -> None:
    claim.write("tweak.yaml", "claimdsl: 1\nfactions:\n  goblins: {cards: '0 x4, 1..10'}\n")
    found = rows(claim, "base", "--with", "tweak.yaml")
    assert ("tweak.yaml:3", "    cards: \"0 x4, 1..10\"") in found


def test_standard_input_is_named(claim: Console) -> None:
    assert ("<standard input>:15", "          move middle to winner.score") in rows(claim, "-", typed=HOUSE)


def test_mistakes_are_told_as_always(claim: Console) -> None:
    claim.write("bad.yaml", HOUSE.replace("winner", "winer"))
    assert claim("show", "--origin", "bad.yaml")[0] == 1
    assert claim("show", "--origin", "nosuch.yaml")[0] == 2
    assert claim("show", "--origin", "-")[0] == 1
