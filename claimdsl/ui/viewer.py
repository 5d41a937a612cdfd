"""A recorded game looked through, with neither input nor output: words go in, lines of text come out.

Nothing is hidden from one who looks on; names that are read from a seat show what that seat may see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claimdsl.diagnostics.nearest import nearest
from claimdsl.engine.board import CHANCE
from claimdsl.engine.events import TrickEnded
from claimdsl.engine.state import State
from claimdsl.ui import board
from claimdsl.ui.messages import Line
from claimdsl.ui.names import Names
from claimdsl.ui.narrate import narrate
from claimdsl.ui.rules import last_trick, why_trick
from claimdsl.ui.seen import tally_seen_by
from claimdsl.ui.speech import msg
from claimdsl.ui.words import folded

HELP = {
    "next": msg("make the next move (or just Enter)"),
    "back": msg("go back by one move"),
    "trick": msg("go to the end of the next trick"),
    "NUMBER": msg("go to the moment after so many moves"),
    "start, end": msg("go to the deal, to the last move"),
    "show": msg("show the whole table"),
    "why": msg("name the rules behind the last trick"),
    "play [SEAT]": msg("play on from here, at a seat"),
    "quit": msg("stop"),
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
        self._speech = names.words.speech
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

    @property
    def before(self) -> int:
        """Count the events before the last move."""
        return len(self._states[max(self.made - 1, 0)].events)

    def where(self) -> str:
        """Say which moment is looked at."""
        state, words, speech = self.state, self._names.words, self._speech
        if state.is_over:
            over = speech.phrase("move {made} of {last}: the game is over", made=self.made, last=self.last)
            return speech.sentence(over)
        who = speech.phrase("chance") if state.seat == CHANCE else self._names.seats[state.seat]
        return speech.sentence(speech.phrase(
            "move {made} of {last}, {trick} {number} of {phase}: {who} is to {verb}", made=self.made, last=self.last,
            trick=words.say("trick"), number=state.trick_number, phase=words.phase(state.phase), who=who,
            verb=words.say(state.verb) if state.verb else speech.phrase("decide"),
        ))

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
                none = self._speech.phrase("No {trick} is finished yet.", trick=self._names.words.say("trick"))
                yield from ((text, "") for text in told or [none])
            case "play":
                yield from self._play(rest)
            case "quit":
                self.is_over = True
            case "help":
                yield from ((f"{name:<14}{self._speech.phrase(what)}", "") for name, what in HELP.items())
            case _:
                yield self._unknown(word), "bad"

    def _unknown(self, word: str) -> str:
        near, speech = nearest(word, _WORDS) if len(word) < 40 else None, self._speech
        if near is None:
            return speech.phrase("That is no word here; ? for help.")
        return speech.phrase("That is no word here; did you mean {meant}?", meant=near)

    def table(self) -> Iterator[Line]:
        """Show the hands, the piles, and the trick so far."""
        state, names = self.state, self._names
        seen = state.observation(names.viewer or 0)
        tally = state.tally() if names.viewer is None else tally_seen_by(state, names.viewer)
        for line in board.votes(tally, state.game.sides, names):
            yield line, ""
        for seat in range(state.game.players):
            yield self._speech.phrase("{who}: {cards}", who=names.who(seat), cards=self._hand(seat)), ""
        for line in board.piles(seen, state.game.ruleset.scored_pile, names):
            yield line, ""
        for line in board.plays(seen, names):
            yield line, ""

    def _hand(self, seat: int) -> str:
        """Write a hand, or how many cards it has where they may not be seen."""
        state, names = self.state, self._names
        if names.viewer not in (None, seat):
            return f"({len(state.pile('hand', seat))})"
        cards = state.pile("hand", seat) if names.viewer is None else state.observation(seat).hand
        return names.words.grouped(cards) or "-"

    def _forward(self, made: int) -> Iterator[Line]:
        """Tell the story on to a later moment."""
        if self.made == self.last:
            yield self._speech.phrase("There is no further move."), ""
            return
        told = max(len(self.state.events), self._start) if self.made else self._start
        self.made = min(made, self.last)
        yield from narrate(self.state.events_since(told), self._names)
        if self.state.outcome is not None:
            from claimdsl.ui.endings import ending

            yield from ending(self.state.outcome, self.state.game.sides, self._names)

    def _go_to(self, made: int) -> Iterator[Line]:
        if not 0 <= made <= self.last:
            yield self._speech.phrase("There are moves from 0 to {last}.", last=self.last), "bad"
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
        if self._names.viewer is not None:
            yield self._speech.phrase("This game is not over: claim resume goes on with it."), "bad"
        elif self.state.is_over:
            yield self._speech.phrase("The game is over: go back first."), "bad"
        elif seat and not (seat.isascii() and seat.isdecimal() and int(seat[:3]) < players):
            yield self._speech.phrase("Play takes a seat from 0 to {last}.", last=players - 1), "bad"
        else:
            self.seat = int(seat) if seat else -1
            self.is_over = True
