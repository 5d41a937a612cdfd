"""A recorded game on a full screen: step on, go back, jump, see every hand, and play on from any moment."""

from __future__ import annotations

from collections.abc import Sequence

from claimdsl.ui.messages import Line
from claimdsl.ui.names import Names
from claimdsl.ui.narrate import narrate
from claimdsl.ui.rules import last_trick
from claimdsl.ui.seen import seen_by, seen_by_all
from claimdsl.ui.speech import msg
from claimdsl.ui.story import introduction
from claimdsl.ui.tui import panels
from claimdsl.ui.tui.frame import Frame
from claimdsl.ui.tui.rows import Piece, row
from claimdsl.ui.tui.signs import Signs
from claimdsl.ui.viewer import Viewer
from claimdsl.ui.words import folded

KEYS = {
    "n": ("next", msg("next")), "b": ("back", msg("back")), "t": ("trick", msg("next trick")),
    "w": ("why", msg("why")), "p": ("play", msg("play on")), "?": ("help", msg("help")), "q": ("quit", msg("quit")),
}
_ARROWS = {"right": "next", "down": "trick", "left": "back", "home": "start", "end": "end"}
_PAGES = {"why": msg("Why"), "help": msg("Help")}
_HELP = msg("Arrows: right next, left back, down next trick; Home and End; a number and Enter goes to that move.")


class ViewerApp(Frame):
    """Looks through a game."""

    def __init__(self, viewer: Viewer, names: Names, start: int, *, only_ascii: bool) -> None:
        """Open a game.  `start`: the event with which the story begins."""
        super().__init__(self, viewer.state.game, names, only_ascii=only_ascii)
        self._viewer = viewer
        self._names = names
        self._signs = Signs.of(self.game, names)
        self._start = start

    def begin(self) -> None:
        """Show the moment at which to begin."""
        self._show()
        self.changed()

    def _show(self) -> None:
        """Show the moment that is looked at, and the story up to it."""
        state = self._viewer.state
        last = tuple(narrate(last_trick(state.events), self._names))
        before = self._viewer.before
        acted = panels.acted(state.events_since(before), self._names.viewer)
        seen = seen_by_all(state) if self._names.viewer is None else seen_by(state, self._names.viewer)
        self.draw(seen, self._names, acted, last)
        self.offer(panels.hands(state, self._signs), self.speech.phrase("Hands"), (), "")
        self.forget()
        self.tell((*introduction(state, self._names), *narrate(state.events_since(self._start), self._names)))
        if state.outcome is not None:
            from claimdsl.ui.endings import ending

            self.tell(ending(state.outcome, self.game.sides, self._names))

    def _say(self, word: str) -> None:
        """Give the viewer a word, and show what comes of it."""
        made = self._viewer.made
        lines: Sequence[Line] = tuple(self._viewer.answer(word))
        if self._viewer.is_over:
            self.leave()
        elif word in _PAGES:
            keys = [(self.speech.phrase(_HELP), ""), ("", "")] if word == "help" else []
            self.page(self.speech.phrase(_PAGES[word]), [*keys, *lines])
        elif self._viewer.made != made:
            self.note("")
            self._show()
        elif lines:
            self.note(*lines[0])

    def is_key(self, character: str) -> bool:
        """Say whether a character does something at once."""
        return character.lower() in KEYS

    def pressed(self, key: str) -> None:
        """Do what a key stands for; before a game is played on a seat may be typed."""
        word = KEYS[key.lower()][0]
        if word == "play":
            self.entry = "play "
            self.note(self.speech.phrase("Enter plays on; a number before it says at which seat."))
        else:
            self._say(word)

    def entered(self, text: str) -> None:
        """Go on by a move, or to the one whose number was typed."""
        self._say(folded(text) or "next")

    def moved(self, key: str) -> None:
        """Go through the game by arrows."""
        if key in _ARROWS:
            self._say(_ARROWS[key])

    def changed(self) -> None:
        """Show the moment, and what is typed so far."""
        keys = [(key, self.speech.phrase(what)) for key, (_, what) in KEYS.items()]
        self.ask(row(Piece(self._viewer.where(), "strong"), " ", Piece(f"{self.entry}_", "strong")), keys)
