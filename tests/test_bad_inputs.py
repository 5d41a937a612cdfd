"""Each kind of bad input gets what it must: one message at its place, in bounded work, and nothing foreign is quoted."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl.diagnostics.render import text
from claimdsl.diagnostics.report import Diagnostic, Report
from claimdsl.frontend.loader import FileLoader
from claimdsl.pipeline import check_reference, check_text
from tests.bad_inputs import FILES, ROWS, Case

CASES = [pytest.param(case, id=f"{row} {number}") for row, cases in ROWS.items() for number, case in enumerate(cases)]


@pytest.mark.parametrize("case", CASES)
def test_a_kind_of_bad_input(case: Case) -> None:
    raw = case.given if isinstance(case.given, bytes) else case.given.encode()
    report = Report()
    program = check_text("house.yaml", raw, report)
    _compare(list(report), case.found)
    assert (program is None) == report.has_errors
    assert text(report, colour=False).isprintable() or "\x00" not in text(report, colour=False)


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_names_another(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, found = FILES[kind]
    inner = tmp_path / "inner"
    (inner / "folder").mkdir(parents=True)
    (tmp_path / "secret.yaml").write_text("secret: words\n")
    (inner / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    for name, content in files.items():
        (inner / f"{name}.yaml").write_text(content)
    monkeypatch.chdir(inner)
    report = Report()
    check_reference("house.yaml", (), FileLoader(), report)
    _compare(list(report), found)
    assert "words" not in text(report, colour=False)


def test_no_raw_control_character_is_printed() -> None:
    for row in ("encodings and control characters", "byte order mark"):
        for case in ROWS[row]:
            report = Report()
            check_text("house.yaml", case.given if isinstance(case.given, bytes) else case.given.encode(), report)
            shown = text(report, colour=False)
            assert not {char for char in shown if not char.isprintable()} - {"\n"}


def _compare(found: list[Diagnostic], wanted: tuple[str, ...]) -> None:
    told = [f"{each.code} {each.span.first.line}:{each.span.first.column}" for each in found]
    assert told == [" ".join(each.split(" ", 2)[:2]) for each in wanted], [each.message for each in found]
    for each, one in zip(found, wanted, strict=True):
        assert one.split(" ", 2)[2] in f"{each.message} {each.hint} {each.suggestion}"
