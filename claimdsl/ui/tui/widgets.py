"""A panel of a full screen: a title, and rows made anew for whatever width there is, of pieces that can be pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from claimdsl.ui.text import width_of
from claimdsl.ui.tui.rows import Piece, Row, cut, row, width
from claimdsl.ui.tui.styles import PAINT

Make = Callable[[int], Iterable[Row]]
_NATURAL = 48
"""The width for which a panel is made that takes as much as it needs."""


class Pressed(Message):
    """A piece was pressed that says something."""

    def __init__(self, says: str) -> None:
        self.says = says
        super().__init__()


class Panel(Widget):
    """Rows below a title."""

    def __init__(self, name: str, line: str = "") -> None:
        """Make an empty panel.  `line`: what the rule beside the title is drawn with; without it there is no title."""
        super().__init__(id=name)
        self._line = line
        self._title = ""
        self._make: Make = lambda columns: ()

    def fill(self, make: Make, title: str = "") -> None:
        """Show other rows."""
        self._make, self._title = make, title
        self.refresh(layout=True)

    def rows(self, columns: int) -> Sequence[Row]:
        """Give the rows at a width."""
        rows = [cut(one, columns) for one in self._make(columns)]
        return [self._head(columns), *rows] if self._line else rows

    def _head(self, columns: int) -> Row:
        title = cut(row(Piece(self._title, "title")), columns - 4)
        used = width(title)
        return row(self._line * 2, " ", title, " ", self._line * max(0, columns - used - 4))

    def render(self) -> Content:
        """Paint the rows."""
        return Content("\n").join(map(painted, self.rows(self.content_size.width)))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Say how wide the rows are by themselves."""
        most = min(_NATURAL, container.width // 2)
        rows = list(self._make(most))
        return min(most, max([*map(width, rows), width_of(self._title) + 5], default=0))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Say how many rows there are."""
        return len(self.rows(width))

    def on_click(self, event: Click) -> None:
        """Find the piece that was pressed."""
        offset = event.get_content_offset(self)
        rows = self.rows(self.content_size.width)
        if offset is None or offset.y >= len(rows):
            return
        left = offset.x
        for piece in rows[offset.y]:
            if left < width_of(piece.text):
                if piece.says:
                    self.post_message(Pressed(piece.says))
                return
            left -= width_of(piece.text)


def painted(pieces: Row) -> Content:
    """Turn a row into what is shown."""
    return Content.assemble(*((piece.text, PAINT[piece.style]) for piece in pieces))
