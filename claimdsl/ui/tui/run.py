"""Play a game on the full screen of the terminal."""

from __future__ import annotations

import sys

from claimdsl.ui.table import Table
from claimdsl.ui.text import Page
from claimdsl.ui.tui.app import TableApp
from claimdsl.ui.tui.frame import Frame


def play_on_screen(table: Table, page: Page, *, only_ascii: bool) -> bool:
    """Play on; say whether the game came to its end, and leave that on the page."""
    app = TableApp(table, only_ascii=only_ascii)
    show(app)
    if app.failure is not None:
        raise app.failure
    for text, style in app.ending:
        page.say(text, style)
    return table.is_over


def show(app: Frame) -> None:
    """Run a full screen, and say afterwards what was printed meanwhile."""
    app.run()
    for text in app.printed:
        sys.stderr.write(f"{text}\n")
    if app.is_interrupted:
        raise KeyboardInterrupt
