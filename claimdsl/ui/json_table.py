"""The table as JSON lines, for programs: what a seat sees, what it may do, what was done, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimdsl.diagnostics.errors import IllegalActionError, RecordError
from claimdsl.engine.action import Action
from claimdsl.engine.events import HIDDEN, Chose
from claimdsl.engine.observation import Observation
from claimdsl.play.json_text import Json, parse_json, write_json
from claimdsl.play.match import Match
from claimdsl.play.replay import result
from claimdsl.ui.lines import Lines
from claimdsl.ui.names import Names
from claimdsl.ui.narrate import as_seen, narrate
from claimdsl.ui.plain import HUMAN
from claimdsl.ui.story import after_the_deal
from claimdsl.ui.text import Page
from claimdsl.ui.words import ENGLISH, Words


class JsonTable:
    """Plays a match with a program at its human seats.

    It writes `view` and `legal` before each question, `move` for each move, `log` for each line of the story, `error`
    for an answer that is no move, and `result`; it reads moves, as text or as {"move": text}.  Where the line-up was
    drawn, `drawn` with its factions comes first.
    """

    def __init__(
        self, match: Match, agents: Sequence[str], page: Page, lines: Lines, language: str = ENGLISH
    ) -> None:
        self._match = match
        self._page = page
        self._lines = lines
        humans = tuple(seat for seat, agent in enumerate(agents) if agent == HUMAN)
        self._names = Names.of(agents, humans[0] if len(humans) == 1 else None, Words.of(match.state.game, language))
        self._open = len(humans) < 2
        self._told = after_the_deal(match.state)

    def run(self) -> bool:
        """Play on; say whether the game came to its end."""
        while not self._match.state.is_over:
            if not self._match.step() and not self._turn(self._match.state.seat):
                return False
            self._log()
        outcome = self._match.state.outcome
        assert outcome is not None
        self._send({"type": "result", **result(outcome)})
        return True

    def _turn(self, seat: int) -> bool:
        """Let a program make a move; say False where its input ends."""
        state = self._match.state
        self._send({"type": "view", **_view(state.observation(seat))})
        self._send({"type": "legal", "seat": seat, "moves": [str(action) for action in state.legal_actions]})
        while (typed := self._lines.next()) is not None:
            try:
                move = _move(typed)
                if move == "quit":
                    return False
                self._match.play(Action.parse(move))
                return True
            except IllegalActionError as error:
                self._send({"type": "error", "reason": str(error), "legal": list(error.legal)})
            except RecordError as error:
                self._send({"type": "error", "reason": str(error)})
        return False

    def _log(self) -> None:
        """Tell what happened since: the moves, and the story where one seat at most reads it."""
        state = self._match.state
        since = state.events_since(self._told)
        self._told = len(state.events)
        everyone = (1 << state.game.players) - 1
        for event in as_seen(since, self._names.viewer):
            if isinstance(event, Chose):
                hidden = not self._open and event.known != everyone
                move = f"{event.verb} {HIDDEN}" if hidden else str(Action(event.verb, event.option))
                self._send({"type": "move", "seat": event.seat, "move": move})
        for text, _ in narrate(since, self._names) if self._open else ():
            if text:
                self._send({"type": "log", "text": text})

    def _send(self, message: Mapping[str, Json]) -> None:
        self._page.raw(write_json(message))


def _move(typed: str) -> str:
    """Read a move, as text or as an object."""
    text = typed.strip()
    if not text.startswith("{"):
        return text
    value = parse_json(text)
    move = value.get("move") if isinstance(value, Mapping) else None
    if not isinstance(move, str):
        raise RecordError('a move is meant: a text, or {"move": text}')
    return move


def _view(seen: Observation) -> dict[str, Json]:
    piles: list[Json] = [
        {"pile": one.pile, "owner": one.owner, "cards": list(one.cards), "size": one.size} for one in seen.piles
    ]
    states: list[Json] = [{"state": one.state, "owner": one.owner, "value": one.value} for one in seen.states]
    plays: list[Json] = [[seat, card] for seat, card in seen.plays]
    return {
        "seat": seen.seat, "phase": seen.phase, "trick": seen.trick_number, "leader": seen.leader,
        "to_move": seen.to_move, "plays": plays, "piles": piles, "states": states,
    }
