"""OpenSpiel's hearts through its Python interface, where `open_spiel` is installed."""

from __future__ import annotations

import importlib
import random
from collections.abc import Sequence
from time import process_time
from typing import Protocol

from benchmarks.measure import Contender, Sample


class SpielStep(Protocol):
    """A move of OpenSpiel; chance has a number below 0."""

    player: int


class SpielState(Protocol):
    """A state of OpenSpiel, as far as we use it."""

    def clone(self) -> SpielState: ...

    def is_chance_node(self) -> bool: ...

    def is_terminal(self) -> bool: ...

    def legal_actions(self) -> list[int]: ...

    def apply_action(self, action: int) -> None: ...

    def full_history(self) -> list[SpielStep]: ...


class SpielGame(Protocol):
    """A game of OpenSpiel, as far as we use it."""

    def new_initial_state(self) -> SpielState: ...


def hearts() -> SpielGame | str:
    """Load hearts, or say why it cannot be."""
    try:
        module = importlib.import_module("pyspiel")
    except ImportError:
        return "open_spiel is not installed (pip install open_spiel)"
    game: SpielGame = module.load_game("hearts")
    return game


def spiel_stepping(name: str, game: SpielGame, games: int, *, clone: bool) -> Contender:
    """Step through games that are already dealt, each decision on a clone or in place."""
    return Contender(name, lambda number: _turn(_dealt(game, number, games), number, clone=clone))


def _dealt(game: SpielGame, number: int, games: int) -> list[SpielState]:
    choose = random.Random(number).random
    found = []
    for _ in range(games):
        state = game.new_initial_state()
        while state.is_chance_node():
            actions = state.legal_actions()
            state.apply_action(actions[int(choose() * len(actions))])
        found.append(state)
    return found


def _turn(dealt: Sequence[SpielState], number: int, *, clone: bool) -> Sample:
    choose = random.Random(number).random
    decisions = 0
    began = process_time()
    for state in dealt:
        while not state.is_terminal():
            actions = state.legal_actions()
            if clone:
                state = state.clone()
            state.apply_action(actions[int(choose() * len(actions))])
            decisions += 1
    return Sample(len(dealt), decisions, process_time() - began)
