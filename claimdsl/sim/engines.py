"""Which engine plays many games of a kind: native code where that can be and pays, else Python, and why."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from claimdsl.engine.batch import Batch
from claimdsl.engine.firing import Watched
from claimdsl.engine.game import Game
from claimdsl.frozen import Frozen
from claimdsl.sim.sample import Sample

NATIVE, PYTHON = "native", "python"
FEW = 300
"""Fewer games than this are played before native code is even loaded."""
SOME = 2000
"""Fewer games than this are played before native code is compiled."""
FAULTY = -1
_TRIED = 32

UNKNOWN = -1


class Played(Frozen):
    """What games came to: a packed result each, and in how many each power fired; -1 or none where that is unknown."""

    records: array[int]
    fired: array[int]


Play = Callable[[int, int, int], Played]
"""Plays games of a seed, so many from the first on."""


class Engine(Frozen):
    """What plays; `reason` says why it is not native code, or "".  `is_native`: threads can share it."""

    name: str
    reason: str
    play: Play

    @property
    def is_native(self) -> bool:
        """Say whether it is native code."""
        return self.name == NATIVE


def by_python(game: Game, agents: tuple[str, ...], reason: str = "") -> Engine:
    """Give the Python engine, and why it plays."""
    python = Batch(game, agents)

    def play(seed: int, first: int, count: int) -> Played:
        return Played(python.records(seed, first, count), array("q"))

    return Engine(PYTHON, reason, play)


def engine_for(game: Game, agents: tuple[str, ...], games: int, watched: Watched) -> Engine:
    """Choose an engine for so many games; all of them give the same results."""
    if games < FEW:
        return by_python(game, agents, "so few games are sooner played by Python")
    from claimdsl.native import store
    from claimdsl.native.module import LANES

    if games < SOME and not store.is_kept(store.kind_of(game, agents, LANES, True)):
        return by_python(game, agents, "to compile would take longer than to play")
    return _native(game, agents, watched)


def _native(game: Game, agents: tuple[str, ...], watched: Watched) -> Engine:
    from claimdsl.native.engine import NativeGame
    from claimdsl.native.refusal import NotNative

    try:
        native = NativeGame(game, agents=agents, keep=True, watched=watched)
    except NotNative as refusal:
        return by_python(game, agents, str(refusal))
    except (ImportError, OSError):
        return by_python(game, agents, "llvmlite is not installed")

    if native.play(0, 0, _TRIED)[0].count(FAULTY) == _TRIED:
        return by_python(game, agents, "its games do not go as native code must know beforehand")

    def play(seed: int, first: int, count: int) -> Played:
        records, _, fired = native.counted(seed, first, count)
        return Played(records, fired)

    return Engine(NATIVE, "", play)


def mended(played: Played, seed: int, first: int, sample: Sample) -> Played:
    """Play those games anew that native code found to be none of its own."""
    records, fired, powers = played.records, played.fired, sample.watched.powers
    for place, record in enumerate(records):
        if record == FAULTY:
            records[place], shown = sample.again(seed, first + place)
            for index, count in enumerate(fired):
                fired[index] = count if count == UNKNOWN else count + (powers[index] in shown)
    return played
