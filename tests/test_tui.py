"""The full screen by its keys and its mouse: the same game as in plain lines, all of it in 80 columns and 24 rows."""

from __future__ import annotations

import asyncio
import io
import threading
import time
from collections.abc import Callable, Coroutine, Sequence

import pytest
from textual.events import Key, Paste
from textual.pilot import Pilot

from claimdsl import load_ruleset
from claimdsl.ai.think import Budget, think
from claimdsl.ai.thought import Thought
from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.play.json_text import Json
from claimdsl.play.match import Agent, Match, View
from claimdsl.ui.lines import Lines
from claimdsl.ui.messages import Message
from claimdsl.ui.messages_json import as_json
from claimdsl.ui.names import Names
from claimdsl.ui.story import after_the_deal
from claimdsl.ui.table import HUMAN, Table
from claimdsl.ui.text import Page
from claimdsl.ui.tui.app import TableApp
from claimdsl.ui.tui.frame import Frame
from claimdsl.ui.tui.pages import HandOverScreen, PageScreen
from claimdsl.ui.tui.viewer import ViewerApp
from claimdsl.ui.tui.widgets import Panel
from claimdsl.ui.viewer import Viewer
from claimdsl.ui.words import Words
from tests.test_table import ALONE, SpiedPlain, match_of, script, table_of

Play = Callable[[Pilot[None]], Coroutine[None, None, None]]


class SpiedScreen(TableApp):
    seen: list[dict[str, Json]]

    def show(self, message: Message) -> None:
        self.seen.append(as_json(message))
        super().show(message)


def on_screen(app: Frame, play: Play, size: tuple[int, int] = (80, 24)) -> None:
    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await play(pilot)

    asyncio.run(run())
    if app.failure is not None:
        raise app.failure


async def settled(pilot: Pilot[None]) -> None:
    """Wait until the table waits."""
    app = pilot.app
    await pilot.pause()
    while isinstance(app, TableApp) and app.is_busy and app.is_running:
        await pilot.pause(0.01)
    await pilot.pause(0.03)


async def typed(pilot: Pilot[None], text: str) -> None:
    """Put a line in, as pasted, and press Enter."""
    pilot.app.post_message(Paste(text))
    await pressed(pilot, "enter")


async def pressed(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await settled(pilot)


async def past_pages(pilot: Pilot[None]) -> None:
    """Close what covers the table."""
    while isinstance(pilot.app.screen, PageScreen | HandOverScreen):
        await pressed(pilot, "enter")


def shown(app: Frame) -> str:
    """Read the screen."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


def viewer_of(table: Table, seat: int | None = None) -> ViewerApp:
    names = Names.of(("a", "b"), seat, Words.of(table.state.game))
    start = after_the_deal(table.states[0])
    return ViewerApp(Viewer(table.states, names, start), names, start, only_ascii=False)


def finished() -> Table:
    table = table_of(("greedy", "random"))
    list(table.advance())
    return table


# --- the same game ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "seats"), [("base", ALONE), ("base", (HUMAN, HUMAN))])
def test_the_screen_passes_the_same_script_as_plain_lines(ruleset: str, seats: Sequence[str]) -> None:
    lines = [line for number, line in enumerate(script(ruleset, seats)) if number % 2 or not number % 10]
    game = load_ruleset(ruleset).game(len(seats))
    given = Lines(io.BytesIO("\n".join(lines).encode()))
    plain = SpiedPlain(Table(match_of(game, seats), seats), Page(io.StringIO(), width=80), given)
    app = SpiedScreen(Table(match_of(game, seats), seats))
    plain.seen, app.seen = [], []
    assert plain.run()

    async def play(pilot: Pilot[None]) -> None:
        for line in lines:
            await past_pages(pilot)
            await typed(pilot, line)

    on_screen(app, play)
    assert app.seen == plain.seen
    assert app.seen[-1]["type"] == "result" and app.ending


# --- keys and mouse --------------------------------------------------------------------------------------------------


def test_a_card_is_played_by_number_name_arrows_and_mouse() -> None:
    table = table_of(practice=True)
    app = TableApp(table)

    async def play(pilot: Pilot[None]) -> None:
        for keys in (("3", "enter"), ("d", "o", "9", "enter"), ("right", "right", "enter"), ("down", "enter")):
            await pressed(pilot, *keys)
            made = [str(action) for state, action in zip(table.states, table.state.history, strict=False)
                    if state.seat == 0]
            moves.append(made[-1])
            await pressed(pilot, "u", "enter")
            assert not table.state.history
        row = next(n for n, line in enumerate(shown(app).split("\n")) if line.startswith("Kn knights"))
        assert await pilot.click(offset=(shown(app).split("\n")[row].index("2 ["), row))
        await settled(pilot)
        moves.append(str(table.state.history[0]))
        lines = shown(app).split("\n")
        row = next(n for n, line in enumerate(lines) if line.startswith("? help"))
        assert await pilot.click(offset=(lines[row].index("scores"), row))
        assert isinstance(app.screen, PageScreen)

    moves: list[str] = []
    on_screen(app, play)
    first = table.states[0].legal_actions
    assert moves == [str(first[2]), "play doppelgangers:9", str(first[11]), str(first[10]), "play knights:2"]


def test_what_is_typed_is_told_before_enter() -> None:
    app = TableApp(table_of())

    async def play(pilot: Pilot[None]) -> None:
        await pressed(pilot, "k", "n")
        assert "Your card? kn_  Enter: play knights 2" in shown(app)
        await pressed(pilot, "backspace", "backspace", "u")
        assert "Enter: undo" in shown(app)
        await pressed(pilot, "enter")
        assert "You have made no move yet." in shown(app)
        await pressed(pilot, "escape", "9", "9")
        assert "there is no number 99" in shown(app)
        await pressed(pilot, "enter")
        assert "There is no number 99" in shown(app)

    on_screen(app, play)


def test_keys_open_pages() -> None:
    table = table_of()
    app = TableApp(table)

    async def play(pilot: Pilot[None]) -> None:
        await typed(pilot, "1")
        for key, told in (
            ("w", "class 1 by the table's rule rank"), ("l", "== recruit =="), ("t", "Trick 1."), ("s", "nobody has a"),
            ("?", "clearly begun"),
        ):
            await pressed(pilot, key)
            assert isinstance(app.screen, PageScreen) and told in shown(app), key
            await pressed(pilot, "escape")
            assert not isinstance(app.screen, PageScreen)
        await pressed(pilot, "?")
        for faction in table.state.game.factions:
            assert f"{faction} (" in shown(app)

    on_screen(app, play)


def test_a_hint_is_told_above_the_question() -> None:
    app = TableApp(table_of())

    async def play(pilot: Pilot[None]) -> None:
        await pressed(pilot, "h")
        assert "Consider: play " in shown(app) and "Your card?" in shown(app)

    on_screen(app, play)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+d"])
def test_leaving_keeps_the_game_unfinished(key: str) -> None:
    table = table_of()
    app = TableApp(table)

    async def play(pilot: Pilot[None]) -> None:
        await typed(pilot, "1")
        await pilot.press(key)

    on_screen(app, play)
    assert not table.is_over and table.state.history
    assert app.is_interrupted == (key == "ctrl+c")


class Slow:
    """Thinks until nobody waits for it any more, or until it is let go."""

    def __init__(self) -> None:
        self.begun, self.go = threading.Event(), threading.Event()

    def choose(self, view: View, rng: Rng) -> Action:
        self.begun.set()
        while not view.stop() and not self.go.wait(0.005):
            pass
        return view.actions[0]


def against(agent: Agent) -> tuple[Table, TableApp]:
    match = Match(load_ruleset("base").game(2).deal(5, follow=True), (None, agent), 5)
    table = Table(match, (HUMAN, "slow"))
    return table, TableApp(table)


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_who_thinks_stops_when_the_game_is_left_and_makes_no_move(key: str) -> None:
    agent = Slow()
    table, app = against(agent)

    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("1", "enter")
        while not agent.begun.is_set():
            await pilot.pause(0.01)
        await pilot.press(key)

    on_screen(app, play)  # whose end waits for every thread
    assert [state.seat for state in table.states] == [0, 1] and app.failure is None


def test_a_hint_stops_when_the_game_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def endless(view: View, rng: Rng, budget: Budget, stop: Callable[[], bool]) -> Thought:
        begun.set()
        while not stop():
            time.sleep(0.005)
        return think(view, rng, Budget(8))

    monkeypatch.setattr("claimdsl.ai.hints.think", endless)
    app = TableApp(table_of())

    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("h")
        while not begun.is_set():
            await pilot.pause(0.01)
        await pilot.press("q")

    on_screen(app, play)


def test_an_answer_that_comes_while_others_think_stays() -> None:
    agent = Slow()
    table, app = against(agent)

    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("1", "enter")
        while not agent.begun.is_set():
            await pilot.pause(0.01)
        await pilot.press("w", "backspace", "1", "enter")
        await pilot.pause(0.03)
        assert "Slow is thinking ... 1_  stays until you are asked" in shown(app)
        agent.go.set()
        await settled(pilot)
        assert "Your card? 1_  Enter: play" in shown(app)
        made = len(table.states)
        await pressed(pilot, "enter")
        assert len(table.states) > made

    on_screen(app, play)


def test_a_failure_closes_the_screen_and_is_told() -> None:
    class Broken(TableApp):
        def moved(self, key: str) -> None:
            raise RuntimeError("broken on purpose")

    app = Broken(table_of())

    async def play(pilot: Pilot[None]) -> None:
        app.post_message(Key("left", None))
        while app.is_running:
            await asyncio.sleep(0.01)

    with pytest.raises(RuntimeError, match="broken on purpose"):
        on_screen(app, play)
    assert not app.is_running


def test_many_keys_at_once_are_shown_once() -> None:
    shows: list[str] = []

    class Counted(TableApp):
        def changed(self) -> None:
            shows.append(self.entry)
            super().changed()

    async def play(pilot: Pilot[None]) -> None:
        shows.clear()
        for _ in range(5000):
            app.post_message(Key("x", "x"))
        await pilot.pause()
        await settled(pilot)
        assert len(app.entry) == 201 and len(shows) < 50, len(shows)

    app = Counted(table_of())
    on_screen(app, play)


# --- what is shown ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (60, 24), (160, 45)])
@pytest.mark.parametrize("seats", [ALONE, (HUMAN, "greedy", "random", "random")])
def test_all_of_the_game_fits(size: tuple[int, int], seats: Sequence[str]) -> None:
    table = table_of(seats)
    app = TableApp(table)

    async def play(pilot: Pilot[None]) -> None:
        for _ in range(3):
            await typed(pilot, "1")
        for panel in app.query(Panel):
            if panel.display and panel.id not in ("last", "tale", "status"):
                region = panel.region
                assert region.height and region.bottom <= size[1] and region.right <= size[0], panel.id
        view = table.view(0)
        text = shown(app)
        for faction in table.state.game.factions:
            assert f"{table.badges[faction]} {faction}"[:8] in text
        for rule in view.powers:
            assert f"{table.badges[rule.faction]} {rule.power}" in text
        assert "quit" in text and "Story" in text and "Prize" in text and "stock (" in text
        story = app.query_one("#scroll")
        assert story.region.height >= 2

    on_screen(app, play, size)


def test_a_terminal_may_change_its_size() -> None:
    app = TableApp(table_of())

    async def play(pilot: Pilot[None]) -> None:
        for size in ((160, 45), (60, 24), (30, 8), (20, 5), (80, 24)):
            await pilot.resize_terminal(*size)
            await typed(pilot, "1")
            assert "Your card?" in shown(app) and "Un undead" in shown(app)
        assert "Goblins" in shown(app) or "goblins" in shown(app)

    on_screen(app, play)


def test_powers_are_marked_that_have_just_acted() -> None:
    table = table_of(("random", HUMAN))
    app = TableApp(table)

    async def play(pilot: Pilot[None]) -> None:
        while "haunt]" not in "".join(line for line, _ in app._story) and not table.is_over:
            await typed(pilot, "1")
        assert "*Un haunt*" in shown(app)

    on_screen(app, play)


def test_nothing_of_one_hand_is_seen_while_the_seat_changes_hands() -> None:
    table = table_of((HUMAN, HUMAN))
    app = TableApp(table)

    async def play(pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, HandOverScreen)
        await pressed(pilot, "enter")
        for _ in range(4):
            seat = table.state.seat
            while table.state.seat == seat:
                await typed(pilot, "1")
            assert isinstance(app.screen, HandOverScreen)
            assert not any(faction in shown(app) for faction in table.state.game.factions)
            await pressed(pilot, "enter")
            assert f"human {1 - table.state.seat}" in shown(app)

    on_screen(app, play)


def test_a_choice_that_is_no_card_is_offered_beside_the_hand() -> None:
    table = table_of((HUMAN, HUMAN), "claim2")
    app = TableApp(table)

    async def play(pilot: Pilot[None]) -> None:
        await past_pages(pilot)
        while table.state.legal_actions[0].verb == "play":
            await typed(pilot, "1")
            await past_pages(pilot)
        assert "[1]" in shown(app) and table.prompt in shown(app)
        await pressed(pilot, "down", "enter")
        assert table.state.history[-1].verb != "play"

    on_screen(app, play)


def test_only_ascii_where_that_is_wished() -> None:
    match = match_of(load_ruleset("base").game(2), ALONE)
    app = TableApp(Table(match, ALONE, "ja", only_ascii=True), only_ascii=True)

    async def play(pilot: Pilot[None]) -> None:
        await typed(pilot, "1")
        assert shown(app).isascii()
        await pressed(pilot, "?")
        assert shown(app).isascii()

    on_screen(app, play)


def test_wide_letters_line_up() -> None:
    match = match_of(load_ruleset("base").game(2), ALONE)
    app = TableApp(Table(match, ALONE, "ja"))

    async def play(pilot: Pilot[None]) -> None:
        await typed(pilot, "1")
        strips = app.screen._compositor.render_strips()
        assert {strip.cell_length for strip in strips} == {80}
        assert "ドッペルゲンガー" in shown(app)

    on_screen(app, play)


@pytest.mark.parametrize("keys", ["xq", "qq"])
def test_keys_that_come_after_a_page_was_closed_are_for_the_table(keys: str) -> None:
    app = TableApp(table_of())

    async def play(pilot: Pilot[None]) -> None:
        await pressed(pilot, "?")
        for key in keys:
            app.post_message(Key(key, key))
        while app.is_running and not left:
            await pilot.pause(0.01)

    left: list[bool] = []
    app.leave = lambda: left.append(True)  # type: ignore[method-assign]
    on_screen(app, play)
    assert left


def test_keys_that_wait_for_a_page_close_it_once() -> None:
    app = TableApp(table_of())

    async def play(pilot: Pilot[None]) -> None:
        await pressed(pilot, "?")
        page = app.screen
        assert isinstance(page, PageScreen)
        for key in "xyz":
            page.post_message(Key(key, key))
        await settled(pilot)
        assert "Your card? yz_" in shown(app)

    on_screen(app, play)


def test_someone_who_looks_on_sees_every_hand() -> None:
    table = table_of(("greedy", "random"))
    app = TableApp(table)

    async def play(pilot: Pilot[None]) -> None:
        assert isinstance(app.screen, PageScreen) and "wins" in shown(app)
        await past_pages(pilot)
        assert "Hands" in shown(app) and "The game is over" in shown(app)
        for key in ("s", "l", "t", "w"):
            await pressed(pilot, key)
            assert isinstance(app.screen, PageScreen), key
            await pressed(pilot, "escape")
        await pressed(pilot, "h", "u")
        await pressed(pilot, "enter")

    on_screen(app, play)
    assert table.is_over and not app.is_running


# --- recorded games --------------------------------------------------------------------------------------------------


def test_a_recorded_game_is_looked_through() -> None:
    app = viewer_of(finished())

    async def play(pilot: Pilot[None]) -> None:
        for keys, told in (
            ((), "Move 0 of 52"), (("enter",), "Move 1 of 52"), (("right", "n"), "Move 3 of 52"),
            (("left",), "Move 2 of 52"), (("t",), "Move 4 of 52"), (("3", "0", "enter"), "Move 30 of 52"),
            (("9", "9", "enter"), "There are moves from 0 to 52"), (("end",), "Move 52 of 52"), (("n",), "no further"),
            (("home",), "Move 0 of 52"),
        ):
            await pressed(pilot, *keys)
            assert told in shown(app), keys
        for key, told in (("w", "No trick is finished yet"), ("?", "\nback          go back by one move")):
            await pressed(pilot, key)
            assert told in shown(app)
            await pressed(pilot, "escape")
        await pressed(pilot, "p", "1", "enter")

    on_screen(app, play)
    assert app._viewer.seat == 1


def test_a_recorded_game_is_seen_from_a_seat() -> None:
    table = finished()

    async def play(pilot: Pilot[None]) -> None:
        await pressed(pilot, "t")
        told = " ".join(shown(app).split())
        assert " b (12) " in told and " a (12) " not in told and "An unseen card goes to b" in told

    app = viewer_of(table, 0)
    on_screen(app, play)
