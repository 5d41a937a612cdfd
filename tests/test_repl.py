"""`claim repl`: expressions line by line, through a pipe and on a terminal; every mistake is told and none ends it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect
import pytest

from tests.console import Console

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


def said(claim: Console, *lines: str, words: tuple[str, ...] = ()) -> list[str]:
    status, out, err = claim("repl", *words, typed="".join(f"{line}\n" for line in lines))
    assert (status, err) == (0, "")
    return out.splitlines()


def test_expressions_are_answered(claim: Console) -> None:
    assert said(claim, "count(player.hand)", "led", "count(seats) == 2") == ["13", "nothing", "yes"]


def test_types_and_costs_are_answered(claim: Console) -> None:
    lines = said(claim, ":type led", ":cost 1", ":type prizes", ":cost count(stock)")
    assert lines[:3] == ["Faction? (a faction or nothing)", "at most 1 step", "Pile[72] (a pile)"]
    assert lines[3].startswith("at most ")


def test_piles_are_shown(claim: Console) -> None:
    first, second, wrong = said(claim, ":show hand", ":show prizs")[:3]
    assert first.startswith("hand of seat 0: ") and second.startswith("  ") or second.startswith("hand of seat 1: ")
    assert "no pile is called 'prizs'; did you mean 'prizes'?" in said(claim, ":show prizs")[0]


def test_names_and_help_are_told(claim: Console) -> None:
    names = " ".join(said(claim, ":names"))
    assert names.startswith("in may_play, ") and all(name in names for name in ("goblins", "led", "stock", "void"))
    text = "\n".join(said(claim, ":help"))
    assert all(f"\n{name}" in text for name in (":type", ":cost", ":show", ":names", ":help", ":quit"))


def test_moves_are_made_and_taken_back(claim: Console) -> None:
    legal = said(claim, ":play")[0].split(", ")[0]
    lines = said(claim, f":play {legal}", "count(trick)", "led", ":move 0", "count(trick)", ":play play x:1")
    assert lines[0].startswith("After 1 move: trick 1 of recruit, seat ")
    assert lines[1:3] == ["1", legal.split()[1].split(":")[0]]
    assert lines[3].startswith("After 0 moves: ") and lines[4] == "0"
    assert lines[5] == "'play x:1' is not legal: no card is called 'x:1'"


def test_hook_seat_and_card_may_be_chosen(claim: Console) -> None:
    lines = said(claim, ":seat 1", "player", ":card goblins:9", "card.value", ":seat", ":hook ranks", "side.votes")
    assert lines[0].startswith("in may_play, ") and lines[1] == "seat 1"
    assert lines[3] == "9" and lines[-2:] == ["in scoring.ranks, side 0", "0"]


@pytest.mark.parametrize(("line", "answer"), [
    ("led == goblin", "error[CLM402]: unknown faction 'goblin'"),
    ("count(", "error[CLM303]: "),
    ("(" * 60, "error[CLM321]"),
    (":typ led", "there is no :typ; did you mean :type?"),
    (":xyzzy", "there is no :xyzzy; try :help"),
    (":type", "error[CLM301]"),
    (":move x", ":move takes a number from 0 to 0"),
    (":move 9999999999999999999999", ":move takes a number from 0 to 0"),
    (":hook after_trick", "no move follows that asks after_trick"),
    (":hook xyz", "there is no hook 'xyz'"),
    (":seat 9", "there is no seat 9"),
    (":seat one", "a seat is a number from 0 to 1"),
    (":card 3", "no card of this game is called '3'"),
    ("\x1b[31mred", "error[CLM304]"),
    ("1" * 5000, "error[CLM"),
    ("x" * 100_000, "error[CLM"),
    ("\x00", "error[CLM"),
])
def test_a_mistake_is_told_and_the_next_line_answered(claim: Console, line: str, answer: str) -> None:
    lines = said(claim, line, "1 + 1")
    assert lines[0].startswith(answer) and lines[-1] == "2"
    assert not any("Traceback" in text or "\x1b" in text for text in lines)


def test_the_end_of_input_and_quit_end_it(claim: Console) -> None:
    assert said(claim) == []
    assert said(claim, "", "   ", ":quit", "1") == []
    assert claim("repl", typed=b"1 + 1")[1] == "2\n"
    assert claim("repl", typed=b"\xff\xfe\n2\n")[1].endswith("2\n")


def test_a_recorded_game_is_entered(claim: Console) -> None:
    moves = claim.game("g.json")
    words = ("--record", "g.json", "--move", "13")
    lines = said(claim, "count(trick)", ":hook after_trick", "winner in seats", ":move 0", words=words)
    assert lines[0] == "1" and lines[1] == "in after_trick" and lines[2] == "yes"
    over = said(claim, ":show trick", "side.votes >= 0", words=("--record", "g.json"))
    assert over[-1] == "yes" and len(moves) == 52


@pytest.mark.parametrize(("words", "status", "reason"), [
    (("repl", "nosuch"), 2, "there is no file nosuch"),
    (("repl", "-"), 2, "standard input is where your lines come from"),
    (("repl", "--record", "-"), 2, "standard input is where your lines come from"),
    (("repl", "--move", "3"), 2, "say which with --record"),
    (("repl", "--record", "g.json", "--move", "99"), 2, "the record has 52 moves"),
    (("repl", "--record", "g.json", "--players", "3"), 2, "the record has its own"),
    (("repl", "german-whist", "--players", "3"), 2, "is for 2 players"),
    (("repl", "--set", "victory=four"), 2, "option 'victory' cannot be 'four'"),
    (("repl", "--factions", "goblin"), 2, "did you mean 'goblins'?"),
])
def test_a_wrong_beginning_is_told(claim: Console, words: tuple[str, ...], status: int, reason: str) -> None:
    claim.game("g.json")
    got, out, err = claim(*words)
    assert (got, out) == (status, "") and reason in err, err


def test_a_terminal_has_a_prompt_completion_and_history(tmp_path: Path) -> None:
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state"), "TERM": "dumb", "COLUMNS": "80"}
    child = pexpect.spawn(sys.executable, [str(ROOT / "cli.py"), "repl"], env=env, timeout=30, encoding="utf-8")
    child.expect("Type an expression, or :help.")
    child.expect("> ")
    child.sendline("count(stoc\t)")
    child.expect("25")
    child.expect("> ")
    child.sendcontrol("c")
    child.expect("> ")
    child.sendline(":qu\t")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "count(stock)" in (tmp_path / "state" / "claimdsl" / "repl_history").read_text(encoding="utf-8")
