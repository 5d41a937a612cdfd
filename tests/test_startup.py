"""What a warm start imports: nothing that only a cold one, another command or a later moment needs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import claimdsl

ROOT = Path(claimdsl.__file__).resolve().parent.parent
UNWANTED = (
    "yaml", "lark", "jsonschema", "llvmlite", "pyarrow", "concurrent", "multiprocessing", "subprocess", "socket",
    "asyncio", "unittest", "tempfile", "random", "dataclasses", "pathlib", "urllib", "traceback", "csv", "pickle",
    "wcwidth",    "claimdsl.frontend", "claimdsl.semantics", "claimdsl.native", "claimdsl.sim",
)


def imported(*arguments: str) -> set[str]:
    """Give the modules that Python imports while it runs something."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments], input="quit\n", capture_output=True, text=True, check=True,
        env=environment, cwd=ROOT,
    )
    return {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


def unwanted(modules: set[str]) -> list[str]:
    return sorted(name for name in modules if name.startswith(tuple(f"{each}." for each in UNWANTED)) or
                  name in UNWANTED)


def test_a_warm_game_imports_little(tmp_path: Path) -> None:
    claimdsl.load_ruleset("base")
    play = ("cli.py", "play", "--seed", "1", "--save", str(tmp_path / "game.json"))
    more = imported(*play) - imported("-c", "import click")
    assert "claimdsl.ui.plain" in more
    assert unwanted(more) == []


def test_a_few_games_import_no_native_code() -> None:
    claimdsl.load_ruleset("base")
    more = imported("cli.py", "simulate", "--games", "100") - imported("-c", "import click")
    assert "claimdsl.sim.simulate" in more
    assert unwanted({name for name in more if not name.startswith("claimdsl.sim")}) == []


def test_to_check_rulesets_needs_no_library_but_yaml_and_jsonschema() -> None:
    more = imported("cli.py", "validate", "base", "claim2") - imported("-c", "import click")
    assert "claimdsl.semantics.check" in more
    assert more.isdisjoint(("lark", "llvmlite", "wcwidth", "claimdsl.engine.game", "claimdsl.native"))


def test_help_imports_no_engine() -> None:
    more = imported("cli.py", "--help") - imported("-c", "import click")
    assert [name for name in more if name.startswith("claimdsl.engine")] == []
    assert unwanted(more) == []


def test_ctrl_c_before_anything_is_loaded_is_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt")
    words = [sys.executable, "-c", "from claimdsl.cli import main; main()", "play"]
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    run = subprocess.run(words, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "Interrupted.\n")
