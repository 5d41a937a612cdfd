"""Which engine plays many games of a kind: native code where that can be and pays, else Python, and why."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from claimdsl.engine.batch import Batch
from claimdsl.engine.game import Game
from claimdsl.frozen import Frozen
from claimdsl.native import store

NATIVE, PYTHON = "native", "python"
FEW = 300
"""Fewer games than this are played before native code is even loaded."""
SOME = 2000
"""Fewer games than this are played before native code is compiled."""
FAULTY = -1
_TRIED = 32

Play = Callable[[int, int, int], "array[int]"]
"""Plays games of a seed, so many from the first on; gives their packed results."""


class Engine(Frozen):
    """What plays; `reason` says why it is not native code, or "".  `is_native`: threads can share it."""

    name: str
    reason: str
    play: Play

    @property
    def is_native(self) -> bool:
        """Say whether it is native code."""
        return self.name == NATIVE


def engine_for(game: Game, agents: tuple[str, ...], games: int) -> Engine:
    """Choose an engine for so many games; all of them give the same results."""
    python = Batch(game, agents)
    if games < FEW:
        return Engine(PYTHON, "so few games are sooner played by Python", python.records)
    from claimdsl.native.module import LANES

    if games < SOME and not store.is_kept(store.kind_of(game, agents, LANES)):
        return Engine(PYTHON, "to compile would take longer than to play", python.records)
    return _native(game, agents, python)


def _native(game: Game, agents: tuple[str, ...], python: Batch) -> Engine:
    from claimdsl.native.engine import NativeGame
    from claimdsl.native.refusal import NotNative

    try:
        native = NativeGame(game, agents=agents, keep=True)
    except NotNative as refusal:
        return Engine(PYTHON, str(refusal), python.records)
    except (ImportError, OSError):
        return Engine(PYTHON, "llvmlite is not installed", python.records)

    if native.play(0, 0, _TRIED)[0].count(FAULTY) == _TRIED:
        return Engine(PYTHON, "its games do not go as native code must know beforehand", python.records)

    def play(seed: int, first: int, count: int) -> array[int]:
        return native.play(seed, first, count)[0]

    return Engine(NATIVE, "", play)


def mended(records: array[int], seed: int, first: int, game: Game, agents: tuple[str, ...]) -> array[int]:
    """Play those games anew that native code found to be none of its own."""
    python = Batch(game, agents)
    for place, record in enumerate(records):
        if record == FAULTY:
            records[place] = python.record(seed, first + place)
    return records
