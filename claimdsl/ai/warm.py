"""Native code for those who have no time to compile: it is made beside the game, in a process of its own.

Until it is there, they think with Python.  What was made is kept on disk, and a mark beside it says that it is.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from functools import lru_cache

from claimdsl.ai.solve import Engines
from claimdsl.engine.binding import Binding
from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.ruleset import Ruleset
from claimdsl.native import store
from claimdsl.native.refusal import NotNative

_GAMES = 3
"""Unit: games in which endings are begun to be worked out; what that takes may differ from one to the next."""
_CHILD = "from claimdsl.ai.warm import serve; serve()"


def is_warm(game: Game) -> bool:
    """Say whether native code for a game is on disk; else begin to make it, once."""
    return _maker(game).is_done


class _Maker:
    """The process that makes the code of one kind of game."""

    def __init__(self, game: Game) -> None:
        self._is_done = store.is_kept(_mark(game))
        self._process: subprocess.Popen[bytes] | None = None
        if not self._is_done:
            self._begin(pickle.dumps(game.binding))

    @property
    def is_done(self) -> bool:
        """Say whether the code is there."""
        if self._process is not None and self._process.poll() is not None:
            self._is_done = self._process.returncode == 0
            self._process = None
        return self._is_done

    def _begin(self, binding: bytes) -> None:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, env=environment, start_new_session=True,
            )
            assert self._process.stdin is not None
            with self._process.stdin as stream:
                stream.write(binding)
        except OSError:
            self._process = None
            return
        atexit.register(_end, self._process)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.kill()
        process.wait()


def _mark(game: Game) -> str:
    return store.kind_of(game, ("thinking",), 0)


@lru_cache(maxsize=8)
def _maker(game: Game) -> _Maker:
    return _Maker(game)


# --- in the process --------------------------------------------------------------------------------------------------


def serve() -> None:
    """Make the code for the game whose binding comes through standard input."""
    binding = pickle.load(sys.stdin.buffer)
    assert isinstance(binding, Binding)
    make(Game(Ruleset(binding.program), binding))


def make(game: Game) -> None:
    """Make and keep all native code that thinking about a game needs, and the mark that says so."""
    from claimdsl.native.tree import TreeSearch

    with suppress(NotNative):
        TreeSearch(game)
    for seed in range(_GAMES):
        _work_out(game, seed)
    store.write(store.Key(_mark(game), ""), b"")


def _work_out(game: Game, seed: int) -> None:
    """Play a game at random, and begin to work it out wherever that can be: what it takes is compiled on the way."""
    from claimdsl.ai.perfect import UnsolvableError, check
    from claimdsl.engine.stop import Stop, StoppedError

    state, rng, engines = game.deal(seed, follow=True), Rng(seed), Engines()
    while not state.is_over:
        with suppress(UnsolvableError, StoppedError):
            if state.seat != CHANCE:
                check(state)
                searcher, _ = engines.searcher(state, Stop(0.0))
                searcher.margin(state)
        actions = state.legal_actions
        state = state.apply(state.draw(rng) if state.seat == CHANCE else actions[rng.below(len(actions))])
