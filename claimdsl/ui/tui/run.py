"""Play a game, or look through one, on the full screen of the terminal."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from claimdsl.signals import ENDING
from claimdsl.ui.names import Names
from claimdsl.ui.table import Table
from claimdsl.ui.text import Page
from claimdsl.ui.tui.app import TableApp
from claimdsl.ui.tui.frame import Frame
from claimdsl.ui.tui.viewer import ViewerApp
from claimdsl.ui.viewer import Viewer


def play_on_screen(table: Table, page: Page, *, only_ascii: bool) -> bool:
    """Play on; say whether the game came to its end, and leave that on the page."""
    app = TableApp(table, only_ascii=only_ascii)
    show(app)
    for text, style in app.ending:
        page.say(text, style)
    return table.is_over


def look_on_screen(viewer: Viewer, names: Names, start: int, *, only_ascii: bool) -> None:
    """Look through a game; the viewer says what is wished next."""
    show(ViewerApp(viewer, names, start, only_ascii=only_ascii))


def show(app: Frame) -> None:
    """Run a full screen, and say afterwards what was printed meanwhile."""
    with _as_screens_end():
        asyncio.run(_run(app))
    for text in app.printed:
        sys.stderr.write(f"{text}\n")
    if app.is_ended:
        signal.raise_signal(signal.SIGTERM)
    if app.failure is not None:
        raise app.failure
    if app.is_interrupted:
        raise KeyboardInterrupt


@contextmanager
def _as_screens_end() -> Iterator[None]:
    """End at once when the terminal is closed: Textual would wait forever to give it back; let signals be as before."""
    before = {number: signal.getsignal(number) for number in ENDING}
    for number, handler in before.items():
        if number != signal.SIGTERM and handler is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def _run(app: Frame) -> None:
    """Run a full screen; a program that is ended from outside gives the terminal back first."""
    with suppress(NotImplementedError):  # where the system has no such signals
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, app.end)
    await app.run_async()
