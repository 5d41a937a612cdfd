"""The screens that are kept in docs/evidence: what a person sees at 80 columns; `make docs` writes them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "evidence"

PACE = re.compile(r": [0-9.]+ s, [0-9,]+ games/s")
"""How quick a machine is: the same on every screen that is kept."""
SCREENS: dict[str, tuple[list[str], str]] = {
    "play-2-players.txt": (
        ["play", "--seed", "5"],
        "?\nwhy\n2\nwhy\nknights 9\ndwarves 9\nwhy\n" + "1\n" * 18 + "score\nundo\nscore\n" + "1\n" * 60,
    ),
    **{
        f"play-{language}.txt": (
            ["play", "--seed", "5", "--language", language],
            "?\nwhy\n2\nwhy\nknights 9\ndwarves 9\nwhy\n2\n1\nlast\n" + "1\n" * 60,
        )
        for language in ("fr", "ja", "nl")
    },
    "play-4-players.txt": (["play", "--seed", "9", "--players", "4"], "1\n" * 40),
    "play-one-screen.txt": (["play", "--seats", "human,human", "--seed", "5", "--auto"], "1\n" * 6),
    "view.txt": (
        ["view", "tests/conformance/claim-2-players.jsonl.gz", "--game", "1"], "\ntrick\nwhy\n40\ntrick\nback\nend\n",
    ),
    "watch-german-whist.txt": (["play", "--ruleset", "german-whist", "--seats", "greedy,random", "--seed", "2"], ""),
    "explain.txt": (["explain", "CLM402"], ""),
    "simulate.txt": (["simulate", "--games", "40", "--agents", "greedy,random"], ""),
    "simulate-switch.txt": (
        ["simulate", "--games", "250", "--players", "3", "--set", "game_tie=cards_value,shared"], "",
    ),
    "help.txt": (["--help"], ""),
}


def screen(name: str, folder: Path) -> str:
    """Give what a command writes, answers fed through a pipe; games are kept in `folder`."""
    arguments, answers = SCREENS[name]
    environment = os.environ | {
        "COLUMNS": "80", "XDG_STATE_HOME": str(folder), "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1",
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), *arguments], input=answers, capture_output=True, text=True,
        cwd=ROOT, env=environment, check=False, timeout=60, encoding="utf-8",
    )
    return f"$ claim {' '.join(arguments)}\n{PACE.sub(': 0.1 s, 2,000 games/s', done.stdout)}"


def main() -> None:
    """Write every screen."""
    import tempfile

    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in SCREENS:
            (FOLDER / name).write_text(screen(name, Path(folder) / name), encoding="utf-8")


if __name__ == "__main__":
    main()
