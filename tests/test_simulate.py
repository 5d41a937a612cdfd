"""`claim simulate`: the figures are those of an independent simulation, whoever plays, and nothing makes them wrong."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from array import array
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.plain_claim import PlainClaim, cards
from claimdsl import load_ruleset
from claimdsl.ai.agent import AGENTS
from claimdsl.diagnostics.errors import ClaimError
from claimdsl.engine.batch import Batch
from claimdsl.engine.chance import STRIDE, Rng
from claimdsl.engine.firing import Watched
from claimdsl.engine.game import Game
from claimdsl.engine.outcome import Outcome
from claimdsl.play.match import view_of
from claimdsl.signals import ENDING
from claimdsl.sim import batches, engines, simulate
from claimdsl.sim.paired import Difference, Measure
from claimdsl.sim.processes import Processes
from claimdsl.sim.sample import Sample
from claimdsl.sim.shares import Mean
from tests.console import Console

ROOT = Path(__file__).resolve().parent.parent
pytest.importorskip("llvmlite", reason="native code needs llvmlite")


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


def played(game: Game, seed: int, index: int, agents: Sequence[str]) -> Outcome:
    """Play one game through states, by the contract of `engine.chance` and nothing of `sim`."""
    own = (seed + index * STRIDE) % 2**64
    state, stream = game.deal(own), game.stream(own)
    while not state.is_over:
        actions = state.legal_actions
        if state.seat < 0:
            state = state.apply(state.draw(stream))
        elif agents[state.seat] != "random":
            state = state.apply(AGENTS[agents[state.seat]]().choose(view_of(state), Rng(own)))
        else:
            state = state.apply(actions[stream.below(len(actions))] if len(actions) > 1 else actions[0])
    assert state.outcome is not None
    return state.outcome


def rows_of(claim: Console, *words: str) -> list[dict[str, object]]:
    status, _, err = claim("simulate", *words, "--out", "rows.jsonl")
    assert (status, err) == (0, "")
    return [json.loads(line) for line in (claim.folder / "rows.jsonl").read_text(encoding="utf-8").splitlines()]


def without_times(found: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in found.items()
            if key not in ("seconds", "games_per_second", "threads", "engine", "reason")}


def without_counts(found: dict[str, object]) -> dict[str, object]:
    """Leave out how often powers fire: native code counts them in more games."""
    return {key: value for key, value in without_times(found).items() if key not in ("powers", "never")}


# --- the figures -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players", "agents", "games"), [
    ("base", 2, "random,random", 120), ("base", 3, "random", 40), ("claim2", 4, "random", 40),
    ("german-whist", 2, "random", 60), ("base", 2, "greedy,random", 6), ("base", 4, "random,greedy", 2),
])
def test_every_game_is_that_of_a_plain_loop(claim: Console, name: str, players: int, agents: str, games: int) -> None:
    game = load_ruleset(name).game(players)
    names = agents.split(",")
    seats = names * players if len(names) == 1 else [names[side] for side in game.binding.side_of]
    words = ("--ruleset", name, "--players", str(players), "--agents", agents, "--games", str(games), "--seed", "7")
    rows = rows_of(claim, *words)
    assert [row["game"] for row in rows] == list(range(games))
    for number, row in enumerate(rows):
        outcome = played(game, 7, number, seats)
        assert row["seed"] == (7 + number * STRIDE) % 2**64
        assert (row["winners"], row["decided_by"]) == (" ".join(map(str, outcome.winners)), outcome.decided_by)
        assert [row[key] for key in row if key.startswith("votes_")] == list(outcome.votes or ())
        for result in outcome.factions:
            assert row[f"holder_{result.faction}"] == result.side


def test_the_figures_are_those_of_the_rows(claim: Console) -> None:
    rows = rows_of(claim, "--players", "3", "--set", "game_tie=shared", "--games", "250")
    found = claim.json("simulate", "--players", "3", "--set", "game_tie=shared", "--games", "250", "--format", "json")
    winners = Counter(str(row["winners"]) for row in rows)
    assert found["games"] == 250
    assert found["wins"] == [winners[str(side)] for side in range(3)]
    assert found["draws"] == sum(count for won, count in winners.items() if " " in won) > 0
    for side, mean in enumerate(_list(found["votes"])):
        assert mean["mean"] == pytest.approx(sum(int(str(row[f"votes_{side}"])) for row in rows) / 250)
        assert mean["low"] < mean["mean"] < mean["high"]
    decided = Counter(row["decided_by"] for row in rows)
    assert {row["key"]: row["count"] for row in _list(found["decided_by"])} == {
        key: decided[key] for key in [row["key"] for row in _list(found["decided_by"])]
    }
    for each in _list(found["faction_votes"]):
        held = Counter(row[f"holder_{each['faction']}"] for row in rows)
        assert [share["count"] for share in each["sides"]] == [held[side] for side in range(3)]
        assert each["nobody"]["count"] == held[None]


def _list(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value


def test_an_independent_simulation_has_the_same_frequencies(claim: Console) -> None:
    ours = Counter(
        (row["votes_0"], row["winners"], row["decided_by"] == "factions")
        for row in rows_of(claim, "--games", "20000", "--seed", "3")
    )
    plain, games, chance, pack = Counter[object](), 2000, random.Random(11), cards()
    for _ in range(games):
        game = PlainClaim(chance.sample(pack, len(pack)), chance.randrange(2))
        while not game.is_over:
            game.play(chance.choice(game.legal()))
        result = game.result()
        plain[result.votes[0], " ".join(map(str, result.winners)), result.decided_by == "factions"] += 1
    distance = 0.0
    for key in ours | plain:
        both = ours[key] + plain[key]
        for count, of in ((ours[key], 20000), (plain[key], games)):
            wanted = both * of / (20000 + games)
            distance += (count - wanted) ** 2 / wanted if wanted >= 5 else 0
    assert distance < 30, (ours, plain)  # 1 in 10,000 with 7 degrees of freedom


def test_powers_that_fire_are_counted_and_those_that_never_do_are_named(claim: Console) -> None:
    claim.write("shy.yaml", """claimdsl: 1
name: shy
extends: base
factions:
  goblins:
    powers:
      shy: {strength: if card.value == 5 then base + 1 else base}
      never: {strength: if card.value > 90 then base + 1 else base}
""")
    found = claim.json("simulate", "--ruleset", "shy.yaml", "--games", "60", "--format", "json")
    sample = found["sample"]
    assert isinstance(sample, dict)
    powers = {(row["faction"], row["power"]): row for row in _list(found["powers"])}
    assert sample["games"] == 60
    assert {row["games"] for row in powers.values()} == {60}
    assert powers["goblins", "shy"]["count"] == 60
    assert found["never"] == [{"faction": "goblins", "power": "never"}]
    assert 0 < int(str(powers["knights", "charge"]["count"])) < 60
    assert "Never: goblins never." in claim("simulate", "--ruleset", "shy.yaml", "--games", "60")[1]


def test_a_card_that_lies_face_down_is_counted_though_no_rule_asks_whether_it_does(claim: Console) -> None:
    claim.write("veiled.yaml", """claimdsl: 1
name: veiled
extends: base
factions:
  goblins:
    powers:
      veil: {face_down: play == first(trick) and not complete}
""")
    found = claim.json("simulate", "--ruleset", "veiled.yaml", "--games", "20", "--format", "json")
    assert found["never"] == []
    fired = _list(found["powers"])[0]
    assert {"faction": "goblins", "power": "veil", "games": 20, "count": 20}.items() <= fired.items()


# --- whoever plays ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("--players", "2"), ("--ruleset", "printed-2017", "--seed", "9")])
def test_native_code_and_python_give_the_same_figures(
    claim: Console, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    words = ("simulate", *words, "--games", "1000", "--format", "json")
    monkeypatch.setattr(engines, "FEW", 1001)
    python = claim.json(*words)
    monkeypatch.setattr(engines, "FEW", 0)
    monkeypatch.setattr(engines, "SOME", 0)
    native = claim.json(*words)
    assert (python["engine"], native["engine"]) == ("python", "native")
    assert without_counts(python) == without_counts(native)
    for few, all_ in zip(_list(python["powers"]), _list(native["powers"]), strict=True):
        assert (few["faction"], few["power"]) == (all_["faction"], all_["power"])
        assert (few["games"], all_["games"]) == (400, 1000)
        assert 0 <= int(str(all_["count"])) - int(str(few["count"])) <= 600


@pytest.mark.parametrize("engine", ["native", "python"])
def test_the_figures_are_the_same_for_any_number_of_threads(
    claim: Console, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    monkeypatch.setattr(simulate, "_processors", lambda: 3)
    monkeypatch.setattr(simulate, "_NATIVE_STRETCH", 333)
    monkeypatch.setattr(engines, "SOME", 0)
    monkeypatch.setattr(engines, "FEW", 0 if engine == "native" else 281)
    games = "2000" if engine == "native" else "280"
    words = ("simulate", "--games", games, "--set", "victory=most,three", "--format", "json")
    alone, *others = [claim.json(*words, "--threads", threads) for threads in ("1", "2", "999")]
    assert [found["threads"] for found in others] == [2, 3]
    for found in others:
        assert {each["engine"] for each in _list(found["grid"])} == {engine}
        assert without_times(found) == without_times(alone)


def test_the_first_games_are_those_of_fewer(claim: Console) -> None:
    assert rows_of(claim, "--games", "80")[:50] == rows_of(claim, "--games", "50")


def test_games_that_native_code_cannot_play_are_played_by_python() -> None:
    game = load_ruleset("base").game()
    right = Batch(game, ("random", "random")).records(5, 10, 6)
    sample, faulty = Sample(game, ("random", "random")), array("q", right)
    faulty[1] = faulty[4] = engines.FAULTY
    first, *others = sample.watched.powers
    shown = [sample.again(5, number)[1] for number in (11, 14)]
    found = engines.mended(engines.Played(faulty, array("q", [engines.UNKNOWN, *(7 for _ in others)])), 5, 10, sample)
    assert found.records == right
    assert list(found.fired) == [engines.UNKNOWN, *(7 + sum(power in fires for fires in shown) for power in others)]
    assert any(first in fires for fires in shown)


def test_native_code_that_can_play_no_game_is_not_used(claim: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    from claimdsl.native.engine import NativeGame

    def none(native: NativeGame, seed: int, first: int, count: int) -> tuple[array[int], array[int], array[int]]:
        return array("q", [engines.FAULTY] * count), array("Q", [0] * count), array("q")

    monkeypatch.setattr(engines, "FEW", 0)
    monkeypatch.setattr(engines, "SOME", 0)
    monkeypatch.setattr(NativeGame, "counted", none)
    found = claim.json("simulate", "--games", "10", "--format", "json")
    assert (found["engine"], found["replayed"]) == ("python", 0)
    assert found["reason"] == "its games do not go as native code must know beforehand"


def test_engines_that_differ_are_found_out(claim: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(game: Game, agents: tuple[str, ...], games: int, watched: Watched) -> engines.Engine:
        right = Batch(game, agents)

        def play(seed: int, first: int, count: int) -> engines.Played:
            records = right.records(seed, first, count)
            wrong = (record ^ 3 if first + place == 30 else record for place, record in enumerate(records))
            return engines.Played(array("q", wrong), array("q"))

        return engines.Engine("native", "", play)

    monkeypatch.setattr(simulate, "engine_for", wrong)
    status, out, err = claim("simulate", "--games", "40", "--out", "rows.csv")
    assert (status, out) == (3, "")
    assert "the engines differ in game 30 of seed 1" in err
    assert not list(claim.folder.iterdir())


# --- several values of a switch --------------------------------------------------------------------------------------


def test_differences_are_those_of_the_same_deals(claim: Console) -> None:
    words = ("--players", "3", "--set", "dwarf_tie=later,earlier", "--games", "300")
    rows = rows_of(claim, *words)
    by_value = {value: [row for row in rows if row["dwarf_tie"] == value] for value in ("later", "earlier")}
    assert [row["seed"] for row in by_value["later"]] == [row["seed"] for row in by_value["earlier"]]
    pairs = list(zip(by_value["later"], by_value["earlier"], strict=True))
    first, second = _list(claim.json("simulate", *words, "--format", "json")["grid"])
    assert first["differences"] == []
    moved = 0
    for change in _list(second["differences"]):
        gaps = [_measured(change, there) - _measured(change, here) for here, there in pairs]
        assert change["difference"] == pytest.approx(sum(gaps) / 300)
        low, high = float(str(change["low"])), float(str(change["high"]))
        assert low <= sum(gaps) / 300 <= high
        moved += any(gaps)
    assert moved > 5


def _measured(change: dict[str, object], row: dict[str, object]) -> int:
    match change["what"]:
        case "wins":
            return int(row["winners"] == str(change["side"]))
        case "draws":
            return int(" " in str(row["winners"]))
        case "votes":
            return int(str(row[f"votes_{change['side']}"]))
        case _:
            return int(row[f"holder_{change['faction']}"] == change["side"])


def test_every_choice_of_values_is_a_kind_of_game(claim: Console) -> None:
    words = ("--set", "victory=most,three", "--set", "game_tie=cards_value,shared", "--set", "dwarf_tie=earlier")
    grid = _list(claim.json("simulate", *words, "--games", "10", "--format", "json")["grid"])
    options = [each["options"] for each in grid]
    assert [(each["victory"], each["game_tie"], each["dwarf_tie"]) for each in options if isinstance(each, dict)] == [
        ("most", "cards_value", "earlier"), ("most", "shared", "earlier"), ("three", "cards_value", "earlier"),
        ("three", "shared", "earlier"),
    ]


def test_an_interval_of_a_difference_is_not_certain_of_nothing() -> None:
    same = Difference(Measure("wins", 0, ""), Mean(0, 0, 10))
    more = Difference(Measure("wins", 0, ""), Mean(40, 60, 1000))
    assert same.interval is not None
    assert same.interval[0] < -0.1 < 0.1 < same.interval[1]
    assert (same.is_sure, more.is_sure) == (False, True)


def test_the_page_tells_every_key(claim: Console) -> None:
    page = (ROOT / "docs" / "simulate.md").read_text(encoding="utf-8")
    told = {key for line in page.split("## JSON")[1].splitlines() if line.startswith("| `")
            for key in re.findall(r"`([a-z_]+)`", line.split("|")[1])}
    assert told == claim.json("simulate", "--games", "5", "--format", "json").keys()
    grid = claim.json("simulate", "--games", "5", "--set", "victory=most,three", "--format", "json")
    assert grid.keys() | _list(grid["grid"])[0].keys() == told | {"grid", "differences"}


# --- rows ------------------------------------------------------------------------------------------------------------


def test_all_forms_of_rows_say_the_same(claim: Console) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    words = ("simulate", "--players", "3", "--games", "60", "--set", "game_tie=shared,cards_value", "--out")
    for name in ("rows.csv", "rows.jsonl", "rows.parquet"):
        assert claim(*words, name)[0] == 0
    lines = (claim.folder / "rows.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) == 120
    assert parquet.read_table(claim.folder / "rows.parquet").to_pylist() == rows
    with open(claim.folder / "rows.csv", encoding="utf-8", newline="") as stream:
        assert list(csv.DictReader(stream)) == [
            {key: "" if value is None else str(value) for key, value in row.items()} for row in rows
        ]


def test_without_pyarrow_it_is_said_how_to_get_it(claim: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    status, _, err = claim("simulate", "--games", "5", "--out", "rows.parquet")
    assert status == 2
    assert "pip install 'claimdsl[parquet]'" in err


@pytest.mark.parametrize(("name", "says"), [
    ("missing/rows.csv", "missing/rows.csv: cannot be written: no such file or directory"),
    ("rows.txt", "rows.txt: rows are written as Parquet, CSV or JSON lines"), ("-", "rows are written to a file"),
    ("folder.csv", "folder.csv: cannot be written: it is there and is no plain file"),
])
def test_a_place_that_cannot_be_written_is_said_at_once(claim: Console, name: str, says: str) -> None:
    (claim.folder / "folder.csv").mkdir()
    status, out, err = claim("simulate", "--games", "1000000000", "--out", name)
    assert (status, out) == (2, "")
    assert says in err


@pytest.mark.parametrize("name", ["rows.csv", "rows.jsonl", "rows.parquet"])
def test_a_full_disk_is_said_and_leaves_nothing(tmp_path: Path, name: str) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("resource")
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000)); "
        "from claimdsl.cli.app import run; sys.exit(run(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "simulate", "--ruleset", "german-whist", "--games", "1900", "--out", name],
        cwd=tmp_path, capture_output=True, text=True, env=_environment(), timeout=120,
    )
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr == f"Error: {name}: cannot be written: file too large\n"
    assert not list(tmp_path.iterdir())


# --- what may go wrong -----------------------------------------------------------------------------------------------


def test_no_game_is_a_result_too(claim: Console) -> None:
    found = claim.json("simulate", "--games", "0", "--format", "json", "--out", "rows.csv")
    assert (found["games"], found["wins"], found["draws"], found["games_per_second"]) == (0, [0, 0], 0, 0.0)
    assert (claim.folder / "rows.csv").read_text(encoding="utf-8").startswith("game,seed,winners,")
    assert "nothing was played" in claim("simulate", "--games", "0", "--set", "victory=most,three")[1]


@pytest.mark.parametrize(("words", "says"), [
    (("--agents", "greedi"), "there is no agent 'greedi'; did you mean 'greedy'?"),
    (("--agents", "random,random,random"), "--agents takes one for all or 2 for the seats, not 3"),
    (("--players", "4", "--agents", "random,random,greedy"), "one for all, 2 for the sides or 4 for the seats, not 3"),
    (("--set", "dwarf_tie=later,never"), "option 'dwarf_tie' cannot be 'never'"),
    (("--set", "dwarf_tie=later,later"), "--set dwarf_tie: a value is given twice"),
    (("--set", "dwarf=later"), "no option is called 'dwarf'"),
    (("--games", "-1"), "-1 is not in the range"), (("--games", "1e3"), "'1e3' is not a valid whole number"),
    (("--players", "5"), "5 is not in the range"), (("--threads", "0"), "0 is not in the range"),
    (("--ruleset", "german-whist", "--players", "3"), "'german-whist' is for 2 players, not 3"),
    ((
        *("--set", "victory=most,three", "--set", "game_tie=cards_value,highest_card,shared"),
        *("--set", "faction_tie=cascade,highest", "--set", "second_place=total_order,followers_first"),
        *("--set", "dwarf_receiver=lowest,lowest_loser,last_ranked"),
    ), "these are more than 64 kinds of game"),
])
def test_a_wrong_command_line_is_told(claim: Console, words: tuple[str, ...], says: str) -> None:
    status, out, err = claim("simulate", *words)
    assert (status, out) == (2, "")
    assert says in err


def _started(*words: str, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "simulate", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=_environment(**more),
    )


def test_processes_that_start_cold_at_once_tell_the_same(tmp_path: Path) -> None:
    words = ("--ruleset", "german-whist", "--games", "2000", "--format", "json")
    running = [_started(*words, CLAIMDSL_CACHE=str(tmp_path / "cold")) for _ in range(3)]
    told = [json.loads(each.communicate(timeout=120)[0]) for each in running]
    assert [each.returncode for each in running] == [0, 0, 0]
    assert [found["engine"] for found in told] == ["native", "native", "native"]
    assert without_times(told[0]) == without_times(told[1]) == without_times(told[2])
    assert sorted(path.suffix for path in (tmp_path / "cold").iterdir()) == [".native", ".ruleset"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_reader_that_leaves_is_no_mistake(form: str) -> None:
    with _started("--ruleset", "german-whist", "--games", "30", "--format", form) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()
        assert (running.stderr.read(), running.wait(timeout=60)) == ("", 0)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device here")
def test_a_screen_that_cannot_be_written_is_said() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, str(ROOT / "cli.py"), "simulate", "--ruleset", "german-whist", "--games", "30"],
            stdout=full, stderr=subprocess.PIPE, text=True, env=_environment(), check=False, timeout=60,
        )
    assert (done.returncode, done.stderr) == (2, "Error: no space left on device\n")


def test_a_process_that_is_lost_is_said() -> None:
    game = load_ruleset("german-whist").game()
    crew = Processes(batches._Players((game.binding,), ("random", "random"), 1), 1)
    try:
        crew._workers[0].kill()
        with pytest.raises(ClaimError, match="has ended before its time"):
            crew.begin(0, 0, 5).wait()
    finally:
        crew.close()


def _environment(**more: str) -> dict[str, str]:
    path = os.pathsep.join(filter(None, (more.pop("first", ""), str(ROOT))))
    return os.environ | {"PYTHONPATH": path} | more


def without_llvmlite(folder: Path) -> str:
    """Make a folder in which llvmlite cannot be imported."""
    (folder / "llvmlite").mkdir(parents=True)
    (folder / "llvmlite" / "__init__.py").write_text("raise ImportError('none here')\n", encoding="utf-8")
    return str(folder)


def test_without_llvmlite_python_plays_and_says_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), "simulate", "--ruleset", "german-whist", "--games", "2100"],
        capture_output=True, text=True, env=_environment(first=without_llvmlite(tmp_path / "none")), timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "python engine\nOn the Python engine: llvmlite is not installed." in done.stdout


@pytest.mark.parametrize("number", ENDING)
@pytest.mark.parametrize("engine", ["native", "python"])
def test_what_is_ended_from_outside_leaves_no_half_a_file(tmp_path: Path, engine: str, number: signal.Signals) -> None:
    first = "" if engine == "native" else without_llvmlite(tmp_path / "none")
    running = subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "simulate", "--games", "1000000000", "--threads", "2", "--out", "a.csv"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment(first=first),
    )
    ends = time.monotonic() + 90
    while not any(path.stat().st_size > 5_000 for path in tmp_path.glob("*.part")) and time.monotonic() < ends:
        time.sleep(0.05)
    running.send_signal(number)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (128 + number, b"", b"")
    assert not [*tmp_path.glob("a.csv*")]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be kept waiting here")
@pytest.mark.parametrize("number", ENDING)
def test_what_is_ended_while_it_begins_others_ends_without_a_word(tmp_path: Path, number: signal.Signals) -> None:
    first = Path(without_llvmlite(tmp_path / "none"))
    (first / "sitecustomize.py").write_text(
        "import multiprocessing.util as util, os, signal\n"
        "begin = util.spawnv_passfds\n"
        "def begin_and_be_ended(path, words, kept):\n"
        "    found = begin(path, words, kept)\n"
        "    if any('spawn_main' in str(word) for word in words):\n"
        f"        os.kill(os.getpid(), {int(number)})\n"
        "    return found\n"
        "util.spawnv_passfds = begin_and_be_ended\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), "simulate", "--games", "1000000000", "--threads", "2", "--out", "a.csv"],
        cwd=tmp_path, capture_output=True, env=_environment(first=str(first)), timeout=120,
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + number, b"", b"")
    assert not [*tmp_path.glob("a.csv*")]


@pytest.mark.parametrize("engine", ["native", "python"])
def test_ctrl_c_keeps_and_tells_what_is_done(claim: Console, tmp_path: Path, engine: str) -> None:
    first = "" if engine == "native" else without_llvmlite(tmp_path / "none")
    words = ["--games", "1000000000", "--threads", "2", "--format", "json"]
    running = subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "simulate", *words, "--out", "rows.csv"], cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment(first=first), start_new_session=True,
    )
    ends = time.monotonic() + 90
    while not any(path.stat().st_size > 5_000 for path in tmp_path.glob("*.part")) and time.monotonic() < ends:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, b"")
    found = json.loads(out)
    assert (found["engine"], found["interrupted"]) == (engine, True)
    assert 0 < found["games"] < found["asked"] == 1_000_000_000
    with open(tmp_path / "rows.csv", "rb") as rows:
        assert sum(1 for _ in rows) == found["games"] + 1
    if engine == "native":
        whole = claim.json("simulate", "--games", str(found["games"]), "--format", "json")
        assert [whole[key] for key in ("wins", "draws", "votes")] == [found[key] for key in ("wins", "draws", "votes")]


@pytest.mark.parametrize(("factions", "keys", "told"), [
    (18, 11, ""), (19, 1, "up to 18 factions; here are 19"), (2, 12, "up to 15 keys that rank the sides; here are 16"),
])
def test_what_a_packed_result_has_no_room_for_is_refused(claim: Console, factions: int, keys: int, told: str) -> None:
    names = [f"f{number}" for number in range(factions)]
    claim.write("large.yaml", "\n".join((
        "claimdsl: 1", "name: large", "extends: base", "factions:", *(f"  {name}: {{cards: 1..4}}" for name in names),
        f"setup: {{remove: [3, 4], 2: {{hand: {factions}, tricks: {factions}}}}}",
        f"line_up: {{remove: [3, 4], pairs: [], 2: {{pairs: 0, free: {factions}, default: [{', '.join(names)}]}}}}",
        "scoring:", "  ranks:", *(f"    key_{number}: count(side.score)" for number in range(keys)),
    )))
    status, _, err = claim("simulate", "--ruleset", "large.yaml", "--games", "20")
    assert (status, told in err) == (2 if told else 0, True)
