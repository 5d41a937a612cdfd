"""The commands as people run them: what is printed where, and the exit status of every way to end."""

from __future__ import annotations

import gzip
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from claimdsl.pipeline import shipped_sets

ROOT = Path(__file__).parent.parent
CLAIM = [sys.executable, str(ROOT / "cli.py")]
RECORD = {
    "format": "claim-record/1", "ruleset": "base", "players": 2, "first_leader": 0,
    "factions": ["goblins", "knights", "undead", "dwarves", "doppelgangers"],
}


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def env(tmp_path: Path, cache: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"], "HOME": str(tmp_path / "home"), "XDG_STATE_HOME": str(tmp_path / "state"),
        "CLAIMDSL_CACHE": str(cache),
    }


class Claim:
    """Runs commands in a folder of their own."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self.folder = folder
        self.env = env

    def __call__(self, *words: str, typed: str | bytes = b"", **env: str) -> tuple[int, str, str]:
        raw = typed.encode() if isinstance(typed, str) else typed
        done = subprocess.run(
            [*CLAIM, *words], input=raw, capture_output=True, cwd=self.folder, env={**self.env, **env}, timeout=60,
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def claim(tmp_path: Path, env: dict[str, str]) -> Claim:
    (tmp_path / "here").mkdir()
    return Claim(tmp_path / "here", env)


def first_games(count: int) -> list[dict[str, object]]:
    with gzip.open(ROOT / "tests" / "conformance" / "claim-2-players.jsonl.gz", "rt") as lines:
        return [json.loads(line) for _, line in zip(range(count), lines, strict=False)]


# --- help and usage --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("--help",), ("-h",), ("play", "-h"), ("replay", "--help"), ("validate", "-h")])
def test_help_is_on_standard_output(claim: Claim, words: tuple[str, ...]) -> None:
    status, out, err = claim(*words)
    assert (status, err) == (0, "") and out.startswith("Usage: claim")


def test_the_version_is_told(claim: Claim) -> None:
    assert claim("--version")[:2] == (0, "claim 0.1.0\n")


@pytest.mark.parametrize(("words", "reason"), [
    (("vlidate",), "There is no command 'vlidate'. Did you mean 'validate'?"),
    (("play", "--players", "7"), "7 is not in the range"),
    (("play", "--seats", "human,greddy"), "there is no player 'greddy'; did you mean 'greedy'?"),
    (("play", "--players", "3", "--seats", "random,random"), "3 players need 3 seats; --seats names 2"),
    (("play", "--set", "victory"), "--set takes name=value, not 'victory'"),
    (("play", "--set", "victory=four"), "option 'victory' cannot be 'four'"),
    (("play", "--set", "victroy=three"), "no option is called 'victroy'"),
    (("play", "--factions", "goblins,knights"), "2 players need 1 pair and 3 free factions"),
    (("play", "--ruleset", "german-whist", "--players", "3"), "'german-whist' is for 2 players, not 3"),
    (("play", "--ruleset", "nosuch.yaml"), "nosuch.yaml"),
    (("play", "--seats", "random,random", "--save", "none/g.json"), "none/g.json: cannot be written"),
    (("play", "--seats", "random,random", "--save", "/dev/full"), "/dev/full: cannot be written: no space left"),
    (("replay", "nosuch.json"), "nosuch.json: cannot be read: no such file"),
    (("replay", "."), "cannot be read: is a directory"),
    (("validate", "nosuch.yaml"), "nosuch.yaml"),
    (("explain", "CLM999"), "there is no code 'CLM999'"),
])
def test_wrong_usage_gets_a_reason_and_2(claim: Claim, words: tuple[str, ...], reason: str) -> None:
    status, out, err = claim(*words)
    assert (status, out) == (2, "")
    assert reason in " ".join(err.split()) and "Traceback" not in err


# --- play ------------------------------------------------------------------------------------------------------------


def test_a_game_is_kept_and_replays(claim: Claim) -> None:
    status, out, _ = claim("play", "--seats", "greedy,random", "--seed", "4", "--save", "game.json")
    assert status == 0 and "The end" in out
    assert out.endswith("Replay it: claim replay game.json\n")
    record = json.loads((claim.folder / "game.json").read_text())
    assert record["seed"] == 4 and record["agents"] == ["greedy", "random"] and len(record["ruleset_sha256"]) == 64
    status, told, err = claim("replay", "game.json")
    assert (status, err) == (0, "")
    assert out.split("== The end ==")[1].split("Replay")[0] in told
    status, traced, _ = claim("replay", "game.json", "--trace")
    lines = [json.loads(line) for line in traced.splitlines()]
    assert status == 0 and len(lines) == 27 and "result" in lines[-1]


def test_a_game_is_kept_by_default(claim: Claim, tmp_path: Path) -> None:
    _, out, err = claim("play", "--seats", "random,random", "--seed", "4")
    (kept,) = (tmp_path / "state" / "claimdsl" / "games").iterdir()
    assert err == f"Replay it: claim replay {kept}\n" and str(kept) not in out
    assert claim("replay", str(kept))[0] == 0


def test_a_game_goes_on_where_it_cannot_be_kept(claim: Claim) -> None:
    status, out, err = claim("play", "--seats", "random,random", XDG_STATE_HOME="/dev/null")
    assert status == 0 and "The end" in out and err.startswith("The game is not kept: ")


def test_the_end_of_input_keeps_the_game_and_stops(claim: Claim) -> None:
    status, out, _ = claim("play", "--seed", "5", "--save", "game.json", typed="1\n1\n")
    assert status == 0 and "The input has ended." in out
    header, *moves = (claim.folder / "game.json").read_text().splitlines()
    assert "moves" not in json.loads(header) and moves[0] == '{"move": "play goblins:0"}'
    status, told, err = claim("replay", "game.json")
    assert (status, err) == (0, "") and f"after {len(moves)} moves; the game goes on" in told


def test_quit_stops(claim: Claim) -> None:
    status, out, _ = claim("play", "--save", "game.json", typed="quit\n1\n")
    assert status == 0 and out.endswith("Stopped; the game so far is kept. Go on with it: claim resume game.json\n")


def test_the_same_seed_is_the_same_bytes(claim: Claim) -> None:
    words = ("play", "--seats", "greedy,random,greedy", "--seed", "9", "--ruleset", "claim2")
    runs = [
        claim(*words)[1], claim(*words, PYTHONHASHSEED="7", TZ="Asia/Tokyo")[1],
        claim(*words, LC_ALL="C", PYTHONOPTIMIZE="1")[1], claim(*words, PYTHONIOENCODING="latin-1")[1],
    ]
    assert len(set(runs)) == 1 and "The end" in runs[0]


def test_no_escape_codes_in_a_pipe(claim: Claim) -> None:
    _, out, err = claim("play", "--seed", "5", typed="\x1b[2J\n\x00\n1\n", TERM="xterm-256color")
    assert "\x1b" not in out + err and "\x00" not in out + err


def test_json_lines(claim: Claim) -> None:
    status, out, _ = claim("play", "--json", "--seed", "5", typed='play goblins:0\n{"move": "fly"}\nnonsense {\n')
    messages = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [message["type"] for message in messages[:3]] == ["view", "legal", "move"]
    assert messages[2] == {"type": "move", "seat": 0, "move": "play goblins:0"}
    assert sum(message["type"] == "error" for message in messages) == 2
    status, out, _ = claim("play", "--json", "--seats", "random,greedy", "--seed", "5")
    assert json.loads(out.splitlines()[-1])["type"] == "result"


def test_an_interrupted_game_ends_with_130_and_keeps_its_moves(claim: Claim) -> None:
    with subprocess.Popen(
        [*CLAIM, "play", "--seed", "5", "--save", "game.json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, cwd=claim.folder, env=claim.env,
    ) as game:
        assert game.stdin is not None and game.stdout is not None and game.stderr is not None
        game.stdin.write(b"1\n")
        game.stdin.flush()
        path = claim.folder / "game.json"
        for _ in range(200):
            if path.exists() and path.read_text().count("\n") > 2:
                break
            time.sleep(0.05)
        game.send_signal(signal.SIGINT)
        assert game.wait(10) == 130
        assert b"Traceback" not in game.stderr.read()
    assert claim("replay", "game.json")[0] == 0


def test_a_reader_that_leaves_is_no_error(claim: Claim) -> None:
    for words in (("play", "--seats", "random,random", "--save", "g.json"), ("rulesets",), ("schema",)):
        line = f"{shlex.join([*CLAIM, *words])} | head -1; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", line], capture_output=True, cwd=claim.folder, env=claim.env, timeout=60)
        assert done.stderr == b"" and done.stdout.count(b"\n") == 2 and done.stdout.endswith(b"\n0\n")


@pytest.mark.parametrize(("closed", "status"), [("<&-", 0), (">&-", 0), ("2>&-", 0)])
def test_a_closed_stream_is_no_error(claim: Claim, closed: str, status: int) -> None:
    line = f"{shlex.join([*CLAIM, 'play', '--seed', '1', '--save', 'g.json'])} {closed}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, cwd=claim.folder, env=claim.env, timeout=60)
    assert done.returncode == status and b"Traceback" not in done.stderr


def test_a_full_disk_is_told(claim: Claim) -> None:
    line = f"{shlex.join([*CLAIM, 'play', '--seats', 'random,random', '--save', 'g.json'])} > /dev/full"
    done = subprocess.run(["bash", "-c", line], capture_output=True, cwd=claim.folder, env=claim.env, timeout=60)
    assert done.returncode == 2 and b"no space left on device" in done.stderr and done.stderr.count(b"\n") == 1


def test_a_house_rule_beside_is_found_and_replays(claim: Claim) -> None:
    (claim.folder / "base.yaml").write_text("claimdsl: 1\nname: mine\nextends: printed-2017\n")
    status, out, err = claim("play", "--ruleset", "base.yaml", "--seats", "random,random", "--save", "game.json")
    assert status == 0, err
    assert json.loads((claim.folder / "game.json").read_text())["ruleset"] == "base.yaml"
    command = re.search(r"Replay it: claim (.*)", out)
    assert command is not None
    assert claim(*shlex.split(command[1]))[0] == 0
    assert claim("replay", "game.json")[0] == 0
    (claim.folder / "base.yaml").write_text("claimdsl: 1\nname: mine\nextends: claim2\n")
    status, _, err = claim("replay", "game.json")
    assert status == 1 and "ruleset_sha256" in err


# --- replay ----------------------------------------------------------------------------------------------------------


def test_json_lines_give_a_trace_a_line(claim: Claim) -> None:
    games = first_games(3)
    text = "".join(json.dumps(game) + "\n" for game in games)
    (claim.folder / "games.jsonl").write_text(text)
    for words, typed in ((("games.jsonl",), ""), (("-",), text)):
        status, out, err = claim("replay", "--trace", *words, typed=typed)
        assert (status, err) == (0, "")
        assert [json.loads(line) for line in out.splitlines()] == [game["trace"] for game in games]
    status, _, err = claim("replay", "--check", "games.jsonl")
    assert status == 0 and err == "games.jsonl: 3 games: 3 the same\n"


def test_check_tells_the_first_difference(claim: Claim) -> None:
    game = json.dumps(first_games(1)[0]).replace('"winner": 0', '"winner": 1', 1)
    status, out, _ = claim("replay", "--check", "-", typed=game)
    assert status == 1 and re.fullmatch(r"-: trace line \d+, winner: 0, expected 1\n", out)


def test_an_illegal_move_is_told_with_the_legal_ones(claim: Claim) -> None:
    record = first_games(1)[0]["record"]
    assert isinstance(record, dict)
    record["moves"][3] = "play goblins:99"
    status, out, err = claim("replay", "--trace", "-", typed=json.dumps(record))
    last = json.loads(out.splitlines()[-1])["error"]
    assert status == 1 and last["move"] == 3 and last["given"] == "play goblins:99" and last["legal"]
    assert err.startswith("-: moves[3]: 'play goblins:99' is not legal; legal: play ")
    assert claim("replay", "-", typed=json.dumps(record))[0] == 1


def test_moves_after_the_end_are_illegal(claim: Claim) -> None:
    record = first_games(1)[0]["record"]
    assert isinstance(record, dict)
    count = len(record["moves"])
    record["moves"].append("play goblins:0")
    status, out, _ = claim("replay", "--trace", "-", typed=json.dumps(record))
    assert status == 1
    assert json.loads(out.splitlines()[-1]) == {"error": {"move": count, "given": "play goblins:0", "legal": []}}


@pytest.mark.parametrize(("change", "reason"), [
    ({"format": "claim-record/2"}, "format: 'claim-record/2' is not known"),
    ({"ruleset": "nosuch"}, "ruleset: there is no 'nosuch' beside the record"),
    ({"ruleset": "../../etc/passwd"}, "leads out of the record's folder"),
    ({"ruleset": "/etc/passwd"}, "is no shipped name and no path beside the record"),
    ({"ruleset": "https://example.org/base.yaml"}, "is no shipped name and no path beside the record"),
    ({"ruleset_sha256": "0" * 64}, "the game was played with another 'base'"),
    ({"deck": ["goblins:0"]}, "deck"),
    ({"factions": ["goblins", "knights", "undead", "dwarves", "dwarves"]}, "'dwarves' stands in the line-up twice"),
    ({"options": {"victory": "four"}}, "option 'victory' cannot be 'four'"),
    ({"first_leader": 5}, "first_leader: 5 is not within 0 to 1"),
])
def test_a_wrong_record_is_told(claim: Claim, change: dict[str, object], reason: str) -> None:
    record = first_games(1)[0]["record"]
    assert isinstance(record, dict)
    for words in (("replay", "-"), ("replay", "--trace", "-"), ("replay", "--check", "-")):
        status, out, err = claim(*words, typed=json.dumps({**record, **change}))
        assert (status, out) == (1, "")
        assert reason in err and err.count("\n") == 1


def test_a_wrong_digest_can_be_waved_through(claim: Claim) -> None:
    record = first_games(1)[0]["record"]
    assert isinstance(record, dict)
    assert claim("replay", "--any-ruleset", "-", typed=json.dumps({**record, "ruleset_sha256": "0" * 64}))[0] == 0


def test_what_is_no_record_is_told(claim: Claim) -> None:
    for raw in (b"", b"{", b"\xff\xff", b"[" * 3_000_000, b"\x1f\x8bgarbage"):
        status, out, err = claim("replay", "-", typed=raw)
        assert (status, out) == (1, "") and err.count("\n") == 1


# --- the rest --------------------------------------------------------------------------------------------------------


def test_validate_tells_findings(claim: Claim) -> None:
    (claim.folder / "bad.yaml").write_text(
        "claimdsl: 1\nname: bad\nextends: base\nrules:\n  rank:\n    tier: if led == goblin then 2 else base\n"
    )
    status, out, err = claim("validate", "bad.yaml")
    assert status == 1 and "bad.yaml:6:21" in out and "did you mean 'goblins'?" in out
    assert "1 file checked: 1 error, 0 warnings" in err
    status, out, _ = claim("validate", "--format", "json", "bad.yaml")
    (finding,) = json.loads(out)["findings"]
    assert (finding["line"], finding["column"], finding["suggestion"]) == (6, 21, "goblins")
    assert claim("validate", "-", typed=(claim.folder / "bad.yaml").read_text())[0] == 1
    status, _, err = claim("play", "--ruleset", "bad.yaml", "--seats", "random,random")
    assert status == 1 and "bad.yaml:6:21" in err


def test_validate_takes_folders_and_shipped_rulesets(claim: Claim) -> None:
    (claim.folder / "house").mkdir()
    (claim.folder / "house" / "a.yaml").write_text("claimdsl: 1\nname: a\nextends: base\n")
    (claim.folder / "house" / "a.test.yaml").write_text("nonsense: [")
    status, out, err = claim("validate", "house")
    assert (status, out) == (0, "") and err.startswith("1 file checked")
    assert claim("validate")[0] == 0


def test_validate_says_that_a_file_is_missing_and_checks_the_others(claim: Claim) -> None:
    (claim.folder / "a.yaml").write_text("claimdsl: 1\nname: a\nextends: base\n")
    status, _, err = claim("validate", "none.yaml", "a.yaml")
    assert status == 2 and "none.yaml" in err and "1 file checked" in err


def test_rulesets_are_listed(claim: Claim) -> None:
    status, out, _ = claim("rulesets")
    assert status == 0 and {line.split()[0] for line in out.splitlines()} >= {"base", "claim2", "german-whist"}
    status, out, _ = claim("rulesets", "--factions")
    assert status == 0 and re.search(r"^The factions of Claim \(factions/claim\)$", out, re.M)
    assert re.search(r"^  undead +10  recruit ", out, re.M) and re.search(r"^  knights +8  both ", out, re.M)
    assert max(map(len, out.splitlines())) <= 80
    found = {each["name"]: each for each in json.loads(claim("rulesets", "--factions", "--format", "json")[1])}
    assert found.keys() == shipped_sets().keys()
    assert found["shadows"]["acts"] == ["setup"] and found["knights"]["comes_with"] == ["goblins"]
    assert json.loads(claim("rulesets", "--format", "json")[1])[0] == {
        "name": "base", "title": "Claim", "players": [2, 3, 4],
    }


def test_schema_is_json(claim: Claim) -> None:
    status, out, _ = claim("schema")
    assert status == 0 and json.loads(out)["$schema"] == "http://json-schema.org/draft-07/schema#"


def test_explain_tells_about_a_code(claim: Claim) -> None:
    status, out, _ = claim("explain", "clm402")
    assert status == 0 and out.startswith("CLM402: ")


def test_show_prints_a_ruleset_that_stands_alone(claim: Claim) -> None:
    status, out, _ = claim("show", "french")
    assert status == 0 and "# option victory: three, most" in out
    (claim.folder / "alone.yaml").write_text(out)
    assert claim("validate", "alone.yaml")[0] == 0


def test_a_shipped_ruleset_of_a_record_is_not_taken_for_a_file_beside(claim: Claim) -> None:
    assert claim("play", "--seats", "random,random", "--save", "game.json")[0] == 0
    (claim.folder / "base.yaml").write_text("claimdsl: 1\nname: mine\nextends: claim2\n")
    assert claim("replay", "game.json")[0] == 0
    assert claim("play", "--ruleset", "base", "--seats", "random,random", "--save", "mine.json")[0] == 0
    assert json.loads((claim.folder / "mine.json").read_text())["ruleset"] == "base.yaml"
    assert claim("replay", "mine.json")[0] == 0


def test_tweaks_and_sets_are_in_the_record_and_the_command_replays(claim: Claim) -> None:
    (claim.folder / "sweep.yaml").write_text(
        "claimdsl: 1\nfactions:\n  trolls:\n    powers:\n      middle:\n"
        "        after_trick: move middle to winner.score\n"
    )
    factions = "goblins,knights,trolls,unicorns,werewolves"
    status, _, err = claim("play", "--with", "sweep.yaml", "--factions", factions, "--seats", "random,greedy")
    assert status == 0, err
    command = re.search(r"Replay it: claim (.*)", err)
    assert command is not None
    assert 'sweep.yaml"' in Path(shlex.split(command[1])[1]).read_text().splitlines()[0]
    assert claim(*shlex.split(command[1]))[0] == 0


def test_a_record_may_name_fewer_agents_than_seats(claim: Claim) -> None:
    record = first_games(1)[0]["record"]
    assert isinstance(record, dict)
    assert claim("replay", "-", typed=json.dumps({**record, "agents": ["greedy"]}))[0] == 0
