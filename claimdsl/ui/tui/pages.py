"""Screens over the table: a page to read, and the one that is shown while the seat changes hands."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Key
from textual.screen import Screen

from claimdsl.ui.messages import Line
from claimdsl.ui.speech import Speech
from claimdsl.ui.tui.rows import Piece, row, told
from claimdsl.ui.tui.widgets import Panel, Pressed

_CLOSE = "close"


def line_of(only_ascii: bool) -> str:
    """Give what rules are drawn with."""
    return "-" if only_ascii else "\u2500"


class Page(Screen[bool]):
    """A heading, lines below it, and what the keys do."""

    def __init__(self, title: str, lines: Sequence[Line], keys: str, *, only_ascii: bool) -> None:
        super().__init__()
        self._texts = title, tuple(lines), keys
        self._only_ascii = only_ascii

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield Panel("heading", line_of(self._only_ascii), only_ascii=self._only_ascii)
        with VerticalScroll(id="page", can_focus=False):
            yield Panel("lines", only_ascii=self._only_ascii)
        yield Panel("foot", only_ascii=self._only_ascii)

    def on_mount(self) -> None:
        """Fill the page."""
        title, lines, keys = self._texts
        self.query_one("#heading", Panel).fill(lambda columns: (), title)
        self.query_one("#lines", Panel).fill(
            lambda columns: [line for text, style in lines for line in told(text, style, columns)]
        )
        foot = row(Piece(keys, "faint", _CLOSE))
        self.query_one("#foot", Panel).fill(lambda columns: [row(Piece(self._part(), "strong"), foot)])
        self.watch(self.query_one("#page"), "scroll_y", self._moved, init=False)

    def _moved(self) -> None:
        self.query_one("#foot", Panel).renew()

    def _part(self) -> str:
        """Say which lines are seen, where that is not all."""
        page = self.query_one("#page", VerticalScroll)
        first, height, whole = round(page.scroll_y), page.size.height, page.virtual_size.height
        return f"{first + 1}-{min(first + height, whole)} / {whole}  " if whole > height else ""

    def on_resize(self) -> None:
        """Say anew which lines are seen."""
        self.call_after_refresh(self._moved)

    def on_pressed(self, event: Pressed) -> None:
        """Go on."""
        event.stop()
        self._close(True)

    def _close(self, result: bool) -> None:
        """Go back to what is below, once: more keys may wait for this page when it is gone already."""
        if self.is_current:
            self.dismiss(result)


class PageScreen(Page):
    """Lines to read; arrows go through them, and any other key closes."""

    def __init__(self, title: str, lines: Sequence[Line], speech: Speech, *, only_ascii: bool) -> None:
        super().__init__(title, lines, speech.phrase("up and down scroll; any other key closes"), only_ascii=only_ascii)

    def on_key(self, event: Key) -> None:
        """Scroll, or go back to the table; keys that came after that are for the table."""
        event.stop()
        if not self.is_current:
            self.app.post_message(Key(event.key, event.character))
            return
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
                self._close(True)


class HandOverScreen(Page):
    """Hides the table until the next person has taken the seat; says False where they would rather stop."""

    def __init__(self, name: str, speech: Speech, *, only_ascii: bool) -> None:
        phrase = speech.phrase
        lines = ("", phrase("{who}, it is your turn.", who=name), "", phrase("Press Enter when nobody else looks."))
        keys = phrase("Enter: show my cards   q: stop, the game is kept")
        super().__init__(phrase("Hand over"), [(line, "strong") for line in lines], keys, only_ascii=only_ascii)

    def on_key(self, event: Key) -> None:
        """Take the seat, or leave."""
        event.stop()
        if event.key in ("enter", "q"):
            self._close(event.key == "enter")
