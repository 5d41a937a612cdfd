"""The suite notices when an engine, a checker or a ruleset is broken; `make mutant` has more of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests import mutants

QUICK = (
    "tie-to-the-later-play", "tie-stops-at-the-first-card", "void-is-no-excuse", "checker-lets-peek",
    "checker-cannot-count", "log-is-not-masked", "card-stays-behind",
)


@pytest.mark.parametrize("mutant", mutants.MUTANTS, ids=lambda mutant: mutant.name)
def test_every_mutant_applies(mutant: mutants.Mutant) -> None:
    file, text = mutants.broken(mutant)
    assert text != (mutants.ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", QUICK)
def test_a_mutant_is_caught(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert mutants.main([name]) == 0
    assert f"{name}: caught by tests/" in capsys.readouterr().out


def test_a_mutant_that_breaks_nothing_survives() -> None:
    harmless = replace(
        mutants.MUTANTS[0], place="rulesets/base.yaml", old="# first value = default", new="# the first is the default",
        tests=(mutants.HOUSE + "test_two_house_rules_clash",),
    )
    caught, _ = mutants.run(harmless)
    assert not caught


def test_mutants_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert mutants.main([]) == 0
    listed = capsys.readouterr().out
    assert all(mutant.name in listed for mutant in mutants.MUTANTS)
    assert mutants.main(["no-such-mutant"]) == 2
