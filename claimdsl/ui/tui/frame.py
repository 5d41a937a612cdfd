"""The full screen that a game at the table and a recorded one share: panels, a line to type in, keys, the mouse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.events import Key, Paste, Print, Resize

from claimdsl.engine.game import Game
from claimdsl.ui.messages import Line, View
from claimdsl.ui.names import Names
from claimdsl.ui.text import capital
from claimdsl.ui.tui import panels
from claimdsl.ui.tui.pages import PageScreen, line_of
from claimdsl.ui.tui.rows import Group, Piece, Row, flowed, folded, row, told
from claimdsl.ui.tui.signs import Signs
from claimdsl.ui.tui.styles import HIGH, SHEET, WIDE
from claimdsl.ui.tui.widgets import Panel, Pressed

_LONGEST = 200
_OTHER_ROWS = 18
"""Rows of the screen that the hand leaves to the rest."""
_LOW = 20
"""Rows of the screen below which the hand is worth more than all the keys."""
_FEWEST = 4
_BESIDE = 3
"""Rows that the hand leaves to choices."""
_KEPT = 100
_SOON = 0.02
"""How long lines of the story are collected before they are shown.  Unit: seconds."""
_TITLED = ("trick", "votes", "last", "story-title", "hand", "choices")
_BARE = ("head", "piles", "powers", "tale", "status", "question", "keys")


class Front(Protocol):
    """What stands behind a frame: it begins, and says what the keys and the typed line mean."""

    def begin(self) -> None:
        """Show the first things."""
        ...

    def is_key(self, character: str) -> bool:
        """Say whether a character does something at once."""
        ...

    def pressed(self, key: str) -> None:
        """Do what a key stands for."""
        ...

    def entered(self, text: str) -> None:
        """Take what was typed, at Enter."""
        ...

    def moved(self, key: str) -> None:
        """Take an arrow or another key without a character."""
        ...

    def changed(self) -> None:
        """Show what is typed so far."""
        ...


class Frame(App[None], inherit_bindings=False):
    """Shows a view, a story and a line to type in; the front says what is typed means."""

    CSS = SHEET
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH, "-high")]
    BINDINGS = [Binding("ctrl+c", "interrupt", priority=True), Binding("ctrl+d", "leave", priority=True)]

    def __init__(self, front: Front, game: Game, names: Names, *, only_ascii: bool) -> None:
        super().__init__(ansi_color=True)
        self._front = front
        self.theme = "ansi-dark"
        self.game = game
        self.speech = names.words.speech
        self.only_ascii = only_ascii
        self.entry = ""
        self.is_interrupted = self.is_ended = self._is_telling = self._is_changing = False
        self.printed: list[str] = []
        self.failure: Exception | None = None
        self._story: list[Line] = []
        line = line_of(only_ascii)
        self._bars = {name: Panel(name, line, only_ascii=only_ascii) for name in _TITLED}
        self._bars |= {name: Panel(name, only_ascii=only_ascii) for name in _BARE}
        self._scroll = VerticalScroll(self._bars["tale"], id="scroll", can_focus=False)

    def compose(self) -> ComposeResult:
        """Lay out the panels."""
        bar = self._bars
        yield bar["head"]
        top = Horizontal(bar["trick"], bar["votes"], id="top")
        table = Vertical(top, bar["piles"], bar["powers"], bar["last"], id="table")
        yield Container(table, Vertical(bar["story-title"], self._scroll, id="story"), id="body")
        yield Vertical(*(bar[name] for name in ("choices", "hand", "status", "question", "keys")), id="bottom")

    def on_mount(self) -> None:
        """Begin; what is printed meanwhile is caught, so that it does not spoil the screen."""
        self.begin_capture_print(self)
        self._bars["story-title"].fill(lambda columns: (), self.speech.phrase("Story"))
        self._front.begin()

    def on_print(self, event: Print) -> None:
        """Show what was printed, and keep it for the end."""
        if event.text.strip():
            self.printed.append(event.text.strip())
            self.note(event.text.strip(), "bad")

    def action_interrupt(self) -> None:
        """Leave as Ctrl-C does."""
        self.is_interrupted = True
        self.leave()

    def end(self) -> None:
        """Leave because the program is ended from outside."""
        self.is_ended = True
        self.leave()

    def action_leave(self) -> None:
        """Leave as at the end of input."""
        self.leave()

    def leave(self) -> None:
        """Close the screen."""
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        """Close the screen where something fails, and keep it for whoever opened the screen.

        Textual's own traceback shows what variables hold: hidden cards too.
        """
        self.failure = self.failure or error
        self.leave()

    # --- what is shown -----------------------------------------------------------------------------------------------

    def draw(self, view: View, names: Names, acted: frozenset[panels.Rule], last: Sequence[Line]) -> None:
        """Show what is seen on the table; `last` tells the last trick, where there is room for that."""
        game, bar, words, signs = self.game, self._bars, names.words, Signs.of(self.game, names)
        bar["head"].fill(lambda columns: [row(Piece(panels.heading(game, view.seen, names), "strong"))])
        bar["trick"].fill(
            lambda columns: panels.trick(view, game, signs, columns, with_last=not self._is_roomy),
            f"{capital(words.say('trick'))} {view.seen.trick_number}",
        )
        votes = panels.votes_title(game, view, names)
        bar["votes"].fill(lambda columns: panels.votes(view, game, signs, columns), votes)
        bar["piles"].fill(lambda columns: panels.piles(view, game, signs, columns))
        bar["powers"].fill(lambda columns: panels.powers(view, signs, acted, columns))
        bar["last"].fill(lambda columns: _lines(last, columns), self.speech.phrase("Last trick"))

    @property
    def _is_roomy(self) -> bool:
        return self.size.width >= WIDE or self.size.height >= HIGH

    def offer(self, hand: Sequence[Group], title: str, choices: Sequence[Group], asked: str) -> None:
        """Show the hand, and what may be chosen beside it."""
        beside = _BESIDE if choices else 0
        self._bars["hand"].fill(lambda columns: folded(hand, columns, self._room - beside), title)
        self._bars["choices"].fill(lambda columns: folded(choices, columns, self._room), asked)
        self._bars["hand"].display, self._bars["choices"].display = bool(hand), bool(choices)

    @property
    def _room(self) -> int:
        return max(_FEWEST, self.size.height - _OTHER_ROWS)

    def tell(self, lines: Iterable[Line]) -> None:
        """Add lines to the story, empty ones left out; what is told at once is laid out once."""
        self._story = [*self._story, *(line for line in lines if line[0])][-_KEPT:]
        if not self._is_telling:
            self._is_telling = True
            self.set_timer(_SOON, self._show_story)

    def _show_story(self) -> None:
        self._is_telling = False
        story = tuple(self._story)
        self._bars["tale"].fill(lambda columns: _lines(story, columns))
        self._see_end()

    def forget(self) -> None:
        """Take the story off the screen."""
        self._story = []
        self._show_story()

    def note(self, text: str, style: str = "") -> None:
        """Say something once, above the question."""
        self._bars["status"].fill(lambda columns: told(text, style, columns) if text else [])

    def ask(self, question: Row, keys: Sequence[tuple[str, str]]) -> None:
        """Show the question with what is typed so far, and the keys."""
        chunks = [row(Piece(key, "strong", key), Piece(f" {what}", "", key)) for key, what in keys]
        self._bars["question"].fill(lambda columns: [question])
        self._bars["keys"].fill(lambda columns: flowed(chunks, columns, "  ")[: self._most_keys])
        self._see_end()

    @property
    def _most_keys(self) -> int | None:
        """Say how many rows of keys there is room for."""
        return None if self.size.height >= _LOW else 1

    def page(self, title: str, lines: Sequence[Line]) -> None:
        """Show a page over the table."""
        self.push_screen(PageScreen(title, lines, self.speech, only_ascii=self.only_ascii))

    # --- what is typed -----------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Take a key that no page has taken."""
        event.prevent_default()
        match event.key:
            case "escape":
                self.entry = ""
                self.note("")
            case "backspace":
                self.entry = self.entry[:-1]
            case "enter":
                entry, self.entry = self.entry, ""
                self._front.entered(entry)
            case _ if event.character is None or not event.is_printable:
                self._front.moved(event.key)
            case _ if not self.entry and self._front.is_key(event.character):
                self._front.pressed(event.character)
            case _:
                self.entry = (self.entry + event.character)[: _LONGEST + 1]
        if not self._is_changing:
            self._is_changing = True
            self.call_later(self._change)

    def _change(self) -> None:
        """Show what is typed so far, once for all keys that were pressed meanwhile."""
        self._is_changing = False
        self._front.changed()

    def on_paste(self, event: Paste) -> None:
        """Take what is pasted as typed, up to its first line end."""
        self.entry = (self.entry + event.text.split("\n")[0])[: _LONGEST + 1]
        self._front.changed()

    def on_pressed(self, event: Pressed) -> None:
        """Take a piece that was pressed: a key, or a number as if it were typed."""
        self.entry = ""
        if event.says.isdecimal():
            self._front.entered(event.says)
        else:
            self._front.pressed(event.says)
        self._front.changed()

    def on_resize(self, event: Resize) -> None:
        """Keep the end of the story in sight."""
        self._see_end()

    def _see_end(self) -> None:
        self.call_after_refresh(self._scroll.scroll_end, animate=False)


def _lines(lines: Sequence[Line], columns: int) -> list[Row]:
    return [one for text, style in lines for one in told(text, style, columns) if text]
