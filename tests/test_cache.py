"""Compiled rulesets on disk: a warm start gives what a cold one gives, and nothing found there can do harm."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import claimdsl
from claimdsl import cache

HOUSE = "claimdsl: 1\nname: house\nextends: base\n"


@pytest.fixture()
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep entries in a folder of its own, with a ruleset in the current one."""
    monkeypatch.setenv("CLAIMDSL_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    return tmp_path


def digest() -> str:
    return claimdsl.load_ruleset("house.yaml").digest


def entry(folder: Path) -> Path:
    (found,) = (folder / "cache").glob("*.ruleset")
    return found


def test_a_warm_start_gives_the_same_and_reads_no_yaml(kept: Path) -> None:
    cold = digest()
    code = (
        "import sys, claimdsl; r = claimdsl.load_ruleset('house.yaml'); "
        "print(r.digest, any(m in sys.modules for m in ('yaml', 'lark', 'jsonschema')))"
    )
    root = str(Path(claimdsl.__file__).resolve().parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": root}
    )
    assert done.stdout.split() == [cold, "False"]


def test_a_changed_file_is_compiled_anew(kept: Path) -> None:
    before = digest()
    (kept / "house.yaml").write_text(HOUSE + "options: {dwarf_tie: {fixed: earlier}}\n", encoding="utf-8")
    assert digest() != before


def test_another_grammar_has_entries_of_its_own(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest()
    monkeypatch.setattr(cache, "grammar_text", lambda: "another")
    digest()
    assert len(list((kept / "cache").glob("*.ruleset"))) == 2


@pytest.mark.parametrize("name", ["base.yaml", "base"])
def test_a_file_that_comes_to_win_over_a_shipped_name_is_noticed(kept: Path, name: str) -> None:
    before = digest()
    (kept / name).write_text("claimdsl: 1\nname: mine\nextends: french\n", encoding="utf-8")
    assert digest() != before


def test_a_damaged_entry_is_made_anew(kept: Path) -> None:
    right = digest()
    whole = entry(kept).read_bytes()
    swapped = whole.replace(b"goblins", b"gremlin")
    for damage in (b"", b"\x00\xff", whole[:-3], whole[: len(whole) // 2], swapped, b"\n\n\n\n"):
        entry(kept).write_bytes(damage)
        assert digest() == right
        assert entry(kept).read_bytes() == whole


def forged(path: Path, old: str, new: str) -> None:
    """Change an entry and give it a right sum, as one who may write the folder could."""
    _, files, payload = path.read_text(encoding="utf-8").split("\n\n", 2)
    assert old in payload
    payload = payload.replace(old, new)
    total = hashlib.sha256((files + payload).encode()).hexdigest()
    path.write_text(f"claimdsl-cache/2 {total}\n\n{files}\n\n{payload}", encoding="utf-8")


@pytest.mark.parametrize(("old", "new"), [
    ('"strength"', '"__import__"'), ('"goblins"', '"x;import os"'), ("[2,3,4,5,6,7,8,9]", f"[2,3,{10**30}]"),
])
def test_a_forged_entry_runs_nothing_and_takes_no_memory(kept: Path, old: str, new: str) -> None:
    digest()
    forged(entry(kept), old, new)
    try:
        state = claimdsl.load_ruleset("house.yaml").game(2).deal(seed=1)
        assert state.legal_actions
    except (KeyError, ValueError, TypeError, claimdsl.pipeline.RulesetError, StopIteration):
        pass


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_an_entry_that_is_no_file_is_passed_over_and_leaves_nothing(kept: Path, kind: str) -> None:
    right = digest()
    path = entry(kept)
    path.unlink()
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    assert digest() == right
    assert not list((kept / "cache").glob("*.part"))


def test_without_a_folder_to_write_to_all_goes_on(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (kept / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("CLAIMDSL_CACHE", str(kept / "file" / "cache"))
    assert claimdsl.load_ruleset("house.yaml").name == "house"


def test_several_at_once_agree(kept: Path) -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(digest())) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1 and len(found) == 6
    assert [path.suffix for path in (kept / "cache").iterdir()] == [".ruleset"]


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLAIMDSL_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache.folder() == str(Path("/somewhere/claimdsl"))
