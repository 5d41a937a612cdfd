"""Ctrl-C while many games are played: it is taken note of, so that what is done can be told."""

from __future__ import annotations

import signal
from types import FrameType


class Interrupt:
    """Takes note of Ctrl-C while it is entered; the second one ends the program at once."""

    def __init__(self) -> None:
        self.is_asked = False
        self._before = signal.getsignal(signal.SIGINT)

    def __enter__(self) -> Interrupt:
        if self._before is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._before)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self.is_asked:
            raise KeyboardInterrupt
        self.is_asked = True
