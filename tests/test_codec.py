"""Programs survive the cache: what is written is read again, and nothing else is read."""

from __future__ import annotations

import json
import random

import pytest

from claimdsl import pipeline
from claimdsl.diagnostics.report import Report
from claimdsl.frontend.loader import FileLoader
from claimdsl.ir import codec
from claimdsl.ir.nodes import Program

_SHIPPED = ("base", "claim2", "printed-2017", "french", "german-whist")


def _program(name: str) -> Program:
    program = pipeline.check_reference(name, (), FileLoader(), Report())
    assert program is not None
    return program


@pytest.mark.parametrize("name", _SHIPPED)
def test_what_is_written_is_read_again(name: str) -> None:
    program = _program(name)
    assert codec.from_json(codec.to_json(program)) == program


def test_writing_is_the_same_each_time() -> None:
    assert codec.to_json(_program("base")) == codec.to_json(_program("base"))


def test_what_is_shared_stays_shared() -> None:
    program = _program("base")
    rows = json.loads(codec.to_json(program))["rows"]
    again = json.loads(codec.to_json(codec.from_json(codec.to_json(program))))["rows"]
    assert len(again) == len(rows)


@pytest.mark.parametrize("text", [
    "", "[]", "{}", "null", '{"format":"claim-ir/1","types":[],"rows":[]}',
    '{"format":"claim-ir/0","types":[],"rows":[]}',
    '{"format":"claim-ir/1","types":["Int one 1"],"rows":[]}',
    '{"format":"claim-ir/1","types":["Int one 1 "],"rows":[["lit",0,true]]}',
    '{"format":"claim-ir/1","types":["Int one 1 "],"rows":[["lit",0,1]]}',
    '{"format":"claim-ir/1","types":["Int one 1 "],"rows":[["not",0,0]]}',
    '{"format":"claim-ir/1","types":["Int one 1 "],"rows":[["eval",0,0]]}',
    '{"format":"claim-ir/1","types":["Int one 01 "],"rows":[["lit",0,1]]}',
    "[" * 100_000,
])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any ValueError is the promise
        codec.from_json(text)


def test_damage_is_refused_or_harmless() -> None:
    """Whatever is changed in a cache entry, reading gives a program or a ValueError."""
    text = codec.to_json(_program("german-whist"))
    rng = random.Random(7)
    for _ in range(300):
        place = rng.randrange(len(text))
        damaged = text[:place] + rng.choice('0123456789[]{}",-ae') + text[place + 1:]
        try:
            codec.from_json(damaged)
        except ValueError:
            continue
