"""Cut YAML text into pieces: the scalars of its tree, and between them signs and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from claimdsl.diagnostics.source import Source
from claimdsl.frontend.roles import scalars
from claimdsl.frontend.tree import Node, Scalar
from claimdsl.frozen import Frozen

LINE_END = re.compile(r"\r\n|\n|\r")
_BETWEEN = re.compile(r" +|\r\n|\n|\r|(?P<piece>---|\.\.\.|#[^\r\n]*|[{}\[\],:-])|(?P<odd>.)")


class OddError(Exception):
    """What stands at an offset is YAML, but nothing that is cut into pieces, such as `? key`."""

    def __init__(self, offset: int) -> None:
        super().__init__(offset)
        self.offset = offset


class Piece(Frozen):
    """A scalar, a sign or a comment.  `first` says that nothing but blanks stands before it on its line.

    Unit: offsets and columns in code points from 0, ends exclusive; `column` is that of the start.
    """

    text: str
    start: int
    end: int
    column: int
    first: bool
    scalar: Scalar | None = None

    @property
    def is_comment(self) -> bool:
        """Say whether it is a comment."""
        return self.scalar is None and self.text.startswith("#")


def cut(source: Source, root: Node) -> tuple[Piece, ...]:
    """Give the pieces of a text in their order; a scalar of which nothing is written is none.

    Raises: OddError where something else stands between the scalars.
    """
    at = 0
    found: list[Piece] = []
    for scalar in scalars(root):
        start, end = scalar.span.start, scalar.span.end
        if end > start:
            found += _between(source, at, start)
            found.append(_piece(source, start, end, scalar))
            at = end
    return (*found, *_between(source, at, len(source.text)))


def _between(source: Source, start: int, end: int) -> Iterator[Piece]:
    for match in _BETWEEN.finditer(source.text, start, end):
        if match["odd"]:
            raise OddError(match.start())
        if match["piece"]:
            yield _piece(source, match.start(), match.start() + len(match["piece"].rstrip(" ")), None)


def _piece(source: Source, start: int, end: int, scalar: Scalar | None) -> Piece:
    column = source.position(start).column - 1
    first = not source.text[start - column : start].strip(" ")
    return Piece(source.text[start:end], start, end, column, first, scalar)
