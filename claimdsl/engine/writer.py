"""Writing the printed program: blocks of Python lines.  A block is a function `(v, t)` that returns the next block.

A game stops at a decision by returning -1; it goes on at the block that the frame names.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

STOP = "return -1"


class Writer:
    """Gathers lines into numbered blocks, and whole functions beside them."""

    def __init__(self) -> None:
        self._blocks: list[list[str]] = []
        self._functions: list[str] = []
        self._lines: list[str] = []
        self._depth = 1

    def block(self) -> int:
        """Make a new, empty block."""
        self._blocks.append([])
        return len(self._blocks) - 1

    def start(self, block: int) -> None:
        """Write into a block from now on."""
        self._lines = self._blocks[block]
        self._depth = 1

    def line(self, text: str) -> None:
        """Write a line."""
        self._lines.append("    " * self._depth + text)

    def goto(self, block: int) -> None:
        """Go on at a block."""
        self.line(f"return {block}")

    @contextmanager
    def under(self, header: str) -> Iterator[None]:
        """Write a header and indent what follows; an empty body gets a `pass`."""
        self.line(header)
        self._depth += 1
        before = len(self._lines)
        yield
        if len(self._lines) == before:
            self.line("pass")
        self._depth -= 1

    @contextmanager
    def function(self, header: str) -> Iterator[None]:
        """Write a function beside the blocks."""
        kept = self._lines, self._depth
        self._lines, self._depth = [header], 1
        yield
        self._functions.append("\n".join(self._lines))
        self._lines, self._depth = kept

    def text(self) -> str:
        """Give the whole program."""
        parts = list(self._functions)
        for number, lines in enumerate(self._blocks):
            parts.append("\n".join([f"def b{number}(v, t):", *(lines or ["    return -1"])]))
        names = ", ".join(f"b{number}" for number in range(len(self._blocks)))
        return "\n\n".join([*parts, f"BLOCKS = ({names},)", ""])
