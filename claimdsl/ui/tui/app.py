"""The table on a full screen: it shows the table's messages; the game runs in a thread, so that the screen lives."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import assert_never

from claimdsl.engine.action import Action
from claimdsl.ui.ask import Chosen, Command, Refused, understand
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
from claimdsl.ui.narrate import narrate
from claimdsl.ui.rules import last_trick
from claimdsl.ui.seen import seen_by_all
from claimdsl.ui.table import Table
from claimdsl.ui.text import capital
from claimdsl.ui.tui import panels
from claimdsl.ui.tui.frame import Frame
from claimdsl.ui.tui.keys import KEYS, TITLES, help_lines
from claimdsl.ui.tui.pages import HandOverScreen
from claimdsl.ui.tui.rows import Piece, row
from claimdsl.ui.tui.signs import Signs
from claimdsl.ui.words import folded

_AT_ONCE = ("?", "q")


class TableApp(Frame):
    """Plays at a table; over when the game is, or when those who play leave."""

    def __init__(self, table: Table, *, only_ascii: bool = False) -> None:
        super().__init__(self, table.state.game, table.names(), only_ascii=only_ascii)
        self.table = table
        self.ending: tuple[Line, ...] = ()
        self._legal: tuple[Action, ...] = ()
        self._groups: list[list[int]] = []
        self._cursor = 0
        self.is_busy = self._is_leaving = False
        self._seen = dict.fromkeys(range(self.game.players), len(table.state.events))
        self._acted: frozenset[panels.Rule] = frozenset()

    def begin(self) -> None:
        """Say which game it is, and play on until a person is to decide."""
        for message in self.table.opening():
            self.show(message)
        self._drive(self.table.advance())

    # --- the thread --------------------------------------------------------------------------------------------------

    def _drive(self, messages: Iterator[Message]) -> None:
        """Read messages in a thread."""
        self.is_busy = True
        self.changed()
        self.run_worker(partial(self._read, messages), thread=True)

    def _read(self, messages: Iterator[Message]) -> None:
        try:
            for message in messages:
                if self._is_leaving:
                    return
                self.call_from_thread(self.show, message)
            self.call_from_thread(self._settled)
        except Exception as error:
            if not self._is_leaving:
                self.failure = error
                self.call_from_thread(self.leave)

    def _settled(self) -> None:
        self.is_busy = False
        self.changed()

    def leave(self) -> None:
        """Close the screen; a thread that still thinks ends soon, without a move."""
        self._is_leaving = True
        self.table.halt()
        super().leave()

    # --- messages ----------------------------------------------------------------------------------------------------

    def show(self, message: Message) -> None:
        """Show a message of the table."""
        match message:
            case Log():
                self.tell([(message.text, message.style)])
            case View():
                self._view(message)
            case Legal():
                self._offer(message.actions)
            case Move():
                self._watch()
            case Told():
                self._told(message)
            case Hint():
                self._hint(message)
            case Refusal():
                self.note(message.reason, "bad")
            case Undone():
                self.note(self.speech.phrase("Taken back: {count}.", count=message.count))
            case HandOver():
                self._hand_over(message)
            case Ended():
                self._ended(message)
            case Stopped():
                self.leave()
            case _:
                assert_never(message)

    def _view(self, view: View) -> None:
        """Show what a seat sees, with the powers lit that have acted since it looked last."""
        state, names = self.table.state, self.table.names(view.seat)
        since = min(self._seen[view.seat], len(state.events))
        self._seen[view.seat] = len(state.events)
        self._acted = panels.acted(state.events_since(since), names.viewer)
        self._draw(view)

    def _draw(self, view: View) -> None:
        names = self.table.names(view.seat)
        last = tuple(narrate(last_trick(self.table.state.events), names))
        self.draw(view, names, self._acted, last)

    def _watch(self) -> None:
        """Show the table while others play: as the person sees it, or all of it to one who looks on."""
        if self.table.humans:
            self._draw(self.table.view(self.table.reader))
            self._offer(())
            return
        state, names = self.table.state, self.table.names()
        self.draw(seen_by_all(state), names, frozenset(), tuple(narrate(last_trick(state.events), names)))
        self.offer(panels.hands(state, Signs.of(self.game, names)), self.speech.phrase("Hands"), (), "")

    def _offer(self, actions: tuple[Action, ...]) -> None:
        """Show the hand and what may be chosen."""
        self._legal, self._cursor = actions, min(self._cursor, len(actions))
        if not actions:
            self._cursor = 0
        seat = self.table.reader
        signs = Signs.of(self.game, self.table.names(seat))
        held = self.table.state.observation(seat).hand
        hand = panels.hand(held, actions, signs, self._cursor)
        choices = panels.choices(actions, signs, self._cursor)
        says = ([int(item.says) for item in group.items if item.says] for group in (*choices, *hand))
        self._groups = [numbers for numbers in says if numbers]
        title = self.speech.phrase("Your {hand}", hand=self.table.words.say("hand"))
        self.offer(hand, title, choices, self.table.prompt if choices else "")

    def _told(self, told: Told) -> None:
        title = self.speech.phrase(TITLES.get(told.word, "Help"))
        self.page(title, told.lines)

    def _hint(self, hint: Hint) -> None:
        from claimdsl.ui.advice import advised

        self.note(advised(hint, self.table.names(self.table.reader)), "good")

    def _hand_over(self, message: HandOver) -> None:
        """Hide everything until the next person is there."""
        self.entry = ""
        self.forget()
        self.note("")
        self.push_screen(HandOverScreen(message.name, self.speech, only_ascii=self.only_ascii), self._handed_over)

    def _handed_over(self, is_there: bool | None) -> None:
        if not is_there:
            self.leave()

    def _ended(self, message: Ended) -> None:
        self._legal = ()
        if self.table.humans:
            self._view(self.table.view(self.table.reader))
            self._offer(())
        self.ending = message.lines
        self.tell(message.lines)
        self.note("")
        self.page(self.speech.phrase("The end"), message.lines)

    # --- answers -----------------------------------------------------------------------------------------------------

    def is_key(self, character: str) -> bool:
        """Say whether a letter does something at once: where nothing that may be typed begins with it.

        While others think all but help and leaving waits.
        """
        if self.is_busy and character.lower() not in _AT_ONCE:
            return False
        return character == "?" or character.lower() in KEYS and not self._begins(character)

    def _begins(self, character: str) -> bool:
        words = self.table.words
        known = [name for faction in self.game.factions for name in words.names_of(faction)]
        others = [action for action in self._legal if action.verb != "play"]
        known += [name for action in others for name in (action.verb, folded(action.option))]
        return any(name.startswith(folded(character)) for name in known)

    def pressed(self, key: str) -> None:
        """Ask the table what a key stands for."""
        word = KEYS[key.lower()][0]
        if word == "quit":
            self.leave()
        elif word == "help":
            self._help()
        elif self.table.is_over and word not in ("hint", "undo"):
            self.show(self.table.told(word, self.table.reader))
        elif self.table.is_waiting and not self.is_busy:
            self._say(word)

    def _help(self) -> None:
        """Show the keys and the rules of this ruleset."""
        self.page(self.speech.phrase("Help"), tuple(help_lines(self.game, self.table.words)))

    def entered(self, text: str) -> None:
        """Take a typed answer; without one, what the arrows have come to.  One that comes too soon stays typed."""
        if self.is_busy:
            self.entry = text
        elif self.table.is_over:
            self.leave()
        elif self.table.is_waiting:
            if folded(text) in KEYS:
                self.pressed(folded(text))
            else:
                self._say(text or (str(self._cursor) if self._cursor else ""))

    def _say(self, text: str) -> None:
        self.note("")
        self._drive(self.table.answer(text))

    def moved(self, key: str) -> None:
        """Go through what may be chosen."""
        if self.is_busy or not self._legal:
            return
        numbers = [number for group in self._groups for number in group]
        place = numbers.index(self._cursor) if self._cursor in numbers else -1
        match key:
            case "right" | "left":
                place = (place + 1 if key == "right" else max(place, 0) - 1) % len(numbers)
                self._cursor = numbers[place]
            case "down" | "up":
                group = next((n for n, group in enumerate(self._groups) if self._cursor in group), -1)
                group = group + 1 if key == "down" else max(group, 0) - 1
                self._cursor = self._groups[group % len(self._groups)][0]
            case _:
                return
        self._offer(self._legal)

    def changed(self) -> None:
        """Show the question with what is typed, and what Enter would do."""
        keys = [(key, self.speech.phrase(what)) for key, (_, what) in KEYS.items()]
        typed = Piece(f"{self.entry}_", "strong")
        if self.table.is_over:
            text = row(Piece(self.speech.phrase("The game is over; Enter leaves."), "strong"))
        elif self.is_busy:
            text = row(Piece(self._thinking(), "faint"))
            if self.entry:
                waits = Piece(self.speech.phrase("stays until you are asked"), "faint")
                text = row(text, " ", typed, "  ", waits)
        elif self.table.is_waiting:
            text = row(Piece(self.table.prompt, "strong"), " ", typed, "  ", Piece(self._meaning(), "faint"))
        else:
            text = ()
        self.ask(text, keys)

    def _thinking(self) -> str:
        state = self.table.state
        if state.seat < 0 or state.seat in self.table.humans:
            return "..."
        return self.speech.phrase("{who} is thinking ...", who=capital(self.table.names().who(state.seat)))

    def _meaning(self) -> str:
        """Say what Enter would do."""
        if not self.entry and not self._cursor:
            return ""
        word = KEYS.get(folded(self.entry))
        if word is not None:
            return self.speech.phrase("Enter: {what}", what=self.speech.phrase(word[1]))
        answer = understand(self.entry or str(self._cursor), self.table.question)
        match answer:
            case Chosen():
                move = self.table.names(self.table.reader).choice(answer.action.verb, answer.action.option)
                return self.speech.phrase("Enter: {what}", what=move)
            case Command():
                return self.speech.phrase("Enter: {what}", what=answer.word)
            case Refused():
                return answer.reason
            case _:
                assert_never(answer)
