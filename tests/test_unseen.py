"""Cards that come to a pile unseen stay hidden from who has not seen them, as long as any rule may read the pile."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.diagnostics.report import Diagnostic, Report
from claimdsl.pipeline import check_text
from claimdsl.sim.leaks import Wanted, search

HEAD = "claimdsl: 1\nname: house\nextends: base\npiles:\n  heap: {of: table, seen_by: all}\n" \
    "  vault: {of: player, seen_by: all}\n  purse: {of: player, seen_by: owner}\n"

HIDES = "  hide:\n    phase: recruit\n    on_take: move due to heap unseen\n"
BURIES = (
    "  bury:\n    after_trick: |\n      choose gift from winner.hand by winner\n"
    "      move gift to winner.vault unseen\n"
)
GIVES = (
    "  give:\n    after_trick: |\n      choose gift from winner.hand by winner\n"
    "      move gift to winner.left.purse unseen\n"
)


def checked(rules: str) -> list[Diagnostic]:
    report = Report()
    check_text("house.yaml", f"{HEAD}rules:\n{rules}".encode(), report)
    return report.errors()


def rule(*lines: str) -> str:
    return "  read:\n" + "".join(f"    {line}\n" for line in lines)


def block(*lines: str) -> str:
    return rule("phase: recruit", "before_trick: |", *(f"  {line}" for line in lines))


READS = {
    "who chooses from it": (HIDES + block("choose lift from heap by leader", "move lift to leader.followers"),
                            "CLM502", "heap"),
    "who passes": (HIDES + block("may choose lift from heap by leader"), "CLM502", "heap"),
    "a condition": (HIDES + rule("strength: if any(c in heap, c.value == 9) then 9 else base"), "CLM501", "c.value"),
    "who may play": (HIDES + rule("may_play: base and not any(c in heap, c.value == card.value)"), "CLM501", "c.value"),
    "a guard": (HIDES + rule("when: any(c in heap, c.value == 9)", "strength: 3"), "CLM501", "c.value"),
    "an amount": (HIDES + rule("worth: base + sum(c in heap by c.value)"), "CLM501", "c.value"),
    "a later phase": (HIDES + rule("phase: collect", "before_phase: choose x from heap by leader"), "CLM502", "heap"),
    "a draw by value": (HIDES + block("draw lot from filter(c in heap, c.value == 3)"), "CLM501", "c.value"),
    "dealt face down": (
        "  hide: {at_start: 'move top(stock, 2) to heap unseen'}\n" + rule("tier: if card in heap then 1 else base"),
        "CLM501", "card in heap",
    ),
    "drawn blind": (
        "  hide:\n    before_trick: |\n      draw blind from stock\n      move blind to heap unseen\n"
        + rule("tier: if card in heap then 1 else base"), "CLM501", "card in heap",
    ),
    "through a second pile": (
        HIDES + "  pass: {phase: collect, before_phase: move heap to leader.vault unseen}\n"
        + rule("phase: collect", "after_trick: choose x from winner.vault by winner"), "CLM502", "winner.vault",
    ),
    "what a player has chosen unseen": (
        BURIES + rule("on_play: choose mark from player.vault by player", "strength: play.mark.value otherwise base"),
        "CLM501", "play.mark.value",
    ),
    "all of what a player has seen alone": (BURIES + rule("tier: if card in player.vault then 1 else base"), "CLM501",
                                           "card in player.vault"),
    "another's": (BURIES + rule("after_trick: choose x from winner.left.vault by winner"), "CLM502",
                  "winner.left.vault"),
    "its owner, who was given it unseen": (GIVES + rule("before_trick: choose x from leader.purse by leader"),
                                           "CLM502", "leader.purse"),
    "shown to another": (HIDES + block("show heap to leader.left", "choose x from heap by leader"), "CLM502", "heap"),
    "shown and moved since": (
        HIDES + block("show heap to leader", "move top(stock, 1) to heap unseen", "choose x from heap by leader"),
        "CLM502", "heap",
    ),
}


@pytest.mark.parametrize("name", READS)
def test_it_is_not_read(name: str) -> None:
    rules, code, place = READS[name]
    found = checked(rules)
    assert [(each.code, each.span.text) for each in found] == [(code, place)]
    assert found[0].notes and all(note.span.text.endswith("unseen") for note in found[0].notes)


FINE = {
    "what all have seen go": rule("phase: collect", "before_phase: move prizes to heap unseen",
                                  "strength: if any(c in heap, c.value == 9) then 9 else base"),
    "how many there are": HIDES + rule("strength: base + count(heap)"),
    "moving it": HIDES + rule("phase: collect", "before_phase: move heap to leader.score"),
    "what came from it openly": HIDES + "  turn: {phase: recruit, before_trick: move heap to middle}\n"
    + rule("strength: if any(c in middle, c.value == 9) then 9 else base"),
    "chance": HIDES + block("draw lot from heap", "move lot to leader.score"),
    "the end": HIDES + rule("at_end: 'move filter(c in heap, c.value == 9) to discard'"),
    "before anything came": HIDES.replace("recruit", "collect").replace("on_take: move due", "after_trick: move stock")
    + rule("phase: recruit", "strength: if any(c in heap, c.value == 9) then 9 else base"),
    "shown to all first": HIDES + block("show heap to seats", "choose x from heap by leader"),
    "shown to him first": HIDES + block("show heap to leader", "choose x from heap by leader"),
    "shown as it goes": "  hide:\n    phase: recruit\n    on_take: |\n      show due to seats\n"
    "      move due to heap unseen\n" + rule("after_trick: choose x from heap by winner"),
    "his own, as he saw it": BURIES + rule("before_trick: choose x from leader.vault by leader"),
    "what he may play": BURIES + rule("may_play: base and not any(c in player.vault, c.value == card.value)"),
    "cards of the deck by name": "  call: {before_trick: 'move filter(c in deck, c.value == 1) to heap unseen'}\n"
    + rule("tier: if card in heap then 1 else base"),
    "another player count": HIDES.replace("on_take", "player_counts: [2]\n    on_take")
    + rule("player_counts: [3]", "after_trick: choose x from heap by winner"),
    "another option": HIDES.replace("on_take", "when: victory == most\n    on_take")
    + rule("when: victory == three and any(heap)", "after_trick: choose x from heap by winner"),
}


@pytest.mark.parametrize("name", FINE)
def test_what_is_known_all_the_same_may_be_read(name: str) -> None:
    assert [(each.code, each.message) for each in checked(FINE[name])] == []


@pytest.mark.parametrize("name", [
    "shown to him first", "his own, as he saw it", "shown as it goes", "what he may play",
])
def test_such_a_ruleset_has_no_leak(name: str, tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(f"{HEAD}rules:\n{FINE[name]}")
    assert search(load_ruleset(str(path)), Wanted(2, None, {}), 6, 1).leaks == ()


def test_no_card_comes_to_a_hand_unseen() -> None:
    [found] = checked("  deal:\n    at_start: |\n      for p in seats: move top(stock, setup.hand) to p.hand unseen\n")
    assert (found.code, found.span.text) == ("CLM502", "move top(stock, setup.hand) to p.hand unseen")


def test_a_player_may_take_back_to_his_hand_unseen_what_he_has_put_away() -> None:
    back = "  back:\n    before_phase: |\n      for p in players: move p.purse to p.hand unseen\n"
    assert checked(back) == []


# --- who is in play together, and whose mistake it is -----------------------------------------------------------------

FACTION = """factions:
  moles:
    cards: 0..9
    powers:
      dig: {after_trick: choose x from discard by winner}
"""


def test_factions_that_play_together_are_looked_at_together() -> None:
    """Ghosts discard a card that nobody has seen."""
    report = Report()
    check_text("moles.yaml", f"claimdsl: 1\nname: moles\nextends: base\n{FACTION}".encode(), report)
    found = [each for each in report if each.code == "CLM502"]
    assert [each.span.text for each in found] == ["discard"]
    assert found[0].notes[0].message == "'linger' of ghosts moves cards there unseen"
    assert str(found[0].hint).endswith(", or play without: `factions: {remove: [ghosts]}`")


def test_factions_that_never_play_together_are_not() -> None:
    alone = FACTION.replace("factions:\n", "factions:\n  remove: [ghosts]\n")
    text = f"claimdsl: 1\nname: moles\nextends: base\n{alone}"
    report = Report()
    check_text("moles.yaml", text.encode(), report)
    assert "CLM502" not in [each.code for each in report]


def test_who_hides_what_others_read_is_shown_his_own_move() -> None:
    """The rule that reads stands in a file of others."""
    report = Report()
    text = "claimdsl: 1\nname: dark\nextends: base\nuse: [factions/promos]\nrules:\n" \
        "  dark: {phase: recruit, before_trick: 'move top(stock, 1) to prizes unseen'}\n"
    check_text("dark.yaml", text.encode(), report)
    found = [each for each in report if each.code in ("CLM501", "CLM502")]
    assert [each.span.text for each in found] == ["move top(stock, 1) to prizes unseen"]
    assert {note.span.source.name for note in found[0].notes} == {"rulesets/factions/promos.yaml"}
