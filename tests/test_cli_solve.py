"""`claim solve`: text and JSON, one game and many, and what is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.console import Console

ROOT = Path(__file__).resolve().parent.parent
LONG = ("--with", "factions/frost", "--factions", "undead,dwarves,doppelgangers,ice_kings,ice_queens")
"""A game in which all of the second phase takes a native search very long, as its votes are no sums."""


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
    ("40", ("--players", "3"), "it has 3 players; only games of two are worked out"),
    ("45", ("--factions", "goblins,knights,undead,dwarves,ghosts"), "does not know where"),
])
def test_what_cannot_be_solved_says_why(claim: Console, move: str, words: tuple[str, ...], told: str) -> None:
    seats = ",".join(["random"] * (3 if words[:1] == ("--players",) else 2))
    status, _, err = claim("play", "--seats", seats, "--seed", "7", "--save", "game.json", *words)
    assert status == 0, err
    status, out, err = claim("solve", "game.json", "--move", move)
    assert (status, out) == (1, "") and told in err


def test_a_moment_that_a_record_has_not_is_a_wrong_command_line(claim: Console) -> None:
    claim.game()
    for move in ("99", "-1"):
        status, out, err = claim("solve", "game.json", "--move", move)
        assert (status, out) == (2, "") and f"--move {move}: the record has 52 moves; they count from 0 to 52" in err


def test_a_game_of_many_is_chosen_by_its_number(claim: Console) -> None:
    claim.game()
    text = (claim.folder / "game.json").read_text(encoding="utf-8")
    claim.write("two.jsonl", text + text)
    status, out, _ = claim("solve", "two.jsonl", "--move", "48", "--game", "2")
    assert status == 0 and out.startswith("line 2: seat ")
    status, _, err = claim("solve", "two.jsonl", "--move", "48", "--game", "3")
    assert status == 2 and "has no game 3" in err


def test_a_bad_line_among_good_ones_is_told_and_passed_over(claim: Console) -> None:
    claim.game()
    good = (claim.folder / "game.json").read_text(encoding="utf-8")
    lines = good + "rubbish\n" + good
    status, out, err = claim("solve", "-", "--move", "46", "--format", "json", typed=lines)
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 1 and err.count("line 2: not JSON") == 1
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert answers[0]["moves"] == answers[2]["moves"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_ctrl_c_ends_a_long_search_and_keeps_the_answers_before_it(claim: Console, form: str) -> None:
    pytest.importorskip("llvmlite")
    claim.game("one.json")
    claim.game("two.json", *LONG)
    both = "".join((claim.folder / name).read_text(encoding="utf-8") for name in ("one.json", "two.json"))
    claim.write("both.jsonl", both)
    running = subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "solve", "both.jsonl", "--move", "26", "--format", form],
        cwd=claim.folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    )
    assert running.stdout is not None
    first = running.stdout.readline()
    with pytest.raises(subprocess.TimeoutExpired):
        running.wait(2)
    running.send_signal(signal.SIGINT)
    rest, err = running.communicate(timeout=60)
    assert (running.returncode, rest, err.strip()) == (130, "", "Interrupted.")
    assert first.startswith("line 1: seat ") if form == "text" else "error" not in json.loads(first)
