"""The command line run in this very process: words and what is typed go in; status, output and errors come out."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from claimdsl.cli.app import run


class Console:
    """Runs commands in a folder of their own."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._patch = patch

    def __call__(self, *words: str, typed: str | bytes = b"") -> tuple[int, str, str]:
        raw = typed.encode() if isinstance(typed, str) else typed
        out, err = io.BytesIO(), io.BytesIO()
        with self._patch.context() as patch:
            patch.chdir(self.folder)
            patch.setenv("XDG_STATE_HOME", str(self.folder / "state"))
            patch.setenv("COLUMNS", "100")
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(raw))))
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8"))
            patch.setattr(sys, "stderr", io.TextIOWrapper(err, "utf-8"))
            status = run(words)
            sys.stdout.flush()
            sys.stderr.flush()
            return status, out.getvalue().decode(), err.getvalue().decode()

    def json(self, *words: str, typed: str | bytes = b"") -> dict[str, object]:
        """Run a command that succeeds and prints one JSON object."""
        status, out, err = self(*words, typed=typed)
        assert (status, err) == (0, ""), err
        found = json.loads(out)
        assert isinstance(found, dict)
        return found

    def write(self, name: str, text: str) -> None:
        """Write a file into the folder."""
        (self.folder / name).write_text(text, encoding="utf-8")

    def game(self, name: str = "game.json", *words: str, seed: int = 7) -> list[str]:
        """Let two random players finish a game and keep it; give its moves."""
        status, _, err = self("play", "--seats", "random,random", "--seed", str(seed), "--save", name, *words)
        assert status == 0, err
        moves = json.loads((self.folder / name).read_text(encoding="utf-8"))["moves"]
        assert isinstance(moves, list)
        return moves
