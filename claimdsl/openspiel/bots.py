"""Players: ours at a table of OpenSpiel, and its information-set search, which looks for as long as it is given."""

from __future__ import annotations

import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from claimdsl.engine import layout as at
from claimdsl.engine.board import CHANCE, NOBODY
from claimdsl.engine.chance import Rng
from claimdsl.engine.layout import Frame, number, row
from claimdsl.engine.runtime import bits
from claimdsl.openspiel.game import SpielGame, SpielState
from claimdsl.openspiel.moment import Rules
from claimdsl.play.match import Agent, stream_of, view_of

_EXPLORE = 1.4
_NO_END = 1 << 30


class AgentBot(pyspiel.Bot):
    """One of our players.  It is given what its seat may know, and no state."""

    def __init__(self, agent: Agent, seed: int) -> None:
        super().__init__()
        self._agent = agent
        self._seed = seed

    def step(self, state: SpielState) -> int:
        """Choose an action."""
        moment = state.moment
        assert moment.known is not None
        action = self._agent.choose(view_of(moment.known), stream_of(self._seed, moment.known))
        place = moment.known.legal_actions.index(action)
        return next(number for number, other in moment.options.items() if other == place)


class Playouts:
    """Says what a state is worth by playing on at random: the rollouts of OpenSpiel, played by our engine."""

    def __init__(self, rules: Rules, rng: Rng) -> None:
        self._rules = rules
        self._rng = rng

    def evaluate(self, state: SpielState) -> list[float]:
        """Play one game to its end; give what each seat has won."""
        moment = state.moment
        if moment.state is None:
            raise pyspiel.SpielError("cards are still being laid")
        v = moment.state.frame()
        while v[at.ACTOR] != NOBODY:
            v[at.ANSWER] = self._answer(v)
            self._rules.game.run(v, None)
        return self._rules.returns(v)

    def _answer(self, v: Frame) -> int:
        options = row(v, at.OPTIONS)
        if v[at.ACTOR] != CHANCE:
            return options[self._rng.below(len(options))]
        pool = bits(number(v, at.POOL))
        return self._rules.chances.code(options, pool[self._rng.below(len(pool))])

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """Give all actions alike."""
        options = state.moment.options
        return [(option, 1 / len(options)) for option in options]


class _TimeUp(Exception):
    """No time is left for another simulation."""


class SearchBot(pyspiel.Bot):
    """OpenSpiel's search (ISMCTS, Cowling and others, 2012) with our deals and playouts.

    It makes so many simulations a move, or as many as it can in so many seconds; `simulations` counts them.
    """

    def __init__(self, game: SpielGame, seed: int, *, simulations: int = _NO_END, seconds: float = 0.0) -> None:
        super().__init__()
        self._rng = Rng(seed)
        self._seconds = seconds
        self._until = 0.0
        self.simulations = 0
        random = np.random.RandomState(self._rng.below(1 << 31))
        self._search = ismcts.ISMCTSBot(
            game, Playouts(game.rules, self._rng), _EXPLORE, simulations, random_state=random
        )
        self._search.set_resampler(self._drawn)

    def _drawn(self, state: SpielState, seat: int) -> SpielState:
        is_tried = self._search._root_node.total_visits > 0
        if self._seconds and is_tried and time.perf_counter() > self._until:
            raise _TimeUp
        self.simulations += 1
        return state.drawn(seat, self._rng)

    def step(self, state: SpielState) -> int:
        """Choose an action: the one that was tried most."""
        self._until = time.perf_counter() + self._seconds
        try:
            policy = self._search.run_search(state)
        except _TimeUp:
            policy = self._search.get_final_policy(state, self._search._root_node)
        return max(policy, key=lambda choice: choice[1])[0]


def start_of(game: SpielGame, seed: int) -> SpielState:
    """Give the state that `claim play --seed` begins with."""
    return game.state_of(game.rules.game.deal(seed))


def draw_of(state: SpielState) -> int:
    """Give the outcome of chance in a game that began with `start_of`: that of its seed."""
    ours = state.moment.state
    assert ours is not None
    return row(ours.frame(), at.OPTIONS)[ours.legal_actions.index(ours.draw(ours.chance()))]
