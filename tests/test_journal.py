"""Files of games: journals lose no finished move, and every kind of file is told from the others."""

from __future__ import annotations

import gzip
import io
import json
import os
from pathlib import Path

import pytest

from claimdsl.diagnostics.errors import RecordError, UnreadableError
from claimdsl.play.journal import Journal
from claimdsl.play.reading import Entry, read_games
from claimdsl.play.record import LONGEST, Record

HEADER = Record("base", 2, 0, ("goblins:0", "knights:9"))
GAME = Record("base", 2, 0, ("goblins:0", "knights:9"), ("play goblins:0", "keep"))
LINE = GAME.to_json()
BEGIN = json.dumps(HEADER.to_object(moves=False))


def read(raw: bytes | str, name: str = "game.json") -> tuple[bool, list[Entry]]:
    data = raw.encode() if isinstance(raw, str) else raw
    games = read_games(name, io.BufferedReader(io.BytesIO(data)))
    return games.lines, list(games.entries)


def test_a_journal_holds_every_move_at_once(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    journal = Journal(str(path), HEADER)
    for number, move in enumerate(GAME.moves, start=1):
        journal.add(move)
        _, (entry,) = read(path.read_bytes())
        assert entry.record is not None and entry.record.moves == GAME.moves[:number]
    journal.close()
    assert path.read_text().count("\n") == 3


def test_a_finished_journal_becomes_one_record(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "game.json"), HEADER)
    journal.close(GAME)
    assert (tmp_path / "game.json").read_text() == LINE + "\n"
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_link_is_followed_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("")
    (tmp_path / "link.json").symlink_to("real.json")
    Journal(str(tmp_path / "link.json"), HEADER).close(GAME)
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_text() == LINE + "\n"


def test_a_record_that_is_cut_short_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(str(tmp_path / "game.json"), HEADER)
    before = (tmp_path / "game.json").read_text()

    def interrupted(file: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        journal.close(GAME)
    assert os.listdir(tmp_path) == ["game.json"] and (tmp_path / "game.json").read_text() == before


def test_a_fresh_journal_spares_a_file_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text("mine")
    with pytest.raises(FileExistsError):
        Journal(str(tmp_path / "game.json"), HEADER, fresh=True)
    assert (tmp_path / "game.json").read_text() == "mine"


def test_a_journal_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    for path in (tmp_path / "none" / "game.json", tmp_path, Path("/dev/full")):
        with pytest.raises(UnreadableError, match="cannot be written"):
            Journal(str(path), HEADER)
    assert not Path("/dev/full").is_file()


@pytest.mark.parametrize(("raw", "name", "lines", "games"), [
    (LINE, "g.json", False, 1),
    (LINE + "\n", "g.json", False, 1),
    (json.dumps(GAME.to_object(), indent=2), "g.json", False, 1),
    ("\ufeff" + LINE, "g.json", False, 1),
    (LINE + "\n" + LINE + "\n", "g.json", True, 2),
    (LINE, "g.jsonl", True, 1),
    (LINE + "\n\n" + LINE, "g.jsonl", True, 2),
    (json.dumps({"record": GAME.to_object(), "trace": []}), "g.json", False, 1),
    (json.dumps({"record": GAME.to_object(), "trace": []}), "g.jsonl", True, 1),
    (BEGIN + '\n{"move": "play goblins:0"}\n{"move": "keep"}\n', "g.json", False, 1),
    (BEGIN + '\n{"move": "play goblins:0"}\n{"move": "keep"}\n', "g.jsonl", False, 1),
])
def test_each_kind_of_file_is_told(raw: str, name: str, lines: bool, games: int) -> None:
    for data, called in ((raw.encode(), name), (gzip.compress(raw.encode()), name + ".gz")):
        found, entries = read(data, called)
        assert found == lines and len(entries) == games
        assert all(entry.record == GAME and not entry.problem for entry in entries)


def test_a_header_alone_is_a_game_without_moves() -> None:
    for raw in (BEGIN, BEGIN + "\n"):
        assert read(raw) == (False, [Entry("", HEADER)])


def test_a_half_line_is_dropped_and_said() -> None:
    _, (entry,) = read(BEGIN + '\n{"move": "play goblins:0"}\n{"move": "ke')
    assert entry.record is not None and entry.record.moves == ("play goblins:0",)
    assert entry.note == "line 3, the last of the journal, is half a line and was dropped"


@pytest.mark.parametrize(("raw", "problem"), [
    (BEGIN + '\n{"move": "a"}\n{"mo\n{"move": "b"}\n', "line 3: not JSON"),
    (BEGIN + '\n{"move": 7}\n', 'line 2: {"move": "..."} is meant, not a move that is the number 7'),
    (BEGIN + '\n{"mve": "a"}\n' + '{"move": "b"}\n' * 80, "line 2: {\"move\": \"...\"} is meant, not an object with"),
    (BEGIN + '\n"play goblins:0"\n{"move": "b"}\n', 'line 2: {"move": "..."} is meant, not the text'),
    (BEGIN + "\n{}\n", 'line 2: {"move": "..."} is meant, not an empty object'),
    (f"{BEGIN}\n{BEGIN}\n", 'line 2: {"move": "..."} is meant, not the beginning of another game'),
    (BEGIN + '\n{"move": "a"}\n' + LINE + "\n", 'line 3: {"move": "..."} is meant, not the beginning of another'),
    (BEGIN + '\n{"move": "a"}\n{"move": "b", "undo": 1}\n', "line 3: a line has a move or an undo, not both"),
    (BEGIN + '\n{"move": "a"}\n{"undo": -1}\n', "line 3: undo: -1 moves cannot be taken back; 1 were made"),
    (BEGIN + '\n{"move": "a"}\nnonsense\n', "line 3: not JSON"),
    (BEGIN.replace("claim-record/1", "claim-record/9") + '\n{"move": "a"}\n', "format: 'claim-record/9' is not known"),
])
def test_a_wrong_journal_gets_its_reason(raw: str, problem: str) -> None:
    lines, (entry,) = read(raw)
    assert not lines and entry.record is None and entry.problem.startswith(problem)


def test_json_lines_may_begin_with_a_record_that_lacks_its_moves() -> None:
    for raw, name, count in ((f"{BEGIN}\n{LINE}\n", "g.json", 2), (f"{BEGIN}\n{BEGIN}\n{LINE}\n", "g.jsonl", 3)):
        lines, entries = read(raw, name)
        assert lines and [entry.problem for entry in entries] == ["moves: missing"] * (count - 1) + [""]


def test_a_wrong_line_leaves_the_others_alone() -> None:
    lines, entries = read(f'{LINE}\n{{"format": "claim-record/1"}}\nnonsense\n{LINE}\n')
    assert lines and [entry.place for entry in entries] == ["line 1", "line 2", "line 3", "line 4"]
    assert [entry.record == GAME for entry in entries] == [True, False, False, True]
    assert entries[1].problem == "moves: missing"


@pytest.mark.parametrize(("raw", "reason"), [
    (b"", "the file is empty"),
    (b"\n \n", "the file is empty"),
    (b"\xff\xfe{", "not UTF-8 at byte 0"),
    (json.dumps(GAME.to_object(), indent=2).encode()[:60], "not JSON: "),
    (b" " * (LONGEST + 2), "the file is empty"),
    (b"[" + b"1," * LONGEST, "the record is too long"),
    (gzip.compress(b"x" * 100, mtime=0)[:20], "the gzip file is damaged"),
])
def test_what_is_no_file_of_games_is_refused(raw: bytes, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        read(raw)
