"""Reading a merged tree: every section becomes what it means, and what only shows in the whole is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimdsl.diagnostics.catalogue import Code, codes
from claimdsl.diagnostics.report import Diagnostic, Report
from claimdsl.frontend import syntax
from claimdsl.frontend.document import read
from claimdsl.frontend.loader import FileLoader
from claimdsl.resources import ruleset_files
from claimdsl.semantics.merge import resolve

# CLM603, 604 and 608 need files of their own: test_catalogue has them.
FORM = [code for code in codes().values() if re.match("CLM20|CLM21|CLM60[125679]|CLM61", code.code)]


def attempt(text: str) -> tuple[syntax.Ruleset | None, list[Diagnostic]]:
    report, loader = Report(), FileLoader()
    opened = loader.open_text("house.yaml", text.encode(), report)
    tree = None if opened is None else resolve(opened[1], opened[0], (), loader, report)
    ruleset = None if tree is None else read(tree, report)
    return ruleset, list(report)


def ruleset(text: str) -> syntax.Ruleset:
    read_ruleset, found = attempt(f"claimdsl: 1\n{text}")
    assert read_ruleset is not None, [diagnostic.message for diagnostic in found]
    return read_ruleset


def findings(text: str) -> list[tuple[str, str, str | None]]:
    read_ruleset, found = attempt(f"claimdsl: 1\n{text}")
    assert read_ruleset is None
    return [(one.code, one.span.text, one.suggestion) for one in found]


@pytest.mark.parametrize("path", ruleset_files(), ids=lambda path: path.stem)
def test_every_shipped_ruleset_is_read(path: Path) -> None:
    assert ruleset(path.read_text(encoding="utf-8").partition("\n")[2]).factions


def test_base_is_read_as_written() -> None:
    base = ruleset("extends: base\n")
    assert base.name == "house"
    assert [column.players for column in base.setup] == [2, 3, 4]
    assert [(row.text, content) for row, content, _ in base.setup[0].rows][:2] == [("hand", 13), ("prizes", 1)]
    assert [[word.text for word in pair] for pair in base.pairs] == [["goblins", "knights"], ["gnomes", "giants"]]
    assert [(line.players, line.pairs, line.free, len(line.default)) for line in base.line_up] == [
        (2, 1, 3, 5), (3, 1, 5, 7), (4, 1, 5, 7),
    ]
    option = next(option for option in base.options if option.name == "giant_target")
    assert [value.text for value in option.values] == ["choose", "every"]
    assert option.fixed is None
    assert base.scoring is not None
    assert [key.name for key in base.scoring.ranks] == ["factions", "cards", "value", "highest_card"]


def test_a_power_is_read_with_its_guards() -> None:
    text = (
        "extends: base\nrules:\n  odd:\n    description: {en: Odd, ja: 奇}\n    phase: [recruit, collect]\n"
        "    player_counts: [2, 3]\n    when: last_trick\n    cards: all\n    priority: 3\n    tier: 1\n"
        "    on_play: |\n      if leading: move play to discard\n    majority: {most: count(cards)}\n"
    )
    (power,) = (power for power in ruleset(text).rules if power.name == "odd")
    assert power.description is not None
    assert power.description.by_language == (("en", "Odd"), ("ja", "奇"))
    assert [phase.text for phase in power.phases or ()] == ["recruit", "collect"]
    assert (power.player_counts, power.priority) == ((2, 3), 3)
    assert power.cards is not None and power.cards.text == "all"
    tier, on_play, majority = power.hooks
    assert isinstance(tier.expr, syntax.Int)
    assert on_play.block is not None and isinstance(on_play.block.effects[0], syntax.If)
    assert majority.keys is not None and majority.keys[0].name == "most"


def test_a_faction_brings_all_that_only_it_needs() -> None:
    text = (
        "extends: base\nfactions:\n  wizards:\n    title: Wizards\n    cards: 0..9\n    deal: 8\n    rest: unused\n"
        "    side: {pyre: 0..3, cauldron: {faction: potions, cards: '1 x2, 5'}}\n"
        "    piles:\n      unused: {of: table, seen_by: nobody}\n"
        "      pyre: {of: table, seen_by: nobody, written: fire}\n"
        "      cauldron: {of: table, seen_by: nobody}\n      crypt: {of: wizards, seen_by: all}\n"
        "    state: {moon: {of: table, range: 0..1}, trump: Faction, shield: {of: player, type: Bool}}\n"
        "    terms: {mine: true}\n    phases: {collect: {tricks: setup.tricks + 2}}\n"
    )
    wizards = ruleset(text).factions[-1]
    assert wizards.title is not None and wizards.title.by_language == (("en", "Wizards"),)
    assert wizards.deal is not None and wizards.deal[0] == 8
    assert [(pack.pile, pack.faction.text if pack.faction else None) for pack in wizards.side] == [
        ("pyre", None), ("cauldron", "potions"),
    ]
    assert [(run.low, run.high, run.times) for run in wizards.side[1].cards.runs] == [(1, 1, 2), (5, 5, 1)]
    moon, trump, shield = wizards.state
    assert (moon.low, moon.high, moon.kind) == (0, 1, None)
    assert trump.of is None and trump.kind is not None and trump.kind.text == "Faction"
    assert shield.of is not None and shield.kind is not None and shield.kind.text == "Bool"
    assert [phase.name for phase in wizards.phases] == ["collect"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("extends: base\nterms: {middle: 3}\n", ("CLM212", "middle", None)),
        ("extends: base\noptions: {goblins: [a, b]}\n", ("CLM212", "goblins", None)),
        ("extends: base\nfactions: {trols: {powers: {a: {tier: 1}}}}\n", ("CLM214", "trols", "trolls")),
        ("extends: base\npiles: {midle: {seen_by: nobody}}\n", ("CLM214", "midle", "middle")),
        ("extends: base\nphases: {recruits: {title: x}}\n", ("CLM214", "recruits", "recruit")),
        ("extends: base\nstate: {moon: {of: table}}\n", ("CLM216", "moon", None)),
        ("extends: base\nstate: {moon: {range: 0..1, type: Bool}}\n", ("CLM216", "moon", None)),
        ("extends: base\nstate: {moon: {range: 5..1}}\n", ("CLM213", "5..1", "1..5")),
        ("extends: base\nwords: {factoin: suit}\n", ("CLM217", "factoin", "faction")),
        ("extends: base\npiles: {left: {of: player, seen_by: all}}\n", ("CLM218", "left", None)),
        ("extends: base\npiles: {votes: {of: player, seen_by: all}}\n", ("CLM218", "votes", None)),
        ("name: x\nsetup: {2: {hand: 3}}\nphases: {one: {tricks: 1}}\n", ("CLM214", "name", None)),
    ],
)
def test_what_only_the_whole_shows(text: str, expected: tuple[str, str, str | None]) -> None:
    assert findings(text) == [expected]


def test_terms_of_two_factions_may_share_a_name() -> None:
    both = "elves: {cards: 0..9, terms: {mine: true}}, orcs: {cards: 0..9, terms: {mine: false}}"
    assert ruleset(f"extends: base\nfactions: {{{both}}}\n")


def test_every_expression_that_is_wrong_is_found() -> None:
    text = "extends: base\nrules:\n  lead: {next_leader: winner winner}\n  end: {weight: 1 +}\nterms: {void: (}\n"
    _, found = attempt(f"claimdsl: 1\n{text}")
    assert len(found) == 3
    assert all(each.code.startswith("CLM3") and each.mended for each in found)


# --- the pages of the codes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", FORM, ids=lambda code: code.code)
def test_the_examples_of_a_code_show_it(code: Code) -> None:
    if code.bad:
        _, found = attempt(code.bad)
        assert [one.code for one in found] == [code.code]
    if code.good:
        read_ruleset, found = attempt(code.good)
        assert read_ruleset is not None and found == []
