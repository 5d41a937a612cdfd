"""Writing the printed program: blocks of Python lines.  A block is a function `(v, t)` that returns the next block.

A game stops at a decision by returning -1; it goes on at the block that the frame names.  A block that is come to from
one place only is written there; one that ends by going back to its own beginning is a loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

STOP = "return -1"
_RETURN = "    return "


class Writer:
    """Gathers lines into numbered blocks, and whole functions beside them."""

    def __init__(self) -> None:
        self._blocks: list[list[str]] = []
        self._entries: list[int] = []
        self._functions: list[str] = []
        self._lines: list[str] = []
        self._depth = 1

    def block(self) -> int:
        """Make a new, empty block; the first is where a game begins."""
        self._blocks.append([])
        self._entries.append(0 if len(self._blocks) > 1 else 2)
        return len(self._blocks) - 1

    def keep(self, block: int) -> None:
        """Say that frames may name a block."""
        self._entries[block] += 2

    def start(self, block: int) -> None:
        """Write into a block from now on."""
        self._lines = self._blocks[block]
        self._depth = 1

    def line(self, text: str) -> None:
        """Write a line."""
        self._lines.append("    " * self._depth + text)

    def goto(self, block: int) -> None:
        """Go on at a block."""
        self._entries[block] += 1
        self.line(f"return {block}")

    def fork(self, condition: str, block: int, other: int) -> None:
        """Go on at a block where a condition holds, else at another."""
        for each in (block, other):
            self._entries[each] += 2
        self.line(f"return {block} if {condition} else {other}")

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
        alone = {following for number in range(len(self._blocks)) if (following := self._following(number)) is not None}
        parts = list(self._functions)
        for number in range(len(self._blocks)):
            if number not in alone:
                parts.append("\n".join([f"def b{number}(v, t):", *_looped(number, self._joined(number))]))
        names = ", ".join("None" if number in alone else f"b{number}" for number in range(len(self._blocks)))
        return "\n\n".join([*parts, f"BLOCKS = ({names},)", ""])

    def _following(self, number: int) -> int | None:
        """Give the block that a block ends by going to, where nothing else does."""
        last = self._blocks[number][-1] if self._blocks[number] else ""
        target = last.removeprefix(_RETURN)
        alone = last.startswith(_RETURN) and target.isdigit() and self._entries[int(target)] == 1
        return int(target) if alone else None

    def _joined(self, number: int) -> list[str]:
        """Give the lines of a block with those of all that follow it alone."""
        lines = self._blocks[number] or [f"    {STOP}"]
        following = self._following(number)
        return lines if following is None else lines[:-1] + self._joined(following)


def _looped(number: int, lines: list[str]) -> list[str]:
    """Make a loop of a block that ends by going back to its own beginning, or else to another block."""
    last, back = lines[-1], f" else {number}"
    other, forked, condition = last.removeprefix(_RETURN).removesuffix(back).partition(" if ")
    if not (last.startswith(_RETURN) and last.endswith(back) and forked and other.isdigit()):
        return lines
    body = [f"    {line}" for line in lines[:-1]]
    return ["    while True:", *body, f"        if {condition}:", f"            return {other}"]
