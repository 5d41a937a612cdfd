"""Findings about play: meetings nobody ordered, answers lost, conditions that never change, idle powers, lost votes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.cli.app import run
from claimdsl.diagnostics.report import Diagnostic, Report, Severity
from claimdsl.frontend.loader import FileLoader
from claimdsl.ir.nodes import Program
from claimdsl.pipeline import check_reference, check_text
from claimdsl.play.replay import begin, replay
from claimdsl.resources import shipped_names
from claimdsl.semantics.company import Company
from claimdsl.semantics.meetings import Meeting, meetings
from claimdsl.sim import proofs

HEAD = "claimdsl: 1\nname: house\nextends: base\n"
SETS = [name for name in shipped_names() if name.startswith("factions/")]
STATE = "state: {won: {of: table, range: 0..9}}\nrules: {house: {strength: base + won}}\n"
PAIR = (
    "factions:\n  reds:\n    cards: 0..9\n    powers: {one: {%s}}\n"
    "  blues:\n    cards: 0..9\n    powers: {two: {%s}}\n"
)


def check(text: str) -> tuple[Program, list[Diagnostic]]:
    report = Report()
    program = check_text("house.yaml", f"{HEAD}{text}".encode(), report)
    assert program is not None, [(each.code, each.message) for each in report]
    return program, list(report)


def found(text: str) -> list[tuple[str, str]]:
    return [(each.code, each.span.text) for each in check(text)[1]]


def quarrels(text: str) -> list[Diagnostic]:
    """Give the meetings of the powers `one` and `two`, and not those with powers of the shipped factions."""
    found = [each for each in check(STATE + text)[1] if each.code == "CLM806"]
    return [each for each in found if each.message.startswith("'two' of ") and "meets 'one' of " in each.message]


# --- powers that meet ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "two"), [
    ("cards: all, strength: base + 1", "cards: all, strength: base - 2"),
    ("cards: all, strength: if led == goblins then base + 1 else base", "cards: others, strength: base + 3"),
    ("cards: all, may_play: base or leading", "cards: all, may_play: card.value == 9 or base"),
    ("cards: all, may_play: base and card.value > 1", "cards: all, may_play: base and card.value < 8"),
    ("cards: all, when: led == reds, tier: 3", "cards: all, when: led == blues, tier: 4"),
    ("cards: all, when: card.value < 3, tier: 3", "cards: all, when: card.value > 5, tier: 4"),
    ("cards: all, tier: if card.value < 3 then 3 else base", "cards: all, tier: if card.value >= 3 then 2 else base"),
    ("cards: all, when: led == reds, tier: 3", "cards: all, when: led == goblins, tier: 3"),
    ("cards: all, when: leading, may_play: true", "cards: all, may_play: base or void"),
    ("cards: all, phase: recruit, tier: 3", "cards: all, phase: collect, tier: 4"),
    ("cards: all, player_counts: [2], tier: 3", "cards: all, player_counts: [3], tier: 4"),
    ("cards: all, tier: 3", "cards: all, priority: 1, tier: 4"),
    ("tier: 3", "tier: 4"),
    ("tier: 3", "cards: all, tier: base + 4"),
    ("ends: base or trick_number > 9", "ends: base or winner == leader"),
    ("after_trick: move middle to discard", "after_trick: move winner.display to discard"),
    ("after_trick: move middle to discard", "on_play: move middle to discard"),
    ("after_trick: set won to won + 1", "after_trick: set won to won + 2"),
    ("after_trick: set won to 3", "after_trick: set won to 3"),
    ("on_play: set won to 1", "on_play: set won to 2"),
])
def test_what_commutes_or_never_meets_is_no_finding(one: str, two: str) -> None:
    assert quarrels(PAIR % (one, two)) == []


@pytest.mark.parametrize(("one", "two"), [
    ("cards: all, tier: 3", "cards: all, tier: 4"),
    ("cards: all, tier: 3", "cards: all, tier: base + 1"),
    ("cards: all, when: led == reds, tier: 3", "cards: all, when: leading, tier: 4"),
    ("cards: all, strength: base + 1", "cards: all, strength: base + base"),
    ("cards: all, may_play: base or leading", "cards: all, may_play: base and card.value > 1"),
    ("cards: all, goes_to: winner.score", "cards: others, goes_to: leader.score"),
    ("next_leader: leader", "next_leader: winner.left"),
    ("ends: base or trick_number > 9", "ends: winner == leader"),
    ("after_trick: set won to won + 1", "after_trick: set won to won - 1"),
    ("after_trick: set won to 3", "after_trick: set won to 4"),
    ("after_trick: set won to 3", "after_trick: \"move filter(c in middle, c.value == won) to discard\""),
    ("after_trick: move middle to winner.score", "after_trick: move middle to leader.score"),
    ("on_play: set won to 1", "cards: all, on_play: set won to 2"),
])
def test_powers_that_meet_are_named_with_both_places(one: str, two: str) -> None:
    ours = quarrels(PAIR % (one, two))
    assert len(ours) == 1
    assert ours[0].severity is Severity.WARNING
    assert "`priority: 1`" in ours[0].hint
    assert [note.span.first.line < ours[0].span.first.line for note in ours[0].notes] == [True]


def test_half_a_pair_never_meets_the_other_pair() -> None:
    one, two = "{one: {next_leader: leader}}", "{two: {next_leader: winner.left}}"
    tweak = f"factions:\n  %s: {{powers: {one}}}\n  %s: {{powers: {two}}}\n"
    assert quarrels(tweak % ("goblins", "gnomes")) == []
    assert len(quarrels(tweak % ("goblins", "knights"))) == 1


def test_shipped_rulesets_and_all_sets_together_have_no_finding() -> None:
    assert found(f"use: [{', '.join(SETS)}]\n") == []
    report = Report()
    for name in shipped_names():
        check_reference(name, (), FileLoader(), report)
    assert list(report) == []


def test_what_is_no_meeting_plays_the_same_in_both_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "MOST_GAMES", 6)
    for one, two in (
        ("after_trick: move middle to discard", "after_trick: move winner.display to winner.score"),
        ("cards: all, strength: base + 1", "cards: all, strength: base - card.value"),
        ("cards: all, when: led == reds, tier: 3", "cards: all, tier: if led == blues then 4 else base"),
    ):
        program, _ = check(PAIR % (one, two))
        numbers = [number for number, rule in enumerate(program.hooks) if rule.origin.power in ("one", "two")]
        assert proofs.prove_meeting(program, Meeting(numbers[0], numbers[1], ""), "house") is None


# --- proofs ----------------------------------------------------------------------------------------------------------


def test_a_proof_is_a_game_that_the_other_order_changes() -> None:
    program, _ = check(PAIR % ("next_leader: leader", "next_leader: leader.left"))
    (meeting,) = [
        each for each in meetings(program, Company(program))
        if {program.hooks[each.first].origin.faction, program.hooks[each.second].origin.faction} == {"reds", "blues"}
    ]
    proof = proofs.prove_meeting(program, meeting, "house")
    assert proof is not None
    assert (proof.phase, proof.trick) == ("recruit", 1)
    assert {"reds", "blues"} <= set(proof.record.factions or ())


def test_validate_writes_proofs_that_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    powers = "hoard: {phase: collect, after_trick: move middle to leader.score}"
    (tmp_path / "house.yaml").write_text(
        f"{HEAD}factions:\n  misers:\n    cards: 0..9\n    powers: {{{powers}}}\n"
        "  dwarves: {powers: {dig: {goes_to: discard}}}\n"
    )
    assert run(["validate", "house.yaml", "--proof", "proofs"]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("see ")]
    assert [line.split(": ")[0] for line in told] == [
        "see proofs/CLM806-house-after_trick-trolls.middle-misers.hoard.json", "see proofs/CLM811-house-dwarves.json",
    ]
    for file in (tmp_path / "proofs").iterdir():
        assert json.loads(file.read_text())["ruleset"] == "../house.yaml"
        assert run(["replay", str(file.relative_to(tmp_path))]) == 0


# --- answers that are lost -------------------------------------------------------------------------------------------


def test_a_hook_that_loses_base_is_pointed_at() -> None:
    charge = "factions:\n  knights:\n    powers:\n      charge: {tier: %s}\n"
    assert found(charge % "if led == goblins then 2 else 1") == [("CLM807", "if led == goblins then 2 else 1")]
    assert found(charge % "if led == goblins then 3 else base") == []


def test_a_hook_that_never_said_base_may_be_replaced() -> None:
    assert found("factions:\n  dwarves:\n    powers:\n      dig: {goes_to: leader.score}\n") == []


def test_base_under_the_name_of_a_rule_of_the_table_is_pointed_at() -> None:
    assert found("rules:\n  draft: {offers: if player == winner then prizes else base}\n") == [("CLM808", "base")]
    assert found("rules:\n  draft: {offers: prizes}   # base\n") == []


# --- constant conditions and powers that never act -------------------------------------------------------------------


@pytest.mark.parametrize(("line", "place"), [
    ("{tier: if card.value > 20 then 2 else base}", "card.value > 20"),
    ("{tier: if card.value >= 0 then 2 else base}", "card.value >= 0"),
    ("{tier: if player.left == player then 2 else base}", "player.left == player"),
    ("{tier: if player.left.right == player then 2 else base}", "player.left.right == player"),
    ("{tier: if count(players) > 4 then 2 else base}", "count(players) > 4"),
    ("{tier: if setup.hand < 9 then 2 else base}", "setup.hand < 9"),
    ("{phase: recruit, tier: if phase == recruit then 2 else base}", "phase == recruit"),
    ("{when: phase == recruit, tier: if phase == collect then 2 else base}", "phase == collect"),
    ("{tier: if led == goblins and trick_number < 14 then 2 else base}", "trick_number < 14"),
    ("{tier: if any(trick) then 2 else base}", "any(trick)"),
    ("{tier: 'if any(p in trick, p.value > 20) then 2 else base'}", "p.value > 20"),
    ("{tier: if card.value == card.value then 2 else base}", "card.value == card.value"),
    ("{tier: if true or led == goblins then 2 else base}", "true"),
    ("{player_counts: [2], tier: if count(players) == 2 then 2 else base}", "count(players) == 2"),
    ("{player_counts: [2, 3], tier: if setup.sides == opposite then 2 else base}", "setup.sides == opposite"),
])
def test_a_condition_that_never_changes_is_pointed_at(line: str, place: str) -> None:
    assert found(f"rules:\n  house: {line}\n") == [("CLM809", place)]


@pytest.mark.parametrize("line", [
    "{tier: if card.value > 8 then 2 else base}",
    "{tier: if player.left == player.right then 2 else base}",
    "{tier: if count(players) == 2 then 2 else base}",
    "{tier: if setup.hand > 9 then 2 else base}",
    "{tier: if phase == recruit then 2 else base}",
    "{tier: if dwarf_tie == later then 2 else base}",
    "{tier: if led == goblins then 2 else base}",
    "{tier: if player == leader then 2 else base}",
    "{may_play: base or any(trick)}",
    "{when: phase == recruit and trick_number > 5, tier: base + 1}",
])
def test_a_condition_that_may_change_is_none(line: str) -> None:
    assert found(f"rules:\n  house: {line}\n") == []


def test_of_a_faction_only_its_own_company_counts() -> None:
    text = "factions:\n  gnomes:\n    powers:\n      sneak: {tier: if %s then 2 else base}\n"
    assert found(text % "led == knights") == [("CLM809", "led == knights")]
    assert found(text % "led == undead") == []
    assert found(text % "card.value > 9") == [("CLM809", "card.value > 9")]
    assert found(text % "card.faction == gnomes") == [("CLM809", "card.faction == gnomes")]


def test_a_term_is_constant_only_if_it_is_so_wherever_it_is_used() -> None:
    terms = "terms: {early: phase == recruit}\nrules:\n  one: {phase: recruit, tier: if early then 2 else base}\n"
    assert found(terms) == [("CLM809", "phase == recruit")]
    assert found(f"{terms}  two: {{tier: if early then 2 else base}}\n") == []


@pytest.mark.parametrize(("line", "place"), [
    ("{phase: collect, when: phase == recruit, tier: base + 1}", "phase == recruit"),
    ("{phase: collect, when: led == goblins and phase == recruit, tier: base + 1}", "phase == recruit"),
    ("{phase: collect, takes_to: player.score}", "takes_to"),
    ("{phase: collect, on_take: move due to discard}", "on_take"),
    ("{priority: -1, strength: base + 1}", "strength"),
])
def test_a_power_that_never_acts_is_pointed_at(line: str, place: str) -> None:
    assert found(f"rules:\n  house: {line}\n") == [("CLM810", place)]


def test_a_power_for_a_player_count_without_setup_never_acts() -> None:
    head = "setup: {remove: [4]}\nline_up: {remove: [4]}\n"
    assert found(f"{head}rules:\n  house: {{player_counts: [4], tier: base + 1, strength: base + 1}}\n") == [
        ("CLM810", "tier"),
    ]


# --- factions that nobody can win ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "place", "who"), [
    ("factions:\n  dwarves: {powers: {dig: {goes_to: discard}}}\n", "goes_to", "dwarves"),
    ("factions:\n  trolls: {powers: {middle: {after_trick: move middle to discard}}}\n", "after_trick", "trolls"),
    ("factions:\n  dwarves: {powers: {fair: {majority: {all: 1}}}}\n", "majority", "dwarves"),
])
def test_a_faction_nobody_can_win_is_named(text: str, place: str, who: str) -> None:
    findings = check(text)[1]
    assert [(each.code, each.span.text) for each in findings] == [("CLM811", place)]
    assert who in findings[0].message


def test_a_faction_whose_vote_is_decided_elsewhere_can_be_won() -> None:
    assert found(
        "factions:\n  dwarves:\n    piles: {mine: {of: player, seen_by: all}}\n"
        "    powers: {dig: {goes_to: loser.mine}, hoard: {majority: {most: count(side.mine)}}}\n"
    ) == []


def test_a_proof_replays_by_the_api(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(f"{HEAD}factions:\n  dwarves: {{powers: {{dig: {{goes_to: discard}}}}}}\n")
    ruleset = load_ruleset(path)
    proof = proofs.prove_lost(ruleset.program, "dwarves", "house.yaml")
    assert proof is not None
    *_, last = replay(begin(proof.record, ruleset), proof.record.moves)
    assert last.outcome is not None
    assert next(one.side for one in last.outcome.factions if one.faction == "dwarves") is None
