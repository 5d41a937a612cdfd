"""The table in plain lines: what happened, what you hold, a question, an answer; for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Sequence

from claimdsl.engine.action import Action
from claimdsl.play.match import Match
from claimdsl.ui import board, rules
from claimdsl.ui.ask import Chosen, Command, Question, Refused, understand
from claimdsl.ui.lines import Lines
from claimdsl.ui.names import Names, sentence
from claimdsl.ui.narrate import narrate
from claimdsl.ui.story import after_the_deal, introduce, tell, tell_ending
from claimdsl.ui.text import Page, capital
from claimdsl.ui.words import ENGLISH, Words

HUMAN = "human"


class PlainTable:
    """Plays a match with people at its human seats, or shows one that has none."""

    def __init__(
        self, match: Match, agents: Sequence[str], page: Page, lines: Lines, language: str = ENGLISH
    ) -> None:
        self._match = match
        self._page = page
        self._lines = lines
        self._humans = tuple(seat for seat, agent in enumerate(agents) if agent == HUMAN)
        self._words = Words.of(match.state.game, language)
        self._names = Names.of(agents, self._humans[0] if len(self._humans) == 1 else None, self._words)
        self._told = dict.fromkeys(self._humans or (-1,), after_the_deal(match.state))
        self._last = self._humans[0] if self._humans else -1
        self._refused = ""

    def run(self) -> bool:
        """Play on; say whether the game came to its end."""
        introduce(self._match.state, self._names, self._page)
        if self._humans:
            self._page.say("Type ? for help.", "faint")
        while not self._match.state.is_over:
            if not self._match.step() and not self._turn(self._match.state.seat):
                return False
            if len(self._humans) < 2:
                self._tell(self._last)
        self._tell(self._last)
        tell_ending(self._match.state, self._names, self._page)
        return True

    def _turn(self, seat: int) -> bool:
        """Let a person make a move; say False where they stop."""
        if len(self._humans) > 1 and seat != self._last:
            self._page.say()
            self._page.say(f"---- {self._names.seats[seat]}, it is your turn ----", "strong")
        self._last = seat
        self._tell(seat)
        self._show(seat)
        while (typed := self._read(seat)) is not None:
            answer = understand(typed, self._question(seat))
            match answer:
                case Chosen():
                    self._refused = ""
                    self._match.play(answer.action)
                    return True
                case Command(word="quit"):
                    return False
                case Command():
                    self._obey(answer.word, seat)
                case Refused():
                    self._refuse(answer)
        self._page.say("The input has ended.")
        return False

    def _read(self, seat: int) -> str | None:
        self._page.ask(self._prompt())
        typed = self._lines.next()
        if typed is None or not self._lines.is_terminal:
            self._page.say("" if typed is None else typed[:200])
        return typed

    def _prompt(self) -> str:
        actions = self._match.state.legal_actions
        if actions[0].verb == "play":
            return "Your card?"
        if actions[0].option:
            return f"{capital(actions[0].verb)} which?"
        return f"{' or '.join(str(action) for action in actions)}?"

    def _question(self, seat: int) -> Question:
        state = self._match.state
        return Question(state.legal_actions, state.observation(seat).hand, state.game.cards, self._words)

    def _show(self, seat: int) -> None:
        state = self._match.state
        seen, names = state.observation(seat), self._names.seen_by(seat)
        for line in (
            *board.votes(state.tally(), state.game.sides, names),
            *board.piles(seen, state.game.ruleset.scored_pile, names),
            *board.plays(seen, names),
        ):
            self._page.say(line)
        if seen.hand:
            self._page.say(f"Your {self._words.say('hand')}; a number in brackets plays the card before it:")
        for head, values in board.hand(seen.hand, state.legal_actions, names):
            self._page.row(head, values)
        for line in board.options(state.legal_actions, names):
            self._page.say(line)

    def _obey(self, word: str, seat: int) -> None:
        names = self._names.seen_by(seat)
        none = f"No {self._words.say('trick')} is finished yet."
        trick = rules.last_trick(self._match.state.events)
        match word:
            case "help":
                told = list(rules.help_lines(self._match.state.game, self._words))
            case "last":
                told = [text for text, _ in narrate(trick, names)] or [none]
            case "why" if self._refused:
                told = [self._refused]
            case "why":
                told = list(rules.why_trick(trick, names)) or [none]
            case _:
                self._show(seat)
                return
        for line in told:
            self._page.say(line)

    def _refuse(self, refused: Refused) -> None:
        reason = refused.reason
        if refused.card:
            ruling = self._match.state.refusal(Action("play", refused.card))
            why = ruling.text
            if ruling.led:
                why = why.replace(ruling.led, self._words.faction(ruling.led), 1)
            reason = f"{reason}: {why}"
            self._refused = sentence(f"{reason}; so says {self._names.where(ruling.rule)}")
        self._page.say(sentence(reason), "bad")

    def _tell(self, seat: int) -> None:
        """Tell what a seat has not been told yet."""
        names = self._names.seen_by(None if seat < 0 else seat)
        self._told[seat] = tell(self._match.state, names, self._page, self._told[seat])
