"""Records: exact reasons for what is wrong, and nothing lost of what is right."""

from __future__ import annotations

import json

import pytest

from claimdsl.diagnostics.errors import RecordError
from claimdsl.play.record import LONGEST, Record, parse_record

GOOD: dict[str, object] = {
    "format": "claim-record/1", "ruleset": "base", "players": 2, "first_leader": 1,
    "deck": ["goblins:0", "knights:9"], "moves": ["play goblins:0", "keep"],
}


def text(**changes: object) -> str:
    return json.dumps({**GOOD, **changes})


def without(name: str) -> str:
    return json.dumps({key: value for key, value in GOOD.items() if key != name})


def test_a_record_is_read() -> None:
    record = parse_record(text(factions=["goblins", "knights"], options={"dwarf_tie": "earlier"}, seed=7))
    assert record == Record(
        "base", 2, 1, ("goblins:0", "knights:9"), ("play goblins:0", "keep"), ("goblins", "knights"),
        {"dwarf_tie": "earlier"}, seed=7,
    )


def test_unknown_fields_are_kept_in_order() -> None:
    written = parse_record(text(zebra=[1, {"a": None}], apple="x", comments={"0": "why?"})).to_object()
    assert [name for name in written if name in ("zebra", "apple")] == ["zebra", "apple"]
    assert written["zebra"] == [1, {"a": None}]
    assert written["comments"] == {"0": "why?"}


def test_reading_what_was_written_gives_the_same_record() -> None:
    record = parse_record(text(
        agents=["human", "greedy"], date="2020-01-01", tool="claimdsl", side_decks={"pyre": ["fire:1"]},
        ruleset_sha256="ab", factions=None, other=True, **{"with": ["a.yaml"]},
    ))
    assert parse_record(record.to_json()) == record


@pytest.mark.parametrize("field", [
    {"seed": "x"}, {"seed": -3}, {"seed": 2**70}, {"seed": 1.5}, {"seed": True}, {"seed": None},
    {"agents": [{"name": "x"}]}, {"agents": {"0": "x"}}, {"agents": ["x", None]}, {"agents": "x"},
    {"date": None}, {"date": 20200101}, {"tool": {"name": "x", "version": [1, 2]}}, {"tool": 3},
    {"comments": ["a"]}, {"comments": {"0": 5}}, {"comments": None}, {"comments": "nice"},
])
def test_what_a_replay_does_not_need_is_kept_in_whatever_form(field: dict[str, object]) -> None:
    record = parse_record(text(**field))
    assert record.extra == tuple(field.items())
    assert record.to_object().items() >= field.items()
    assert parse_record(record.to_json()) == record


def test_null_is_as_good_as_missing() -> None:
    nothing = dict.fromkeys(("factions", "options", "side_decks", "with", "ruleset_sha256"))
    assert parse_record(text(**nothing)) == parse_record(text())


@pytest.mark.parametrize(("given", "reason"), [
    ("", "not JSON: expecting value at line 1, column 1"),
    (text()[:-5], "not JSON: unterminated string starting at line 1, column 1"),
    ("[]", "a record is an object, not a list"),
    ("17", "a record is an object, not the number 17"),
    ('{"a": 1, "a": 2}', "the key 'a' is given twice"),
    ('{"a": NaN}', "not JSON: NaN is no number"),
    ('{"a": -Infinity}', "not JSON: -Infinity is no number"),
    ("[" * 200_000, "the JSON is nested too deeply"),
    (text(players=1)[:-1] + ', "x": ' + "9" * 5000 + "}", "not JSON: a number is too long"),
    (without("format"), "format: missing"),
    (text(format="claim-record/2"), "format: 'claim-record/2' is not known to this version; it knows 'claim-record/1'"),
    (text(format=1), "format: 'claim-record/1' is meant, not the number 1"),
    (without("ruleset"), "ruleset: missing"),
    (text(ruleset=""), "ruleset: is empty"),
    (text(ruleset=["base"]), "ruleset: a text is meant, not a list"),
    (without("players"), "players: missing"),
    (text(players=True), "players: a whole number is meant, not true"),
    (text(players=2.0), "players: a whole number is meant, not the number 2.0"),
    (text(players="2"), "players: a whole number is meant, not the text '2'"),
    (text(players=5), "players: 5 is not within 2 to 4"),
    (text(first_leader=2), "first_leader: 2 is not within 0 to 1"),
    (text(first_leader=-1), "first_leader: -1 is not within 0 to 1"),
    (without("deck"), "deck: missing"),
    (text(deck="goblins:0"), "deck: a list is meant, not the text 'goblins:0'"),
    (text(deck=["goblins:0", 7]), "deck[1]: a text is meant, not the number 7"),
    (text(deck=["goblins"]), "deck[0]: a card is written faction:value, not 'goblins'"),
    (text(deck=["goblins:07"]), "deck[0]: a card is written faction:value, not 'goblins:07'"),
    (text(deck=["\x1b[31m:1"]), "deck[0]: a card is written faction:value, not '\\x1b[31m:1'"),
    (without("moves"), "moves: missing"),
    (without("moves")[:-1] + ', "movs": []}', "moves: missing; 'movs' is not known"),
    (text(moves={}), "moves: a list is meant, not an object"),
    (text(moves=["keep", None]), "moves[1]: a text is meant, not null"),
    (text(factions="goblins"), "factions: a list is meant, not the text 'goblins'"),
    (text(options=[]), "options: an object is meant, not a list"),
    (text(options={"victory": 3}), "options.victory: a text is meant, not the number 3"),
    (text(side_decks={"\x1b[2J": 1}), "side_decks: a name is meant, not '\\x1b[2J'"),
    (text(options={"\ud800": 1}), "options: a name is meant, not '\\ud800'"),
    (text(options={"victory": "x" * 300}), "options.victory: a name is meant, not 'xxx"),
    (text(factions=["goblins", "a b"]), "factions[1]: a name is meant, not 'a b'"),
    (text(side_decks={"pyre": ["x"]}), "side_decks.pyre[0]: a card is written faction:value, not 'x'"),
    (" " * (LONGEST + 1), "the record is too long: no game needs more than 4 MiB"),
    (text(ruleset_sha256=1), "ruleset_sha256: a text is meant, not the number 1"),
])
def test_a_wrong_record_gets_its_reason(given: str, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(given)
    assert str(caught.value).startswith(reason)
