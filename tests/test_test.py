"""`claim test` as people run it: what is printed where, and the exit status of every way to end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = """claimdsl: 1
name: house
extends: base
factions:
  goblins:
    powers:
      pride:
        strength: if card.value == 0 then base + 5 else base
"""
TESTS = """claimdsl-test: 1
scenarios:
  proud:
    phase: collect
    hands: {0: [goblins 4, goblins 1], 1: [goblins 0, goblins 2]}
    play: [goblins 4, goblins 0]
    expect: {winner: 1}   # by pride
  low:
    phase: collect
    hands: {0: [goblins 1, goblins 4], 1: [goblins 2, goblins 3]}
    play: [goblins 1, goblins 2]
    expect: {winner: 1}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with a house rule and its scenarios."""
    (tmp_path / "house.yaml").write_text(RULES, encoding="utf-8")
    (tmp_path / "house.test.yaml").write_text(TESTS, encoding="utf-8")
    return tmp_path


def claim(folder: Path, *words: str, typed: bytes = b"") -> tuple[int, str, str]:
    """Run a command in a folder."""
    env = {**os.environ, "CLAIMDSL_CACHE": str(folder.parent / "cache"), "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), *words], input=typed, capture_output=True, cwd=folder, env=env,
        timeout=60, check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def spoil(folder: Path) -> None:
    """Expect the wrong thing in one scenario."""
    path = folder / "house.test.yaml"
    path.write_text(TESTS.replace("winner: 1}   # by pride", "winner: 0}   # by pride"), encoding="utf-8")


@pytest.mark.parametrize("path", ["house.test.yaml", "house.yaml", "house", "."])
def test_a_file_a_ruleset_or_a_folder(folder: Path, path: str) -> None:
    status, out, err = claim(folder, "test", path)
    assert status == 0
    assert out.endswith("house.test.yaml: 2 passed\n")
    assert err.startswith("2 scenarios: 2 passed, 0 failed")


def test_the_shipped_scenarios_are_run_without_a_path_and_by_name(folder: Path) -> None:
    status, out, err = claim(folder, "test", "french")
    assert (status, err.startswith("3 scenarios")) == (0, True)
    assert claim(folder, "test", "-k", "two-votes")[0] == 0


def test_validate_passes_over_scenarios(folder: Path) -> None:
    assert claim(folder, "validate", ".")[2].startswith("1 file checked")


def test_a_failure_is_shown_with_the_rule_that_decided(folder: Path) -> None:
    spoil(folder)
    status, out, _ = claim(folder, "test", ".")
    assert status == 1
    assert "FAILED house.test.yaml:3 proud" in out
    assert "winner: expected 0, got 1" in out
    assert "by pride of goblins, house.yaml:8" in out


def test_names_are_filtered(folder: Path) -> None:
    spoil(folder)
    assert claim(folder, "test", ".", "-k", "low")[0] == 0
    status, _, err = claim(folder, "test", ".", "-k", "nothing-of-the-kind")
    assert status == 2
    assert "no scenario" in err


def test_coverage_names_what_never_ran(folder: Path) -> None:
    status, out, _ = claim(folder, "test", ".", "--coverage", "--fail-under", "100")
    assert status == 0
    assert "coverage: 100% (3 of 3 rules and branches)" in out
    status, out, err = claim(folder, "test", ".", "-k", "low", "--fail-under", "67")
    assert status == 1
    assert "coverage: 66% (2 of 3 rules and branches)" in out
    assert "house.yaml:8:19: did not run: 'if' where the condition holds" in out
    assert "coverage is 66%, less than 67%" in err


def test_update_writes_what_came_out(folder: Path) -> None:
    spoil(folder)
    status, _, err = claim(folder, "test", ".", "--update")
    assert status == 0
    assert "+    expect: {winner: 1}   # by pride" in err
    assert (folder / "house.test.yaml").read_text(encoding="utf-8") == TESTS
    assert claim(folder, "test", ".")[0] == 0


def test_update_says_why_it_leaves_something_as_it_is(folder: Path) -> None:
    path = folder / "house.test.yaml"
    commented = "expect:\n      ranking:\n        - 0   # the leader\n        - 1\n      known_to: {0: [goblins 2]}\n"
    path.write_text(TESTS.replace("expect: {winner: 1}   # by pride\n", commented), encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    status, out, _ = claim(folder, "test", ".", "--update")
    assert status == 1 and path.read_text(encoding="utf-8") == before
    assert "    left as it is: a comment stands within, which would be lost\n" in out
    assert "    left as it is: either this or the rules are wrong, and only you can know which\n" in out


def test_update_of_standard_input_prints_the_file_and_tells_the_rest_on_the_other_stream(folder: Path) -> None:
    text = TESTS.replace("scenarios:", "ruleset: house\nscenarios:", 1)
    spoilt = text.replace("winner: 1}   # by pride", "winner: 0}   # by pride")
    for given in (spoilt, text):
        status, out, err = claim(folder, "test", "-", "--update", typed=given.encode())
        assert (status, out) == (0, text)
        assert "2 passed" in err


def test_json(folder: Path) -> None:
    spoil(folder)
    status, out, _ = claim(folder, "test", ".", "--format", "json", "--coverage")
    found = json.loads(out)
    assert status == 1
    assert (found["passed"], found["failed"], found["findings"]) == (1, 1, [])
    assert found["coverage"]["percent"] == 100
    (failed,) = [one for one in found["scenarios"] if not one["passed"]]
    assert (failed["name"], failed["line"]) == ("proud", 3)
    assert failed["failures"][0]["expected"] == ["0"]
    assert failed["failures"][0]["got"] == ["1"]


def test_junit(folder: Path) -> None:
    spoil(folder)
    (folder / "broken.test.yaml").write_text("claimdsl-test: 1\nscenarios: {'<a&\"': {}}\n", encoding="utf-8")
    status, out, _ = claim(folder, "test", ".", "--format", "junit")
    root = ET.fromstring(out)
    assert status == 1
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "1", "1")
    assert [case.get("name") for case in root.iter("testcase")] == ["proud", "low", "CLM902 2:13"]
    failure = next(root.iter("failure"))
    assert failure.get("message") == "winner: expected 0, got 1"


def test_standard_input(folder: Path) -> None:
    text = TESTS.replace("scenarios:", "ruleset: house\nscenarios:", 1).encode()
    assert claim(folder, "test", "-", typed=text)[0] == 0
    status, out, _ = claim(folder, "test", "-", typed=TESTS.encode())
    assert status == 1
    assert "no ruleset is named" in out
    assert claim(folder, "test", "-")[0] == 1


def test_findings_of_the_ruleset_are_shown_once(folder: Path) -> None:
    (folder / "house.yaml").write_text(RULES.replace("card.value", "card.valeu"), encoding="utf-8")
    status, out, err = claim(folder, "test", ".")
    assert status == 1
    assert out.count("error[CLM") == 1
    assert "house.yaml:8" in out
    assert "Traceback" not in err


@pytest.mark.parametrize("words, status", [
    (("no-such-file.test.yaml",), 2), (("no-such-file",), 2), (("other.yaml",), 2), (("empty",), 2),
    (("--fail-under", "101"), 2), (("--fuzz", "0"), 2), (("--format", "xml"), 2),
])
def test_what_cannot_be_run(folder: Path, words: tuple[str, ...], status: int) -> None:
    (folder / "other.yaml").write_text(RULES, encoding="utf-8")
    (folder / "empty").mkdir()
    done = claim(folder, "test", *words)
    assert done[0] == status
    assert "Traceback" not in done[2]


@pytest.mark.parametrize("raw", [
    b"", b"\xff\xfe", b"\x00" * 100, b"a" * (1 << 19), b"[" * 50_000, b"claimdsl-test: 1\nscenarios: {a: &x 1}\n",
    "claimdsl-test: 1\nscenarios:\n  \u202eevil: {expect: {turn: 0}}\n".encode(),
    b"claimdsl-test: 1\nscenarios: {a: {expect: {turn: 0}}, a: {expect: {turn: 0}}}\n",
])
def test_hostile_files(folder: Path, raw: bytes) -> None:
    (folder / "bad.test.yaml").write_bytes(raw)
    status, out, err = claim(folder, "test", "bad.test.yaml")
    assert status == 1
    assert "error[CLM" in out
    assert "Traceback" not in err and "bug" not in err


def test_random_games_by_the_laws(folder: Path) -> None:
    (folder / "lonely.yaml").write_text(RULES.replace("house", "lonely"), encoding="utf-8")
    status, _, err = claim(folder, "test", "house.yaml", "lonely.yaml", "--fuzz", "2")
    assert status == 0
    assert "house.yaml: 2 random games kept every law" in err
    assert "lonely.yaml: 2 random games kept every law" in err


def test_rulesets_with_other_tweaks_are_each_tried(tmp_path: Path) -> None:
    for name in ("sea", "sky"):
        head = f"claimdsl-test: 1\nruleset: base\nwith: [factions/{name}]\n"
        text = f"{head}scenarios: {{any: {{expect: {{turn: 0}}}}}}\n"
        (tmp_path / f"{name}.test.yaml").write_text(text, encoding="utf-8")
    status, _, err = claim(tmp_path, "test", ".", "--fuzz", "1")
    assert status == 0
    assert "base with factions/sea: 1 random game kept every law" in err
    assert "base with factions/sky: 1 random game kept every law" in err


def test_a_pipe_is_no_file_of_scenarios(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "z.test.yaml")
    assert claim(tmp_path, "test", ".")[0] == 2
    status, _, err = claim(tmp_path, "test", "z.test.yaml")
    assert status == 2 and "it is a pipe" in err


def test_fuzz_finds_a_leak(tmp_path: Path) -> None:
    tests = Path(__file__).resolve().parent
    for name in ("leaky/loud.yaml", "small/small.yaml"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text((tests / name).read_text(encoding="utf-8"), encoding="utf-8")
    status, _, err = claim(tmp_path, "test", "leaky/loud.yaml", "--fuzz", "100")
    assert status == 1 and "a seat learns what it may not" in err
