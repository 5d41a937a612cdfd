"""Batches of random games, all in this process and by its clock: native code, the Python engine, and C."""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.measure import Contender, Sample
from claimdsl.engine.batch import Batch
from claimdsl.engine.game import Game

SEED = 12345
C_PLAYS = 52
CHUNK = 100_000
"""Games of a batch whose results lie in memory at a time."""

_C_FILE = Path(__file__).parent / "c" / "claim_opt.c"
_COUNTED = 60

Played = Callable[[int, int, int], None]
"""Plays games of a seed: from the first of them, so many."""


@dataclass(frozen=True, slots=True)
class Native:
    """A kind of game in native code.  Unit: seconds of processor time to compile it."""

    play: Played
    compiled: float


def native(game: Game) -> Native | str:
    """Compile a kind of game, or say why it cannot be."""
    try:
        from claimdsl.native.engine import NativeGame
        from claimdsl.native.refusal import NotNative
    except ImportError:
        return "there is no native engine"
    began = process_time()
    try:
        code = NativeGame(game, digests=False)
    except ImportError:
        return "llvmlite is not installed"
    except NotNative as reason:
        return str(reason)

    def play(seed: int, first: int, count: int) -> None:
        for start in range(first, first + count, CHUNK):
            code.play(seed, start, min(CHUNK, first + count - start))

    return Native(play, process_time() - began)


def python_batch(game: Game) -> Played:
    """Give the batch of the Python engine."""
    batch = Batch(game)
    batch.record(SEED, 0)

    def play(seed: int, first: int, count: int) -> None:
        batch.records(seed, first, count)

    return play


def c_batch(folder: Path) -> Played | str:
    """Compile the C baseline as a library, or say why it cannot be.  It plays the rules of printed-2017."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return "there is no gcc"
    library = folder / "claim_c.so"
    flags = ["-O3", "-march=native", "-shared", "-fPIC", str(_C_FILE), "-o", str(library)]
    if subprocess.run([compiler, *flags], capture_output=True, check=False).returncode:
        return "gcc cannot compile it for this processor (it needs BMI2)"
    function = ctypes.CDLL(str(library)).play_batch
    function.argtypes = (ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
    function.restype = ctypes.c_uint64

    def play(seed: int, first: int, count: int) -> None:
        function(seed, first, count, None)

    return play


def decisions_a_game(game: Game) -> float:
    """Give the mean number of decisions, of seats and of chance, forced ones too, over some random games."""
    choose, decisions = random.Random(SEED).random, 0
    for seed in range(_COUNTED):
        state = game.deal(seed)
        while actions := state.legal_actions:
            state = state.apply(actions[int(choose() * len(actions))])
            decisions += 1
    return decisions / _COUNTED


def contender(name: str, play: Played, games: int, decisions: float) -> Contender:
    """Play a batch a turn, other games in each."""

    def turn(number: int) -> Sample:
        began = process_time()
        play(SEED, number * games, games)
        return Sample(games, round(games * decisions), process_time() - began)

    return Contender(name, turn)


def wall_time(play: Played, games: int, threads: int = 1) -> float:
    """Play games in some threads, each its share, and give the time that passed.  Unit: seconds."""
    shares = [range(games * each // threads, games * (each + 1) // threads) for each in range(threads)]
    workers = [threading.Thread(target=play, args=(SEED, share.start, len(share))) for share in shares]
    began = perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return perf_counter() - began
