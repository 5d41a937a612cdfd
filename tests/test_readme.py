"""The README is true: its Python runs, its ruleset is played, its commands work, its links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from claimdsl.cli.app import COMMANDS
from claimdsl.diagnostics.report import Report
from claimdsl.engine.ruleset import Ruleset
from claimdsl.pipeline import check_text

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
LINES = [line for kind, text in BLOCKS if not kind for line in text.splitlines() if line.strip()]
RULESETS = [text for kind, text in BLOCKS if kind == "yaml"]
PAGES = ("README.md", "CONTRIBUTING.md", "docs/architecture.md", "grammar/README.md")


def test_every_block_is_of_a_kind_that_is_run_here() -> None:
    assert {kind for kind, _ in BLOCKS} == {"", "python", "yaml"}
    assert all(line.split()[0] in ("make", "claim") for line in LINES)


@pytest.mark.parametrize("code", [text for kind, text in BLOCKS if kind == "python"])
def test_python_runs(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("text", RULESETS)
def test_a_ruleset_is_checked_and_played(text: str) -> None:
    report = Report()
    program = check_text("README.yaml", text.encode(), report)
    assert [(found.code, found.message) for found in report] == []
    assert program is not None
    ruleset = Ruleset(program)
    for players in ruleset.player_counts:
        state = ruleset.game(players).deal(seed=1)
        while not state.is_over:
            state = state.apply(state.legal_actions[-1])


def test_targets_of_make_are_there() -> None:
    targets = {line.split()[1] for line in LINES if line.startswith("make ")}
    targets |= set(re.findall(r"`make ([a-z]+)`", PAGE))
    assert [target for target in sorted(targets) if not re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)] == []


def test_commands_run_in_their_order(tmp_path: Path) -> None:
    for text in RULESETS:
        name = re.search(r"^name: (\S+)", text, re.MULTILINE)
        assert name is not None
        (tmp_path / f"{name[1]}.yaml").write_text(text, encoding="utf-8")
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    for line in LINES:
        if line.startswith("claim "):
            words = shlex.split(line, comments=True)[1:]
            done = subprocess.run(
                [sys.executable, str(ROOT / "cli.py"), *words], input=b"quit\n", capture_output=True, cwd=tmp_path,
                env=env, timeout=60,
            )
            assert done.returncode == 0, (line, done.stderr.decode())


def test_every_command_has_its_line() -> None:
    assert re.findall(r"^\| `claim ([a-z]+)` \|", PAGE, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    anchors = {_anchor(head) for head in re.findall(r"^#+ (.+)$", page, re.MULTILINE)}
    for link in re.findall(r"\]\(([^)\s]+)\)", page):
        if link.startswith("#"):
            assert link[1:] in anchors, link
        else:
            assert (ROOT / name).parent.joinpath(link).exists(), link


def _anchor(head: str) -> str:
    """Give the anchor that a heading has on a code host."""
    return re.sub(r"[^a-z0-9 _-]", "", head.lower()).replace(" ", "-")
