"""Whole games on the full screen, by keys, with line-ups and numbers of players of all sorts."""

from __future__ import annotations

import pytest
from textual.events import Key
from textual.pilot import Pilot

from claimdsl.engine.chance import Rng
from claimdsl.pipeline import load_with_drawn_factions
from claimdsl.ui.table import HUMAN, Table
from claimdsl.ui.tui.app import TableApp
from claimdsl.ui.tui.pages import PageScreen
from tests.test_table import match_of
from tests.test_tui import on_screen, shown

_KEYS = ("right", "left", "down", "up", "escape", "x", "backspace", "home", "tab")
_PAGES = ("?", "w", "l", "s", "t")
SIZES = ((80, 24), (60, 24), (160, 45), (40, 12))


@pytest.mark.parametrize("seed", range(10))
def test_a_game_comes_to_its_end_whoever_plays(seed: int) -> None:
    rng, players = Rng(seed), 2 + seed % 3
    ruleset, _, factions = load_with_drawn_factions("base", (), players, rng.child(1))
    seats = [HUMAN, *["random"] * (players - 1)]
    table = Table(match_of(ruleset.game(players, factions), seats, seed), seats)
    app = TableApp(table)

    async def settled(pilot: Pilot[None]) -> None:
        await pilot.pause()
        while app.is_busy and app.is_running:
            await pilot.pause(0.002)

    async def play(pilot: Pilot[None]) -> None:
        while table.is_waiting:
            number = 1 + rng.below(len(table.state.legal_actions))
            keys = [] if rng.below(3) else [_KEYS[rng.below(len(_KEYS))]]
            if not rng.below(9):
                keys += ["escape", _PAGES[rng.below(len(_PAGES))], "escape"]
            for key in (*keys, "escape", *str(number), "enter"):
                app.post_message(Key(key, key if len(key) == 1 else None))
            await settled(pilot)
            if isinstance(app.screen, PageScreen) and table.is_waiting:
                app.post_message(Key("escape", None))
                await settled(pilot)
        assert isinstance(app.screen, PageScreen) and shown(app).strip()

    on_screen(app, play, SIZES[seed % len(SIZES)])
    assert table.is_over and app.ending
