"""Rulesets that each need one notion of the language: their scenarios pass, and games under them keep the laws."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.diagnostics.report import Report
from claimdsl.engine.chance import Rng
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
        states = laws.play_through(laws.traced(rules.game(players).deal(60 + players)), Rng(players))
        for state in states:
            laws.cards_are_conserved(state)
            laws.options_are_sound(state)
        laws.outcome_follows_its_own_numbers(states[-1])
        laws.replay_equals_play(states)
        laws.records_replay(states, str(path), (), rules)
        laws.observations_show_only_what_was_seen(states, players - 1)
        laws.swap_law(states, Rng(players), 6)
