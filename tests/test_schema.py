"""The schema: each mistake in the form of a file is one message, at the key or value, with the right one beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.json_schema import json_schema
from claimdsl.frontend.load import load
from claimdsl.frontend.mismatch import explain
from claimdsl.frontend.schema import plain, validate
from claimdsl.frontend.sections import ROWS, SECTIONS, Either, In, ListOf, Value
from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence
from claimdsl.ir.vocabulary import HOOKS, POWER_KEYS
from claimdsl.resources import ruleset_files


def tree(text: str) -> Node:
    report = Report()
    node = load(Source("house.yaml", text), report)
    assert node is not None, [found.message for found in report]
    return node


def findings(text: str) -> list[tuple[str, str, str | None]]:
    """Give code, text at the span and suggestion of each finding."""
    report = Report()
    valid = validate(tree(text), report)
    assert valid is not report.has_errors
    return [(found.code, found.span.text, found.suggestion) for found in report]


@pytest.mark.parametrize("path", ruleset_files(), ids=lambda path: path.stem)
def test_the_shipped_rulesets_fit(path: Path) -> None:
    assert findings(path.read_text(encoding="utf-8")) == []


def test_the_schema_is_valid_draft_7() -> None:
    Draft7Validator.check_schema(json_schema())


@pytest.mark.parametrize("path", ruleset_files(), ids=lambda path: path.stem)
def test_editors_that_read_plain_yaml_find_no_fault_either(path: Path) -> None:
    def words(value: object) -> object:
        match value:
            case dict():
                return {str(key): words(inner) for key, inner in value.items()}
            case list():
                return [words(inner) for inner in value]
            case _:
                return value

    Draft7Validator(json_schema()).validate(words(yaml.safe_load(path.read_text(encoding="utf-8"))))


def test_every_hook_and_every_key_of_a_power_has_a_row() -> None:
    assert {row.key for row in ROWS if row.section == "power"} == {*HOOKS, *POWER_KEYS}


def test_every_section_is_reached_and_every_row_belongs_to_one() -> None:
    def named(value: Value) -> set[str]:
        match value:
            case In():
                return {value.section}
            case ListOf():
                return named(value.item)
            case Either():
                return set().union(*(named(form) for form in value.forms))
            case _:
                return set()

    reached = {"ruleset"}.union(*(named(row.value) for row in ROWS))
    assert reached == set(SECTIONS) == {row.section for row in ROWS}


def power(text: str) -> str:
    return f"claimdsl: 1\nrules:\n  lead:\n    {text}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("extends: base\n", ("CLM202", "extends", None)),
        ("claimdls: 1\nextends: base\n", ("CLM201", "claimdls", "claimdsl")),
        ("extends: base\nclaimdsl: 1\n", ("CLM209", "claimdsl", None)),
        ("claimdsl: 2\n", ("CLM208", "2", "1")),
        ("claimdsl: '1'\n", ("CLM208", "'1'", "1")),
        ("claimdsl: 1\nuse: factions/claim\n", ("CLM203", "factions/claim", "[factions/claim]")),
        ("claimdsl: 1\nname: House Rules\n", ("CLM204", "House Rules", "house-rules")),
        ("claimdsl: 1\nsetup: {5: {hand: 3}}\n", ("CLM201", "5", None)),
        ("claimdsl: 1\nsetup: {2: {hand: 017}}\n", ("CLM221", "017", "17")),
        ("claimdsl: 1\nsetup: {2: {hand: '13'}}\n", ("CLM225", "'13'", "13")),
        ("claimdsl: 1\nsetup: {2: {sides: eech}}\n", ("CLM206", "eech", "each")),
        ("claimdsl: 1\nline_up: {2: {pairs: one}}\n", ("CLM220", "one", None)),
        ("claimdsl: 1\noptions: {dwarf_tie: earlier}\n", ("CLM203", "earlier", "{fixed: earlier}")),
        ("claimdsl: 1\noptions: {dwarf_tie: [a, b, a]}\n", ("CLM211", "a", None)),
        ("claimdsl: 1\noptions: {dwarf_tie: []}\n", ("CLM210", "[]", None)),
        ("claimdsl: 1\noptions: {dwarf_tie: {allso: [x]}}\n", ("CLM201", "allso", "also")),
        ("claimdsl: 1\noptions: {dwarf_tie: [true, false]}\n", None),
        ("claimdsl: 1\npiles: {hand: {seen_by: ownr}}\n", ("CLM206", "ownr", "owner")),
        ("claimdsl: 1\npiles: {trick: {of: table}}\n", ("CLM205", "trick", None)),
        ("claimdsl: 1\nterms: {most: 3}\n", ("CLM205", "most", None)),
        ("claimdsl: 1\nfactions: {in: {cards: 0..9}}\n", ("CLM205", "in", None)),
        ("claimdsl: 1\nfactions: {Goblins: {cards: 0..9}}\n", ("CLM204", "Goblins", "goblins")),
        ("claimdsl: 1\nfactions: {sea-elves: {cards: 0..9}}\n", ("CLM204", "sea-elves", "sea_elves")),
        ("claimdsl: 1\nfactions: {elves: }\n", ("CLM210", "elves", None)),
        ("claimdsl: 1\nstate: {trump: faction}\n", ("CLM206", "faction", "Faction")),
        ("claimdsl: 1\nstate: {moon: 0..1}\n", ("CLM206", "0..1", "{of: table, range: 0..1}")),
        ("claimdsl: 1\nstate: {moon: {range: 0-1}}\n", ("CLM213", "0-1", "0..1")),
        ("claimdsl: 1\ntitle: {english: House}\n", ("CLM204", "english", None)),
        ("claimdsl: 1\nrules:\n  - lead: {next_leader: winner}\n", ("CLM203", "rules", None)),
        ("claimdsl: 1\nrules: {remove: lead}\n", ("CLM203", "lead", "[lead]")),
        (power("goes_too: discard"), ("CLM201", "goes_too", "goes_to")),
        (power("Tier: 1"), ("CLM201", "Tier", "tier")),
        (power("'tier ': 1"), ("CLM201", "'tier '", "tier")),
        (power("cards: mine"), ("CLM206", "mine", None)),
        (power("may_play: yes"), ("CLM207", "yes", "true")),
        (power("when: Off"), ("CLM207", "Off", "false")),
        (power("face_down: 1"), ("CLM203", "1", None)),
        (power("tier: "), ("CLM210", "tier", None)),
        (power("tier: ''"), ("CLM210", "''", None)),
        (power("tier: {a: 1}"), ("CLM203", "tier", None)),
        (power("after_trick: [move a to b]"), ("CLM203", "after_trick", None)),
        (power("after_trick: 3"), ("CLM203", "3", None)),
        (power("player_counts: [5]"), ("CLM206", "5", None)),
        (power("player_counts: 2"), ("CLM203", "2", "[2]")),
        (power("majority: sum(cards)"), ("CLM203", "sum(cards)", None)),
        (power("priority: 1.0"), ("CLM224", "1.0", "1")),
        (power("priority: -x"), ("CLM220", "-x", None)),
        ("claimdsl: 1\nsetup: {2: {hand: -1}}\n", ("CLM224", "-1", None)),
        ("claimdsl: 1\nline_up: {pairs: {also: [a, b]}}\n", None),
    ],
)
def test_one_mistake_is_one_message_at_its_place(text: str, expected: tuple[str, str, str | None] | None) -> None:
    found = findings(text)
    if expected is None:
        assert [code for code, _, _ in found] == ["CLM203", "CLM203"]
    else:
        assert found == [expected]


def test_an_unknown_key_with_nothing_near_says_what_may_stand_there() -> None:
    report = Report()
    assert not validate(tree("claimdsl: 1\npiles: {hand: {colour: red}}\n"), report)
    (found,) = report
    assert found.hint == "here may stand: of, seen_by, written, holds, remove"


def test_what_yaml_calls_numbers_and_truths_is_fine_where_an_expression_stands() -> None:
    assert findings("claimdsl: 1\nrules:\n  end: {weight: 1, may_play: true, tier: 0, scores_as: card.faction}\n") == []


def test_a_hook_outside_a_power_is_told_where_it_belongs() -> None:
    report = Report()
    assert not validate(tree("claimdsl: 1\nfactions: {trolls: {tier: 1}}\n"), report)
    (found,) = report
    assert (found.code, found.span.text) == ("CLM201", "tier")
    assert found.hint == "a power has it: `powers: {name: {tier: ...}}`"


def test_several_mistakes_are_all_found() -> None:
    found = findings("claimdsl: 1\npiles:\n  hand: {off: player, seen_by: al}\n  Score: {of: player}\n")
    assert [code for code, _, _ in found] == ["CLM201", "CLM206", "CLM204"]


WORDS = st.sampled_from(
    ["1", "0", "x", "yes", "true", "remove", "2", "017", "0..9", "each", "''", "[a]", "[a, a]", "{}", "{a: b}",
     "Faction", "-1",
     "{2: {hand: x}}", "[[a, b]]", "{also: [x]}", "[]", "in", "a b", "{en: x}", "", "{tier: 1}", "{x: {tier: 1}}",
     "1.5", "{remove: [x]}", "{also: [[a, b]]}"]
)
KEYS = st.sampled_from(sorted({row.key for row in ROWS if row.key != "*"} | {"Tier", "in", "remove", "own_name", "en"}))


PLACES = (
    "", "x", "rules", "factions", "options", "setup", "state", "terms", "title", "rules.x", "factions.x", "setup.2",
    "line_up", "line_up.2", "piles.x", "state.x", "options.x", "phases.x", "factions.x.powers", "factions.x.powers.x",
    "factions.x.side.x", "scoring",
)


VALIDATOR = Draft7Validator(json_schema())


def disagreement(text: str) -> str:
    """Say where the schema and the table do not agree about a text; "" where they do, or it is no tree."""
    node = load(Source("house.yaml", text), Report())
    if node is None:
        return ""
    report = Report()
    explain(node, report)
    return "" if VALIDATOR.is_valid(plain(node)) is not report.has_errors else f"{text}: {[*report]}"


@settings(max_examples=250, deadline=None)
@given(st.dictionaries(KEYS, WORDS, max_size=4), st.sampled_from(PLACES))
def test_schema_and_explanation_agree(entries: dict[str, str], place: str) -> None:
    body = ", ".join(f"{key}: {value}" for key, value in entries.items() if key != "claimdsl" or place)
    for key in reversed(place.split(".") if place else []):
        body = f"{key}: {{{body}}}"
    assert disagreement(f"{{claimdsl: 1, {body}}}") == ""


def spans(node: Node) -> list[Span]:
    """Give the places of all keys and values that can be changed alone."""
    match node:
        case Scalar():
            return [node.span]
        case Sequence():
            return [node.span, *(span for item in node.items for span in spans(item))]
        case Mapping():
            return [span for entry in node.entries for span in (entry.key.span, *spans(entry.value))]


SHIPPED = {path.stem: path.read_text(encoding="utf-8") for path in ruleset_files()}


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(SHIPPED)), st.integers(0, 2**16), st.one_of(WORDS, KEYS))
def test_schema_and_explanation_agree_about_shipped_rulesets_with_a_change(name: str, place: int, word: str) -> None:
    text = SHIPPED[name]
    places = spans(tree(text))
    span = places[place % len(places)]
    assert disagreement(text[: span.start] + word + text[span.end :]) == ""
