"""A panel of a full screen: a title, and rows made anew for whatever width there is, of pieces that can be pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from claimdsl.ui.text import width_of
from claimdsl.ui.tui.rows import Piece, Row, ascii_alone, cut, row, width
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

    def __init__(self, name: str, line: str = "", *, only_ascii: bool = False) -> None:
        """Make an empty panel.  `line`: what the rule beside the title is drawn with; without it there is no title."""
        super().__init__(id=name)
        self._line = line
        self._only_ascii = only_ascii
        self._title = ""
        self._make: Make = lambda columns: ()
        self._made: dict[tuple[int, Size], Sequence[Row]] = {}

    def fill(self, make: Make, title: str = "") -> None:
        """Show other rows."""
        self._make, self._title, self._made = make, title, {}
        self.refresh(layout=True)

    def renew(self) -> None:
        """Make the rows again."""
        self.fill(self._make, self._title)

    def rows(self, columns: int) -> Sequence[Row]:
        """Give the rows at a width."""
        key = columns, self.app.size
        if key not in self._made:
            self._made = {key: self._rows(columns)}
        return self._made[key]

    def _rows(self, columns: int) -> Sequence[Row]:
        rows = [*self._make(columns)]
        if self._only_ascii:
            rows = [ascii_alone(one) for one in rows]
        rows = [cut(one, columns) for one in rows]
        return [self._head(columns), *rows] if self._line else rows

    def _head(self, columns: int) -> Row:
        title = row(Piece(self._title, "title"))
        title = cut(ascii_alone(title) if self._only_ascii else title, columns - 4)
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
