"""The findings as workflow commands: one line each, whatever the names and messages hold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from claimdsl.diagnostics.github import github
from claimdsl.diagnostics.report import Diagnostic, Note, Severity
from claimdsl.diagnostics.source import Source, Span

ROOT = Path(__file__).parent.parent


def command(
    message: str = "m", name: str = "a.yaml", text: str = "tier: goblin\n", start: int = 6, end: int = 12,
    suggestion: str | None = None, notes: tuple[Note, ...] = (), severity: Severity = Severity.ERROR,
) -> str:
    span = Span(Source(name, text), start, end)
    item = Diagnostic("CLM402", message, span, severity, suggestion, notes=notes)
    return github([item], "/home/ann")


def test_a_finding_is_one_command() -> None:
    assert command("unknown 'goblin'", suggestion="goblins") == (
        "::error file=a.yaml,line=1,col=7,endColumn=13,title=CLM402::unknown 'goblin'; did you mean 'goblins'?\n"
    )


def test_a_warning_is_a_warning() -> None:
    assert command(severity=Severity.WARNING).startswith("::warning file=")


def test_nothing_found_is_nothing_written() -> None:
    assert github([], "/") == ""


@pytest.mark.parametrize(("name", "given"), [
    ("a,b:c%.yaml", "a%2Cb%3Ac%25.yaml"), ("a\r\nb.yaml", "a%0D%0Ab.yaml"), ("my house.yaml", "my house.yaml"),
    ("./a.yaml", "a.yaml"), ("/home/ann/a/b.yaml", "a/b.yaml"), ("/elsewhere/a.yaml", "/elsewhere/a.yaml"),
])
def test_a_name_cannot_end_its_field(name: str, given: str) -> None:
    assert command(name=name).startswith(f"::error file={given},line=1,")


def test_a_message_cannot_end_its_line_nor_drive_a_terminal() -> None:
    written = command("50% of a\n::error::b, c: d\x1b[1m")
    assert written.endswith("::50%25 of a\\u{a}::error::b, c: d\\u{1b}[1m\n")
    assert written.count("\n") == 1


def test_notes_are_further_lines_of_the_message() -> None:
    note = Note("first written here", Span(Source("b.yaml", "x: 1\ny: 2"), 5, 6))
    assert command(notes=(note,)).endswith("::m%0Ab.yaml:2:1: first written here\n")


def test_a_place_of_several_lines_has_no_columns() -> None:
    assert command(text="a: |\n  b\n  c\n", start=3, end=12).startswith("::error file=a.yaml,line=1,endLine=3,title=")


def test_standard_input_has_no_file() -> None:
    assert command(name="-").startswith("::error line=1,")


def test_columns_are_code_points() -> None:
    assert ",col=2,endColumn=4," in command(text="😀漢字x", start=1, end=3)


def test_the_command_writes_them(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("claimdsl: 1\nname: a\nextends: base\nruels: {}\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), "validate", "--format", "github", "a.yaml"], cwd=tmp_path,
        capture_output=True, timeout=60, check=False, text=True,
    )
    assert done.returncode == 1
    assert done.stdout == (
        "::error file=a.yaml,line=4,col=1,endColumn=6,title=CLM201::unknown key 'ruels'; did you mean 'rules'?\n"
    )
