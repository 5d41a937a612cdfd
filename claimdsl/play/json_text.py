"""Strict JSON: text to plain values with a reason for what is wrong, and plain values back to text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NoReturn

from claimdsl.diagnostics.errors import RecordError

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

_SHOWN = 60


def parse_json(text: str) -> Json:
    """Read one JSON value.

    Raises: RecordError for what is no JSON, a key given twice, NaN and infinities, and nesting beyond reason.

    >>> parse_json('{"players": 2}')
    {'players': 2}
    """
    try:
        value: Json = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except RecursionError:
        raise RecordError("the JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        what = error.msg.lower().removesuffix(" at")
        raise RecordError(f"not JSON: {what} at line {error.lineno}, column {error.colno}") from None
    except ValueError:
        raise RecordError("not JSON: a number is too long") from None
    return value


def write_json(value: Json) -> str:
    """Write a value on one line, in ASCII.

    >>> write_json({"a": [1, True]})
    '{"a": [1, true]}'
    """
    return json.dumps(value)


def kind_of(value: Json) -> str:
    """Say in plain words what a value is.

    >>> kind_of(True)
    'true'
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {shortened(str(value))}"
        case str():
            return f"the text {shown(value)}"
        case Mapping():
            return "an object"
        case _:
            return "a list"


def shown(text: str) -> str:
    """Quote a text for a message: shortened, and nothing in it can drive a terminal.

    >>> shown("a" + chr(27) + "[1m")
    "'a\\\\x1b[1m'"
    """
    return ascii(shortened(text)) if not text.isprintable() else f"'{shortened(text)}'"


def shortened(text: str) -> str:
    """Cut a text to what a message can hold."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise RecordError(f"the key {shown(key)} is given twice")
            seen.add(key)
    return found


def _no_constant(word: str) -> NoReturn:
    raise RecordError(f"not JSON: {word} is no number")
