"""The page on playing is true: its commands run in their order, and it knows every word and option of the table."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from claimdsl.cli import play, replay, view
from claimdsl.ui.ask import COMMANDS
from tests.console import Console

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "play.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
LINES = [line for block in BLOCKS for line in block.splitlines()]


def test_the_commands_run_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = Console(tmp_path, monkeypatch)
    for line in LINES:
        name, *words = shlex.split(line)
        status, out, err = claim(*words, typed="1\n?\nundo\n")
        assert name == "claim" and status == 0, (line, err)
        assert out.isascii() and "\x1b" not in out + err


def test_every_word_has_its_line() -> None:
    told = set(re.findall(r"`([a-z]+)`", PAGE.split("## Words")[1].split("## Seats")[0]))
    assert set(COMMANDS) - {"help"} <= told


def test_every_option_that_is_named_is_there() -> None:
    there = {name for command in (play, view, replay) for option in command.command.params for name in option.opts}
    assert set(re.findall(r"--[a-z][a-z-]+", PAGE)) <= there
