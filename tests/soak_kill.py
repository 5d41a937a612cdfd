"""Games that are killed at random moments and resumed: whatever was told or written before a kill is there after it.

    python tests/soak_kill.py [--kills N] [--seed K]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEATS = ("human", "random", "random")


def moves_of(path: Path) -> list[str]:
    """Read the moves of a record or a journal, whole lines alone, without the reader that is tested."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    first, *rest = text[: text.rfind("\n") + 1].splitlines() or ["{}"]
    if "moves" in json.loads(first):
        found: list[str] = json.loads(first)["moves"]
        return found
    moves: list[str] = []
    for line in rest:
        value = json.loads(line)
        if "undo" in value:
            del moves[-value["undo"] :]
        else:
            moves.append(value["move"])
    return moves


def kill(folder: Path, kills: int, seed: int) -> None:
    """Kill a game so often, each time at another moment, and begin a new one where one is over."""
    path = folder / "game.json"
    dice = random.Random(seed)
    begin = ("play", "--seed", "5", "--seats", ",".join(SEATS), "--save", path.name)
    for number in range(kills):
        before = moves_of(path)
        told = _killed(folder, ("resume", path.name) if path.exists() and path.read_text() else begin, dice)
        after = moves_of(path)
        assert after[: len(before)] == before, f"kill {number} of seed {seed}: a move of an earlier run is gone"
        new = after[len(before) :]
        assert new[: len(told)] == told, f"kill {number} of seed {seed}: a move that was told is gone"
        if path.exists() and '"moves"' in path.read_text():
            path.unlink()


def _killed(folder: Path, words: tuple[str, ...], dice: random.Random) -> list[str]:
    """Play by JSON lines and kill the game somewhere; give the moves that were told."""
    with subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), *words, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        cwd=folder, env=os.environ | {"XDG_STATE_HOME": str(folder)},
    ) as game:
        assert game.stdin is not None and game.stdout is not None
        told, left = [], dice.randrange(6)
        for line in game.stdout:
            message = json.loads(line)
            if message["type"] == "move":
                told.append(message["move"])
            elif message["type"] == "legal":
                game.stdin.write((message["moves"][0] + "\n").encode())
                game.stdin.flush()
                left -= 1
            if left < 0:
                time.sleep(dice.random() * 0.01)
                break
        game.send_signal(signal.SIGKILL)
        rest = game.stdout.read().splitlines(keepends=True)
        return told + [json.loads(one)["move"] for one in rest if one.endswith(b"\n") and b'"type": "move"' in one]


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Kill games at random moments and resume them.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kill(Path(folder), wish.kills, wish.seed)
    print(f"{wish.kills} kills: no finished move is lost")


if __name__ == "__main__":
    main()
