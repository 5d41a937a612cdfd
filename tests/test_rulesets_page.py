"""The page of the shipped rulesets is up to date, leaves no ruling out, and its examples can be played."""

from __future__ import annotations

import re

import pytest

from claimdsl.pipeline import load_with_sets, shipped_sets
from claimdsl.resources import rulesets_folder
from tests.write_rulesets import PAGE, RULING, page, runs

TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^claim play --factions (\S+)$", TEXT, re.MULTILINE)


def test_the_page_is_up_to_date() -> None:
    assert page() == TEXT, "run python -m tests.write_rulesets"


def test_every_faction_and_every_ruling_is_there() -> None:
    flowing = " ".join(TEXT.split())
    for name in set(shipped_sets().values()):
        for line in (rulesets_folder() / f"{name}.yaml").read_text(encoding="utf-8").splitlines():
            ruling = RULING.search(line)
            assert ruling is None or f"Ruling: {ruling[1].rstrip('.')}" in flowing, f"{name}: {line}"
    heads = len(re.findall(r"^#### ", TEXT, re.MULTILINE))
    assert heads == len(shipped_sets())


@pytest.mark.parametrize("factions", EXAMPLES)
def test_an_example_can_be_played(factions: str) -> None:
    names = tuple(factions.split(","))
    load_with_sets("base", (), names)[0].game(2, names)


@pytest.mark.parametrize("file", re.findall(r"\]\((\S+)\)", TEXT))
def test_links_lead_somewhere(file: str) -> None:
    assert (PAGE.parent / file).exists()


def test_values_are_written_as_ranges() -> None:
    assert runs((0, 0, 0, 1, 2, 3, 5, 5, 6, 6)) == "0 x3, 1..3, 5..6 x2"
    assert runs((98, 98, 99, 99, 1, 2), (("low", 98), ("high", 99))) == "1..2, low x2, high x2"
