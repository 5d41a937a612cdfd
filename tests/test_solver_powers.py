"""The shortcuts of the solver change nothing, whatever the powers: over 2,000 moments of 7 to 10 tricks.

Each legal move is worth the same, result and margin of votes, to a native search that takes no shortcut at all.  That
one is itself held against the Python engine at 5 tricks.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from claimdsl.ai.perfect import UnsolvableError, check
from claimdsl.ai.solve import OnFrames
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.state import CHANCE, State
from tests import shelf
from tests.solver_reference import late

PRESETS = ("base", "claim2", "printed-2017", "french")
LINE_UPS = tuple(each for each in shelf.line_ups("base", (), 2, ()) if "ghosts" not in each)
FACTIONS = (*((name, faction) for name, factions in shelf.SETS.items() for faction in factions), ("", "ghosts"))
CORE_MOMENTS, FACTION_MOMENTS, DEALS = 36, 24, 80
LEFT = {7: 1, 8: 2, 9: 4, 10: 8}
"""Tricks that are left, and of how many games one gives such a moment."""


def core(place: int) -> Game:
    """Give a game of one of the core line-ups: switches as they are, or as in a preset, or by chance."""
    rules, rng = shelf.ruleset(PRESETS[place % 4]), Rng(place).child(7)
    options = {name: values[rng.below(len(values))] for name, values in rules.options.items()} if place % 8 > 3 else {}
    return rules.game(2, LINE_UPS[place], options)


def beside(name: str, faction: str) -> Game | None:
    """Give a game of a faction beside core ones, which differ from faction to faction; None where there is none."""
    known, own = {each for line_up in LINE_UPS for each in line_up}, set(shelf.SETS.get(name, (faction,)))
    sets = (name,) if name else ()
    line_ups = [
        line_up for line_up in islice(shelf.line_ups("base", sets, 2, (faction,)), 2000)
        if set(line_up) - own <= known
    ]
    least = min((len(set(each) & own) for each in line_ups), default=0)
    chosen = [each for each in line_ups if len(set(each) & own) == least]
    return shelf.ruleset("base", sets).game(2, chosen[sum(map(ord, faction)) % len(chosen)]) if chosen else None


def moments(game: Game) -> Iterator[State]:
    """Play random games to their ends; give moments of each, many with 7 tricks left and few with 10.

    Every other time the first card of the trick has been led.
    """
    for seed in range(DEALS):
        wanted = {left: (seed + left) % 2 for left, each in LEFT.items() if seed % each == 0}
        rng, state = Rng(seed).child(3), game.deal(seed=seed)
        while not state.is_over and wanted:
            if state.phase == game.phases[-1] and state.is_play:
                left = len(state.pile("hand", state.seat))
                if left in wanted and wanted[left] == len(state.plays):
                    del wanted[left]
                    yield state
            options = state.legal_actions
            state = state.apply(state.draw(rng) if state.seat == CHANCE else options[rng.below(len(options))])


def is_solvable(state: State) -> bool:
    """Say whether a moment can be worked out at all."""
    try:
        check(state)
    except UnsolvableError:
        return False
    return True


def solvable(game: Game, count: int) -> list[State]:
    """Give so many moments at which all can be known; none where that is rare."""
    found = list(islice(filter(is_solvable, moments(game)), count))
    return found if len(found) == count else []


def disagreements(game: Game, states: list[State]) -> list[str]:
    """Ask both searches what each legal move is worth at some moments; tell where they differ.

    Raises: NotNative.
    """
    from claimdsl.native.solver import Solver

    short, plain, found = Solver(game), Solver(game, plainly=True), []
    for state in filter(None, (late(game, seed, 5) for seed in range(4))):
        v, python = state.frame(), OnFrames(game, state.seat)
        one = plain.begin(v, state.seat)
        if (one.value(v), one.margin(v)) != (python.value(state), python.margin(state)):
            found.append(f"the plain search: {','.join(game.factions)} {dict(game.options)}: {state!r}")
    for state in states:
        v = state.frame()
        one, other = short.begin(v, state.seat), plain.begin(v, state.seat)
        frames = [v, *(state.apply(action).frame() for action in state.legal_actions)]
        if [(one.value(w), one.margin(w)) for w in frames] != [(other.value(w), other.margin(w)) for w in frames]:
            found.append(f"{','.join(game.factions)} {dict(game.options)}: {state!r}")
    return found


@pytest.mark.parametrize("place", range(len(LINE_UPS)), ids=lambda place: "-".join(LINE_UPS[place]))
def test_core_powers(place: int) -> None:
    pytest.importorskip("llvmlite")
    states = solvable(core(place), CORE_MOMENTS)
    assert len(states) == CORE_MOMENTS
    assert not disagreements(states[0].game, states)


@pytest.mark.parametrize(("name", "faction"), FACTIONS)
def test_powers_of_a_set(name: str, faction: str) -> None:
    pytest.importorskip("llvmlite")
    from claimdsl.native.refusal import NotNative

    game = beside(name, faction)
    states = solvable(game, FACTION_MOMENTS) if game is not None else []
    if game is None or not states:
        pytest.skip("not for two players" if game is None else "cards stay hidden")
    try:
        assert not disagreements(game, states)
    except NotNative as reason:
        pytest.skip(str(reason))
