"""Many games on the Python engine: the same games, seed by seed, as native code plays."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from claimdsl.engine import layout as at
from claimdsl.engine.batch import AGENTS, Batch, record_of
from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import STRIDE, Rng
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, number, row
from claimdsl.engine.outcome import outcome
from claimdsl.engine.runtime import bits
from claimdsl.sim.powers import Firing

if TYPE_CHECKING:
    from claimdsl.engine.state import State
    from claimdsl.play.match import Agent

RANDOM = "random"
Seats = Sequence["Agent | None"]
"""Who decides at each seat; None chooses among its options, all alike, from the stream of the game."""


def seated(agents: Sequence[str]) -> Seats:
    """Seat agents by name."""
    if set(agents) <= {RANDOM}:
        return [None for _ in agents]
    from claimdsl.ai.agent import AGENTS

    return [None if name == RANDOM else AGENTS[name]() for name in agents]


def seed_of(seed: int, index: int) -> int:
    """Give the seed with which game `index` of a seed is dealt."""
    return (seed + index * STRIDE) % (1 << 64)


class PythonGames:
    """Plays games of one kind."""

    def __init__(self, game: Game, agents: Sequence[str]) -> None:
        self._game = game
        self._seats = seated(agents)
        self._batch = Batch(game, tuple(agents)) if {*agents} <= {*AGENTS} else None

    def play(self, seed: int, first: int, count: int) -> array[int]:
        """Play games `first` to `first + count - 1` of a seed; give the packed result of each."""
        return array("q", (self._record(seed, index) for index in range(first, first + count)))

    def _record(self, seed: int, index: int) -> int:
        if self._batch is not None:
            return self._batch.record(seed, index)
        ended = played_out(self._game, self._seats, seed_of(seed, index)).outcome
        assert ended is not None
        return record_of(self._game, ended)


def played_out(game: Game, seats: Seats, seed: int) -> State:
    """Play one game to its end through states."""
    from claimdsl.play.match import view_of

    state, stream = game.deal(seed), game.stream(seed)
    own = [Rng(seed).child(seat) for seat in range(len(seats))]
    while not state.is_over:
        if state.seat == CHANCE:
            state = state.apply(state.draw(stream))
            continue
        agent, actions = seats[state.seat], state.legal_actions
        if agent is not None:
            state = state.apply(agent.choose(view_of(state), own[state.seat]))
        else:
            state = state.apply(actions[stream.below(len(actions)) if len(actions) > 1 else 0])
    return state


class Sample:
    """Plays games and looks at what no packed result tells: which powers fire, and which key decides a vote."""

    def __init__(self, game: Game, agents: Sequence[str]) -> None:
        self._plain = game
        self._seats = seated(agents)
        self._firing = Firing(game)
        self.votes_by: Counter[str] = Counter()

    def play(self, seed: int, first: int, count: int) -> array[int]:
        """Play games and note what is seen; give the packed result of each."""
        return array("q", (self._record(seed_of(seed, index)) for index in range(first, first + count)))

    @property
    def firing(self) -> Firing:
        """Give what was noted of powers."""
        return self._firing

    def _record(self, seed: int) -> int:
        game = self._firing.game
        ended = outcome(game, self._followed(seed) if any(self._seats) else _random_frame(game, seed))
        self._firing.count()
        self.votes_by.update(result.decided_by for result in ended.factions)
        return record_of(game, ended)

    def _followed(self, seed: int) -> Frame:
        """Play a game through states, and make its moves again in the program that notes."""
        game, state = self._firing.game, played_out(self._plain, self._seats, seed)
        v = game.frame_of(state.deal)
        game.plain.run(v)
        for _, _, code in state.plies():
            v[at.ANSWER] = code
            game.plain.run(v)
        return v


def _random_frame(game: Game, seed: int) -> Frame:
    """Play a random game in the plain program, as `engine.batch` lays down."""
    deal, stream = game.shuffled(seed)
    v = game.frame_of(deal)
    run, below = game.plain.run, stream.below
    run(v)
    while (actor := v[at.ACTOR]) != at.OVER:
        options = row(v, at.OPTIONS)
        if actor == at.CHANCE:
            pool = number(v, at.POOL)
            cards = bits(pool)
            copies = game.binding.copies[cards[below(len(cards))]] & pool
            v[at.ANSWER] = (copies & -copies).bit_length() - 1
        else:
            v[at.ANSWER] = options[below(len(options)) if len(options) > 1 else 0]
        run(v)
    return v
