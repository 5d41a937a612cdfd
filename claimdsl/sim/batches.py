"""Many games in stretches, by several threads or processes, given in their order whoever played them.

Native code runs beside Python, so threads share it, and what is played is counted meanwhile; the Python engine needs a
process for each.
"""

from __future__ import annotations

import signal
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.engine.batch import Batch
from claimdsl.engine.binding import Binding
from claimdsl.engine.game import Game
from claimdsl.engine.ruleset import Ruleset
from claimdsl.frozen import Frozen
from claimdsl.sim.engines import Engine, Played

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

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
        self._processes = None if alone else _Processes(games, agents, seed, threads)
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
            return self._processes.begin(stretch)
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


class _Processes:
    """Processes that are each sent stretches in turn; results come back in the order in which they were sent."""

    def __init__(self, games: Sequence[Game], agents: tuple[str, ...], seed: int, count: int) -> None:
        from multiprocessing import get_context

        context = get_context("spawn")
        bindings = tuple(game.binding for game in games)
        self._lines: list[Connection[object, object]] = []
        self._workers: list[SpawnProcess] = []
        self._sent = 0
        with _deaf():
            for _ in range(count):
                mine, theirs = context.Pipe()
                worker = context.Process(target=_serve, args=(theirs, bindings, agents, seed), daemon=True)
                worker.start()
                theirs.close()
                self._lines.append(mine)
                self._workers.append(worker)

    def begin(self, stretch: Stretch) -> Waiting:
        """Have a stretch played."""
        line = self._lines[self._sent % len(self._lines)]
        self._sent += 1
        try:
            line.send((stretch.kind, stretch.first, stretch.count))
        except OSError:
            raise ClaimError(_LOST) from None
        return lambda: _received(line)

    def close(self) -> None:
        """Send everybody home."""
        for line in self._lines:
            line.close()
        for worker in self._workers:
            worker.join(1)
            if worker.is_alive():
                worker.terminate()
                worker.join()


@contextmanager
def _deaf() -> Iterator[None]:
    """Let processes that are begun meanwhile not hear Ctrl-C: they end when this one lets them go.

    This process hears it afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # begun later, it would open the ears again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_LOST = "a process that played games has ended before its time; was it killed, or short of memory?"


def _received(line: Connection[object, object]) -> Played:
    try:
        found = line.recv()
    except (EOFError, OSError):
        raise ClaimError(_LOST) from None
    assert isinstance(found, bytes)
    return Played(array("q", found), array("q"))


def _serve(line: Connection[object, object], bindings: tuple[Binding, ...], agents: tuple[str, ...], seed: int) -> None:
    """Play what is asked for, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    players = [Batch(Game(Ruleset(binding.program), binding), agents) for binding in bindings]
    try:
        while True:
            asked = line.recv()
            assert isinstance(asked, tuple)
            kind, first, count = asked
            line.send(players[kind].records(seed, first, count).tobytes())
    except (EOFError, OSError):
        return
