"""The rest of a game worked out in the plainest way, over public states: what solvers are held against.

Every legal action is tried; a position is remembered only by everything that a state shows.  Nothing else is left out,
and nothing is shared with the solvers but the rules.
"""

from __future__ import annotations

from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.state import CHANCE, State
from claimdsl.engine.tracer import pile_lists

Key = tuple[object, ...]


class Reference:
    """Answers for one seat."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._known: dict[Key, tuple[int, int]] = {}

    def answer(self, state: State) -> tuple[int, int]:
        """Give the result and the margin of votes, each under best play for it."""
        if state.is_over:
            return self._ended(state)
        key = self._key(state)
        if key not in self._known:
            below = [self.answer(state.apply(action)) for action in state.legal_actions]
            best = max if state.seat == self._seat else min
            self._known[key] = best(value for value, _ in below), best(margin for _, margin in below)
        return self._known[key]

    def _ended(self, state: State) -> tuple[int, int]:
        outcome = state.outcome
        assert outcome is not None
        side, counts = self._seat, outcome.votes or outcome.counts or (0, 0)
        value = 0 if len(outcome.winners) > 1 else 1 if side in outcome.winners else -1
        return value, counts[side] - counts[1 - side]

    def _key(self, state: State) -> Key:
        piles = pile_lists(state.game, state.frame())
        states = tuple(state.frame()[first] for first in self._states(state))
        turn = state.seat, state.leader, state.trick_number, state.plays, state.asking, state.legal_actions
        return *turn, piles, states

    def _states(self, state: State) -> list[int]:
        layout = state.game.layout
        return [
            first + owner for spec in state.game.binding.states
            for first in (layout.states[spec.name],) for owner in range(2 if spec.of == "player" else 1)
        ]


def late(game: Game, seed: int, left: int, led: bool = False) -> State | None:
    """Play at random to the trick of the last phase in which so many are left; None where none such comes.

    `led`: on to where the second player is to answer.
    """
    rng, state = Rng(seed).child(3), game.deal(seed=seed)
    while not state.is_over:
        held = len(state.pile("hand", state.seat)) if state.seat >= 0 else 0
        if state.phase == game.phases[-1] and state.is_play and held <= left and bool(state.plays) == led:
            return state
        options = state.legal_actions
        state = state.apply(state.draw(rng) if state.seat == CHANCE else options[rng.below(len(options))])
    return None
