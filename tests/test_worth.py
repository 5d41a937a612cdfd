"""What a card is worth: asked of a play at any moment until the ranking, which writes it down."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl import load_ruleset, pipeline
from claimdsl.diagnostics.report import Report
from claimdsl.engine import events as ev
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.state import State
from claimdsl.semantics.encounters import board
from claimdsl.ui.names import Names
from claimdsl.ui.narrate import won
from claimdsl.ui.rules import last_trick, why_trick
from tests import laws, shelf
from tests.console import Console
from tests.test_scenarios import failures_of

HAWKS = str(Path(__file__).parent / "house_rules" / "hawks.yaml")
HEAD = "claimdsl: 1\nname: house\nextends: base\n"
DEAR = "worth: base + count(c in middle, c.value == 3)"


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


def aviary() -> Game:
    """Give a game with Hawks and Unicorns."""
    return load_ruleset("base", (HAWKS, "factions/maps")).game(
        2, ("goblins", "knights", "hawks", "unicorns", "dwarves")
    )


def ends(game: Game, count: int) -> list[State]:
    """Play some games at random to their ends."""
    return [laws.play_through(laws.traced(game.deal(seed)), Rng(seed))[-1] for seed in range(count)]


def checked(text: str) -> list[tuple[str, str]]:
    """Give code and place of what is found in a house rule."""
    report = Report()
    pipeline.check_text("house.yaml", f"{HEAD}rules:\n  house:\n    {text}\n".encode(), report)
    return [(found.code, found.span.text) for found in report]


# --- while cards are played ------------------------------------------------------------------------------------------


def test_a_card_that_is_worth_as_much_is_taken() -> None:
    swooped = 0
    for last in ends(aviary(), 8):
        for event in last.events:
            if isinstance(event, ev.Moved) and event.rule is not None and event.rule.power == "swoop":
                taken = event.cards[0]
            elif isinstance(event, ev.Ranked) and event.plays[0].tier == 5:
                assert event.plays[1].card == taken
                assert event.plays[0].worth == event.plays[1].worth
                swooped += 1
    assert swooped > 1


@pytest.mark.parametrize(("score", "mine", "winner"), [
    ("[]", "5", 1), ("[]", "4", 0), ("[hawks 0]", "4", 1), ("[hawks 0]", "5", 0), ("[hawks 0, hawks 1]", "3", 1),
])
def test_on_play_reads_what_a_card_is_worth_now(score: str, mine: str, winner: int) -> None:
    assert failures_of(
        f"claimdsl-test: 1\nruleset: base\nwith: ['{HAWKS}']\nscenarios:\n  one:\n    phase: collect\n    players: 2\n"
        "    factions: [goblins, knights, hawks, undead, dwarves]\n    leader: 0\n"
        f"    hands: {{0: [undead 5, undead 1], 1: [hawks {mine}, goblins 1]}}\n    piles: {{score.1: {score}}}\n"
        f"    play: [undead 5, hawks {mine}]\n    expect: {{winner: {winner}}}\n"
    ) == []


def test_laws_of_cards_that_read_it() -> None:
    laws.check_all(aviary(), 11, "base", (HAWKS, "factions/maps"))


# --- the ranking writes it down --------------------------------------------------------------------------------------


def test_strength_is_worth_where_the_table_says_so() -> None:
    grown = 0
    for last in ends(shelf.ruleset(sets=shelf.ALL_SETS).game(
        2, ("goblins", "knights", "unicorns", "druids", "werewolves")
    ), 4):
        for event in last.events:
            for play in event.plays if isinstance(event, ev.Ranked) else ():
                assert play.strength == play.worth
                grown += play.worth != int(play.card.partition(":")[2])
    assert grown > 10


def test_a_scenario_expects_it_by_card() -> None:
    text = (
        "claimdsl-test: 1\nruleset: base\nwith: [factions/maps]\nscenarios:\n  one:\n    phase: collect\n"
        "    factions: [goblins, knights, unicorns, undead, dwarves]\n    options: {second_place: followers_first}\n"
        "    hands: {0: [goblins 5, undead 1], 1: [undead 3, dwarves 1]}\n"
        "    piles: {score.1: [unicorns 0, unicorns 1]}\n"
        "    leader: 0\n    play: [goblins 5, undead 3]\n    expect: {worth: {undead 3: 5, goblins 5: WORTH}, "
        "strength: {undead 3: 0}}\n"
    )
    assert failures_of(text.replace("WORTH", "5")) == []
    (failure,) = failures_of(text.replace("WORTH", "6"))
    assert failure.got == ("5",)
    reasons = [(reason.text, reason.rule and reason.rule.power) for reason in failure.reasons]
    assert reasons == [
        ("1. seat 0, goblins 5: tier 1, strength 5", "rank"),
        ("2. seat 1, undead 3: worth 5, tier 0, strength 0", "rank"),
    ]


def test_after_the_ranking_it_stands() -> None:
    """What is won, and another card in its place, change nothing any more."""
    rules = (
        "  house:\n    worth: base + count(player.score)\n    goes_to: winner.score\n"
        "    after_trick: set seen to winning_play.worth\n"
    )
    report = Report()
    text = f"{HEAD}state: {{seen: {{of: table, range: 0..99}}}}\nrules:\n{rules}".encode()
    assert pipeline.check_text("house.yaml", text, report) is not None
    ruleset, _ = pipeline.ruleset_and_tree("house.yaml", text)
    for last in ends(ruleset.game(2), 2):
        ranked, seen = [], ["0"]
        for event in last.events:
            if isinstance(event, ev.Ranked):
                ranked.append(str(event.plays[0].worth))
                seen.append(seen[-1])
            elif isinstance(event, ev.StateSet) and event.state == "seen":
                seen[-1] = str(event.value)
        assert ranked == seen[1:]
        assert len(ranked) == 26


def test_a_card_that_comes_in_its_place_later_is_not_what_was_ranked() -> None:
    text = (
        f"{HEAD}state: {{seen: {{of: table, range: 0..99}}}}\nrules:\n  house:\n    phase: recruit\n"
        "    on_take: |\n      if player == winner: swap play with due\n      set seen to winning_play.worth\n"
    )
    ruleset, _ = pipeline.ruleset_and_tree("house.yaml", text.encode())
    for last in ends(ruleset.game(2), 2):
        worth = ""
        for event in last.events:
            if isinstance(event, ev.Ranked):
                worth = event.plays[0].card.partition(":")[2]
            elif isinstance(event, ev.StateSet) and event.state == "seen":
                assert str(event.value) == worth


def test_nothing_is_worth_nothing() -> None:
    """A play that is not there is worth nothing, before the ranking and after it."""
    text = (
        f"{HEAD}state: {{seen: {{of: table, range: 0..99}}}}\nrules:\n  house:\n    worth: base + 1\n"
        "    on_play: set seen to first(p in trick, p.value > 50).worth otherwise 77\n"
        "    after_trick: set seen to first(p in trick, p.value > 50).worth otherwise 78\n"
        "    before_trick: set seen to 0\n"
        "    next_leader: if (first(p in trick, p.value > 50).tier otherwise 3) == 3 then base else winner.left\n"
    )
    ruleset, _ = pipeline.ruleset_and_tree("house.yaml", text.encode())
    (last,) = ends(ruleset.game(2), 1)
    seen = {str(event.value) for event in last.events if isinstance(event, ev.StateSet) and event.state == "seen"}
    assert seen == {"0", "77", "78"}
    assert all(event.winner == event.next_leader for event in last.events if isinstance(event, ev.TrickEnded))


# --- what is printed -------------------------------------------------------------------------------------------------


def test_the_printed_number_is_read_where_nothing_is_added() -> None:
    assert "worth_" not in load_ruleset("base").game(2).plain.text
    text = shelf.ruleset(sets=("maps",)).game(2, ("goblins", "knights", "unicorns", "undead", "dwarves")).plain.text
    assert "def worth_1(" in text and "def worth_0(" not in text


# --- reasons ---------------------------------------------------------------------------------------------------------


def test_the_power_that_made_a_card_worth_more_is_named() -> None:
    game = shelf.ruleset(sets=("maps",)).game(2, ("goblins", "knights", "unicorns", "undead", "dwarves"))
    names = Names.of(("one", "other"), None)
    told = 0
    for last in ends(game, 3):
        for event in last.events:
            if isinstance(event, ev.Ranked) and event.plays[0].worth_rule is not None:
                best = event.plays[0]
                graced = best.worth_rule is not None and best.worth_rule.power == "grace"
                assert ("grace" in won(event, names)) == (graced and best.tier_rule is not None
                                                         and not best.tier_rule.faction)
                told += graced
        ranked = next(event for event in reversed(last.events) if isinstance(event, ev.Ranked))
        lines = list(why_trick(last_trick(last.events), names))
        for play, line in zip(ranked.plays, lines, strict=False):
            assert play.strength_rule is not None and "strength" in line
            assert ("; worth " in line) == (play.worth_rule is not None and play.worth_rule.power != "rank")
    assert told > 3


def test_followers_last_has_no_reason_in_worth() -> None:
    game = shelf.ruleset(sets=("maps",)).game(
        2, ("goblins", "knights", "unicorns", "undead", "dwarves"), {"second_place": "followers_first"}
    )
    for last in ends(game, 2):
        for event in last.events:
            for play in event.plays if isinstance(event, ev.Ranked) else ():
                assert (play.worth_rule is None) == (play.tier == 0)


def test_why_tells_every_rule_of_worth(claim: Console) -> None:
    claim.write("tweak.yaml", "claimdsl: 1\nrules: {edge: {worth: base + 2}}\n")
    claim.game("g.json", "--with", "tweak.yaml")
    reasons = claim.json("why", "g.json", "--move", "1", "--format", "json")["reasons"]
    assert isinstance(reasons, list)
    found = [row for row in reasons if row.get("hook") in ("worth", "strength")]
    assert [row["hook"] for row in found] == ["worth", "strength", "worth", "strength"]
    for worth, strength in zip(found[::2], found[1::2], strict=True):
        assert worth["value"] == strength["value"]
        assert [rule["power"] for rule in worth["rules"]] == ["rank", "edge"]
        assert [rule["power"] for rule in strength["rules"]] == ["rank"]
    asked = claim.json("eval", "each(p in trick by p.worth)", "--record", "g.json", "--move", "1", "--hook", "tier",
                       "--format", "json")
    assert asked["value"] == [row["value"] for row in found[::2]]
    played = claim.json("eval", "play.worth - play.value", "--record", "g.json", "--move", "0", "--hook", "on_play",
                        "--format", "json")
    assert played["value"] == 2


# --- the checker -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [
    "on_play: set seen to play.worth", "tier: play.worth", "strength: play.worth", "goes_to: if play.worth > 3 then "
    "discard else winner.score", "next_leader: most(p in trick by p.worth).player", "worth: base + play.value",
    "ends: any(p in trick, p.worth > 40)", "on_take: set seen to play.worth",
])
def test_where_worth_may_be_read(line: str) -> None:
    report = Report()
    text = f"{HEAD}state: {{seen: {{of: table, range: 0..99}}}}\nrules:\n  house:\n    {line}\n"
    assert pipeline.check_text("house.yaml", text.encode(), report) is not None, list(report)


@pytest.mark.parametrize(("line", "place"), [
    ("worth: play.worth", "worth"), ("worth: play.tier", "tier"),
    ("worth: if play.counts_as == led then 1 else base", "counts_as"),
    ("counts_as: if play.worth > 3 then goblins else base", "worth"),
    ("leads: if play.worth > 3 then goblins else base", "worth"),
    ("face_down: play.worth > 3", "worth"), ("may_play: any(p in trick, p.worth > 3)", "worth"),
    ("before_trick: 'move first(p in seats, p.play.worth > 3).hand to discard'", "worth"),
])
def test_where_it_may_not(line: str, place: str) -> None:
    assert checked(line) == [("CLM403", place)]


def test_the_cost_of_worth_counts_where_it_is_worked_out() -> None:
    once = "on_play: move filter(p in trick, p != play and p.worth == play.worth) to player.score"
    often = "on_play: move filter(c in middle, any(d in middle, any(p in trick, p.worth == d.value))) to player.score"
    assert checked(once) == checked(often) == [] == checked(f"{DEAR}\n    {once}")
    assert [code for code, _ in checked(f"{DEAR}\n    {often}")] == ["CLM503"]


@pytest.mark.parametrize(("lines", "told"), [
    ("rank: {strength: card.value}", True), ("rank: {strength: card.value, when: player == leader}", False),
    ("rank: {strength: card.value}\n  other: {tier: play.worth}", False), ("other: {strength: base + 1}", False),
])
def test_worth_that_nothing_reads_is_told(lines: str, told: bool) -> None:
    report = Report()
    text = f"{HEAD}rules:\n  {lines}\n  house: {{worth: base + 1}}\n"
    pipeline.check_text("house.yaml", text.encode(), report)
    message = "'house' never acts: no rule reads `play.worth`, and 'rank' answers strength without it"
    assert ([found.message for found in report if found.code == "CLM810"] == [message]) is told


def test_reading_worth_reads_what_powers_add() -> None:
    rules = load_ruleset("base", (HAWKS, "factions/magic"))
    found = {
        (rules.program.hooks[each.first].origin.power, rules.program.hooks[each.second].origin.power): each.why
        for each in board(rules.program, ("hawks", "wizards"), (2,)).encounters
    }
    assert found["swoop", "pour"] or found["pour", "swoop"]
