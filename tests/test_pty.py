"""A game through a real pseudo-terminal, and the same game through a pipe."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    own = {"HOME": str(tmp_path), "CLAIMDSL_CACHE": str(tmp_path / "cache")}
    return {"PATH": os.environ["PATH"], "TERM": "xterm", **own}


def terminal(env: dict[str, str], *words: str, columns: int = 80) -> tuple[pexpect.spawn[str], io.StringIO]:
    child = pexpect.spawn(
        sys.executable, [str(ROOT / "cli.py"), "play", "--ui", "plain", "--seed", "5", *words], env=env,
        cwd=env["HOME"], encoding="utf-8", dimensions=(24, columns), timeout=30,
    )
    log = io.StringIO()
    child.logfile_read = log
    return child, log


def finish(child: pexpect.spawn[str]) -> int:
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus is not None
    return child.exitstatus


def test_a_whole_game_on_a_terminal(env: dict[str, str]) -> None:
    child, log = terminal(env)
    for _ in range(26):
        child.expect(r"Your card\?")
        child.sendline("1")
    child.expect("== The end ==")
    child.expect("Replay it: claim replay ")
    assert finish(child) == 0
    assert "\x1b[1m" in log.getvalue()


@pytest.mark.parametrize("change", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"CLAIM_SCREEN_READER": "1"}])
def test_no_escape_codes_where_they_are_not_wanted(env: dict[str, str], change: dict[str, str]) -> None:
    child, log = terminal(env | change)
    child.expect(r"Your card\?")
    child.sendline("quit")
    assert finish(child) == 0
    assert "\x1b" not in log.getvalue()


def test_a_narrow_terminal(env: dict[str, str]) -> None:
    child, log = terminal(env | {"NO_COLOR": "1"}, "--players", "4", columns=40)
    child.expect(r"Your card\?")
    child.sendline("?")
    child.expect(r"Your card\?")
    child.sendline("")
    child.expect("for help")
    child.sendline("quit")
    assert finish(child) == 0
    shown = log.getvalue().split("Stopped;")[0]
    assert max(map(len, shown.splitlines())) <= 40


def test_sixty_columns_hold_a_whole_game(env: dict[str, str]) -> None:
    child, log = terminal(env | {"NO_COLOR": "1"}, "--auto", columns=60)
    while child.expect([r"Your card\?", "Replay it"]) == 0:
        child.sendline("1")
    assert finish(child) == 0
    shown = log.getvalue().split("Replay it")[0]
    assert max(map(len, shown.splitlines())) <= 60 and "\x1b" not in shown


@pytest.mark.parametrize("change", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}, {"CLAIM_SCREEN_READER": "1"}])
def test_a_hand_is_off_the_screen_before_the_next_person_looks(env: dict[str, str], change: dict[str, str]) -> None:
    """What a terminal can do is used; else blank lines push the hand off the screen."""
    child, log = terminal(env | change, "--seats", "human,human")
    child.expect("human 0, it is your turn")
    child.expect("Press Enter when nobody else looks.")
    child.sendline("")
    child.expect(r"Your card\?")
    child.sendline("1")
    child.expect("human 1, it is your turn")
    child.expect("Press Enter when nobody else looks.")
    before = log.getvalue().replace("\r\n", "\n")
    after_hand = before[before.rindex("Your card?") :].partition("\n")[2]
    assert "\x1b[2J" in after_hand if not change else after_hand.startswith("\n" * 24) and "\x1b" not in before
    child.sendline("")
    child.expect(r"Your card\?")
    child.sendline("quit")
    assert finish(child) == 0


@pytest.mark.parametrize("word", ["\x04", "q\r"])
def test_nothing_is_shown_where_nobody_takes_the_seat(env: dict[str, str], word: str) -> None:
    child, log = terminal(env, "--seats", "human,human")
    child.expect("Press Enter when nobody else looks.")
    child.sendline("")
    child.expect(r"Your card\?")
    child.sendline("1")
    child.expect("human 1, it is your turn")
    child.expect("Press Enter when nobody else looks.")
    child.send(word)
    child.expect("Stopped;")
    assert finish(child) == 0
    assert log.getvalue().count("[1]") == 1


def test_control_d_keeps_the_game_and_stops(env: dict[str, str]) -> None:
    child, _ = terminal(env)
    child.expect(r"Your card\?")
    child.sendline("1")
    child.expect(r"Your card\?")
    child.sendeof()
    child.expect("The input has ended.")
    assert finish(child) == 0


def test_control_c_ends_with_130(env: dict[str, str]) -> None:
    child, _ = terminal(env)
    child.expect(r"Your card\?")
    child.sendintr()
    child.expect("Interrupted.")
    assert finish(child) == 130


def test_a_game_through_a_pipe_is_the_same_game(env: dict[str, str]) -> None:
    child, log = terminal(env | {"NO_COLOR": "1"})
    for _ in range(26):
        child.expect(r"Your card\?")
        child.sendline("1")
    assert finish(child) == 0
    piped = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), "play", "--seed", "5"], input="1\n" * 26, capture_output=True, text=True,
        env=env | {"XDG_STATE_HOME": env["HOME"]}, cwd=env["HOME"], timeout=60,
    )
    assert piped.returncode == 0
    told = log.getvalue().replace("\r\n", "\n").split("Replay it")[0]
    assert told == piped.stdout
