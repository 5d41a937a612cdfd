"""The project finds its own files, and its table of codes is whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimdsl import resources
from claimdsl.diagnostics.catalogue import Code, codes
from claimdsl.diagnostics.report import Report
from claimdsl.frontend.load import decode, load, whole_number
from claimdsl.frontend.tree import Mapping, Node, Scalar, Sequence

LOADING = [code for code in codes().values() if re.match("CLM1|CLM22", code.code)]


def test_the_grammar_is_found() -> None:
    assert "expr" in resources.grammar_text()


def test_every_shipped_name_is_a_file_in_the_folder_of_rulesets() -> None:
    names = resources.shipped_names()
    assert {"base", "claim2", "french", "german-whist", "printed-2017", "factions/claim"} <= set(names)
    assert list(names) == sorted(names)
    assert all((resources.rulesets_folder() / f"{name}.yaml").is_file() for name in names)


def test_an_installed_copy_is_preferred_to_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "claimdsl" / "_bundled" / "grammar").mkdir(parents=True)
    (tmp_path / "claimdsl" / "_bundled" / "grammar" / "effect.lark").write_text("start: é", encoding="utf-8")
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "claimdsl")
    assert resources.grammar_text() == "start: é"


def test_the_catalogue_is_in_order_and_whole() -> None:
    text = resources.codes_text()
    assert list(codes()) == sorted(codes()) == re.findall(r"^## (CLM\d{3}): .+$", text, re.MULTILINE)
    assert all(code.title and code.text for code in codes().values())
    assert text.count("~~~yaml ") == sum(bool(code.bad) + bool(code.good) for code in codes().values())


@pytest.mark.parametrize("code", [code for code in LOADING if code.bad], ids=lambda code: code.code)
def test_a_bad_example_has_the_finding_of_its_code_and_no_other(code: Code) -> None:
    assert _codes(code.bad) == {code.code}


@pytest.mark.parametrize("code", LOADING, ids=lambda code: code.code)
def test_a_good_example_has_no_finding(code: Code) -> None:
    assert _codes(code.good) == set()


def _codes(text: str) -> set[str]:
    report = Report()
    source = decode("example.yaml", text.encode(), report)
    tree = load(source, report) if source else None
    for key in ("setup", "line_up"):
        for scalar in _scalars_of(tree, key) if tree else ():
            whole_number(scalar, report)
    return {found.code for found in report}


def _scalars_of(node: Node, key: str) -> list[Scalar]:
    """Give the scalars beneath a key of a mapping."""
    assert isinstance(node, Mapping)
    entry = node.find(key)
    return [] if entry is None else _scalars(entry.value)


def _scalars(node: Node) -> list[Scalar]:
    match node:
        case Scalar():
            return [node]
        case Sequence():
            return [scalar for item in node.items for scalar in _scalars(item)]
        case Mapping():
            return [scalar for entry in node.entries for scalar in _scalars(entry.value)]
