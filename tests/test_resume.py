"""`claim resume`: a stopped or killed game goes on as it would have, and no finished move is ever lost."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from claimdsl.cli import resume
from claimdsl.cli.position import Opened, Wanted
from claimdsl.cli.sitting import How
from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.engine.state import State
from claimdsl.frozen import replace
from claimdsl.play.journal import Journal
from claimdsl.play.reading import read_games
from claimdsl.signals import ENDING
from tests.console import Console
from tests.soak_kill import kill, moves_of

ROOT = Path(__file__).resolve().parent.parent
KILLS = 40


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


@pytest.mark.parametrize("words", [
    (), ("--ruleset", "claim2", "--players", "3", "--seats", "random,human,random"),
    ("--with", "factions/fear", "--factions", "goblins,knights,undead,dwarves,vampires", "--seats", "random,human"),
])
def test_a_stopped_game_goes_on_as_it_would_have(claim: Console, words: tuple[str, ...]) -> None:
    """Agents and chance draw as if nobody had stopped."""
    answers = "1\n" * 80
    assert claim("play", "--seed", "5", "--save", "whole.json", *words, typed=answers)[0] == 0
    whole = moves_of(claim.folder / "whole.json")
    for stop in (0, 1, 7):
        assert claim("play", "--seed", "5", "--save", "game.json", *words, typed="1\n" * stop)[0] == 0
        begun = moves_of(claim.folder / "game.json")
        status, out, err = claim("resume", "game.json", typed=answers)
        assert (status, err) == (0, "") and "The end" in out
        assert begun == whole[: len(begun)] and moves_of(claim.folder / "game.json") == whole


def test_without_a_file_the_last_unfinished_game_goes_on(claim: Console) -> None:
    assert claim("resume")[0] == 2
    for seed in ("1", "2"):
        claim("play", "--seed", seed, typed="1\n")
    claim("play", "--seed", "3", "--seats", "random,random")
    games = claim.folder / "state" / "claimdsl" / "games"
    first, second = (next(games.glob(f"*-{seed}.json")) for seed in (1, 2))
    os.utime(second, (1, 1))
    assert claim("resume", typed="1\n" * 60)[0] == 0
    assert "moves" in json.loads(first.read_text())
    assert "moves" not in json.loads(second.read_text().splitlines()[0])


def test_the_trick_is_told_again_in_which_it_stands(claim: Console) -> None:
    claim("play", "--seed", "5", "--save", "game.json", typed="1\n1\n")
    _, out, _ = claim("resume", "game.json")
    assert out.startswith("Claim, 2 players") and out.count("Trick 3.") == 1 and "Trick 2." not in out


def test_half_a_line_is_dropped_and_said(claim: Console) -> None:
    claim("play", "--seed", "5", "--save", "game.json", typed="1\n")
    path = claim.folder / "game.json"
    whole = path.read_text()
    path.write_text(whole + '{"move": "play gob')
    status, _, err = claim("resume", "game.json")
    assert status == 0 and "is half a line and was dropped" in err and path.read_text() == whole


def test_what_is_no_journal_is_never_written_to(claim: Console) -> None:
    claim("play", "--seed", "5", "--save", "game.json", typed="1\n")
    header = (claim.folder / "game.json").read_text().splitlines()[0]
    whole = claim.game("whole.json") and (claim.folder / "whole.json").read_text()
    claim.write("games.jsonl", f"{header}\n{whole}")
    before = (claim.folder / "games.jsonl").read_text()
    assert claim("resume", "games.jsonl", "--game", "2")[0] == 2
    assert claim("resume", "games.jsonl")[0] == 2
    assert (claim.folder / "games.jsonl").read_text() == before


def test_a_record_that_is_no_journal_goes_on_in_a_copy(claim: Console) -> None:
    moves = claim.game("whole.json")
    record = json.loads((claim.folder / "whole.json").read_text())
    claim.write("half.json", json.dumps(record | {"moves": moves[:10]}))
    before = (claim.folder / "half.json").read_text()
    assert claim("resume", "half.json", "--save", "copy.json")[0] == 0
    assert moves_of(claim.folder / "copy.json") == moves
    assert (claim.folder / "half.json").read_text() == before
    status, _, err = claim("resume", "whole.json")
    assert status == 2 and "this game is over" in err


def test_a_file_that_does_not_say_who_sits_where_is_asked_about(claim: Console) -> None:
    claim("play", "--seed", "5", "--save", "game.json", typed="1\n")
    header, *rest = (claim.folder / "game.json").read_text().splitlines()
    given = json.loads(header)
    for agents in ([], ["human", "somebody"], ["human"]):
        claim.write("game.json", "\n".join([json.dumps(given | {"agents": agents}), *rest, ""]))
        status, _, err = claim("resume", "game.json")
        assert status == 2 and "--seats human,greedy" in " ".join(err.split())
    assert claim("resume", "game.json", "--seats", "random,random")[0] == 0


@pytest.mark.parametrize(("lines", "reason"), [
    (('{"undo": 9}',), "undo: 9 moves cannot be taken back; 2 were made"),
    (('{"undo": 0}',), "undo: 0 moves cannot be taken back"),
    (('{"undo": "x"}',), "undo: a whole number is meant, not the text 'x'"),
    (('{"move": "play dragons:9"}',), "moves[2]: 'play dragons:9' is not legal"),
])
def test_a_wrong_journal_is_told(claim: Console, lines: tuple[str, ...], reason: str) -> None:
    claim("play", "--seed", "5", "--save", "game.json", typed="1\n")
    path = claim.folder / "game.json"
    claim.write("game.json", "\n".join([*path.read_text().splitlines()[:3], *lines, ""]))
    before = path.read_text()
    status, out, err = claim("resume", "game.json")
    assert (status, out) == (1, "") and reason in err and path.read_text() == before


def test_practice_is_marked_and_undo_is_a_line_of_its_own(claim: Console) -> None:
    claim("play", "--seed", "5", "--practice", "--save", "game.json", typed="1\nundo\n2\n")
    path = claim.folder / "game.json"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0]["practice"] is True and {"undo": lines.index({"undo": 3}) - 1} == {"undo": 3}
    status, out, err = claim("resume", "game.json", typed="undo\n" + "1\n" * 60)
    assert (status, err) == (0, "") and "Taken back" in out
    record = json.loads(path.read_text())
    assert record["practice"] is True and "undo" not in path.read_text()
    assert claim("replay", "game.json")[0] == 0


def test_who_sat_down_last_is_in_the_file(claim: Console) -> None:
    claim("play", "--seed", "5", "--save", "game.json", typed="1\n1\n")
    path = claim.folder / "game.json"
    (claim.folder / "link.json").symlink_to(path)
    path.write_text(path.read_text() + '{"move": "pla')
    moves = path.read_text().splitlines()[1:-1]
    assert claim("resume", "link.json", "--seats", "human,random", typed="1\n")[0] == 0
    header, *after = path.read_text().splitlines()
    assert json.loads(header)["agents"] == ["human", "random"] and after[: len(moves)] == moves
    assert len(after) > len(moves) and [*claim.folder.glob("*.part")] == []
    assert "Random plays" in claim("resume", "game.json", typed="1\n")[1]
    assert claim("resume", "game.json", "--seats", "random,human", "--open", typed="1\n")[0] == 0
    assert json.loads(path.read_text().splitlines()[0])["practice"] is True


def test_a_journal_that_was_put_in_place_of_another_is_held(claim: Console) -> None:
    claim("play", "--seed", "5", "--save", "game.json", typed="1\n")
    path = claim.folder / "game.json"
    journal = Journal(str(path), None)
    record = next(read_games(str(path), io.BufferedReader(io.BytesIO(path.read_bytes()))).entries).record
    assert record is not None
    journal.mend(replace(record, moves=(), agents=("human", "random")))
    with pytest.raises(UnreadableError, match="being played elsewhere"):
        Journal(str(path), None)
    journal.add("1")
    journal.close()
    assert path.read_text().splitlines()[-1] == '{"move": "1"}'


@pytest.mark.skipif(not Path(os.devnull).is_char_device(), reason="no device")
def test_games_that_are_kept_nowhere_may_go_on_at_once(claim: Console) -> None:
    claim("play", "--seed", "5", "--save", "game.json", typed="1\n")
    with (claim.folder / "game.json").open("rb") as stream:
        record = next(read_games("game.json", stream).entries).record
    first, second = Journal(os.devnull, record), Journal(os.devnull, record)
    for journal in (first, second):
        journal.close()


def test_a_game_whose_cards_were_seen_in_another_does_not_count(claim: Console) -> None:
    said = "These cards have been dealt before: the game does not count."
    games = claim.folder / "state" / "claimdsl" / "games"
    assert said not in claim("play", "--seed", "8", typed="1\n")[1]
    first = next(games.glob("*-8.json"))
    assert said not in claim("resume", str(first), typed="1\n")[1]
    assert said in claim("play", "--seed", "8", "--seats", "human,random", typed="1\n" * 60)[1]
    assert said in claim("resume", str(first), typed="1\n" * 60)[1]
    assert json.loads(first.read_text())["dealt_before"] is True


def test_rules_are_named_where_the_file_does_not_find_them(
    claim: Console, tmp_path_factory: pytest.TempPathFactory,
) -> None:
    claim.write("cats.yaml", "claimdsl: 1\nextends: base\n")
    beside = claim("play", "--ruleset", "cats.yaml", "--save", "game.json")[1]
    assert beside.endswith("claim resume game.json\n") and claim("resume", "game.json")[0] == 0
    own = claim("play", "--ruleset", "cats.yaml")[2]
    assert own.startswith("Stopped") and "--ruleset" not in own and claim("resume")[0] == 0
    far = str(tmp_path_factory.mktemp("far") / "game.json")
    assert claim("play", "--ruleset", "cats.yaml", "--save", far)[1].endswith(f"{far} --ruleset=cats.yaml\n")
    assert claim("resume", far)[0] == 1 and claim("resume", far, "--ruleset=cats.yaml")[0] == 0


def test_a_game_under_way_elsewhere_is_left_alone(claim: Console) -> None:
    with subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "play", "--save", "game.json"], stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, cwd=claim.folder, env=os.environ | {"XDG_STATE_HOME": str(claim.folder)},
    ) as game:
        path = claim.folder / "game.json"
        while not path.exists() or not path.read_text().endswith("\n"):
            time.sleep(0.02)
        status, _, err = claim("resume", "game.json")
        assert status == 2 and "this game is being played elsewhere" in err
        assert game.stdin is not None
        game.stdin.close()


@pytest.mark.parametrize("number", ENDING)
def test_a_game_that_is_ended_from_outside_says_how_to_go_on(claim: Console, number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "play", "--save", "game.json"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=claim.folder,
    ) as game:
        assert game.stdout is not None
        game.stdout.readline()
        game.send_signal(number)
        assert game.communicate(timeout=60)[1].endswith(b"Go on with it: claim resume game.json\n")
    assert game.returncode == 128 + number


def test_a_journal_is_held_before_it_is_read(claim: Console) -> None:
    """Another one may write to it until it is held; what is read afterwards is all that there is."""
    claim("play", "--seed", "5", "--save", "game.json", typed="1\n")
    path = claim.folder / "game.json"
    lines = path.read_text().splitlines(keepends=True)
    opened = resume.opened_to_play

    def late(wanted: Wanted, how: How) -> tuple[Opened, State]:
        with pytest.raises(UnreadableError, match="being played elsewhere"):
            Journal(str(path), None)
        return opened(wanted, how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resume, "opened_to_play", late)
        status, _, _ = claim("resume", "game.json", typed="1\n")
    assert status == 0 and len(path.read_text().splitlines()) > len(lines)


def test_a_wrong_journal_is_let_go_as_it_is(claim: Console) -> None:
    claim("play", "--seed", "5", "--save", "game.json", typed="1\n")
    path = claim.folder / "game.json"
    wrong = path.read_text() + '{"undo": 99}\n{"move": "pla'
    path.write_text(wrong)
    assert claim("resume", "game.json")[0] == 1 and path.read_text() == wrong
    path.write_text(wrong.replace('{"undo": 99}\n', ""))
    assert claim("resume", "game.json", "--seats", "human")[0] == 2
    assert claim("resume", "game.json")[0] == 0


def test_no_finished_move_is_lost_when_the_game_is_killed(claim: Console) -> None:
    kill(claim.folder, KILLS, 7)
    if not (claim.folder / "game.json").exists():  # the last game came to its end
        assert claim("play", "--seats", "human,random,random", "--save", "game.json")[0] == 0
    status, out, _ = claim("resume", "game.json", typed="1\n" * 60)
    assert status == 0 and "The end" in out
