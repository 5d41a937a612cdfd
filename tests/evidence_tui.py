"""Pictures of the full screen in docs/evidence, taken from a real pseudo-terminal: `make docs` writes them."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from claimdsl.frozen import Frozen
from tests.terminal import Terminal

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "evidence"
_GAME = ("play", "--seed", "5")
_MOVES = (("1\r", "Trick 2"), ("1\r", "Trick 3"), ("1\r", "Trick 4"))
_RECORD = ("view", "tests/conformance/claim-2-players.jsonl.gz", "--game", "1")


class Picture(Frozen):
    """A command, the size of the terminal, and what is pressed until the screen shows what."""

    words: tuple[str, ...]
    begins: str
    steps: tuple[tuple[str, str], ...]
    size: tuple[int, int] = (80, 24)
    env: tuple[tuple[str, str], ...] = ()


PICTURES: dict[str, Picture] = {
    "tui-80.txt": Picture(_GAME, "Trick 1", (*_MOVES, ("un", "which one"))),
    "tui-60.txt": Picture(_GAME, "Trick 1", _MOVES, (60, 24)),
    "tui-160.txt": Picture(_GAME, "Trick 1", (*_MOVES, ("\x1b[C", ">5 [3]")), (160, 45)),
    "tui-no-colour.txt": Picture((*_GAME, "--ascii"), "Trick 1", _MOVES, env=(("NO_COLOR", "1"),)),
    "tui-ja.txt": Picture((*_GAME, "--language", "ja"), "q ", (("1\r", "トリック 2"), ("1\r", "トリック 3"))),
    "tui-4-players.txt": Picture(
        ("play", "--seed", "9", "--players", "4"), "Trick 1", (("1\r", "Trick 2"), ("1\r", "Trick 3")),
    ),
    "tui-choice.txt": Picture(
        ("play", "--ruleset", "claim2", "--seed", "7"), "Trick 1",
        (("1\r", "Trick 2"), ("1\r", "Trick 3"), ("1\r", "Take which")),
    ),
    "tui-german-whist.txt": Picture(("play", "--ruleset", "german-whist", "--seed", "9"), "quit", (("1\r", " 2 "),)),
    "tui-help.txt": Picture(_GAME, "Trick 1", (("?", "up and down"),)),
    "tui-why.txt": Picture(_GAME, "Trick 1", (*_MOVES, ("w", "up and down"))),
    "tui-hand-over.txt": Picture(("play", "--seats", "human,human", "--seed", "5"), "Hand over", ()),
    "tui-view.txt": Picture(_RECORD, "Move 0", (("31\r", "Move 31"), ("t", "Move 32"))),
    "tui-view-end.txt": Picture(_RECORD, "Move 0", (("\x1b[F", "Move 52"),)),
}


def taken(picture: Picture, folder: Path) -> str:
    """Take a picture; games are kept in `folder`."""
    with Terminal((*picture.words, "--ui", "tui"), folder, picture.size, dict(picture.env)) as terminal:
        terminal.wait(picture.begins)
        text = terminal.play(picture.steps)
    variables = "".join(f"{name}={value} " for name, value in picture.env)
    columns, rows = picture.size
    return f"$ {variables}claim {' '.join(picture.words)}      ({columns} x {rows})\n{text}\n"


def main() -> None:
    """Take the pictures that are named, or every one."""
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or PICTURES:
            (FOLDER / name).write_text(taken(PICTURES[name], Path(folder) / name), encoding="utf-8")


if __name__ == "__main__":
    main()
