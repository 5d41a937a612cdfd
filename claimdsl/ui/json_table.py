"""The table as JSON lines, for programs: each message of the table is an object with its `type`."""

from __future__ import annotations

from collections.abc import Mapping

from claimdsl.diagnostics.errors import RecordError
from claimdsl.engine.action import Action
from claimdsl.play.json_text import parse_json, write_json
from claimdsl.ui.ask import COMMANDS
from claimdsl.ui.front import play
from claimdsl.ui.lines import Lines
from claimdsl.ui.messages import Log, Message, Move
from claimdsl.ui.messages_json import as_json
from claimdsl.ui.table import Table
from claimdsl.ui.text import Page


class JsonTable:
    """Plays a match with a program at its human seats.

    It writes the table's messages; `view` and `legal` come before each question.  It reads moves, as text or as
    {"move": text}, and the words that people may type.  Where the line-up was drawn, `drawn` with its factions comes
    first.
    """

    def __init__(self, table: Table, page: Page, lines: Lines) -> None:
        self._table = table
        self._page = page
        self._lines = lines
        self._held: list[Log] | None = []

    def run(self) -> bool:
        """Play on; say whether the game came to its end."""
        return play(self._table, self)

    def show(self, message: Message) -> None:
        """Write a message; lines of the story come after the first move, and those without text not at all."""
        match message:
            case Log(text=""):
                pass
            case Log() if self._held is not None:
                self._held.append(message)
            case _:
                self._send(message)
        if isinstance(message, Move) and self._held is not None:
            for line in self._held:
                self._send(line)
            self._held = None

    def _send(self, message: Message) -> None:
        self._page.raw(write_json(as_json(message)))

    def read(self) -> str | Action | None:
        """Read lines until one is an answer; None where the input has ended."""
        while (typed := self._lines.next()) is not None:
            try:
                move = _move(typed)
            except RecordError as error:
                self._page.raw(write_json({"type": "error", "reason": str(error)}))
                continue
            return move if move in COMMANDS else Action.parse(move)
        return None


def _move(typed: str) -> str:
    """Read a move, as text or as an object."""
    text = typed.strip()
    if not text.startswith("{"):
        return text
    value = parse_json(text)
    move = value.get("move") if isinstance(value, Mapping) else None
    if not isinstance(move, str):
        raise RecordError('a move is meant: a text, or {"move": text}')
    return move
