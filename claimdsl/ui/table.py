"""A game at a table, with neither input nor output: answers go in as text or actions, messages come out.

A front end is these lines, with a way to `show` a message and to `read` an answer (None where the input has ended):

    for message in table.advance():
        show(message)
    while table.is_waiting:
        answer = read()
        for message in table.stop() if answer is None else table.answer(answer):
            show(message)

`advance` and `answer` play on as they are read, agents included, so each must be read to its end; a front end may do so
in a thread of its own.  They end with `View` and `Legal` for the person who is to decide next, with `Ended`, or with
`Stopped`.  An answer that is no move comes back as `Refusal`, a question as `Told` or `Hint`; the same decision is then
still to be made.  Where several people share one screen `HandOver` comes before anything that only the next one may
see.  Who looks on, and nobody plays, is told everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from claimdsl.diagnostics.errors import IllegalActionError
from claimdsl.engine.action import Action
from claimdsl.engine.events import HIDDEN, Chose
from claimdsl.engine.state import State
from claimdsl.play.match import Match
from claimdsl.ui.badges import badges, in_ascii
from claimdsl.ui.messages import (
    Ended,
    HandOver,
    Legal,
    Log,
    Message,
    Move,
    Refusal,
    Stopped,
    Told,
    Undone,
    View,
)
from claimdsl.ui.names import Names
from claimdsl.ui.narrate import as_seen, narrate
from claimdsl.ui.seen import seen_by
from claimdsl.ui.story import after_the_deal, introduction, trick_began
from claimdsl.ui.text import capital
from claimdsl.ui.words import ENGLISH, Words

if TYPE_CHECKING:
    from claimdsl.ui.ask import Chosen, Question, Refused

HUMAN = "human"
ONLOOKER = -1


class Table:
    """A match, who sits at it, and what each of them has been told."""

    def __init__(
        self, match: Match, agents: Sequence[str], language: str = ENGLISH, *, practice: bool = False,
        dealt_before: bool = False, auto: bool = False, only_ascii: bool = False,
    ) -> None:
        """Sit down.  `practice` lets any move be taken back; `auto` makes moves to which there is no other.

        Of a match that has begun the trick is told again in which it stands.
        Shape: `agents` one name a seat.
        """
        self._match = match
        self._practice = practice
        self._dealt_before = dealt_before
        self._auto = auto
        self.humans = tuple(seat for seat, agent in enumerate(agents) if agent == HUMAN)
        self.words = Words.of(match.state.game, language)
        if only_ascii:
            self.words = in_ascii(match.state.game, language)
        self._names = Names.of(agents, self.humans[0] if len(self.humans) == 1 else None, self.words)
        self.badges = badges(match.state.game.factions)
        self._start = after_the_deal(match.states[0])
        told = trick_began(match.state) if len(match.states) > 1 else self._start
        self._told = dict.fromkeys(self.humans or (ONLOOKER,), told)
        self._moved = len(match.state.events)
        self._refused = ""
        self.reader = self.humans[0] if len(self.humans) == 1 else ONLOOKER
        self.is_stopped = False

    # --- what a front end asks ---------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Give the state of the game: whoever shows it sees to it that hidden cards stay hidden."""
        return self._match.state

    @property
    def states(self) -> Sequence[State]:
        """Give every state since the deal."""
        return self._match.states

    @property
    def is_over(self) -> bool:
        """Say whether the game has ended."""
        return self.state.is_over

    @property
    def is_waiting(self) -> bool:
        """Say whether an answer is awaited."""
        return not self.is_over and not self.is_stopped and self.state.seat in self.humans

    @property
    def is_shared(self) -> bool:
        """Say whether several people sit at one screen."""
        return len(self.humans) > 1

    def names(self, seat: int | None = None) -> Names:
        """Give the names as a seat reads them; without one, as the only person does."""
        return self._names if seat is None else self._names.seen_by(None if seat == ONLOOKER else seat)

    @property
    def question(self) -> Question:
        """Give what may be answered now, for those who help to type it."""
        from claimdsl.ui.ask import Question

        state = self.state
        held = state.observation(state.seat).hand
        return Question(state.legal_actions, held, state.game.cards, self.words, self.badges)

    @property
    def prompt(self) -> str:
        """Put the question in words."""
        actions, words = self.state.legal_actions, self.words
        if actions[0].verb == "play":
            return words.speech.phrase("Your card?")
        if actions[0].option:
            return words.speech.phrase("{verb} which?", verb=capital(words.say(actions[0].verb)))
        either = words.speech.phrase(" or ").join(words.say(str(action)) for action in actions)
        return words.speech.phrase("{moves}?", moves=either)

    def opening(self) -> Iterator[Log]:
        """Say which game it is, who sits where, and what is in play."""
        for text, style in introduction(self.state, self._names):
            yield Log(text, style)
        if self._dealt_before and self.humans:
            yield Log(self.words.speech.phrase("These cards have been dealt before: the game does not count."), "")

    # --- what happens ------------------------------------------------------------------------------------------------

    def advance(self) -> Iterator[Message]:
        """Play on until a person is to decide or the game is over."""
        while not self.is_over:
            if not self._forced() and not self._match.step():
                yield from self._turn(self.state.seat)
                return
            yield from self._news()
        yield from self._tell(self.reader)
        yield from self._ended()

    def answer(self, given: str | Action) -> Iterator[Message]:
        """Take an answer of the person who is to decide: a move, as an action or typed, or a word to the table."""
        from claimdsl.ui.ask import Chosen, Command, Refused, understand

        answer = self._exactly(given) if isinstance(given, Action) else understand(given, self.question)
        match answer:
            case Chosen():
                self._refused = ""
                self._match.play(answer.action)
                yield from self._news()
                yield from self.advance()
            case Command():
                yield from self._obey(answer.word, self.state.seat)
            case Refused():
                yield self._refusal(answer)

    def stop(self, reason: str | None = None) -> Iterator[Message]:
        """Leave the table; the game can be resumed."""
        self.is_stopped = True
        yield Stopped(self.words.speech.phrase("The input has ended.") if reason is None else reason)

    def halt(self) -> None:
        """Let nobody think any longer, from another thread; whatever was being answered is over then."""
        self._match.halt()

    def _exactly(self, action: Action) -> Chosen | Refused:
        """Take an action by its name alone, as a program gives it."""
        from claimdsl.ui.ask import Chosen, Refused

        if action in self.state.legal_actions:
            return Chosen(action)
        legal = tuple(map(str, self.state.legal_actions))
        return Refused(str(IllegalActionError(str(action), self.state.refusal(action).text, legal)))

    def _forced(self) -> bool:
        """Make a person's move to which there is no other, where that is wished."""
        state = self.state
        if not self._auto or state.seat not in self.humans or len(state.legal_actions) > 1:
            return False
        self._match.play(state.legal_actions[0])
        return True

    def _turn(self, seat: int) -> Iterator[Message]:
        """Come to a person's decision."""
        if self.is_shared and seat != self.reader:
            yield HandOver(seat, self._names.seats[seat])
        self.reader = seat
        yield from self._tell(seat)
        yield from self._shown(seat)

    def _shown(self, seat: int) -> Iterator[Message]:
        yield self.view(seat)
        yield Legal(seat, self.state.legal_actions)

    def view(self, seat: int) -> View:
        """Give what a seat sees now."""
        return seen_by(self.state, seat)

    def _ended(self) -> Iterator[Message]:
        from claimdsl.ui.endings import ending

        outcome = self.state.outcome
        if outcome is not None:
            yield Ended(outcome, tuple(ending(outcome, self.state.game.sides, self._names)))

    # --- what is told ------------------------------------------------------------------------------------------------

    def _news(self) -> Iterator[Message]:
        """Tell what has happened: the moves to all, the story at once where it has one reader."""
        since = self.state.events_since(self._moved)
        self._moved = len(self.state.events)
        everyone = (1 << self.state.game.players) - 1
        for event in as_seen(since, self._names.viewer):
            if isinstance(event, Chose):
                hidden = self.is_shared and event.known != everyone
                yield Move(event.seat, Action(event.verb, HIDDEN if hidden else event.option))
        if not self.is_shared:
            yield from self._tell(self.reader)

    def _tell(self, seat: int) -> Iterator[Message]:
        """Tell a seat what it has not been told yet."""
        if seat not in self._told:
            return
        since = self.state.events_since(self._told[seat])
        self._told[seat] = len(self.state.events)
        for text, style in narrate(since, self.names(seat)):
            yield Log(text, style)

    def _obey(self, word: str, seat: int) -> Iterator[Message]:
        match word:
            case "quit":
                yield from self.stop("")
            case "hand":
                yield from self._shown(seat)
            case "undo":
                yield from self._undo(seat)
            case "hint":
                from claimdsl.ui.advice import advice

                yield advice(self.state, self.names(seat), self._match.is_halted)
            case "why" if self._refused:
                yield Told(word, ((self._refused, ""),))
            case _:
                yield self.told(word, seat)

    def told(self, word: str, seat: int) -> Told:
        """Answer a word that only asks, at any time, to a seat or to one who looks on."""
        from claimdsl.ui.answers import answers

        return Told(word, tuple(answers(word, self.state, self.names(seat), self._start)))

    def _refusal(self, refused: Refused) -> Refusal:
        reason, why, speech = refused.reason, "", self.words.speech
        if refused.card:
            from claimdsl.ui.rulings import ruled

            ruling = self.state.refusal(Action("play", refused.card))
            reason = speech.phrase("{reason}: {why}", reason=reason, why=ruled(ruling, self.words))
            rule = self._names.where(ruling.rule)
            why = self._refused = speech.sentence(speech.phrase("{reason}; so says {rule}", reason=reason, rule=rule))
        return Refusal(speech.sentence(reason), self.state.legal_actions, why)

    def _undo(self, seat: int) -> Iterator[Message]:
        """Take back all moves since the last decision of a seat, and that one, unless something hidden was shown."""
        from claimdsl.ui.undo import last_decision, why_not

        count = last_decision(self.states, seat, forced=not self._auto)
        reason = why_not(self.states, count, () if self._practice else self.humans, self.words)
        if reason:
            yield Refusal(reason, self.state.legal_actions, "")
            return
        self._match.take_back(count)
        events = len(self.state.events)
        self._told = {reader: min(told, events) for reader, told in self._told.items()}
        self._moved, self._refused = min(self._moved, events), ""
        yield Undone(count)
        yield from self.advance()
