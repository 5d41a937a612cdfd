"""`claim arena`: mirrored deals, the same figures however many play, sequential tests, and Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.ai.agent import AGENTS, seated
from claimdsl.engine.chance import Rng, seed_of
from claimdsl.play.match import view_of
from tests.console import Console

ROOT = Path(__file__).resolve().parent.parent
SAME = ("pairs", "win_rate", "low", "high", "elo", "elo_low", "elo_high", "sprt")


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


def test_the_figures_are_those_of_a_plain_loop(claim: Console) -> None:
    found = claim.json("arena", "--agents", "greedy,random", "--pairs", "6", "--seed", "3", "--format", "json")
    total = 0.0
    for number in range(6):
        for side in range(2):
            total += share(seed_of(3, number), side)
    assert (found["pairs"], found["interrupted"]) == (6, False)
    assert found["win_rate"] == pytest.approx(total / 12)


def share(seed: int, side: int) -> float:
    """Play a deal with greedy on one side, and give its share."""
    game = load_ruleset("base").game(2)
    state = game.deal(seed)
    while not state.is_over:
        agent = seated("greedy" if state.seat == side else "random")
        stream = Rng(Rng(seed).child(state.seat).next()).child(len(state.history))
        state = state.apply(agent.choose(view_of(state), stream))
    assert state.outcome is not None
    return (side in state.outcome.winners) / len(state.outcome.winners)


def test_an_agent_is_as_good_as_itself(claim: Console) -> None:
    for players, fair in ((2, 0.5), (3, 1 / 3), (4, 0.5)):
        found = claim.json(
            "arena", "--agents", "greedy,greedy", "--pairs", "3", "--players", str(players), "--format", "json",
        )
        assert found["win_rate"] == pytest.approx(fair)
        assert found["elo"] == pytest.approx(0.0, abs=1e-6)


def test_more_processes_give_the_same_figures(claim: Console) -> None:
    words = ("arena", "--agents", "level1,greedy", "--iterations", "4", "--pairs", "4", "--format", "json")
    alone, together = claim.json(*words), claim.json(*words, "--threads", "2")
    assert [alone[name] for name in SAME] == [together[name] for name in SAME]


def test_a_sequential_test_stops_early_and_says_why(claim: Console) -> None:
    status, out, err = claim(
        "arena", "--agents", "greedy,random", "--pairs", "5000", "--sprt", "--elo0", "0", "--elo1", "100",
    )
    assert (status, err) == (0, "")
    assert "sequential test: it is better by 100 or more" in out
    assert "5,000" not in out


@pytest.mark.parametrize("agent", AGENTS)
def test_every_agent_can_be_asked_for(claim: Console, agent: str) -> None:
    found = claim.json(
        "arena", "--agents", f"{agent},random", "--iterations", "2", "--pairs", "1", "--format", "json",
    )
    assert found["pairs"] == 1


@pytest.mark.parametrize(("words", "message"), [
    (("--agents", "greedy"), "--agents takes two, not 1"),
    (("--agents", "greedi,random"), "there is no agent 'greedi'; did you mean 'greedy'?"),
    (("--sprt", "--elo0", "50", "--elo1", "50"), "--elo0 must be less than --elo1"),
    (("--sprt", "--elo0", "nan"), "'nan' is no number"),
    (("--sprt", "--elo1", "inf"), "inf is not in the range"),
    (("--sprt", "--elo1", "1e308"), "is not in the range"),
    (("--elo1", "20"), "--elo1 goes with --sprt"),
    (("--beta", "0.1"), "--beta goes with --sprt"),
    (("--move-time", "nan"), "'nan' is no number"),
    (("--move-time", "inf"), "inf is not in the range"),
    (("--ruleset", "german-whist", "--players", "3"), "'german-whist' is for 2 players, not 3"),
    (("--pairs", "0"), "0 is not in the range"),
])
def test_what_cannot_be_played_is_refused(claim: Console, words: tuple[str, ...], message: str) -> None:
    status, out, err = claim("arena", *words)
    assert (status, out) == (2, "")
    assert message in err


@pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, threads: str) -> None:
    words = ["arena", "--agents", "greedy,random", "--pairs", "100000", "--threads", threads, "--format", "json"]
    screen, terminal = os.openpty()
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), *words], stdout=subprocess.PIPE, stderr=terminal, cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)}, start_new_session=True,
    )
    told = b""
    while b"of 100,000" not in told:
        told += os.read(screen, 100)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    os.close(screen)
    os.close(terminal)
    found = json.loads(out)
    assert process.returncode == 130
    assert found["interrupted"] is True
    assert 0 < found["pairs"] < 100000
