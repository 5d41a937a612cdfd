"""What commands tell of a game that a person still plays: no more than that person sees, unless all is asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimdsl.cli.position import Wanted, open_record
from claimdsl.ir.labels import parts
from tests.console import Console

WHOLE = (
    ("replay", "game.json", "--trace"), ("why", "game.json", "--move", "0"),
    ("why", "game.json", "--move", "0", "--format", "json"),
    ("eval", "count(stock)", "--record", "game.json"),
    ("eval", "count(stock)", "--record", "game.json", "--format", "json"),
    ("repl", "--record", "game.json"), ("review", "game.json", "--seat", "1", "--iterations", "8"),
    ("review", "game.json", "--seat", "1", "--iterations", "8", "--format", "json"),
)


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    found = Console(tmp_path, monkeypatch)
    found("play", "--seed", "5", "--save", "game.json", typed="1\n" * 6)
    return found


@pytest.mark.parametrize("words", WHOLE)
def test_what_would_tell_more_is_refused_until_all_is_asked_for(claim: Console, words: tuple[str, ...]) -> None:
    status, out, err = claim(*words)
    assert status in (1, 2) and out == "" and "this game is not over" in err
    status, out, err = claim(*words, "--open", typed="1 + 1\n")
    assert status == 0 and out
    claim("resume", "game.json", typed="1\n" * 60)
    assert claim(*words, typed="1 + 1\n")[0] == 0


def hidden_from(claim: Console) -> list[str]:
    """Name the cards that the player has never seen, as they are written."""
    state = open_record(Wanted(str(claim.folder / "game.json"), None, None, (), False)).states()[-1]
    labels = state.game.binding.labels
    unknown = [card for card in range(len(labels)) if not state.knows(0, card)]
    seen = {labels[card] for card in range(len(labels)) if card not in unknown}
    return [" ".join(parts(labels[card])) for card in unknown if labels[card] not in seen]


def test_a_replay_tells_what_the_player_has_seen(claim: Console) -> None:
    status, out, err = claim("replay", "game.json")
    assert (status, err) == (0, "") and out.endswith("It is told as you see it; --open tells all.\n")
    hidden, told = hidden_from(claim), f"{out} ".replace(",", " ").replace(".", " ")
    assert len(hidden) > 10 and not [card for card in hidden if f"{card} " in told]
    assert "An unseen card goes to greedy's followers" in " ".join(out.split())
    whole = claim("replay", "game.json", "--open")[1]
    assert "An unseen card" not in " ".join(whole.split())


def test_a_review_judges_the_players_own_moves(claim: Console) -> None:
    found = claim.json("review", "game.json", "--iterations", "8", "--format", "json")
    rows = found["moves"]
    assert isinstance(rows, list) and {row["seat"] for row in rows} == {0}


def test_a_wrong_move_does_not_tell_what_another_could_play(claim: Console) -> None:
    states = open_record(Wanted(str(claim.folder / "game.json"), None, None, (), False)).states()
    lines = (claim.folder / "game.json").read_text().splitlines()
    for seat in (0, 1):
        made = next(number for number, state in enumerate(states) if state.seat == seat)
        claim.write("wrong.json", "\n".join([*lines[: made + 1], '{"move": "play dragons:1"}', ""]))
        for words in (("replay",), ("replay", "--check"), ("solve",), ("resume",)):
            status, out, err = claim(*words, "wrong.json")
            assert status == 1 and f"moves[{made}]: 'play dragons:1' is not legal" in err
            assert ("legal: " in out + err) == (seat == 0), words
        assert "legal: " in claim("replay", "wrong.json", "--open")[2]


def test_games_that_nobody_plays_are_open(claim: Console) -> None:
    moves = claim.game("whole.json")
    record = json.loads((claim.folder / "whole.json").read_text())
    for agents in (["random", "random"], [], ["human"]):
        claim.write("game.json", json.dumps(record | {"agents": agents, "moves": moves[:9]}))
        for words in WHOLE:
            assert claim(*words, typed="1 + 1\n")[0] == 0
        assert "--open" not in claim("replay", "game.json")[1]


def test_one_among_many_games_is_passed_over(claim: Console) -> None:
    claim.game("whole.json")
    running = open_record(Wanted(str(claim.folder / "game.json"), None, None, (), False)).record
    claim.write("many.jsonl", f"{running.to_json()}\n{(claim.folder / 'whole.json').read_text()}")
    status, out, err = claim("replay", "many.jsonl", "--trace")
    first, second = map(json.loads, out.splitlines())
    assert status == 1 and first == [] and second and "line 1: this game is not over" in err
    assert claim("replay", "many.jsonl", "--check")[0] == 0
    assert claim("replay", "many.jsonl")[1].splitlines()[0].endswith(", unfinished")


def test_a_wrong_trace_does_not_tell_what_is_right(claim: Console) -> None:
    record = open_record(Wanted(str(claim.folder / "game.json"), None, None, (), False)).record
    claim.write("traced.json", f'{{"record": {record.to_json()}, "trace": [{{"legal": []}}]}}')
    status, out, err = claim("replay", "traced.json", "--check")
    assert (status, out) == (1, "") and "the trace is different; this game is not over" in err
    assert "expected" in claim("replay", "traced.json", "--check", "--open")[1]
