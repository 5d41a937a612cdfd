"""Rulesets that each need one notion of the language: their scenarios pass, and games under them keep the laws."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.diagnostics.report import Report
from claimdsl.play.scenario_file import read_scenarios
from claimdsl.play.scenario_run import run_file
from claimdsl.play.scenario_setup import Bench
from tests import laws

FOLDER = Path(__file__).parent / "notions"
NAMES = sorted(path.name.removesuffix(".test.yaml") for path in FOLDER.glob("*.test.yaml"))


@pytest.mark.parametrize("name", NAMES)
def test_the_scenarios_of_a_notion_pass(name: str) -> None:
    report, path = Report(), FOLDER / f"{name}.test.yaml"
    file = read_scenarios(str(path), path.read_bytes(), report)
    assert file is not None
    results = run_file(file, Bench(covers=True), report)
    assert [found.message for found in report] == []
    assert [(result.scenario.name, failure) for result in results for failure in result.failures] == []


@pytest.mark.parametrize("name", NAMES)
def test_games_with_a_notion_keep_the_laws(name: str) -> None:
    path = FOLDER / f"{name}.yaml"
    rules = load_ruleset(str(path))
    for players in rules.player_counts:
        laws.check_all(rules.game(players), 60 + players, str(path))
