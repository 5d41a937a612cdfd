"""A real pseudo-terminal of some size, and what it shows: programs that move the cursor are driven through it."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pexpect
import pyte

ROOT = Path(__file__).resolve().parent.parent
_PATIENCE = 90.0


class Terminal:
    """`claim` in a terminal of its own; `folder` is home, and keeps its games and its cache."""

    def __init__(
        self, words: Sequence[str], folder: Path, size: tuple[int, int] = (80, 24), env: Mapping[str, str] = {},
    ) -> None:
        cache = os.environ.get("CLAIMDSL_CACHE") or str(folder / "cache")
        own = {"HOME": str(folder), "CLAIMDSL_CACHE": cache, "XDG_STATE_HOME": str(folder / "state")}
        usual = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}
        columns, rows = size
        self.raw = ""
        self.child = pexpect.spawn(
            sys.executable, [str(ROOT / "cli.py"), *words], env={**usual, **own, **env}, cwd=str(ROOT),
            dimensions=(rows, columns), encoding="utf-8", codec_errors="replace",
        )
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.close(force=True)

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def wait(self, wanted: str) -> str:
        """Read on until the screen shows something, and then comes to rest."""
        until = time.monotonic() + _PATIENCE
        while wanted not in self.text:
            assert time.monotonic() < until and self._read(), f"{wanted!r} never came:\n{self.text}"
        while self._read(0.4) and self.child.isalive():
            pass
        return self.text

    def play(self, steps: Sequence[tuple[str, str]]) -> str:
        """Press keys, each time until the screen shows what is expected."""
        for keys, wanted in steps:
            self.child.send(keys)
            self.wait(wanted)
        return self.text

    def hang_up(self) -> int:
        """Close the terminal; give the exit status of what was run in it, less than 0 where a signal ended it."""
        child = self.child
        child.ptyproc.fileobj.close()
        child.closed, child.child_fd, child.ptyproc.closed, child.ptyproc.fd = True, -1, True, -1
        until = time.monotonic() + _PATIENCE
        while child.isalive():
            assert time.monotonic() < until, "it never ended"
            time.sleep(0.05)
        return -child.signalstatus if child.signalstatus else child.exitstatus

    def finish(self) -> int:
        """Read to the end; give the exit status."""
        until = time.monotonic() + _PATIENCE
        while self.child.isalive() and time.monotonic() < until:
            self._read()
        self.child.close()
        return -1 if self.child.exitstatus is None else self.child.exitstatus

    @property
    def colours(self) -> set[str]:
        """Every code that sets a colour which is not the terminal's own."""
        codes = {code for found in re.findall(r"\x1b\[([0-9;]*)m", self.raw) for code in found.split(";")}
        return {code for code in codes if re.fullmatch("[34][0-8]|9[0-7]|10[0-7]", code)}

    def _read(self, seconds: float = 1.0) -> bool:
        try:
            text = self.child.read_nonblocking(1 << 16, seconds)
        except pexpect.TIMEOUT:
            return seconds >= 1.0
        except pexpect.EOF:
            return False
        self.raw += text
        self._stream.feed(text)
        return True
