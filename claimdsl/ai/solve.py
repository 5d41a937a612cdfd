"""The rest of a game that hides nothing, worked out: result and margin under best play, for each move, and a line.

`value` is the result for the seat to move, with all tie-breaks: 1 a win, 0 shared, -1 a loss.  `margin` is its votes
less the other side's when both play for votes (without votes: the values of the first key that ranks the sides).  The
two are worked out apart, for a move that is best for one need not be for the other.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from claimdsl.ai.minimax import Minimax
from claimdsl.ai.perfect import check
from claimdsl.engine.action import Action
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame
from claimdsl.engine.outcome import outcome
from claimdsl.engine.state import State
from claimdsl.engine.stop import Stop
from claimdsl.frozen import Frozen
from claimdsl.play.tally import result_for

if TYPE_CHECKING:
    from claimdsl.native.solver import Root
    from claimdsl.native.solver import Solver as NativeSolver

_MOST = 1 << 20
_FEW = 4
"""Unit: cards in hand up to which it takes longer to compile a search than to do without."""


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


class Engines:
    """Native searches by kind of game, each compiled when it is first worth it."""

    def __init__(self) -> None:
        self._native: dict[Game, NativeSolver | None] = {}

    def searcher(self, state: State, stop: Stop | None = None, few: bool | None = None) -> tuple[Searcher, str]:
        """Give what answers for a game from a state on, and its name; stopped, it raises StoppedError.

        `few` says whether Python answers where hands are small; else it does until native code is there.
        """
        game = state.game
        held = max(len(state.pile("hand", seat)) for seat in range(game.players))
        if held <= _FEW and (game not in self._native if few is None else few):
            return OnFrames(game, state.seat, stop), "python"
        if game not in self._native:
            self._native[game] = _compiled(game)
        solver = self._native[game]
        root = None if solver is None else _root(solver, state, stop)
        if root is None:
            return OnFrames(game, state.seat, stop), "python"
        return Natively(game, state.seat, root), "native"


def _compiled(game: Game) -> NativeSolver | None:
    from claimdsl.native.refusal import NotNative
    from claimdsl.native.solver import Solver

    try:
        return Solver(game)
    except NotNative:
        return None


def _root(solver: NativeSolver, state: State, stop: Stop | None) -> Root | None:
    from claimdsl.native.refusal import NotNative

    try:
        return solver.begin(state.frame(), state.seat, stop)
    except NotNative:
        return None


def solve(state: State, engines: Engines | None = None) -> Solution:
    """Work a game out from a state on.  For several games of a kind `engines` keeps what was compiled.

    Raises: UnsolvableError where that cannot be, with the reason.
    """
    check(state)
    start = time.perf_counter()
    searcher, engine = (engines or Engines()).searcher(state)
    moves = _moves(state, searcher)
    value, margin = max(move.value for move in moves), max(move.margin for move in moves)
    line = tuple(_line(state, searcher))
    return Solution(state.seat, value, margin, moves, line, searcher.nodes, time.perf_counter() - start, engine)


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
    return result_for(seat, game.sides, outcome(game, v))


def votes_ahead(game: Game, v: Frame, seat: int) -> int:
    """Give how many votes a seat of two is ahead in an ended game."""
    ended = outcome(game, v)
    counts = ended.votes or ended.counts or (0, 0)
    mine = game.binding.side_of[seat]
    return counts[mine] - counts[1 - mine]


class OnFrames:
    """Answers with the Python engine."""

    def __init__(self, game: Game, seat: int, stop: Stop | None = None) -> None:
        self._value = Minimax(game, seat, lambda v: result(game, v, seat), stop)
        self._margin = Minimax(game, seat, lambda v: votes_ahead(game, v, seat), stop)

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


class Natively:
    """Answers with a native search, whose positions are those in which a card is to be played."""

    def __init__(self, game: Game, seat: int, root: Root) -> None:
        self._game = game
        self._seat = seat
        self._root = root

    def value(self, state: State) -> int:
        """Give the result for the seat."""
        v = state.frame()
        return result(self._game, v, self._seat) if state.is_over else self._root.value(v)

    def margin(self, state: State) -> int:
        """Give the margin of votes for the seat."""
        v = state.frame()
        return votes_ahead(self._game, v, self._seat) if state.is_over else self._root.margin(v)

    @property
    def nodes(self) -> int:
        """Count the positions looked at."""
        return self._root.nodes
