"""`claim why`: every rule that fired at a move, in order, with its place and value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimdsl.diagnostics.report import Report
from claimdsl.engine.asking import Step
from claimdsl.engine.chance import Rng
from claimdsl.engine.events import Moved, Ranked, TrickEnded
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import CHANCE, State
from claimdsl.pipeline import check_text
from claimdsl.play.why import Acted, Answer, Asked, Explanation, explain
from tests import shelf
from tests.console import Console

PROUD = """claimdsl: 1
name: proud
extends: base
factions:
  goblins:
    powers:
      pride: {strength: if card.value == 0 then base + 5 else base}
"""


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


def explained(state: State, seed: int) -> list[tuple[State, Explanation]]:
    """Play a game to its end and explain each move; give each with the state after it."""
    rng, found = Rng(seed), []
    while not state.is_over:
        actions = state.legal_actions
        action = state.draw(state.chance()) if state.seat == CHANCE else actions[rng.below(len(actions))]
        why = explain(state, action)
        state = state.apply(action)
        found.append((state, why))
    return found


@pytest.mark.parametrize(("name", "sets", "players"), [
    ("base", (), 2), ("base", (), 4), ("claim2", (), 3), ("german-whist", (), 2),
    *(("base", (one,), 2) for one in shelf.ALL_SETS),
])
def test_what_is_told_is_what_happened(name: str, sets: tuple[str, ...], players: int) -> None:
    wanted = tuple(shelf.SETS[one][0] for one in sets if one != "mercenaries")
    game = shelf.some_game(name, sets, players, wanted, seed=5)
    before = 0
    for state, why in explained(game.deal(seed=5), 5):
        events = state.events_since(before)
        before = len(state.events)
        told = [reason.event for reason in why.reasons if isinstance(reason, Acted)]
        rest = iter(events)
        assert all(event in rest for event in told), "events are told in their order"
        answers = [reason for reason in why.reasons if isinstance(reason, Answer)]
        assert all(answer.steps[-1].value == answer.value for answer in answers)
        for event in events:
            if isinstance(event, Ranked):
                strengths = {(answer.card, answer.value) for answer in answers if answer.hook == "strength"}
                assert {(play.card, play.strength) for play in event.plays} == strengths
            if isinstance(event, TrickEnded):
                assert [answer.value for answer in answers if answer.hook == "next_leader"] == [event.next_leader]


def test_the_last_of_several_rules_has_the_last_word(claim: Console) -> None:
    claim.write("proud.yaml", PROUD)
    moves = claim.game("g.json", "--ruleset", "proud.yaml")
    number = next(number for number, move in enumerate(moves) if move == "play goblins:0")
    found = next(
        row for number in (number, number + 1) for row in claim.json("why", "g.json", "--move", str(number),
                                                                       "--format", "json")["reasons"]
        if row.get("hook") == "strength" and row.get("card") == "goblins:0"
    )
    assert found["value"] == 5
    assert [(rule["power"], rule["value"]) for rule in found["rules"]] == [("rank", 0), ("pride", 5)]
    assert (found["rules"][1]["file"], found["rules"][1]["line"]) == ("proud.yaml", 7)


def test_a_move_is_told_in_the_order_of_play(claim: Console) -> None:
    claim.game("g.json")
    status, out, err = claim("why", "g.json", "--move", "1")
    assert (status, err) == (0, "")
    hooks = ["may_play", "counts_as", "tier", "strength", "ranking", "offers", "takes_to", "goes_to", "next_leader"]
    places = [out.index(f"\n  {hook}") for hook in hooks]
    assert places == sorted(places)
    assert "by the table's rule follow, rulesets/base.yaml:" in out


def test_the_last_move_tells_the_votes(claim: Console) -> None:
    moves = claim.game("g.json")
    out = claim("why", "g.json", "--move", str(len(moves) - 1))[1]
    assert out.count("majority of ") == 5 and "by the table's rule end, rulesets/base.yaml:" in out
    assert "ranks, factions: " in out


def test_a_choice_that_a_rule_asks_for_is_told() -> None:
    game = shelf.ruleset("claim2").game(3)
    for seed in range(20):
        state, rng = game.deal(seed=seed), Rng(seed)
        while not state.is_over and state.verb != "target":
            last, action = state, state.legal_actions[rng.below(len(state.legal_actions))]
            state = state.apply(action)
        if state.verb == "target":
            break
    asks = explain(last, action).reasons[-1]
    assert isinstance(asks, Asked) and (asks.hook, asks.rule.power, asks.seat) == ("after_trick", "smash", state.seat)
    assert asks.options == tuple(map(str, state.legal_actions))
    after = [reason for reason in explain(state, state.legal_actions[0]).reasons if isinstance(reason, Acted)]
    moved = [reason.event for reason in after if isinstance(reason.event, Moved) and reason.hook == "after_trick"]
    assert moved[0].rule is not None and moved[0].rule.power == "smash"


def test_a_card_that_may_not_be_played_but_must_is_told() -> None:
    text = "claimdsl: 1\nextends: base\nrules:\n  follow: {may_play: card.value > 50}\n"
    program = check_text("never.yaml", text.encode(), Report())
    assert program is not None
    state = Ruleset(program).game(2, ("goblins", "knights", "undead", "dwarves", "dragons")).deal(seed=1)
    why = explain(state, state.legal_actions[0])
    assert why.note == "no card may be played, so all may"
    first = why.reasons[0]
    assert isinstance(first, Answer) and (first.hook, first.value) == ("may_play", False)
    assert isinstance(first.steps[0], Step)


def test_a_game_of_many_is_chosen(claim: Console) -> None:
    claim.game("a.json", seed=1)
    claim.game("b.json", seed=2)
    both = "".join(json.dumps(json.loads((claim.folder / name).read_text())) + "\n" for name in ("a.json", "b.json"))
    claim.write("many.jsonl", both)
    status, _, err = claim("why", "many.jsonl", "--move", "0")
    assert status == 2 and "say which one with --game NUMBER" in err
    assert claim("why", "many.jsonl", "--move", "0", "--game", "2")[1] == claim("why", "b.json", "--move", "0")[1]
    assert claim("why", "many.jsonl", "--move", "0", "--game", "3")[0] == 2


def test_standard_input_is_read(claim: Console) -> None:
    claim.game("g.json")
    raw = (claim.folder / "g.json").read_bytes()
    assert claim("why", "-", "--move", "3", typed=raw)[1] == claim("why", "g.json", "--move", "3")[1]


@pytest.mark.parametrize(("words", "status", "reason"), [
    (("why", "g.json"), 2, "--move"),
    (("why", "g.json", "--move", "99"), 2, "the record has 52 moves; they count from 0 to 51"),
    (("why", "g.json", "--move", "-1"), 2, "they count from 0 to 51"),
    (("why", "g.json", "--move", "x"), 2, "not a valid integer"),
    (("why", "none.json", "--move", "0"), 2, "none.json: cannot be read"),
    (("why", ".", "--move", "0"), 2, "cannot be read: is a directory"),
    (("why", "-", "--move", "0"), 1, "the file is empty"),
    (("why", "bad.json", "--move", "0"), 1, "not JSON"),
    (("why", "edited.json", "--move", "0"), 1, "moves[0]: 'play goblins:99' is not legal; legal: play "),
    (("why", "edited.json", "--move", "7"), 1, "moves[0]: 'play goblins:99' is not legal; legal: play "),
    (("why", "g.json", "--move", "0", "--ruleset", "french"), 1, "ruleset_sha256"),
])
def test_wrong_input_is_told(claim: Console, words: tuple[str, ...], status: int, reason: str) -> None:
    claim.game("g.json")
    record = json.loads((claim.folder / "g.json").read_text())
    claim.write("edited.json", json.dumps({**record, "moves": ["play goblins:99", *record["moves"][1:]]}))
    claim.write("bad.json", '{"format": ')
    got, out, err = claim(*words)
    assert (got, out) == (status, "") and reason in err, err
