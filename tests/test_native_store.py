"""Object code on disk: a warm start plays what a cold one plays, and nothing that others wrote is ever loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from claimdsl import cache, load_ruleset
from claimdsl.engine.game import Game
from claimdsl.native import engine, store
from claimdsl.native.engine import NativeGame

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def whist() -> Game:
    return load_ruleset("german-whist").game()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLAIMDSL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def entry(folder: Path) -> Path:
    (found,) = folder.glob("*.native")
    return found


def results(game: Game) -> list[int]:
    return NativeGame(game, lanes=1, keep=True).play(3, 0, 20)[0].tolist()


def test_a_warm_start_compiles_nothing_and_plays_the_same(
    whist: Game, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cold = results(whist)
    monkeypatch.setattr(engine, "compile_text", None)
    monkeypatch.setattr(engine, "Module", None)
    assert results(whist) == cold


def test_without_being_asked_nothing_is_kept(whist: Game, folder: Path) -> None:
    NativeGame(whist, lanes=1)
    assert not folder.exists()


def test_a_damaged_entry_is_made_anew(whist: Game, folder: Path) -> None:
    right = results(whist)
    whole = entry(folder).read_bytes()
    middle = len(whole) // 2
    for damage in (b"", b"\n", whole[:-1], whole[:middle], whole[:middle] + b"\0" + whole[middle + 1 :], b"x" + whole):
        entry(folder).write_bytes(damage)
        assert results(whist) == right
        assert entry(folder).read_bytes() == whole


def test_an_entry_of_another_name_is_not_taken(whist: Game, folder: Path) -> None:
    results(whist)
    key = store.Key("0" * 64, "some machine")
    entry(folder).rename(folder / key.file_name)
    assert store.read(key) is None


@pytest.mark.parametrize("mode", [0o660, 0o606, 0o622])
def test_what_others_may_write_is_not_loaded(whist: Game, folder: Path, mode: int) -> None:
    right = results(whist)
    entry(folder).chmod(mode)
    key = _key(whist)
    assert store.read(key) is None
    assert results(whist) == right
    assert entry(folder).stat().st_mode & 0o777 == 0o600
    assert store.read(key) is not None


def test_what_belongs_to_another_user_is_not_loaded(
    whist: Game, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results(whist)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert store.read(_key(whist)) is None


def _key(game: Game) -> store.Key:
    bmi = "+bmi2" in engine.features()[1]
    return store.Key(store.kind_of(game, ("random",) * game.players, 1), engine.machine(bmi))


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_an_entry_that_is_no_file_is_passed_over(whist: Game, folder: Path, kind: str) -> None:
    right = results(whist)
    path = entry(folder)
    path.unlink()
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    assert results(whist) == right
    assert not list(folder.glob("*.part"))


def test_without_a_folder_to_write_to_all_goes_on(
    whist: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("CLAIMDSL_CACHE", str(tmp_path / "file" / "cache"))
    assert results(whist)
    assert not store.is_kept(store.kind_of(whist, ("random", "random"), 1))


def test_each_kind_of_game_has_an_entry_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    base = load_ruleset("base")
    two = base.game(2)
    three = base.default_factions(3)
    found = [
        store.kind_of(two, ("random", "random"), 4), store.kind_of(two, ("random", "random"), 2),
        store.kind_of(two, ("random", "greedy"), 4), store.kind_of(base.game(3), ("random",) * 3, 4),
        store.kind_of(base.game(2, options={"dwarf_tie": "earlier"}), ("random", "random"), 4),
        store.kind_of(base.game(2, [*two.factions[:4], three[-1]]), ("random", "random"), 4),
        store.kind_of(load_ruleset("claim2").game(2), ("random", "random"), 4),
    ]
    monkeypatch.setattr(cache, "state_of", lambda parts: "another printer")
    found.append(store.kind_of(two, ("random", "random"), 4))
    assert len(set(found)) == len(found)


def test_what_it_is_compiled_for_is_part_of_the_name() -> None:
    assert engine.machine(True) != engine.machine(False)
    assert store.Key("k", "one machine").file_name != store.Key("k", "another").file_name


def test_two_processes_that_start_cold_at_once_both_play(folder: Path) -> None:
    words = [sys.executable, str(ROOT / "cli.py"), "simulate", "--ruleset", "german-whist", "--games", "5000"]
    both = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    said = [each.communicate(timeout=120) for each in both]
    assert [each.returncode for each in both] == [0, 0], said
    one, other = (out.splitlines()[2:] for out, _ in said)
    assert one == other
    assert {path.suffix for path in folder.iterdir()} == {".native", ".ruleset"}
