"""Whole random games of other libraries, deal and bidding included, where they are installed."""

from __future__ import annotations

import importlib
import random
from time import process_time
from typing import Protocol

from benchmarks.measure import Contender, Sample
from benchmarks.spiel import SpielGame, SpielState


class Bot(Protocol):
    """A player of OpenSpiel, which lives in C++."""


class Spiel(Protocol):
    """OpenSpiel, as far as we use it."""

    def load_game(self, name: str) -> SpielGame: ...

    def make_uniform_random_bot(self, player: int, seed: int) -> Bot: ...

    def evaluate_bots(self, state: SpielState, bots: list[Bot], seed: int) -> list[float]: ...


class CardState(Protocol):
    """What RLCard tells the player to move."""

    def __getitem__(self, key: str) -> dict[int, None]: ...


class CardGame(Protocol):
    """A game of RLCard, as far as we use it."""

    def reset(self) -> tuple[CardState, int]: ...

    def step(self, action: int) -> tuple[CardState, int]: ...

    def is_over(self) -> bool: ...


def spiel_games(names: tuple[str, ...], games: int) -> list[Contender] | str:
    """Give games of OpenSpiel, each in C++ alone and through Python, or say why they cannot be."""
    try:
        spiel: Spiel = importlib.import_module("pyspiel")
    except ImportError:
        return "open_spiel is not installed (pip install open_spiel)"
    found = []
    for name in names:
        found.append(_in_cpp(spiel, name, 4 * games))
        found.append(_through_python(spiel, name, games))
    return found


def _in_cpp(spiel: Spiel, name: str, games: int) -> Contender:
    """Let its own random players play; the turns of those games are counted afterwards, out of the measured time."""
    game = spiel.load_game(name)
    bots = [spiel.make_uniform_random_bot(player, player) for player in range(4)]

    def turn(number: int) -> Sample:
        states = [game.new_initial_state() for _ in range(games)]
        began = process_time()
        for seed, state in enumerate(states, number * games):
            spiel.evaluate_bots(state, bots, seed)
        seconds = process_time() - began
        decisions = sum(step.player >= 0 for state in states for step in state.full_history())
        return Sample(games, decisions, seconds)

    return Contender(f"OpenSpiel {name}, in C++", turn)


def _through_python(spiel: Spiel, name: str, games: int) -> Contender:
    game = spiel.load_game(name)

    def turn(number: int) -> Sample:
        choose, decisions, began = random.Random(number).random, 0, process_time()
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                decisions += not state.is_chance_node()
                state.apply_action(actions[int(choose() * len(actions))])
        return Sample(games, decisions, process_time() - began)

    return Contender(f"OpenSpiel {name}, through Python", turn)


def bridge_games(games: int) -> Contender | str:
    """Give RLCard's bridge, or say why it cannot be."""
    try:
        environment: CardGame = importlib.import_module("rlcard").make("bridge", config={"seed": 1})
    except ImportError:
        return "rlcard is not installed (pip install rlcard)"

    def turn(number: int) -> Sample:
        choose, decisions, began = random.Random(number).random, 0, process_time()
        for _ in range(games):
            state, _ = environment.reset()
            while not environment.is_over():
                actions = list(state["legal_actions"])
                state, _ = environment.step(actions[int(choose() * len(actions))])
                decisions += 1
        return Sample(games, decisions, process_time() - began)

    return Contender("RLCard bridge", turn)
