"""The findings as SARIF: valid by the official schema, and every place and fix where it belongs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import Draft4Validator

from claimdsl.diagnostics.catalogue import codes
from claimdsl.diagnostics.nearest import Near
from claimdsl.diagnostics.report import Diagnostic, Note, Severity
from claimdsl.diagnostics.sarif import as_sarif
from claimdsl.diagnostics.source import Source, Span
from claimdsl.ui.pages import findings

ROOT = Path(__file__).parent.parent
# The schema as Microsoft ships it in its SARIF packages (MIT); it is that of schemastore.org.
SCHEMA = ROOT / "tests" / "schemas" / "sarif-2.1.0-rtm.5.json"


@cache
def validator() -> Draft4Validator:
    return Draft4Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def log(items: Iterable[Diagnostic], root: str = "/home/ann") -> Any:
    given = json.loads(json.dumps(as_sarif(items, "1.2.3", root)))
    assert [error.message for error in validator().iter_errors(given)] == []
    return given


def run_of(items: Iterable[Diagnostic], root: str = "/home/ann") -> Any:
    (run,) = log(items, root)["runs"]
    return run


def one(name: str = "a.yaml", text: str = "tier: goblin\n", start: int = 6, end: int = 12) -> Span:
    return Span(Source(name, text), start, end)


def uri(name: str, root: str = "/home/ann") -> dict[str, str]:
    found = place(run_of([Diagnostic("CLM402", "m", one(name))], root))["artifactLocation"]
    assert isinstance(found, dict)
    return found


def place(run: Any) -> Any:
    return run["results"][0]["locations"][0]["physicalLocation"]


def test_no_finding_is_a_run_without_results() -> None:
    run = run_of([])
    assert run["results"] == []


def test_the_schema_refuses_what_is_no_sarif() -> None:
    broken = log([Diagnostic("CLM402", "m", one())])
    (run,) = broken["runs"]
    run["results"][0]["level"] = "fatal"
    assert not validator().is_valid(broken)


def test_lines_and_columns_are_code_points_from_one_with_exclusive_ends() -> None:
    run = run_of([Diagnostic("CLM402", "m", one(text="x: 1\r\n😀é: goblin\r\n", start=10, end=16))])
    assert run["columnKind"] == "unicodeCodePoints"
    assert place(run)["region"] == {"startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 11}


@pytest.mark.parametrize(("name", "given"), [
    ("house.yaml", "house.yaml"),
    ("./house/a.yaml", "house/a.yaml"),
    ("my house.yaml", "my%20house.yaml"),
    ("häuser/50%#1?.yaml", "h%C3%A4user/50%25%231%3F.yaml"),
    ("a:b.yaml", "a%3Ab.yaml"),
    ("a\\b.yaml", "a%5Cb.yaml"),
    ("/home/ann/a.yaml", "a.yaml"),
])
def test_a_file_below_the_root_is_named_by_a_relative_encoded_reference(name: str, given: str) -> None:
    assert uri(name) == {"uri": given, "uriBaseId": "%SRCROOT%"}


def test_a_file_elsewhere_is_an_address() -> None:
    assert uri("/home/anna/a b.yaml") == {"uri": "file:///home/anna/a%20b.yaml"}


def test_a_name_that_is_no_utf_8_keeps_its_bytes() -> None:
    assert uri("caf\udce9.yaml")["uri"] == "caf%E9.yaml"
    assert unquote("caf%E9.yaml", errors="surrogateescape") == "caf\udce9.yaml"


def test_standard_input_is_said_to_be_that() -> None:
    assert uri("-") == {"uri": "stdin", "description": {"text": "standard input"}}


def test_each_result_points_at_its_rule_with_help() -> None:
    items = [Diagnostic(code, "m", one()) for code in ("CLM702", "CLM402", "CLM104", "CLM402")]
    run = run_of(items)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["CLM104", "CLM402", "CLM702"]
    for result in run["results"]:
        rule = rules[result["ruleIndex"]]
        assert rule["id"] == result["ruleId"]
        assert rule["shortDescription"]["text"] == codes()[rule["id"]].title
        assert codes()[rule["id"]].bad.rstrip() in rule["help"]["text"]


def test_notes_are_related_places_and_warnings_warnings() -> None:
    note = Note("first written here", one("b.yaml", "x: 1", 0, 1))
    (result,) = run_of([Diagnostic("CLM107", "m", one(), Severity.WARNING, notes=(note,))])["results"]
    assert result["level"] == "warning"
    (related,) = result["relatedLocations"]
    assert related["message"] == {"text": "first written here"}
    assert related["physicalLocation"]["artifactLocation"]["uri"] == "b.yaml"


def test_what_is_certain_is_a_fix_that_can_be_applied() -> None:
    item = Diagnostic("CLM402", "unknown faction 'goblin'", one(), suggestion=Near("goblins", alone=True))
    (result,) = run_of([item])["results"]
    assert result["message"] == {"text": "unknown faction 'goblin'; did you mean 'goblins'?"}
    (fix,) = result["fixes"]
    (change,) = fix["artifactChanges"]
    (replacement,) = change["replacements"]
    region = replacement["deletedRegion"]
    line = item.span.source.line(region["startLine"])
    before, after = line[: region["startColumn"] - 1], line[region["endColumn"] - 1 :]
    assert before + replacement["insertedContent"]["text"] + after == "tier: goblins"


@pytest.mark.parametrize("item", [
    Diagnostic("CLM402", "m", one(), suggestion="goblins"),
    Diagnostic("CLM402", "m", one(), suggestion=Near("goblins", alone=False)),
    Diagnostic("CLM214", "m", one(), suggestion=Near("goblins", alone=True)),
    Diagnostic("CLM113", "m", one(), suggestion=""),
    Diagnostic("CLM402", "m", one()),
])
def test_what_is_not_certain_is_no_fix(item: Diagnostic) -> None:
    assert "fixes" not in run_of([item])["results"][0]


@pytest.mark.parametrize("code", ["CLM103", "CLM107", "CLM201", "CLM304", "CLM402", "CLM601", "CLM608", "CLM801"])
def test_real_findings_are_valid(code: str) -> None:
    assert {result["ruleId"] for result in run_of(findings(codes()[code].bad))["results"]} == {code}


def test_the_command_writes_it(tmp_path: Path) -> None:
    (tmp_path / "a b.yaml").write_text("claimdsl: 1\nname: a\nextends: base\nruels: {}\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), "validate", "--format", "sarif", str(tmp_path)], cwd=tmp_path,
        capture_output=True, timeout=60, check=False,
    )
    given = json.loads(done.stdout)
    assert done.returncode == 1 and validator().is_valid(given)
    assert place(given["runs"][0])["artifactLocation"]["uri"] == "a%20b.yaml"
