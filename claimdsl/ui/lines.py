"""Lines from a person or a program: bounded, decoded, never an error."""

from __future__ import annotations

from typing import BinaryIO

_MOST = 4096
CUT = " ..."


class Lines:
    """Reads a binary stream line by line."""

    def __init__(self, stream: BinaryIO, most: int = _MOST) -> None:
        self._stream = stream
        self._most = most
        self.is_terminal = stream.isatty()

    def next(self) -> str | None:
        """Give the next line without its end; None at the end of input.

        One that is far too long is cut and ends with `CUT`, so that it is not taken for what it begins with.
        """
        raw = self._stream.readline(self._most)
        if not raw:
            return None
        rest, cut = raw, ""
        while rest and not rest.endswith(b"\n"):
            rest = self._stream.readline(1 << 16)
            cut = CUT if rest.strip() or cut else ""
        return raw.decode("utf-8", "replace").rstrip("\r\n") + cut
