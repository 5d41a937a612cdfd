"""The published schema of scenario files: it fits the shipped ones in editors, and refuses what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft7Validator

from claimdsl.diagnostics.report import Report
from claimdsl.play.scenario import ENDING
from claimdsl.play.scenario_file import SCENARIO, read_scenarios
from claimdsl.play.scenario_schema import FORMS, scenario_schema
from claimdsl.resources import scenarios_folder
from tests.console import Console
from tests.test_schema_file import EditorLoader, as_editors_see

FILES = sorted(scenarios_folder().glob(f"*{ENDING}"))


def fits(text: str) -> bool:
    return Draft7Validator(scenario_schema()).is_valid(as_editors_see(yaml.load(text, EditorLoader)))


def test_it_is_a_draft_07_schema_of_every_key() -> None:
    Draft7Validator.check_schema(scenario_schema())
    assert (*FORMS, "expect") == SCENARIO


def test_the_command_prints_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status, out, err = Console(tmp_path, monkeypatch)("schema", "--scenarios")
    assert (status, err) == (0, "")
    assert json.loads(out) == scenario_schema()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_shipped_file_fits_it_in_an_editor(path: Path) -> None:
    assert fits(path.read_text(encoding="utf-8"))


GOOD = "claimdsl-test: 1\nscenarios:\n  one:\n    seed: 3\n    play: [goblins 3]\n    expect: {turn: 1}\n"


@pytest.mark.parametrize(("old", "new"), [
    ("", ""), ("turn: 1", "trun: 1"), ("seed: 3", "seeds: 3"), ("seed: 3", "seed: [3]"),
    ("play: [goblins 3]", "play: x"), ("turn: 1", ""), ("turn: 1", "turn: [1]"), ("turn: 1", "legal: goblins 3"),
    ("turn: 1", "result: {who: 1}"),
    ("claimdsl-test: 1", "claimdsl-test: 2"), ("seed: 3", "deck: [goblins 3]\n    trick: 2"),
    ("seed: 3", "hands: {0: goblins 3}"), ("seed: 3", "state: {moon: [1]}"), ("scenarios", "scenario"),
])
def test_it_refuses_what_the_reader_refuses(old: str, new: str) -> None:
    text, report = GOOD.replace(old, new), Report()
    read_scenarios("x.test.yaml", text.encode(), report)
    assert fits(text) == (not report.has_errors) == (old == "")
