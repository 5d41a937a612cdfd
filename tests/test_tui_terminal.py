"""The full screen in a real pseudo-terminal: chosen by itself, without colour, killed and resumed, left in order."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from claimdsl.ui.text import width_of
from tests.evidence_tui import FOLDER, PICTURES, taken
from tests.soak_kill import moves_of
from tests.terminal import ROOT, Terminal


def game_in(folder: Path) -> tuple[str, ...]:
    return ("play", "--seed", "5", "--save", str(folder / "game.json"))


def test_a_terminal_gets_the_full_screen_and_back_what_was_there(tmp_path: Path) -> None:
    with Terminal(game_in(tmp_path), tmp_path) as terminal:
        assert "── Trick 1 ──" in terminal.wait("q quit")
        terminal.play((("1\r", "Trick 2"),))
        assert terminal.colours
        terminal.child.send("q")
        assert terminal.finish() == 0
        assert terminal.raw.count("\x1b[?1049h") == terminal.raw.count("\x1b[?1049l") == 1
        assert "Go on with it: claim resume" in terminal.text
    assert len(moves_of(tmp_path / "game.json")) >= 2


@pytest.mark.parametrize("words", [(), ("--seats", "human,level6")])
def test_a_terminal_is_given_back_when_the_game_is_ended_from_outside(tmp_path: Path, words: tuple[str, ...]) -> None:
    with Terminal((*game_in(tmp_path), *words), tmp_path) as terminal:
        terminal.wait("q quit")
        before = terminal.child.getecho()
        terminal.child.kill(signal.SIGTERM)
        assert terminal.finish() == 143
        assert not before
        assert terminal.raw.count("\x1b[?1049h") == terminal.raw.count("\x1b[?1049l") == 1
        assert "Traceback" not in terminal.raw and "Stopped; the game so far is kept." in terminal.text
    assert not [*tmp_path.glob("*.part")]


@pytest.mark.parametrize(("words", "shown", "status"), [
    ((), "q quit", -signal.SIGHUP), (("--ui", "plain"), "Your card?", 128 + signal.SIGHUP),
])
def test_a_game_ends_when_its_terminal_is_closed(
    tmp_path: Path, words: tuple[str, ...], shown: str, status: int,
) -> None:
    with Terminal((*game_in(tmp_path), *words), tmp_path) as terminal:
        terminal.wait(shown)
        assert terminal.hang_up() == status
    assert json.loads((tmp_path / "game.json").read_text().splitlines()[0]) and not [*tmp_path.glob("*.part")]


@pytest.mark.parametrize(("env", "words"), [
    ({"TERM": "dumb"}, ()), ({"CLAIM_SCREEN_READER": "1"}, ()), ({}, ("--ui", "plain")),
])
def test_plain_lines_where_these_are_wanted(tmp_path: Path, env: dict[str, str], words: tuple[str, ...]) -> None:
    with Terminal((*game_in(tmp_path), *words), tmp_path, env=env) as terminal:
        terminal.wait("Your card?")
        assert "\x1b[?1049h" not in terminal.raw
        terminal.child.sendline("quit")
        assert terminal.finish() == 0


def test_plain_lines_where_the_screen_has_no_room(tmp_path: Path) -> None:
    with Terminal(game_in(tmp_path), tmp_path, (20, 5)) as terminal:
        terminal.wait("Your card?")
        assert "\x1b[?1049h" not in terminal.raw
        terminal.child.sendline("quit")
        assert terminal.finish() == 0


def test_no_colour_where_none_is_wanted(tmp_path: Path) -> None:
    with Terminal((*game_in(tmp_path), "--ascii"), tmp_path, env={"NO_COLOR": "1"}) as terminal:
        text = terminal.wait("q quit")
        assert text.isascii() and not terminal.colours and "\x1b[1;" in terminal.raw
        terminal.child.send("\x03")
        assert terminal.finish() == 130


def test_a_killed_game_is_resumed_where_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with Terminal(game_in(tmp_path), tmp_path) as terminal:
        terminal.wait("q quit")
        before = terminal.play((("1\r", "Trick 2"), ("1\r", "Trick 3")))
        terminal.child.kill(9)
        terminal.finish()
    made = moves_of(path)
    assert made
    with Terminal(("resume", str(path)), tmp_path) as terminal:
        after = terminal.wait("q quit")
        assert after.split("── Story")[0] == before.split("── Story")[0]
        assert after.split("── Your hand")[1] == before.split("── Your hand")[1]
        terminal.play((("1\r", "Trick 4"),))
        terminal.child.send("q")
        assert terminal.finish() == 0
    assert moves_of(path)[: len(made)] == made and len(moves_of(path)) > len(made)


def test_a_game_is_played_on_from_the_middle_of_another(tmp_path: Path) -> None:
    words = ("view", str(ROOT / "tests/conformance/claim-2-players.jsonl.gz"), "--game", "1")
    with Terminal((*words, "--save", str(tmp_path / "on.json")), tmp_path) as terminal:
        terminal.wait("Move 0")
        terminal.play((("31\r", "Move 31"), ("p1\r", "Your card?")))
        terminal.child.send("q")
        assert terminal.finish() == 0
    header = json.loads((tmp_path / "on.json").read_text().splitlines()[0])
    assert header["agents"][1] == "human"


def test_without_a_terminal_it_says_what_to_do(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), "play", "--ui", "tui"], capture_output=True, text=True, input="",
        cwd=ROOT, check=False, timeout=60,
    )
    assert done.returncode == 2 and "--ui plain works everywhere" in done.stderr


def test_plain_lines_load_nothing_of_it(tmp_path: Path) -> None:
    code = (
        "import sys; from claimdsl.cli.app import run; run(['play', '--seed', '5', '--save', sys.argv[1]]);"
        "assert not any(name.startswith(('textual', 'rich', 'claimdsl.ui.tui')) for name in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "game.json")], capture_output=True, text=True, input="1\n",
        cwd=ROOT, check=False, timeout=60,
    )
    assert done.returncode == 0, done.stderr


def test_textual_is_loaded_in_one_folder() -> None:
    files = (ROOT / "claimdsl").rglob("*.py")
    assert {path.parent.name for path in files if "from textual" in path.read_text("utf-8")} == {"tui"}


@pytest.mark.parametrize("name", ["tui-80.txt", "tui-view.txt", "tui-ja.txt"])
def test_the_picture_is_as_kept(name: str, tmp_path: Path) -> None:
    assert taken(PICTURES[name], tmp_path) == (FOLDER / name).read_text(encoding="utf-8"), "run: make docs"


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_fits(name: str) -> None:
    columns, rows = PICTURES[name].size
    lines = (FOLDER / name).read_text(encoding="utf-8").rstrip("\n").split("\n")[1:]
    assert len(lines) <= rows and max(map(width_of, lines)) <= columns
