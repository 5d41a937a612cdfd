"""Many games in stretches, by several threads or processes, given in their order whoever played them.

Native code runs beside Python, so threads share it, and what is played is counted meanwhile; the Python engine needs a
process for each.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from claimdsl.engine.batch import Batch
from claimdsl.engine.binding import Binding
from claimdsl.engine.game import Game
from claimdsl.engine.ruleset import Ruleset
from claimdsl.frozen import Frozen
from claimdsl.sim.engines import Engine, Played
from claimdsl.sim.processes import Processes, Work

Waiting = Callable[[], Played]
"""Waits for the results of a stretch and gives them."""


class Stretch(Frozen):
    """Games to be played: of which kind, the first and how many."""

    kind: int
    first: int
    count: int


class Hands:
    """Those who play: this thread alone for Python, or as many threads and processes as are wanted."""

    def __init__(self, games: Sequence[Game], engines: Sequence[Engine], agents: tuple[str, ...], seed: int,
                 threads: int) -> None:
        self._engines = engines
        self._seed = seed
        self._threads = _Threads(threads) if any(engine.is_native for engine in engines) else None
        alone = threads < 2 or all(engine.is_native for engine in engines)
        players = _Players(tuple(game.binding for game in games), agents, seed)
        self._processes = None if alone else Processes(players, threads)
        self._ahead = 1 if alone and self._threads is None else 2 * threads

    def __enter__(self) -> Hands:
        return self

    def __exit__(self, *_: object) -> None:
        for crew in (self._threads, self._processes):
            if crew is not None:
                crew.close()

    def play(
        self, stretches: Iterable[Stretch], is_stopped: Callable[[], bool]
    ) -> Iterator[tuple[Stretch, Played]]:
        """Play stretches; when stopped begin no more, and give those that were begun."""
        waiting: deque[tuple[Stretch, Waiting]] = deque()
        for stretch in stretches:
            if is_stopped():
                break
            waiting.append((stretch, self._begun(stretch)))
            if len(waiting) >= self._ahead:
                begun, wait = waiting.popleft()
                yield begun, wait()
        for begun, wait in waiting:
            yield begun, wait()

    def _begun(self, stretch: Stretch) -> Waiting:
        engine, seed = self._engines[stretch.kind], self._seed
        if engine.is_native and self._threads is not None:
            return self._threads.begin(lambda: engine.play(seed, stretch.first, stretch.count))
        if not engine.is_native and self._processes is not None:
            piece = self._processes.begin(stretch.kind, stretch.first, stretch.count)
            return lambda: Played(array("q", piece.wait()), array("q"))
        return lambda: engine.play(seed, stretch.first, stretch.count)


class _Threads:
    """Threads of this process."""

    def __init__(self, count: int) -> None:
        from concurrent.futures import ThreadPoolExecutor

        self._pool = ThreadPoolExecutor(count)

    def begin(self, play: Waiting) -> Waiting:
        """Have a stretch played."""
        return self._pool.submit(play).result

    def close(self) -> None:
        """Wait for what is being played."""
        self._pool.shutdown(cancel_futures=True)


class _Players(Frozen):
    """What a process needs to play stretches."""

    bindings: tuple[Binding, ...]
    agents: tuple[str, ...]
    seed: int

    def __call__(self) -> Work:
        """Be ready to play: each piece of work is the kind of game, the first and how many."""
        players = [Batch(Game(Ruleset(binding.program), binding), self.agents) for binding in self.bindings]
        return lambda kind, first, count: players[kind].records(self.seed, first, count).tobytes()
