"""The JSON Schema (draft-07) of scenario files, for editors: their keys, and whether each is a word, a list or more."""

from __future__ import annotations

from claimdsl.play.json_text import Json
from claimdsl.play.scenario import FORMAT
from claimdsl.play.scenario_file import EACH, EXPECT, LIST, ONE, PLACING, RESULT

PAIRS, LISTS, NUMBER = "pairs", "lists", "number"
FORMS = {
    "description": ONE, "with": LIST, "players": ONE, "factions": LIST, "options": PAIRS, "seed": NUMBER, "leader": ONE,
    "deck": LIST, "side_decks": LISTS, "phase": ONE, "trick": NUMBER, "hands": LISTS, "piles": LISTS, "state": PAIRS,
    "play": LIST,
}
"""The form of each key of a scenario but `expect`."""

_WORD: Json = {"type": ["string", "number", "boolean"], "minLength": 1}
_WORDS: Json = {"type": "array", "items": _WORD}
_EITHER: Json = {"anyOf": [_WORD, _WORDS]}
_SCHEMAS: dict[str, Json] = {
    ONE: _WORD, LIST: _WORDS, NUMBER: {"type": "integer", "minimum": 0},
    EACH: {"type": "object", "additionalProperties": _EITHER}, PAIRS: {"type": "object", "additionalProperties": _WORD},
    LISTS: {"type": "object", "additionalProperties": _WORDS},
}


def scenario_schema() -> dict[str, Json]:
    """Write the schema of a file of scenarios."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#", "title": "claimdsl scenarios",
        **_keys({
            FORMAT: {"const": 1}, "ruleset": _WORD, "with": _WORDS,
            "scenarios": {"type": "object", "additionalProperties": {"$ref": "#/definitions/scenario"}},
        }, FORMAT, "scenarios"),
        "definitions": {"scenario": _scenario()},
    }


def _scenario() -> Json:
    keys = {key: _SCHEMAS[form] for key, form in FORMS.items()}
    wanted = {key: _SCHEMAS[form] for key, form in EXPECT.items()} | {"result": _keys(dict.fromkeys(RESULT, _EITHER))}
    placed: list[Json] = [{"required": [key]} for key in PLACING]
    return {
        **_keys({**keys, "expect": {**_keys(wanted), "minProperties": 1}}, "expect"),
        "dependencies": {"deck": {"not": {"anyOf": placed}}},
    }


def _keys(known: dict[str, Json], *needed: str) -> dict[str, Json]:
    """Give the schema of a mapping with just these keys."""
    found: dict[str, Json] = {"type": "object", "properties": known, "additionalProperties": False}
    return {**found, "required": list(needed)} if needed else found
