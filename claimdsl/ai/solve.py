"""The rest of a game that hides nothing, worked out: result and margin under best play, for each move, and a line.

`value` is the result for the seat to move, with all tie-breaks: 1 a win, 0 shared, -1 a loss.  `margin` is its votes
less the other side's when both play for votes (without votes: the values of the first key that ranks the sides).  The
two are worked out apart, for a move that is best for one need not be for the other.
"""

from __future__ import annotations

import time
from typing import Protocol

from claimdsl.ai.minimax import Minimax
from claimdsl.ai.perfect import check
from claimdsl.engine.action import Action
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame
from claimdsl.engine.outcome import outcome
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen

_MOST = 1 << 20


class Move(Frozen):
    """A legal action, and what the game is worth after it to the seat that makes it."""

    action: Action
    value: int
    margin: int


class Solution(Frozen):
    """What a moment is worth to the seat to move.  `line`: best play to the end.  Unit: `seconds` of wall time."""

    to_move: int
    value: int
    margin: int
    moves: tuple[Move, ...]
    line: tuple[Action, ...]
    nodes: int
    seconds: float
    engine: str


class Searcher(Protocol):
    """What answers for the states of one game, for one seat."""

    def value(self, state: State) -> int:
        """Give the result for the seat."""
        ...

    def margin(self, state: State) -> int:
        """Give the margin of votes for the seat."""
        ...

    @property
    def nodes(self) -> int:
        """Count the positions looked at."""
        ...


def solve(state: State) -> Solution:
    """Work a game out from a state on.

    Raises: UnsolvableError where that cannot be, with the reason.
    """
    check(state)
    start = time.perf_counter()
    searcher, engine = _searcher(state)
    moves = _moves(state, searcher)
    value, margin = max(move.value for move in moves), max(move.margin for move in moves)
    line = tuple(_line(state, searcher))
    return Solution(state.seat, value, margin, moves, line, searcher.nodes, time.perf_counter() - start, engine)


def _searcher(state: State) -> tuple[Searcher, str]:
    return OnFrames(state.game, state.seat), "python"


def _moves(state: State, searcher: Searcher) -> tuple[Move, ...]:
    found = []
    for action in state.legal_actions:
        after = state.apply(action)
        found.append(Move(action, searcher.value(after), searcher.margin(after)))
    return tuple(found)


def _line(state: State, searcher: Searcher) -> list[Action]:
    """Play on to the end: each seat for its result, and of moves alike in that for its votes."""
    line: list[Action] = []
    seat = state.seat
    while not state.is_over:
        sign = 1 if state.seat == seat else -1
        options = [(action, state.apply(action)) for action in state.legal_actions]
        if len(options) > 1:
            values = [sign * searcher.value(after) for _, after in options]
            options = [option for option, value in zip(options, values, strict=True) if value == max(values)]
        if len(options) > 1:
            margins = [sign * searcher.margin(after) for _, after in options]
            options = [option for option, margin in zip(options, margins, strict=True) if margin == max(margins)]
        action, state = options[0]
        line.append(action)
    return line


# --- endings ---------------------------------------------------------------------------------------------------------


def result(game: Game, v: Frame, seat: int) -> int:
    """Give the result of an ended game for a seat: 1, 0 or -1."""
    side, winners = game.binding.side_of[seat], outcome(game, v).winners
    return 0 if side in winners and len(winners) > 1 else 1 if side in winners else -1


def votes_ahead(game: Game, v: Frame, seat: int) -> int:
    """Give how many votes a seat of two is ahead in an ended game."""
    ended = outcome(game, v)
    counts = ended.votes or ended.counts or (0, 0)
    mine = game.binding.side_of[seat]
    return counts[mine] - counts[1 - mine]


class OnFrames:
    """Answers with the Python engine."""

    def __init__(self, game: Game, seat: int) -> None:
        self._value = Minimax(game, seat, lambda v: result(game, v, seat))
        self._margin = Minimax(game, seat, lambda v: votes_ahead(game, v, seat))

    def value(self, state: State) -> int:
        """Give the result for the seat."""
        return self._value.worth(state.frame(), -1, 1)

    def margin(self, state: State) -> int:
        """Give the margin of votes for the seat."""
        return self._margin.worth(state.frame(), -_MOST, _MOST)

    @property
    def nodes(self) -> int:
        """Count the positions looked at."""
        return self._value.nodes + self._margin.nodes
