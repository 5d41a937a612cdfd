"""The code of a solver is kept: another process compiles nothing, and what is damaged or foreign is made anew."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from claimdsl import load_ruleset
from claimdsl.engine.state import State
from claimdsl.native import compiled, store
from claimdsl.native.solver import Solver
from tests.console import Console
from tests.solver_reference import late

ROOT = Path(__file__).resolve().parent.parent
WITHOUT_COMPILER = (
    "import sys; from claimdsl.cli.app import run; from claimdsl.native import compiled; compiled.compile_text = None; "
    "sys.exit(run(sys.argv[1:]))"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLAIMDSL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def moment() -> State:
    state = late(load_ruleset("printed-2017").game(2), 1, 6)
    assert state is not None
    return state


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect what is compiled."""
    found: list[str] = []
    compile_text = compiled.compile_text

    def counted(text: str) -> bytes:
        found.append(text)
        return compile_text(text)

    monkeypatch.setattr(compiled, "compile_text", counted)
    return found


def answer(state: State, plainly: bool = False) -> tuple[int, int]:
    v = state.frame()
    root = Solver(state.game, plainly).begin(v, state.seat)
    return root.value(v), root.margin(v)


def test_a_second_solver_compiles_nothing_and_answers_the_same(folder: Path, moment: State, texts: list[str]) -> None:
    cold = answer(moment)
    made = len(texts)
    assert made and answer(moment) == cold and len(texts) == made


def test_each_way_to_search_has_an_entry_of_its_own(folder: Path, moment: State, texts: list[str]) -> None:
    assert answer(moment) == answer(moment, plainly=True)
    assert len(set(texts)) == len(texts) == len(list(folder.glob("*.native")))


def test_what_is_damaged_or_foreign_is_made_anew(folder: Path, moment: State, texts: list[str]) -> None:
    right, made = answer(moment), len(texts)
    (entry,) = folder.glob("*.native")
    whole = entry.read_bytes()
    middle = len(whole) // 2
    damages = (b"", whole[:-1], whole[:middle] + b"\0" + whole[middle + 1 :], b"x" + whole, _foreign(entry, b"code"))
    for damage in damages:
        entry.write_bytes(damage)
        assert answer(moment) == right
        assert entry.read_bytes() == whole
    entry.chmod(0o666)
    assert answer(moment) == right
    assert len(texts) == made + len(damages) + 1


def _foreign(entry: Path, code: bytes) -> bytes:
    """Give an entry of the right form for another machine."""
    key = store.Key(entry.name.split("-")[0], "another machine")
    store.write(key, code)
    written = entry.parent / key.file_name
    text = written.read_bytes()
    written.unlink()
    return text


def test_a_second_process_compiles_nothing(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = Console(tmp_path, monkeypatch)
    claim.game()
    words = ("solve", "game.json", "--move", "34", "--format", "json")
    first = claim.json(*words)
    assert first["engine"] == "native"
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_COMPILER, *words], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=120,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert {**json.loads(run.stdout), "seconds": 0} == {**first, "seconds": 0}
