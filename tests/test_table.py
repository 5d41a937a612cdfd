"""One table, several front ends: one script, the same messages; what is hidden stays so, and undo gives none of it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from claimdsl import load_ruleset
from claimdsl.ai.agent import AGENTS
from claimdsl.diagnostics.report import Report
from claimdsl.engine.action import Action
from claimdsl.engine.events import HIDDEN
from claimdsl.engine.game import Game
from claimdsl.engine.ruleset import Ruleset
from claimdsl.pipeline import check_text
from claimdsl.play.json_text import Json
from claimdsl.play.match import Match
from claimdsl.ui.json_table import JsonTable
from claimdsl.ui.lines import Lines
from claimdsl.ui.messages import (
    Ended,
    HandOver,
    Hint,
    Legal,
    Log,
    Message,
    Move,
    Refusal,
    Stopped,
    Told,
    Undone,
    View,
)
from claimdsl.ui.messages_json import as_json
from claimdsl.ui.plain import PlainTable
from claimdsl.ui.present import why_so_far
from claimdsl.ui.table import HUMAN, Table
from claimdsl.ui.text import Page

Kind = TypeVar("Kind", bound=Message)
ALONE = (HUMAN, "greedy")


def match_of(game: Game, seats: Sequence[str], seed: int = 5) -> Match:
    agents = [None if seat == HUMAN else AGENTS[seat]() for seat in seats]
    return Match(game.deal(seed, follow=True), agents, seed)


def table_of(
    seats: Sequence[str] = ALONE, ruleset: str = "base", seed: int = 5, *, practice: bool = False, auto: bool = False,
) -> Table:
    match = match_of(load_ruleset(ruleset).game(len(seats)), seats, seed)
    return Table(match, seats, practice=practice, auto=auto)


def only(kind: type[Kind], messages: Sequence[Message]) -> list[Kind]:
    return [message for message in messages if isinstance(message, kind)]


def to_the_end(table: Table, place: int = 0) -> Iterator[Message]:
    """Take the first legal action, or another one, each time."""
    yield from table.advance()
    while table.is_waiting:
        actions = table.state.legal_actions
        yield from table.answer(actions[place % len(actions)])


def last_phase(table: Table) -> None:
    list(table.advance())
    while table.state.phase != "collect":
        list(table.answer(table.state.legal_actions[0]))


# --- front ends ------------------------------------------------------------------------------------------------------


class SpiedPlain(PlainTable):
    seen: list[dict[str, Json]]

    def show(self, message: Message) -> None:
        self.seen.append(as_json(message))
        super().show(message)


class SpiedJson(JsonTable):
    seen: list[dict[str, Json]]

    def show(self, message: Message) -> None:
        self.seen.append(as_json(message))
        super().show(message)


def script(ruleset: str, seats: Sequence[str]) -> list[str]:
    """Write down a whole game with questions in between."""
    table = table_of(seats, ruleset)
    list(table.advance())
    lines: list[str] = []
    while table.is_waiting:
        word = ("hand", "last", "why", "score", "log", "undo", "rules", "help", "factions")[len(lines) % 9]
        list(table.answer(word))
        move = str(table.state.legal_actions[-1])
        lines += [word, move]
        list(table.answer(Action.parse(move)))
    return lines


@pytest.mark.parametrize(("ruleset", "seats"), [
    ("base", ALONE), ("claim2", ("greedy", HUMAN, "random")), ("base", (HUMAN, HUMAN)), ("german-whist", ALONE),
])
def test_front_ends_pass_the_same_scripted_game(ruleset: str, seats: Sequence[str]) -> None:
    typed = "\n".join(script(ruleset, seats)).encode()
    game = load_ruleset(ruleset).game(len(seats))
    plain = SpiedPlain(Table(match_of(game, seats), seats), Page(io.StringIO(), width=80), Lines(io.BytesIO(typed)))
    spoken = SpiedJson(Table(match_of(game, seats), seats), Page(io.StringIO()), Lines(io.BytesIO(typed)))
    plain.seen, spoken.seen = [], []
    assert plain.run() and spoken.run()
    told = [message for message in plain.seen if message["type"] == "log"]
    opening = len(told) - sum(message["type"] == "log" for message in spoken.seen)
    assert 2 <= opening <= 4
    assert plain.seen[opening:] == spoken.seen
    assert spoken.seen[-1]["type"] == "result"


# --- what is told ----------------------------------------------------------------------------------------------------


def test_a_view_comes_before_each_question_and_an_end_last() -> None:
    messages = list(to_the_end(table_of()))
    views, legal = only(View, messages), only(Legal, messages)
    assert len(views) == len(legal) == len([move for move in only(Move, messages) if move.seat == 0])
    assert isinstance(messages[-1], Ended)
    assert [rule.power for rule in views[0].powers] == ["charge", "haunt", "mimic"]
    assert [rule.power for rule in views[-1].powers] == ["charge", "dig", "mimic"]
    assert views[0].last is None and views[-1].last is not None and not views[-1].last.piles


def test_moves_are_told_as_the_seat_saw_them() -> None:
    table = table_of(("greedy", HUMAN))
    moves = [str(move.action) for move in only(Move, list(to_the_end(table)))]
    made = table.state.history
    assert len(moves) == len(made)
    seen = [(told, str(action)) for told, action in zip(moves, made, strict=True) if told != str(action)]
    assert all(told.endswith(HIDDEN) for told, _ in seen)


def test_people_at_one_screen_are_handed_over_before_anything_is_told() -> None:
    reader = 0
    for message in to_the_end(table_of((HUMAN, HUMAN))):
        match message:
            case HandOver():
                reader = message.seat
            case View() | Legal():
                assert message.seat == reader
            case _:
                pass


def test_forced_moves_are_made_where_that_is_wished() -> None:
    table = table_of(auto=True)
    for message in to_the_end(table):
        if isinstance(message, Legal):
            assert len(message.actions) > 1
    assert table.is_over


def test_words_are_answered_and_the_question_stands() -> None:
    table = table_of()
    list(table.advance())
    for word in ("help", "last", "why", "log", "score", "rules", "factions"):
        (told,) = table.answer(word)
        assert isinstance(told, Told) and told.word == word and any(text for text, _ in told.lines)
    (hint,) = table.answer("hint")
    assert isinstance(hint, Hint) and hint.action in table.state.legal_actions and hint.why
    assert [type(message) for message in table.answer("hand")] == [View, Legal]
    assert table.is_waiting and not table.state.history
    assert [type(message) for message in table.answer("quit")] == [Stopped]
    assert not table.is_waiting


def test_ascii_alone_is_written_where_that_is_wished() -> None:
    text = "claimdsl: 1\nextends: base\ntitle: 鬼\nfactions: {goblins: {title: 鬼たち}, knights: {title: Riders}}\n"
    program = check_text("own.yaml", text.encode(), Report())
    assert program is not None
    match, out = match_of(Ruleset(program).game(2), ALONE), io.StringIO()
    table = Table(match, ALONE, only_ascii=True)
    PlainTable(table, Page(out, only_ascii=True), Lines(io.BytesIO("鬼7\n".encode() + b"?\n" + b"1\n" * 60))).run()
    shown = out.getvalue()
    assert match.state.is_over and shown.isascii() and "Go goblins" in shown and "Kn Riders" in shown


def test_why_names_the_rules_behind_plays_of_a_trick_that_is_not_over() -> None:
    table = table_of()
    list(table.advance())
    list(table.answer("1"))
    (told,) = table.answer("why")
    assert isinstance(told, Told)
    lines = [text for text, _ in told.lines]
    at = lines.index("So far in this trick:")
    assert any("Greedy leads next" in line for line in lines[:at])
    (play,) = lines[at + 1 :]
    assert "goblins 0 (greedy): class 1 by the table's rule rank" in play and "base.yaml:" in play


@pytest.mark.parametrize("ruleset", ["base", "claim2", "german-whist"])
def test_what_is_told_of_an_unfinished_trick_is_what_the_ranking_says(ruleset: str) -> None:
    table = table_of((HUMAN, HUMAN), ruleset)
    for message in to_the_end(table):
        if isinstance(message, View):
            told = list(why_so_far(table.state, message.seat, table.names(message.seat)))
            count = len(table.state.standing)
            assert len(told) == (1 + count if count else 0)


# --- undo ------------------------------------------------------------------------------------------------------------


def test_undo_gives_back_nothing_hidden() -> None:
    table = table_of()
    list(table.advance())
    (refused,) = table.answer("undo")
    assert isinstance(refused, Refusal) and refused.reason == "You have made no move yet."
    list(table.answer("1"))
    made = len(table.state.history)
    (refused,) = table.answer("undo")
    assert isinstance(refused, Refusal) and "was hidden then and has been shown since" in refused.reason
    assert len(table.state.history) == made


def test_undo_takes_back_what_showed_nothing_new() -> None:
    """In the last phase of two no card is hidden any more."""
    table = table_of()
    last_phase(table)
    for _ in range(5):
        before = table.state
        story = only(Log, list(table.answer(before.legal_actions[0])))
        answers = list(table.answer("undo"))
        assert table.state is before and isinstance(answers[0], Undone)
        assert isinstance(answers[-1], Legal) and answers[-1].actions == before.legal_actions
        assert only(Log, list(table.answer(before.legal_actions[0]))) == story


def test_practice_takes_back_any_move() -> None:
    table = table_of(practice=True)
    list(table.advance())
    first = table.state
    story = only(Log, list(table.answer("1")))
    list(table.answer("undo"))
    assert table.state is first
    assert only(Log, list(table.answer("1"))) == story


# --- the start -------------------------------------------------------------------------------------------------------


NOT_YET = (
    "claimdsl.ai.think", "claimdsl.cli.asked", "claimdsl.diagnostics.nearest", "claimdsl.play.reading",
    "claimdsl.ui.advice", "claimdsl.ui.answers", "claimdsl.ui.ask", "claimdsl.ui.endings", "claimdsl.ui.json_table",
    "claimdsl.ui.undo", "textual", "wcwidth",
)


def test_what_the_first_question_does_not_need_is_not_loaded(tmp_path: Path) -> None:
    program = (
        "import io, sys; from claimdsl.cli.app import run;"
        "sys.stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO()));"
        f"status = run(['play', '--seed', '5']); print(status, [m for m in {NOT_YET} if m in sys.modules])"
    )
    root = Path(__file__).resolve().parent.parent
    env = {**os.environ, "PYTHONPATH": str(root), "XDG_STATE_HOME": str(tmp_path), "CLAIMDSL_CACHE": str(tmp_path)}
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, cwd=tmp_path)
    assert done.stdout.endswith("The input has ended.\n0 []\n"), done.stdout[-300:] + done.stderr
