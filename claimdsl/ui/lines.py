"""Lines from a person or a program: bounded, decoded, never an error."""

from __future__ import annotations

from typing import BinaryIO

_MOST = 4096


class Lines:
    """Reads a binary stream line by line."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.is_terminal = stream.isatty()

    def next(self) -> str | None:
        """Give the next line without its end, cut where it is far too long; None at the end of input."""
        raw = self._stream.readline(_MOST)
        if not raw:
            return None
        rest = raw
        while rest and not rest.endswith(b"\n"):
            rest = self._stream.readline(1 << 16)
        return raw.decode("utf-8", "replace").rstrip("\r\n")
