"""Processes that are each sent pieces of work in turn; what comes of them is given in the order of sending.

Ctrl-C is heard by the process that gives the work alone: the others end when it lets them go.  What ends that process
waits until all others are begun, for one that is begun by halves complains.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.signals import ENDING

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

Work = Callable[[int, int, int], bytes]
"""Does a piece of work, which three numbers tell, and gives what comes of it."""
Readying = Callable[[], Work]
"""Makes ready for work in a new process; it must be possible to send it there."""

_LOST = "a process that played games has ended before its time; was it killed, or short of memory?"


class Piece:
    """A piece of work that is being done.  Those of one process are waited for in the order in which they were sent."""

    def __init__(self, line: Connection[object, object]) -> None:
        self._line = line

    def is_done(self, seconds: float) -> bool:
        """Wait for so long, and say whether it is done."""
        return self._line.poll(seconds)

    def wait(self) -> bytes:
        """Wait until it is done.

        Raises: ClaimError where the process is lost.
        """
        try:
            found = self._line.recv()
        except (EOFError, OSError):
            raise ClaimError(_LOST) from None
        assert isinstance(found, bytes)
        return found


class Processes:
    """So many processes; they are begun at once, and ready when they are sent their first piece."""

    def __init__(self, ready: Readying, count: int) -> None:
        from multiprocessing import get_context

        context = get_context("spawn")
        self._lines: list[Connection[object, object]] = []
        self._workers: list[SpawnProcess] = []
        self._sent = 0
        with _deaf():
            for _ in range(count):
                mine, theirs = context.Pipe()
                worker = context.Process(target=_serve, args=(theirs, ready), daemon=True)
                worker.start()
                theirs.close()
                self._lines.append(mine)
                self._workers.append(worker)

    def begin(self, *piece: int) -> Piece:
        """Have a piece of work done.

        Raises: ClaimError where a process is lost.
        """
        line = self._lines[self._sent % len(self._lines)]
        self._sent += 1
        try:
            line.send(piece)
        except OSError:
            raise ClaimError(_LOST) from None
        return Piece(line)

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
    """Let neither this process nor those that it begins meanwhile hear a signal; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # begun later, it would open the ears again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *ENDING})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(line: Connection[object, object], ready: Readying) -> None:
    """Do what is asked for, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    work = ready()
    try:
        while True:
            piece = line.recv()
            assert isinstance(piece, tuple)
            line.send(work(*piece))
    except (EOFError, OSError):
        return
