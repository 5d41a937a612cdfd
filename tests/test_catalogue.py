"""Every code is explained, and its examples do what they say, through the whole pipeline."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from claimdsl.diagnostics.catalogue import Code, codes
from claimdsl.diagnostics.report import Diagnostic, Report, Severity
from claimdsl.frontend.loader import FileLoader
from claimdsl.pipeline import check_reference, check_text
from claimdsl.play.scenario_file import read_scenarios
from claimdsl.play.scenario_run import run_file
from claimdsl.play.scenario_setup import Bench

PACKAGE = Path(__file__).resolve().parent.parent / "claimdsl"
CODE = re.compile(r"CLM[0-9]{3}")
HEAD = "claimdsl: 1\nname: house\nextends: base\n"

# Files that examples speak of in a comment, `# NAME.yaml: TEXT`.
BESIDE = re.compile(r"^# (\w+)\.yaml: (.+)$", re.MULTILINE)

# What no short text can show.
MADE: dict[str, Callable[[], bytes]] = {
    "CLM101": lambda: HEAD.encode("utf-16"),
    "CLM320": lambda: f"{HEAD}rules:\n  house:\n    tier: {'1 + ' * 5000}1\n".encode(),
}
# What the parser of YAML may say one day, and what the check of forms says before (CLM214).
UNREACHED = frozenset({"CLM129", "CLM713"})
REACHED = tuple(code for code in codes().values() if code.code not in UNREACHED)


def found_in(text: bytes, folder: Path) -> list[Diagnostic]:
    """Check a text as the file house.yaml, beside a folder `sets` and the files that it speaks of."""
    (folder / "sets").mkdir()
    for name, content in BESIDE.findall(text.decode("utf-8", "replace")):
        (folder / f"{name}.yaml").write_text(f"claimdsl: 1\n{content}\n", encoding="utf-8")
    (folder / "house.yaml").write_bytes(text)
    report = Report()
    if text.startswith(b"claimdsl-test"):
        scenarios = read_scenarios(str(folder / "house.test.yaml"), text, report)
        if scenarios is not None:
            assert all(not result.failures for result in run_file(scenarios, Bench(covers=False), report))
    else:
        check_reference(str(folder / "house.yaml"), (), FileLoader(), report)
    return list(report)


def used() -> Iterator[str]:
    """Give every code in a text of the package that is no docstring and no catalogue."""
    for path in PACKAGE.rglob("*.py"):
        if path.name.startswith("catalogue"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                yield node.value


def test_every_code_that_is_reported_is_explained_and_the_other_way_round() -> None:
    assert set(used()) == set(codes())


def test_codes_are_called_as_they_are_filed() -> None:
    assert all(name == code.code and CODE.fullmatch(name) for name, code in codes().items())
    assert all(code.title and code.text.strip() for code in codes().values())


@pytest.mark.parametrize("code", REACHED, ids=lambda code: code.code)
def test_a_code_has_a_bad_example_or_one_is_made_here(code: Code) -> None:
    assert bool(code.bad) is not (code.code in MADE)


@pytest.mark.parametrize("code", REACHED, ids=lambda code: code.code)
def test_a_bad_example_gives_its_code_and_no_other(code: Code, tmp_path: Path) -> None:
    text = MADE[code.code]() if code.code in MADE else code.bad.encode()
    codes = [found.code for found in found_in(text, tmp_path)]
    assert set(codes) == {code.code}, codes


@pytest.mark.parametrize("code", [code for code in codes().values() if code.good], ids=lambda code: code.code)
def test_a_good_example_has_no_finding(code: Code, tmp_path: Path) -> None:
    assert [(found.code, found.message) for found in found_in(code.good.encode(), tmp_path)] == []


@pytest.mark.parametrize("code", [code for code in codes().values() if code.bad], ids=lambda code: code.code)
def test_only_the_last_stage_warns(code: Code) -> None:
    report = Report()
    check_text("house.yaml", code.bad.encode(), report)
    lax = {found.code for found in report if found.severity is Severity.WARNING}
    assert all(name.startswith(("CLM8", "CLM117")) for name in lax)


def test_a_code_without_a_good_example_says_so_by_what_it_is() -> None:
    assert [code.code for code in codes().values() if not code.good] == ["CLM320"]
