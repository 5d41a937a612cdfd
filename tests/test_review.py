"""`claim review`: each move of a recorded game beside the best one, as text, as JSON and as a picture."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.ai.budget import Budget
from claimdsl.ai.interval import wilson
from claimdsl.ai.review import Judged, review, turning_point
from claimdsl.ai.solve import solve
from claimdsl.ai.thought import Estimate, Thought
from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.determinize import Determinizer
from claimdsl.engine.state import State
from claimdsl.play.match import View
from tests.console import Console

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


def game(seed: int, moves: int = 52) -> list[State]:
    states, rng = [load_ruleset("base").game().deal(seed)], Rng(seed)
    while not states[-1].is_over and len(states) <= moves:
        legal = states[-1].legal_actions
        states.append(states[-1].apply(legal[rng.below(len(legal))]))
    return states


def judged(made: float, best: float, *, is_sure: bool = True) -> Judged:
    one = Estimate(Action("play", "goblins:1"), made, made, made, 1)
    other = Estimate(Action("play", "goblins:2"), best, best, best, 1)
    return Judged(0, 0, "recruit", 1, one, other, False, is_sure)


@pytest.mark.parametrize(("made", "best", "is_sure", "mark"), [
    (0.5, 0.5, True, "best"), (0.5, 0.52, True, "good"), (0.5, 0.56, True, "mistake"), (0.5, 0.7, True, "blunder"),
    (0.5, 0.9, False, "good"),
])
def test_a_move_is_marked_by_what_it_gave_away_for_sure(made: float, best: float, is_sure: bool, mark: str) -> None:
    assert judged(made, best, is_sure=is_sure).mark == mark


@pytest.mark.parametrize(("visits", "is_sure"), [(0, False), (5, False), (19, False), (40, True)])
def test_a_move_that_was_hardly_tried_is_not_called_worse(
    visits: int, is_sure: bool, monkeypatch: pytest.MonkeyPatch,
) -> None:
    def thought(view: View, *_: object) -> Thought:
        made, best = view.actions[:2]
        tried = ((best, 0.8, 100), (made, 0.0, visits))
        estimates = (Estimate(action, value, *wilson(value, games or 1), games) for action, value, games in tried)
        return Thought(tuple(estimates), False, visits + 100, 0.0)

    monkeypatch.setattr("claimdsl.ai.review.think", thought)
    state = load_ruleset("base").game().deal(3)
    [found] = review([state, state.apply(state.legal_actions[0])], 1, Budget(1))
    assert (found.is_sure, found.mark) == (is_sure, "blunder" if is_sure else "good" if visits else "unknown")


def test_a_difference_within_both_intervals_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each interval alone ends before the other value; that of the difference holds 0."""
    def thought(view: View, *_: object) -> Thought:
        one, other = view.actions[:2]
        estimates = (Estimate(other, 0.6, 0.51, 0.69, 100), Estimate(one, 0.5, 0.41, 0.59, 100))
        return Thought(tuple(estimates), False, 200, 0.0)

    monkeypatch.setattr("claimdsl.ai.review.think", thought)
    state = load_ruleset("base").game().deal(3)
    [found] = review([state, state.apply(state.legal_actions[0])], 1, Budget(1))
    assert found.mark == "good"


def test_the_turning_point_is_the_move_that_gave_away_most() -> None:
    small, large = judged(0.5, 0.6), judged(0.2, 0.6)
    assert turning_point([small, large, judged(0.0, 0.9, is_sure=False)]) is large
    assert turning_point([judged(0.5, 0.5)]) is None


def test_the_last_phase_is_judged_as_the_solver_does() -> None:
    states = game(11)
    exact = [one for one in review(states, 1, Budget(30)) if one.phase == "collect" and one.move >= 36]
    assert exact
    for one in exact:
        solved = {move.action: (move.value + 1) / 2 for move in solve(states[one.move]).moves}
        assert one.is_exact and one.is_sure
        assert one.made.value == solved[states[one.move + 1].history[-1]]
        assert one.best.value == max(solved.values())


@pytest.mark.parametrize("move", [0, 3, 10, 17])
def test_a_move_is_judged_by_what_its_seat_knew(move: int) -> None:
    before, after = game(11, move + 1)[-2:]
    action = after.history[-1]
    other = Determinizer(before, before.seat).draw(Rng(5))
    assert other.deck != before.deck
    assert list(review([before, after], 3, Budget(40))) == list(review([other, other.apply(action)], 3, Budget(40)))


def test_json_says_of_each_choice_what_was_made_and_what_was_best(claim: Console) -> None:
    moves = claim.game()
    found = claim.json("review", "game.json", "--iterations", "40", "--format", "json")
    assert list(found) == ["moves", "turning_point", "iterations", "made"]
    rows = found["moves"]
    assert isinstance(rows, list) and 20 < len(rows) <= len(moves) == found["made"]
    for row in rows:
        assert row["made"]["move"] == moves[row["move"]]
        assert row["loss"] == pytest.approx(max(0, row["best"]["value"] - row["made"]["value"]), abs=1e-3)
    turning = found["turning_point"]
    assert turning is None or turning in [row["move"] for row in rows if row["mark"] in ("mistake", "blunder")]
    assert claim.json("review", "game.json", "--iterations", "40", "--format", "json") == found


def test_text_fits_a_terminal_and_ends_with_the_sums(claim: Console) -> None:
    claim.game()
    status, out, err = claim("review", "game.json", "--iterations", "40", "--seat", "1")
    assert (status, err) == (0, "")
    assert all(len(line) <= 80 for line in out.splitlines() if line[:3].strip().isdecimal())
    assert "choices, " in out and ("Turning point: move " in out or "No move is sure" in out)


def test_the_picture_is_whole_and_has_a_line_a_seat(claim: Console) -> None:
    claim.game()
    assert claim("review", "game.json", "--iterations", "20", "--plot", "chance.svg")[0] == 0
    tree = ET.parse(claim.folder / "chance.svg").getroot()
    lines = [node for node in tree.iter() if node.tag.endswith("polyline")]
    assert len(lines) == 2 and len({line.get("stroke-dasharray") for line in lines}) == 2


@pytest.mark.parametrize(("words", "told"), [
    (("--seat", "2"), "the game has 2 seats, from 0"),
    (("--plot", "chance.gif"), "pictures are written as SVG"),
    (("--plot", "no/such/folder.svg", "--iterations", "2"), "no/such/folder.svg: cannot be written"),
    (("--iterations", "0"), "0 is not in the range"),
])
def test_what_cannot_be_is_said(claim: Console, words: tuple[str, ...], told: str) -> None:
    claim.game()
    status, _, err = claim("review", "game.json", *words)
    assert status == 2 and told in err


def test_an_illegal_move_is_named(claim: Console) -> None:
    claim.game()
    record = json.loads((claim.folder / "game.json").read_text(encoding="utf-8"))
    record["moves"][4] = "play goblins:99"
    (claim.folder / "game.json").write_text(json.dumps(record), encoding="utf-8")
    status, out, err = claim("review", "game.json")
    assert (status, out) == (1, "") and "goblins:99" in err


@pytest.mark.skipif(os.name != "posix", reason="signals of a terminal")
def test_ctrl_c_tells_what_is_done(claim: Console) -> None:
    claim.game()
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "review", "game.json", "--move-time", "0.4"], cwd=claim.folder,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and "Traceback" not in err
    assert "choices" in out or "No move" in out


@pytest.mark.parametrize("path", ["none/x.svg", "folder.svg"])
def test_a_picture_that_cannot_be_written_is_told_before_any_thinking(
    claim: Console, path: str, monkeypatch: pytest.MonkeyPatch,
) -> None:
    claim.game()
    (claim.folder / "folder.svg").mkdir()
    monkeypatch.setattr("claimdsl.ai.review.think", None)
    status, out, err = claim("review", "game.json", "--plot", path)
    assert (status, out) == (2, "") and err.startswith(f"Error: {path}: cannot be written: ")


def test_the_page_of_review_is_run(claim: Console) -> None:
    page = (ROOT / "docs" / "review.md").read_text(encoding="utf-8")
    commands = [line.split()[1:] for line in page.splitlines() if line.startswith("claim ")]
    assert len(commands) > 3
    for words in commands:
        few = ["12" if word == "400" else word for word in words]
        assert claim(*few)[0] == 0, words
