"""House rules of one small file each, and what they change in play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.diagnostics.report import RulesetError
from claimdsl.engine import events as ev
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from tests import laws

FOLDER = Path(__file__).parent / "house_rules"


@cache
def house_rule(*names: str, base: str = "") -> Ruleset:
    """Load a house rule by itself, or some on top of a base."""
    paths = tuple(str(FOLDER / f"{name}.yaml") for name in names)
    return load_ruleset(base, paths) if base else load_ruleset(paths[0])


def games(game: Game, count: int = 6) -> Iterator[State]:
    """Play some games at random, each to its end and by the laws."""
    for seed in range(count):
        states = laws.play_through(laws.traced(game.deal(seed)), Rng(seed))
        for state in states:
            laws.cards_are_conserved(state)
        laws.replay_equals_play(states)
        yield states[-1]


def tricks(last: State, phase: str) -> Iterator[ev.TrickEnded]:
    """Give the tricks of a phase."""
    for event in last.events:
        if isinstance(event, ev.TrickEnded) and event.phase == phase:
            yield event


def moved(last: State, card: str, target: str) -> Iterator[ev.Moved]:
    """Give the moves of a card, or of a faction's cards, to a pile."""
    for event in last.events:
        if isinstance(event, ev.Moved) and event.target.pile == target and event.cards[0].startswith(card):
            yield event


def test_the_files_need_no_python() -> None:
    for path in FOLDER.glob("*.yaml"):
        text = path.read_text()
        assert "python" not in text.lower()
        assert len(text.splitlines()) < 20


def test_trolls_are_swept_by_the_winner() -> None:
    game = house_rule("sweeping-trolls").game()
    assert "trolls" in game.factions
    swept = 0
    for last in games(game):
        for trick in tricks(last, "collect"):
            assert dict(trick.piles)["middle"] == ()
            trolls = {card for _, card in trick.plays if card.startswith("trolls")}
            score = dict(trick.piles)["score"][trick.winner]
            assert trolls <= set(score)
            swept += len(trolls)
    assert swept > 20


def test_a_sweeping_winner_can_say_by_which_rule() -> None:
    last = next(games(house_rule("sweeping-trolls").game(), 1))
    rule = next(moved(last, "trolls", "score")).rule
    assert rule is not None
    assert (rule.power, rule.faction) == ("middle", "trolls")
    assert rule.file.endswith("sweeping-trolls.yaml")
    assert "after_trick" in (FOLDER / "sweeping-trolls.yaml").read_text().splitlines()[rule.line - 1]


def test_goblins_have_a_power() -> None:
    game = house_rule("rushing-goblins").game()
    won = 0
    for last in games(game):
        for trick in (*tricks(last, "recruit"), *tricks(last, "collect")):
            zeros = [seat for seat, card in trick.plays if card == "goblins:0"]
            if zeros:
                assert trick.winner == zeros[0]
                won += 1
    assert won > 20


def test_three_players_have_other_hands_and_prizes() -> None:
    rules = house_rule("three-for-ten")
    assert rules.player_counts == (3,)
    game = rules.game(3)
    assert len(game.cards) == 60
    assert [len(game.deal(1).pile("hand", seat)) for seat in range(3)] == [10, 10, 10]
    for last in games(game, 3):
        recruit, collect = (list(tricks(last, phase)) for phase in ("recruit", "collect"))
        assert (len(recruit), len(collect)) == (10, 10)
        assert all(len(trick.prizes) == 3 for trick in recruit)
        assert dict(recruit[-1].piles)["stock"] == ()


@pytest.mark.parametrize(("value", "opener"), [("opener", True), ("lowest", False), ("last_ranked", False)])
def test_an_option_has_a_fourth_value(value: str, opener: bool) -> None:
    rules = house_rule("digging-for-the-leader", base="base")
    assert rules.options["dwarf_receiver"] == ("lowest", "lowest_loser", "last_ranked", "opener")
    found = set()
    for last in games(rules.game(3, options={"dwarf_receiver": value}), 4):
        for trick in tricks(last, "collect"):
            for _, card in trick.plays:
                if card.startswith("dwarves"):
                    owners = [seat for seat in range(3) if card in dict(trick.piles)["score"][seat]]
                    found.add(owners == [trick.leader])
    assert found == ({True} if opener else {True, False})


def test_a_new_faction_joins() -> None:
    rules = house_rule("pilgrims", base="base")
    game = rules.game(2, ["goblins", "knights", "undead", "trolls", "pilgrims"])
    home = 0
    for last in games(game):
        for trick in tricks(last, "collect"):
            for seat, card in trick.plays:
                if card.startswith("pilgrims"):
                    assert card in dict(trick.piles)["score"][seat]
                    home += seat != trick.winner
        assert last.outcome is not None
        assert "pilgrims" in [one.faction for one in last.outcome.factions]
    assert home > 5


@pytest.mark.parametrize("rules", [
    lambda: house_rule("both"), lambda: house_rule("rushing-goblins", "pilgrims", base="base"),
    lambda: house_rule("pilgrims", "rushing-goblins", base="base"),
], ids=["a file that uses both", "both by hand", "both by hand, the other way round"])
def test_two_house_rules_at_once(rules: object) -> None:
    assert callable(rules)
    game = rules().game(2, ["goblins", "knights", "undead", "dwarves", "pilgrims"])
    rushed = home = 0
    for last in games(game, 4):
        for trick in tricks(last, "collect"):
            zeros = [seat for seat, card in trick.plays if card == "goblins:0"]
            rushed += bool(zeros) and trick.winner == zeros[0]
            home += sum(
                card in dict(trick.piles)["score"][seat] for seat, card in trick.plays if card.startswith("pilgrims")
            )
    assert rushed > 5
    assert home > 5


@pytest.mark.parametrize("load", [
    lambda: house_rule("clashing"), lambda: house_rule("rushing-goblins", "creeping-goblins", base="base"),
], ids=["a file that uses both", "both by hand"])
def test_two_house_rules_clash(load: object) -> None:
    assert callable(load)
    with pytest.raises(RulesetError) as caught:
        load()
    (finding,) = caught.value.report
    assert finding.code == "CLM608"
    for name in ("rushing-goblins.yaml", "creeping-goblins.yaml", "factions.goblins.powers.rush"):
        assert name in finding.message


@pytest.mark.parametrize(("name", "code", "told"), [
    ("peeking", "CLM501", "reads cards of 'stock', which nobody sees"),
    ("eight-dwarves", "CLM701", "8 dwarves make 50 cards; 2 players need 52"),
])
def test_what_cannot_be_played_is_refused(name: str, code: str, told: str) -> None:
    with pytest.raises(RulesetError) as caught:
        house_rule(name)
    (finding,) = caught.value.report
    assert finding.code == code
    assert told in finding.message
    assert finding.span.source.name.endswith(f"{name}.yaml")


def test_what_the_table_says_of_the_lead_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "led.yaml"
    path.write_text(
        "claimdsl: 1\nname: led\nextends: base\nrules:\n  odd:\n    leads: if play.value >= 5 then goblins else base\n"
    )
    game, seen = load_ruleset(str(path)).game(2), 0
    for seed in range(8):
        for state in laws.play_through(game.deal(seed), Rng(seed)):
            if state.is_over or len(state.plays) != 1 or state.verb != "play":
                continue
            (_, card), = state.plays
            goblins = [one for one in state.observation(state.seat).hand if one.startswith("goblins:")]
            if game.binding.value_of[card] >= 5 and goblins:
                legal = {action.option for action in state.legal_actions}
                assert set(goblins) <= legal
                assert all(one.startswith(("goblins:", "doppelgangers:")) for one in legal)
                seen += 1
    assert seen > 20
