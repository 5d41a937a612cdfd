"""Screens over the table: a page to read, and the one that is shown while the seat changes hands."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Key
from textual.screen import Screen

from claimdsl.ui.messages import Line
from claimdsl.ui.speech import Speech
from claimdsl.ui.tui.rows import Piece, Row, row, told
from claimdsl.ui.tui.widgets import Panel, Pressed

_CLOSE = "close"


class PageScreen(Screen[None]):
    """Lines to read; arrows go through them, and any other key closes."""

    def __init__(self, title: str, lines: Sequence[Line], rule: str, speech: Speech) -> None:
        super().__init__()
        self._heading = title
        self._lines = tuple(lines)
        self._rule = rule
        self._speech = speech

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield Panel("heading", self._rule)
        with VerticalScroll(id="page"):
            yield Panel("lines")
        yield Panel("foot")

    def on_mount(self) -> None:
        """Fill the page."""
        self.query_one("#heading", Panel).fill(lambda columns: (), self._heading)
        self.query_one("#lines", Panel).fill(self._rows)
        closes = self._speech.phrase("up and down scroll; any other key closes")
        self.query_one("#foot", Panel).fill(lambda columns: [row(Piece(closes, "faint", _CLOSE))])

    def _rows(self, columns: int) -> list[Row]:
        return [line for text, style in self._lines for line in told(text, style, columns)]

    def on_key(self, event: Key) -> None:
        """Scroll, or go back to the table."""
        event.stop()
        scroll = self.query_one("#page", VerticalScroll)
        match event.key:
            case "up" | "k":
                scroll.scroll_up(animate=False)
            case "down" | "j":
                scroll.scroll_down(animate=False)
            case "pageup":
                scroll.scroll_page_up(animate=False)
            case "pagedown" | "space":
                scroll.scroll_page_down(animate=False)
            case "home":
                scroll.scroll_home(animate=False)
            case "end":
                scroll.scroll_end(animate=False)
            case _:
                self.dismiss()

    def on_pressed(self, event: Pressed) -> None:
        """Go back to the table."""
        event.stop()
        self.dismiss()


class HandOverScreen(Screen[bool]):
    """Hides the table until the next person has taken the seat; says False where they would rather stop."""

    def __init__(self, name: str, rule: str, speech: Speech) -> None:
        super().__init__()
        self._next = name
        self._rule = rule
        self._speech = speech

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield Panel("heading", self._rule)
        yield Panel("lines")
        yield Panel("foot")

    def on_mount(self) -> None:
        """Fill the page."""
        say = self._speech.phrase
        self.query_one("#heading", Panel).fill(lambda columns: (), say("Hand over"))
        lines = ("", say("{who}, it is your turn.", who=self._next), "", say("Nobody else should look now."))
        self.query_one("#lines", Panel).fill(lambda columns: [line for one in lines for line in told(one, "", columns)])
        keys = say("Enter: show my cards   q: stop, the game is kept")
        self.query_one("#foot", Panel).fill(lambda columns: [row(Piece(keys, "strong", _CLOSE))])

    def on_key(self, event: Key) -> None:
        """Take the seat, or leave."""
        event.stop()
        if event.key in ("enter", "q"):
            self.dismiss(event.key == "enter")

    def on_pressed(self, event: Pressed) -> None:
        """Take the seat."""
        event.stop()
        self.dismiss(True)
