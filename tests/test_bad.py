"""Rulesets that an author might write, each wrong in one way: the right line, the right word, and nothing more.

`bad/expected.txt` has a line for each finding: the file, the code, line and column, and what is said of it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl.diagnostics.report import Diagnostic, Report
from claimdsl.frontend.loader import FileLoader
from claimdsl.pipeline import check_reference

FOLDER = Path(__file__).resolve().parent / "bad"
MOST_ERRORS = 3


def expected() -> dict[str, list[tuple[str, str, str]]]:
    """Give the findings of each file: code, place, and a word that is said."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for line in (FOLDER / "expected.txt").read_text(encoding="utf-8").splitlines():
        name, code, place, word = line.split(" ", 3)
        found.setdefault(name, []).append((code, place, word))
    return found


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.yaml")))
def test_a_bad_ruleset_is_pointed_at(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    report = Report()
    check_reference(f"{name}.yaml", (), FileLoader(), report)
    found = list(report)
    wanted = expected()[name]
    assert len(found) == len(wanted) <= MOST_ERRORS
    for diagnostic, (code, place, word) in zip(found, wanted, strict=True):
        assert (diagnostic.code, _place(diagnostic)) == (code, f"{name}.yaml:{place}")
        assert word in f"{diagnostic.message} {diagnostic.hint} {diagnostic.suggestion}"


def _place(diagnostic: Diagnostic) -> str:
    first = diagnostic.span.first
    return f"{diagnostic.span.source.name}:{first.line}:{first.column}"


def test_there_are_enough_bad_rulesets_and_all_are_expected() -> None:
    names = {path.stem for path in FOLDER.glob("*.yaml")}
    assert len(names) >= 50
    assert names == set(expected())
