"""From the table of sections to a JSON Schema (draft-07) that editors and `validate` read."""

from __future__ import annotations

from collections.abc import Iterable

from claimdsl.frontend.sections import (
    REMOVE,
    SECTIONS,
    Either,
    In,
    Kind,
    ListOf,
    Names,
    Needed,
    One,
    Row,
    Section,
    Value,
    banned,
    rows_of,
)
from claimdsl.ir.labels import FACE
from claimdsl.ir.vocabulary import KEYWORDS

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None

NAME = "^[a-z][a-z0-9_]*$"
SLUG = "^[a-z][a-z0-9._-]*$"
WORD_OF_A_CARD = f"^{FACE}$"
LANGUAGE = "^[a-z]{2,3}(-[A-Za-z0-9]+)*$"
RANGE = "^ *(0|[1-9][0-9]{0,3}) *[.][.] *(0|[1-9][0-9]{0,3}) *$"
SOMETHING = r"\S"
PLAIN_NUMBER = "0|-?[1-9][0-9]{0,8}"
NOT_BOOLEANS = tuple(
    form for word in ("yes", "no", "on", "off", "y", "n") for form in (word, word.capitalize(), word.upper())
) + ("True", "TRUE", "False", "FALSE")

_PATTERNS = {Names.LANGUAGE: LANGUAGE, Names.FACE: WORD_OF_A_CARD}
_REMOVE = Row("", REMOVE, ListOf(One(Kind.REMOVED), distinct=True), "what to take away of what the parents have here")


def json_schema() -> dict[str, Json]:
    """Write the schema of a ruleset file, draft-07."""
    definitions = {section.name: _section(section) for section in SECTIONS.values() if section.name != "ruleset"}
    head: dict[str, Json] = {"$schema": "http://json-schema.org/draft-07/schema#", "title": "claimdsl ruleset"}
    return {**head, **_section(SECTIONS["ruleset"]), "definitions": dict(definitions)}


def _section(section: Section) -> dict[str, Json]:
    rows = rows_of(section.name)
    fixed = {row.key: _row(row) for row in (*rows, *((_REMOVE,) if section.removes else ())) if row.key != "*"}
    schema: dict[str, Json] = {"type": "object", "properties": dict(fixed), "additionalProperties": False}
    for row in rows:
        if row.key == "*":
            schema["patternProperties"] = {_except(_PATTERNS.get(section.names, NAME), fixed): _row(row)}
    words = sorted(banned(section.names) - {REMOVE})
    if words:
        schema["propertyNames"] = {"not": {"enum": list(words)}}
    needed: list[Json] = [row.key for row in rows if row.needed is Needed.FILE]
    if needed:
        schema["required"] = needed
    return schema


def _except(pattern: str, keys: Iterable[str]) -> str:
    """Write a pattern that leaves out keys with rows of their own, since a schema applies both."""
    listed = "|".join(keys)
    return f"^(?!({listed})$){pattern[1:]}" if listed else pattern


def _row(row: Row) -> Json:
    return {"description": row.text, "allOf": [_value(row.value)]}


def _value(value: Value) -> Json:
    match value:
        case One():
            return _one(value)
        case ListOf():
            schema: dict[str, Json] = {"type": "array", "items": _value(value.item)}
            if value.distinct:
                schema["uniqueItems"] = True
            if value.some:
                schema["minItems"] = 1
            return schema
        case In():
            return {"$ref": f"#/definitions/{value.section}"}
        case Either():
            return {"anyOf": [_value(form) for form in value.forms]}


def _one(one: One) -> Json:
    words: list[Json] = [*one.words]
    match one.kind:
        case Kind.VERSION:
            return {"const": 1}
        case Kind.NUMBER:
            return {"type": "integer", "minimum": 0}
        case Kind.SIGNED:
            return {"type": "integer"}
        case Kind.COUNT:
            return {"enum": [2, 3, 4]}
        case Kind.CHOICE:
            return {"enum": words}
        case Kind.WORD:
            return {"type": "string", "pattern": NAME, "not": {"enum": list(KEYWORDS)}}
        case Kind.VALUE:
            return {"type": "string", "pattern": NAME}
        case Kind.SLUG:
            return {"type": "string", "pattern": SLUG}
        case Kind.REFERENCE | Kind.EFFECTS:
            return {"type": "string", "pattern": SOMETHING}
        case Kind.RANGE:
            return {"type": "string", "pattern": RANGE}
        case Kind.TEXT:
            return {"type": ["string", "number", "boolean"], "pattern": SOMETHING}
        case Kind.CARDS | Kind.REMOVED:
            return {"type": ["string", "integer"], "pattern": SOMETHING}
        case Kind.EXPRESSION:
            return {"type": ["string", "integer", "boolean"], "pattern": SOMETHING}
        case Kind.CONDITION:
            return {"type": ["string", "boolean"], "pattern": SOMETHING, "not": {"enum": list(NOT_BOOLEANS)}}
