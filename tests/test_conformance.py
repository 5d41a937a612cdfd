"""Every game of other implementations replays to the same trace."""

from __future__ import annotations

import gzip
import io
from functools import cache
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.engine.ruleset import Ruleset
from claimdsl.play.json_text import Json, parse_json
from claimdsl.play.reading import Entry, read_games
from claimdsl.play.replay import compare, trace

FOLDER = Path(__file__).parent / "conformance"
FILES = sorted(FOLDER.glob("*.jsonl.gz"))


@cache
def ruleset(name: str) -> Ruleset:
    return load_ruleset(name)


def games(path: Path) -> list[Entry]:
    with path.open("rb") as stream:
        assert isinstance(stream, io.BufferedReader)
        return list(read_games(path.name, stream).entries)


def test_the_games_are_there() -> None:
    assert len(FILES) == 10
    assert sum(len(games(path)) for path in FILES) == 610


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_games_replay_to_the_same_trace(path: Path) -> None:
    partial = path.name.startswith("german-whist")
    for entry in games(path):
        assert entry.record is not None and entry.trace is not None, entry.problem
        found = trace(entry.record, ruleset(entry.record.ruleset))
        assert compare(found, entry.trace) is None, entry.place
        assert partial or found == entry.trace, entry.place


def first_trace() -> list[Json]:
    with gzip.open(FILES[0], "rt") as lines:
        value = parse_json(next(lines))
    assert isinstance(value, dict) and isinstance(value["trace"], list)
    return value["trace"]


@pytest.mark.parametrize(("line", "path", "value", "told"), [
    (0, ("winner",), 9, "trace line 1, winner: "),
    (0, ("prizes",), [], "trace line 1, prizes: "),
    (7, ("piles", "score"), [[], ["x:1"]], "trace line 8, piles, score: "),
    (0, ("weather",), "wet", "trace line 1: 'weather' is missing"),
    (-1, ("result", "votes"), [True, 5], "trace line 27, result, votes: "),
])
def test_a_difference_is_told_where_it_is(line: int, path: tuple[str, ...], value: Json, told: str) -> None:
    found, expected = first_trace(), first_trace()
    place = expected[line]
    for step in path[:-1]:
        assert isinstance(place, dict)
        place = place[step]
    assert isinstance(place, dict)
    place[path[-1]] = value
    assert (compare(found, expected) or "").startswith(told)


def test_a_trace_that_is_too_short_differs() -> None:
    assert compare(first_trace()[:-1], first_trace()) == "the trace has 26 lines, expected 27"
