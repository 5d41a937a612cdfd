"""Each kind of bad input gets what it must: one message at its place, in bounded work, nothing foreign quoted."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl.diagnostics import nearest
from claimdsl.diagnostics.render import text
from claimdsl.diagnostics.report import Diagnostic, Report
from claimdsl.frontend.loader import FileLoader
from claimdsl.pipeline import check_reference, check_text
from tests.bad_inputs import FILES, HEAD, ROWS, Case

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


def _many(line: str, count: int) -> str:
    return "".join(line.replace("#", f"{at:04}") for at in range(count))


MANY = {
    "keys": HEAD + _many("factionz#: 1\n", 5000),
    "keys of a power": HEAD + "rules:\n  h:\n" + _many("    after_trikc#: a\n", 5000),
    "factions without cards": HEAD + "factions:\n" + _many("  faction_#: {title: a}\n", 3000),
    "piles without an owner": HEAD + "piles:\n" + _many("  pile_no_#: {seen_by: all}\n", 3000),
    "names to remove": f"{HEAD}factions: {{remove: [x{_many(', trols#', 5000)}]}}\n",
    "display words": HEAD + "words:\n" + _many("  factoin#: a\n", 5000),
    "line-up": f"{HEAD}line_up:\n  2: {{default: [x{_many(', trols_#', 5000)}]}}\n",
    "rows": f"{HEAD}setup:\n  2: {{x: 1{_many(', hand_#: 1', 3000)}}}\n",
    "terms": HEAD + "terms:\n" + _many("  term_#: trem_# + 1\n", 3000),
    "effects": HEAD + "rules:\n" + _many("  h#: {after_trick: move pile_# to discrd}\n", 2000),
}
MOST_COMPARED = 250_000


@pytest.mark.parametrize("kind", MANY)
def test_what_was_meant_is_looked_for_in_bounded_work(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    distance = nearest._distance

    def counting(left: str, right: str, limit: int) -> int:
        nonlocal compared
        compared += 1
        return distance(left, right, limit)

    monkeypatch.setattr(nearest, "_distance", counting)
    report = Report()
    assert check_text("house.yaml", MANY[kind].encode(), report) is None
    assert report.has_errors
    assert compared <= MOST_COMPARED
