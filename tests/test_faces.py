"""Faces, the words for values: how they may be called, and that cards are written with them everywhere."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.diagnostics.errors import IllegalActionError
from claimdsl.diagnostics.report import Report
from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.line_up import SetupError
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from claimdsl.ir.labels import label_of, parts
from claimdsl.pipeline import check_text
from claimdsl.play.json_text import write_json
from claimdsl.play.record import Record, parse_record
from claimdsl.play.replay import begin, replay, trace
from claimdsl.play.scenario_file import read_scenarios
from claimdsl.play.scenario_run import run_file
from claimdsl.play.scenario_setup import Bench
from claimdsl.ui.ask import Answer, Chosen, Question, Refused, understand
from claimdsl.ui.words import Words
from tests import laws

FACED = Path(__file__).parent / "small" / "faced.yaml"
PLAIN = FACED.with_name("packed.yaml")


@cache
def ruleset(path: Path = FACED) -> Ruleset:
    return load_ruleset(str(path))


def played(game: Game, seed: int) -> State:
    """Play a game by chance, by the laws."""
    states = laws.play_through(laws.traced(game.deal(seed)), Rng(seed))
    for state in states:
        laws.cards_are_conserved(state)
    laws.replay_equals_play(states)
    return states[-1]


def recorded(last: State) -> Record:
    return Record(
        str(FACED), 2, last.deal.first_leader, last.deck, tuple(map(str, last.history)), side_decks=last.side_decks,
        ruleset_sha256=last.game.ruleset.digest,
    )


# --- in play ---------------------------------------------------------------------------------------------------------


def test_cards_are_named_by_their_faces_and_lie_by_their_values() -> None:
    game = ruleset().game(2)
    assert game.cards == ("moons:new", "moons:new", "moons:2", "moons:full", "suns:1", "suns:2", "suns:Q", "suns:K")
    assert game.side_packs == {"dark": ("moons:new", "moons:2", "moons:full")}


@pytest.mark.parametrize("seed", range(6))
def test_a_game_with_faces_is_the_game_without(seed: int) -> None:
    last, plain = played(ruleset().game(2), seed), played(ruleset(PLAIN).game(2), seed)
    faces = {"moons": {1: "new", 3: "full"}, "suns": {3: "Q", 4: "K"}}

    def faced(move: str) -> str:
        verb, _, card = move.partition(" ")
        faction, value = parts(card)
        return f"{verb} {label_of(faction, int(value), faces[faction])}" if faction else move

    assert [str(action) for action in last.history] == [faced(str(action)) for action in plain.history]
    assert last.outcome == plain.outcome and last.game.ruleset.digest != plain.game.ruleset.digest


@pytest.mark.parametrize("seed", range(4))
def test_a_record_with_faces_is_read_and_replayed(seed: int) -> None:
    last = played(ruleset().game(2), seed)
    record = recorded(last)
    again = parse_record(record.to_json())
    assert again == record
    *_, end = replay(begin(again, ruleset()), again.moves)
    assert end.history == last.history and end.outcome == last.outcome
    lines = trace(again, ruleset())
    assert "result" in write_json(lines[-1])
    for line in lines[:-1]:
        assert isinstance(line, dict)
        legal = line["legal"]
        assert isinstance(legal, list)
        for cards in legal:
            assert isinstance(cards, list)
            assert [str(card) for card in cards] == sorted(map(str, cards), key=last.game.binding.card_key)


def test_what_a_face_stands_for_is_not_written_as_a_number() -> None:
    last = played(ruleset().game(2), 1)
    first = last.game.deal(1)
    with pytest.raises(IllegalActionError, match=r"no card is called 'suns:4'; did you mean 'suns:K'\?"):
        first.apply("play suns:4")
    wrong = tuple(card.replace("suns:K", "suns:4") for card in last.deck)
    with pytest.raises(SetupError, match=r"'suns:4', which is no card of this game; did you mean 'suns:K'\?"):
        last.game.deal(deck=wrong)
    with pytest.raises(SetupError, match=r"'moons:3', which is no card of this game; did you mean 'moons:full'\?"):
        last.game.deal(deck=last.deck, side_decks={"dark": ["moons:new", "moons:2", "moons:3"]})


# --- at the table ----------------------------------------------------------------------------------------------------

HAND = ("moons:full", "moons:new", "suns:Q")


def answer(typed: str) -> Answer:
    game = ruleset().game(2)
    return understand(typed, Question(tuple(Action("play", card) for card in HAND), HAND, game.cards, Words.of(game)))


@pytest.mark.parametrize(("typed", "card"), [
    ("moons full", "moons:full"), ("m full", "moons:full"), ("mfull", "moons:full"), ("MOONS:New", "moons:new"),
    ("suns q", "suns:Q"), ("s Q", "suns:Q"), ("sQ", "suns:Q"), ("play suns:Q", "suns:Q"), ("suns", "suns:Q"),
])
def test_a_face_is_typed_like_a_value(typed: str, card: str) -> None:
    assert answer(typed) == Chosen(Action("play", card))


@pytest.mark.parametrize(("typed", "reason"), [
    ("moons 3", "there is no card 'moons 3' in this game; did you mean moons full?"),
    ("suns K", "you do not hold suns K"), ("stars Q", "there is no card 'stars Q' in this game"),
    ("moons ful l", "that is neither a card nor a command; did you mean moons full?"),
])
def test_a_wrong_face_is_told_from_a_card_that_is_not_held(typed: str, reason: str) -> None:
    given = answer(typed)
    assert isinstance(given, Refused) and given.reason == reason


def test_cards_are_told_by_their_values() -> None:
    words = Words.of(ruleset().game(2))
    assert words.grouped(["moons:full", "suns:K", "suns:Q", "moons:new", "moons:2"]) == "moons new 2 full, suns Q K"
    assert words.card("suns:K") == "suns K"


# --- in scenarios ----------------------------------------------------------------------------------------------------

SCENARIOS = f"""claimdsl-test: 1
ruleset: {FACED.name}
scenarios:
  faced:
    hands: {{0: [moons full, moons 2], 1: [suns K, "suns:Q"]}}
    play: [moons full, play suns Q]
    expect:
      winner: 0
      strength: {{moons full: 3, suns Q: 3}}
      goes: {{moons full: discard}}
      piles: {{discard: [moons full, suns Q]}}
      known_to: {{0: [suns Q]}}
  asked:
    hands: {{0: [moons full, suns K], 1: [suns 1, moons new]}}
    play: [suns K]
    expect: {{legal: [suns 1], refuses: {{moons new: follow}}}}
"""


def run(text: str) -> tuple[list[tuple[str, str | None]], list[str]]:
    """Run scenarios: the findings with their suggestions, and what failed."""
    report = Report()
    file = read_scenarios(str(FACED.with_name("faced.test.yaml")), text.encode(), report)
    assert file is not None
    results = run_file(file, Bench(covers=False), report)
    failed = [f"{one.want.key} {one.got}" for result in results for one in result.failures]
    return [(found.span.text, found.suggestion) for found in report], failed


def test_scenarios_write_faces() -> None:
    assert run(SCENARIOS) == ([], [])


@pytest.mark.parametrize(("right", "wrong", "near"), [
    ("play: [suns K]", "suns 4", "suns K"), ("play: [suns K]", "suns k", "suns K"),
    ("play: [suns K]", "sun K", "suns K"), ("play: [suns K]", "Suns K", "suns K"),
    ("play: [suns K]", "Suns 1", "suns 1"), ("play: [suns K]", "suns:4", "suns K"),
    ("legal: [suns 1]", "moons ful", "moons full"), ("1: [suns 1, moons new]", "moons 1", "moons new"),
])
def test_a_card_that_is_not_there_has_a_suggestion(right: str, wrong: str, near: str) -> None:
    key = right.partition(":")[0]
    found, _ = run(SCENARIOS.replace(right, f"{key}: [{wrong}]"))
    assert (wrong, near) in found


# --- how faces may be called -----------------------------------------------------------------------------------------


def findings(faces: str, more: str = "") -> list[tuple[str, str]]:
    text = f"claimdsl: 1\nname: house\nextends: base\nfactions:\n  dwarves:\n    faces: {faces}\n{more}"
    report = Report()
    check_text("house.yaml", text.encode(), report)
    return [(found.code, found.span.text) for found in report]


@pytest.mark.parametrize(("faces", "expected"), [
    ("{J: 7, Queen: 8, a-9_b: 9}", []),
    ("{7: 7}", [("CLM204", "7")]), ("{-7: 7}", [("CLM204", "-7")]), ("{9lives: 9}", [("CLM204", "9lives")]),
    ("{a b: 7}", [("CLM204", "a b")]), ("{a.b: 7}", [("CLM204", "a.b")]), ("{_: 7}", [("CLM204", "_")]),
    ("{low: seven}", [("CLM220", "seven")]), ("{low: -1}", [("CLM224", "-1")]), ("[low, high]", [("CLM203", "faces")]),
    ("{low: 1, low: 2}", [("CLM107", "low")]), ("{low: 1, least: 1}", [("CLM717", "least")]),
    ("{low: 1, Low: 2}", [("CLM717", "Low")]), ("{high: 10}", [("CLM824", "high")]),
])
def test_faces_that_cannot_be(faces: str, expected: list[tuple[str, str]]) -> None:
    assert findings(faces) == expected


def test_a_face_in_an_expression_is_told_to_be_a_number() -> None:
    power = "    powers: {shine: {strength: if card.value == high then 10 else base}}\n"
    assert findings("{high: 9}", power) == [("CLM427", "high")]
    assert findings("{Queen: 9}", power.replace("high", "Queen")) == [("CLM427", "Queen")]
    assert findings("{Queen: 9}", power.replace("high", "King")) == [("CLM309", "King")]


def test_faces_merge_key_by_key(tmp_path: Path) -> None:
    for name in ("small", "packed", "faced"):
        shutil.copy(FACED.with_name(f"{name}.yaml"), tmp_path)
    house = tmp_path / "house.yaml"
    house.write_text(
        "claimdsl: 1\nextends: faced.yaml\n"
        "factions: {moons: {faces: {remove: [new], half: 2}}, suns: {faces: {Q: 2}}}\n", encoding="utf-8",
    )
    factions = load_ruleset(str(house)).program.factions
    assert {faction.name: dict(faction.faces) for faction in factions} == {
        "moons": {"full": 3, "half": 2}, "suns": {"Q": 2, "K": 4},
    }


def test_without_faces_nothing_changes() -> None:
    game = load_ruleset("german-whist").game(2)
    assert game.cards[-1] == "spades:14" and not game.binding.faces
    assert json.loads(write_json(list(game.cards))) == list(game.cards)
