"""The loop that every front end of lines shares: show what the table says, read what is answered."""

from __future__ import annotations

from typing import Protocol

from claimdsl.engine.action import Action
from claimdsl.ui.messages import Message
from claimdsl.ui.table import Table


class Front(Protocol):
    """Something that shows messages and reads answers."""

    def show(self, message: Message) -> None:
        """Show a message."""
        ...

    def read(self) -> str | Action | None:
        """Read an answer; None where the input has ended."""
        ...


def play(table: Table, front: Front) -> bool:
    """Play to the end or until those who play leave; say whether the game came to its end."""
    for message in table.advance():
        front.show(message)
    while table.is_waiting:
        answer = front.read()
        for message in table.stop() if answer is None else table.answer(answer):
            front.show(message)
    return table.is_over
