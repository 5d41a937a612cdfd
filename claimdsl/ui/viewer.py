"""A recorded game looked through, with neither input nor output: words go in, lines of text come out.

Nothing is hidden: whoever looks on sees every hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claimdsl.diagnostics.nearest import nearest
from claimdsl.engine.board import CHANCE
from claimdsl.engine.events import TrickEnded
from claimdsl.engine.state import State
from claimdsl.ui import board
from claimdsl.ui.messages import Line
from claimdsl.ui.names import Names, sentence
from claimdsl.ui.narrate import narrate
from claimdsl.ui.rules import last_trick, why_trick
from claimdsl.ui.words import folded

HELP = {
    "next": "make the next move (or just Enter)",
    "back": "go back by one move",
    "trick": "go to the end of the next trick",
    "NUMBER": "go to the moment after so many moves",
    "start, end": "go to the deal, to the last move",
    "show": "show the whole table",
    "why": "name the rules behind the last trick",
    "play [SEAT]": "play on from here, at a seat",
    "quit": "stop",
}
_WORDS = ("next", "back", "trick", "start", "end", "show", "why", "play", "help", "quit")
_SHORT = {"": "next", "n": "next", "b": "back", "?": "help", "q": "quit", "t": "trick"}


class Viewer:
    """A game and the moment of it that is looked at.

    `seat` is set when someone wants to play on from that moment, at that seat; -1: at the one that they had.
    """

    def __init__(self, states: Sequence[State], names: Names, start: int) -> None:
        """Open a game.

        Shape: `states` from the deal to the last move; `start`: the event with which the story begins.
        """
        self._states = states
        self._names = names
        self._start = start
        self.made = 0
        self.seat: int | None = None
        self.is_over = False

    @property
    def state(self) -> State:
        """Give the state at the moment that is looked at."""
        return self._states[self.made]

    @property
    def last(self) -> int:
        """Count the moves of the game."""
        return len(self._states) - 1

    def where(self) -> str:
        """Say which moment is looked at."""
        state, place = self.state, f"move {self.made} of {self.last}"
        if state.is_over:
            return sentence(f"{place}: the game is over")
        who = "chance" if state.seat == CHANCE else self._names.who(state.seat)
        trick = f"{self._names.words.say('trick')} {state.trick_number} of {self._names.words.phase(state.phase)}"
        return sentence(f"{place}, {trick}: {who} is to {state.verb or 'decide'}")

    def answer(self, typed: str) -> Iterator[Line]:
        """Answer a word, or go to a moment by its number."""
        word, _, rest = folded(typed).partition(" ")
        word = _SHORT.get(word, word)
        if word.isascii() and word.isdecimal():
            yield from self._go_to(int(word[:9]))
            return
        match word:
            case "next":
                yield from self._forward(self.made + 1)
            case "trick":
                yield from self._forward(self._end_of_trick())
            case "end":
                yield from self._forward(self.last)
            case "back" | "start":
                yield from self._go_to(self.made - 1 if word == "back" else 0)
            case "show":
                yield from self.table()
            case "why":
                told = list(why_trick(last_trick(self.state.events), self._names))
                yield from ((text, "") for text in told or ["No trick is finished yet."])
            case "play":
                yield from self._play(rest)
            case "quit":
                self.is_over = True
            case "help":
                yield from ((f"{name:<14}{what}", "") for name, what in HELP.items())
            case _:
                near = nearest(word, _WORDS) if len(word) < 40 else None
                yield sentence("that is no word here; " + (f"did you mean {near}?" if near else "? for help")), "bad"

    def table(self) -> Iterator[Line]:
        """Show every hand, the piles, and the trick so far."""
        state, names = self.state, self._names
        for line in board.votes(state.tally(), state.game.sides, names):
            yield line, ""
        for seat in range(state.game.players):
            hand = names.words.grouped(state.pile("hand", seat)) or "-"
            yield f"{names.who(seat)}: {hand}", ""
        for line in board.piles(state.observation(0), state.game.ruleset.scored_pile, names):
            yield line, ""
        for line in board.plays(state.observation(0), names):
            yield line, ""

    def _forward(self, made: int) -> Iterator[Line]:
        """Tell the story on to a later moment."""
        if self.made == self.last:
            yield "There is no further move.", ""
            return
        told = max(len(self.state.events), self._start) if self.made else self._start
        self.made = min(made, self.last)
        yield from narrate(self.state.events_since(told), self._names)
        if self.state.outcome is not None:
            from claimdsl.ui.endings import ending

            yield from ending(self.state.outcome, self.state.game.sides, self._names)

    def _go_to(self, made: int) -> Iterator[Line]:
        if not 0 <= made <= self.last:
            yield sentence(f"there are moves from 0 to {self.last}"), "bad"
            return
        self.made = made
        yield from self.table()

    def _end_of_trick(self) -> int:
        ended = sum(isinstance(event, TrickEnded) for event in self.state.events)
        later = range(self.made + 1, self.last + 1)
        return next((made for made in later if self._tricks(made) > ended), self.last)

    def _tricks(self, made: int) -> int:
        return sum(isinstance(event, TrickEnded) for event in self._states[made].events)

    def _play(self, seat: str) -> Iterator[Line]:
        players = self.state.game.players
        if self.state.is_over:
            yield "The game is over: go back first.", "bad"
        elif seat and not (seat.isascii() and seat.isdecimal() and int(seat[:3]) < players):
            yield sentence(f"play takes a seat from 0 to {players - 1}"), "bad"
        else:
            self.seat = int(seat) if seat else -1
            self.is_over = True
