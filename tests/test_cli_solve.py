"""`claim solve`: text and JSON, one game and many, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.console import Console


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


def test_json_says_what_each_move_is_worth(claim: Console) -> None:
    moves = claim.game()
    found = claim.json("solve", "game.json", "--move", "44", "--format", "json")
    assert list(found) == ["to_move", "value", "margin", "moves", "line", "nodes", "seconds", "engine"]
    options = found["moves"]
    assert isinstance(options, list) and moves[44] in [option["move"] for option in options]
    assert found["value"] == max(option["value"] for option in options)
    assert found["margin"] == max(option["margin"] for option in options)
    line = found["line"]
    assert isinstance(line, list) and len(line) == 8


def test_text_names_the_moves_and_the_line(claim: Console) -> None:
    claim.game()
    status, out, err = claim("solve", "game.json", "--move", "46")
    assert (status, err) == (0, "")
    assert out.startswith("collect 11: seat ") and "Best play: play " in out


def test_many_games_give_a_line_each(claim: Console) -> None:
    claim.game("one.json", seed=1)
    claim.game("two.json", seed=2)
    both = "".join((claim.folder / name).read_text(encoding="utf-8") for name in ("one.json", "two.json"))
    status, out, err = claim("solve", "-", "--move", "45", "--format", "json", typed=both)
    assert (status, err) == (0, "")
    assert [json.loads(line)["to_move"] in (0, 1) for line in out.splitlines()] == [True, True]
    status, out, err = claim("solve", "-", "--move", "52", "--format", "json", typed=both)
    assert status == 1 and err.count("the game is over") == 2
    assert ["error" in json.loads(line) for line in out.splitlines()] == [True, True]


@pytest.mark.parametrize(("move", "words", "told"), [
    ("52", (), "cannot be solved: the game is over"),
    ("10", (), "it is in the phase 'recruit', where cards are hidden; it can be from the phase 'collect' on"),
    ("99", (), "--move 99: the record has 52 moves"),
    ("40", ("--players", "3"), "it has 3 players; only games of two are worked out"),
    ("45", ("--factions", "goblins,knights,undead,dwarves,ghosts"), "of ghosts moves cards unseen"),
])
def test_what_cannot_be_solved_says_why(claim: Console, move: str, words: tuple[str, ...], told: str) -> None:
    seats = ",".join(["random"] * (3 if words[:1] == ("--players",) else 2))
    status, _, err = claim("play", "--seats", seats, "--seed", "7", "--save", "game.json", *words)
    assert status == 0, err
    status, out, err = claim("solve", "game.json", "--move", move)
    assert (status, out) == (1, "") and told in err


def test_a_game_of_many_is_chosen_by_its_number(claim: Console) -> None:
    claim.game()
    text = (claim.folder / "game.json").read_text(encoding="utf-8")
    claim.write("two.jsonl", text + text)
    status, out, _ = claim("solve", "two.jsonl", "--move", "48", "--game", "2")
    assert status == 0 and out.startswith("line 2: seat ")
    status, _, err = claim("solve", "two.jsonl", "--move", "48", "--game", "3")
    assert status == 2 and "has no game 3" in err
