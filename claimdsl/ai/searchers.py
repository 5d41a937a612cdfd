"""Which search serves a game: the native one where the game can be printed for it, else that on Python frames."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdsl.ai.search import Searched, TreeSearch, Tried
from claimdsl.engine.game import Game
from claimdsl.engine.loose import Loose
from claimdsl.engine.state import State
from claimdsl.engine.stop import Stop
from claimdsl.frozen import Frozen

if TYPE_CHECKING:
    from claimdsl.native.tree import TreeSearch as NativeSearch

FEW = 200
"""Unit: iterations up to which Python is quick enough, and native code is not compiled for them."""

_FOR_VOTES = 0.1
"""The share of a native payoff that is for votes."""


class Manner(Frozen):
    """How games are played on in a search: how often greedy decides beyond the tree, and how often others err in it."""

    greed: float = 0.5
    erring: float = 0.0


USUAL = Manner()


class Searchers:
    """The searches of one kind of game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._native: NativeSearch | None = None
        self._python: TreeSearch | None = None
        self._refused = False

    def is_native(self, iterations: int, *, native: bool = True) -> bool:
        """Say whether native code would serve: only there do hidden cards change places."""
        from claimdsl.native.refusal import NotNative

        if not native or iterations <= FEW or self._refused:
            return False
        try:
            if self._native is None:
                from claimdsl.native.tree import TreeSearch as NativeSearch

                self._native = NativeSearch(self._game)
        except NotNative:
            self._refused = True
        return not self._refused

    def search(
        self, worlds: Sequence[State], *, iterations: int, seed: int, stop: Stop, native: bool = True,
        loose: Sequence[Loose] = (), manner: Manner = USUAL,
    ) -> Searched:
        """Search from a moment as it is in each of some worlds, until so many iterations are done or it is to stop.

        Without `native` Python serves, to which greedy is unknown.
        """
        if self.is_native(iterations, native=native):
            found = self._natively(worlds, loose, iterations, seed, stop, manner)
            if found is not None:
                return found
        if self._python is None:
            self._python = TreeSearch(self._game)
        return self._python.search(worlds, iterations=iterations, seed=seed, stop=stop, erring=manner.erring)

    def _natively(
        self, worlds: Sequence[State], loose: Sequence[Loose], iterations: int, seed: int, stop: Stop,
        manner: Manner,
    ) -> Searched | None:
        from claimdsl.native.refusal import NotNative
        from claimdsl.native.tree import CHUNK

        if self._native is None:
            return None

        def played() -> bool:
            stop.spend(CHUNK)
            return stop.is_set

        try:
            found = self._native.search(
                worlds, iterations=iterations, seed=seed, stop=played, loose=loose, erring=manner.erring,
                greed=manner.greed,
            )
        except NotNative:
            return None
        return Searched(tuple(map(_tried, found.tried, found.brought)), found.iterations)


def _tried(visits: tuple[int, ...], totals: tuple[float, ...]) -> Tried:
    """Take the little off that native code adds for votes: what is left is the share of won games, nearly."""
    return Tried(visits, tuple(
        min(max(0.0, (total - _FOR_VOTES / 2 * count) / (1 - _FOR_VOTES)), count)
        for count, total in zip(visits, totals, strict=True)
    ))


@lru_cache(maxsize=8)
def searchers(game: Game) -> Searchers:
    """Give the searches of a game, which keep what they have compiled."""
    return Searchers(game)
