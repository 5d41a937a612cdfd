"""The table in plain lines: what happened, what you hold, a question, an answer; for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from claimdsl.ui import board
from claimdsl.ui.front import play
from claimdsl.ui.lines import Lines
from claimdsl.ui.messages import (
    Ended,
    HandOver,
    Hint,
    Legal,
    Line,
    Log,
    Message,
    Move,
    Refusal,
    Stopped,
    Told,
    Undone,
    View,
)
from claimdsl.ui.table import Table
from claimdsl.ui.text import Page
from claimdsl.ui.words import folded


class PlainTable:
    """Shows a table to people at its human seats, or to one who looks on."""

    def __init__(self, table: Table, page: Page, lines: Lines) -> None:
        self._table = table
        self._page = page
        self._lines = lines
        self._phases: dict[int, str] = {}
        self._is_left = False
        self._phrase = table.words.speech.phrase

    def run(self) -> bool:
        """Play on; say whether the game came to its end."""
        for line in self._table.opening():
            self.show(line)
        if self._table.humans:
            self._page.say(self._phrase("Type ? for help."), "faint")
        return play(self._table, self)

    def show(self, message: Message) -> None:
        """Print a message; where nobody has taken the seat it is not for those who are there."""
        if self._is_left and not isinstance(message, Stopped):
            return
        match message:
            case Log():
                self._page.say(message.text, message.style)
            case View():
                self._view(message)
            case Legal():
                self._legal(message)
            case Told() | Ended():
                self._say(message.lines)
            case Refusal():
                self._page.say(message.reason, "bad")
            case Hint():
                self._hint(message)
            case Undone():
                self._page.say(self._phrase("Taken back: {count}.", count=message.count))
            case HandOver():
                self._hand_over(message)
            case Stopped():
                if message.reason:
                    self._page.say(message.reason)
            case Move():
                pass
            case _:
                assert_never(message)
        self._page.flush()

    def read(self) -> str | None:
        """Ask, and read a line; in a pipe the line is shown too."""
        if self._is_left:
            return None
        self._page.ask(self._table.prompt)
        typed = self._lines.next()
        if typed is None or not self._lines.is_terminal:
            self._page.say("" if typed is None else typed[:200])
        return typed

    def _say(self, lines: Iterable[Line]) -> None:
        for text, style in lines:
            self._page.say(text, style)

    def _hand_over(self, message: HandOver) -> None:
        """Take the other hand off the screen; on a terminal wait until the next person sits there, or would stop."""
        self._page.clear()
        self._page.say()
        self._page.say(self._phrase("---- {who}, it is your turn ----", who=message.name), "strong")
        if self._page.is_terminal and self._lines.is_terminal:
            self._page.ask(self._phrase("Press Enter when nobody else looks."))
            typed = self._lines.next()
            self._is_left = typed is None or folded(typed) in ("q", "quit")

    def _view(self, view: View) -> None:
        game, names = self._table.state.game, self._table.names(view.seat)
        if self._phases.get(view.seat) != view.seen.phase:
            self._phases[view.seat] = view.seen.phase
            self._page.say(next(board.powers(view.powers, names)))
        for line in (
            *board.votes(view.tally, game.sides, names),
            *board.piles(view.seen, game.ruleset.scored_pile, names),
            *board.plays(view.seen, names),
        ):
            self._page.say(line)
        if view.seen.hand:
            hand = self._table.words.say("hand")
            self._page.say(self._phrase("Your {hand}; a number in brackets plays the card before it:", hand=hand))
        for head, values in board.hand(view.seen.hand, view.seen.options, names, self._table.badges):
            self._page.row(head, values)

    def _legal(self, legal: Legal) -> None:
        for line in board.options(legal.actions, self._table.names(legal.seat)):
            self._page.say(line)

    def _hint(self, hint: Hint) -> None:
        from claimdsl.ui.advice import advised

        self._page.say(advised(hint, self._table.names(self._table.reader)))
