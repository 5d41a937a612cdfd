"""An expression that cannot be read hides no mistake of others, and brings none about."""

from __future__ import annotations

import pytest

from claimdsl import pipeline
from claimdsl.diagnostics.report import Report

_HEAD = "claimdsl: 1\nname: house\nextends: base\n"
_WRONG = "  wrong: {tier: card.faction}\n"


def _found(text: str) -> list[tuple[str, str]]:
    report = Report()
    assert pipeline.check_text("house.yaml", f"{_HEAD}{text}".encode(), report) is None
    return [(each.code, each.span.text) for each in report]


@pytest.mark.parametrize("unread", [
    "  house: {tier: 1 +}\n",
    "  house: {when: last_trick && true, tier: 1}\n",
    "  house: {after_trick: move middle discard}\n",
    "  house:\n    on_play: |\n      choose sly from player.hand by by player\n",
    "  house: {majority: {cards: most most}}\n",
    "  house: {phase: recruit, goes_to: (if last_trick then)}\n",
    "  house: {phase: recruit, takes_to: player.}\n",
    "  house: {face_down: not not}\n",
], ids=lambda text: text.strip().split("\n")[0])
def test_beside_what_cannot_be_read_other_mistakes_are_found(unread: str) -> None:
    form, kind = _found(f"rules:\n{unread}{_WRONG}")
    assert form[0].startswith("CLM3")
    assert kind == ("CLM408", "card.faction")


def test_beside_cards_that_cannot_be_read_other_mistakes_are_found() -> None:
    found = _found(f"rules:\n{_WRONG}factions: {{undead: {{cards: 0..9 x}}}}\n")
    assert [code for code, _ in found] == ["CLM408", "CLM314"]


@pytest.mark.parametrize("text", [
    "terms: {low: 1 <}\nrules: {house: {tier: if low then 1 else 0}}\n",
    "state: {moons: {range: 0..3}}\nrules:\n  set: {after_trick: set moons too moons + 1}\n",
    "state: {moons: {range: 0..3}}\nrules:\n  set: {after_trick: set moons too 1}\n  house: {tier: moons}\n",
    "rules:\n  a: {on_play: choose sly from player.hand by}\n  b: {tier: if play.sly == nothing then 1 else 0}\n",
    "words: {sly: the sly one}\nrules:\n  choose: {on_play: choose sly from player.hand by}\n",
    "options: {burden: [light, heavy]}\nrules: {house: {tier: if burden = heavy then 1 else 0}}\n",
    "phases: {recruit: {tricks: setup.tricks +}}\n",
    "scoring: {ranks: {factions: side.}}\n",
    "factions: {undead: {cards: 9..0}}\n",
    "factions: {goblins: {cards: 0 x5 1..9}}\n",
    "factions: {knights: {faces: {King: 9}, powers: {a: {tier: if card.value == King then 1 else 0}}}}\n",
    "piles: {cave: {of: table, seen_by: nobody, holds: 10}}\nfactions:\n"
    "  undead: {cards: 0..9, side: {cave: '1..10 x'}, powers: {a: {goes_to: cave}}}\n",
    "rules:\n  prizes: {before_trick: draw x from stok to}\n",
], ids=lambda text: text.split("\n")[0])
def test_what_cannot_be_read_is_the_only_mistake(text: str) -> None:
    (found,) = _found(text)
    assert found[0].startswith(("CLM3", "CLM427"))


def test_a_name_in_what_cannot_be_read_is_not_what_another_slip_meant() -> None:
    text = "terms: {highest: 9}\nrules: {a: {tier: highest +}, b: {tier: highests}, c: {tier: highests}}\n"
    assert _found(text)[1:] == [("CLM401", "highests"), ("CLM401", "highests")]
