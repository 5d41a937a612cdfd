"""The page on architecture says what is so: its generated places, its folders, the order of imports."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    """Load the script that writes generated files."""
    spec = importlib.util.spec_from_file_location("write_reference", ROOT / "tests" / "write_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_generated_file_is_stale(writer: ModuleType) -> None:
    stale = [path.name for path, text in writer.pages().items() if path.read_text(encoding="utf-8") != text]
    assert stale == [], "run `make docs`"


def test_the_table_of_stages_has_every_stage(writer: ModuleType) -> None:
    assert writer.pipeline_table() in PAGE
    assert len(writer.pipeline_table().splitlines()) > 7


def test_the_modules_of_the_table_of_stages_are_there(writer: ModuleType) -> None:
    cells = [line.split("|")[4].strip() for line in writer.pipeline_table().splitlines()[2:]]
    assert [name for name in cells if not (ROOT / "claimdsl" / f"{name.replace('.', '/')}.py").is_file()] == []


def test_every_folder_of_the_package_has_its_line() -> None:
    told = set(re.findall(r"^\| `claimdsl/([a-z]+)/` \|", PAGE, re.MULTILINE))
    there = {path.parent.name for path in (ROOT / "claimdsl").glob("*/__init__.py")}
    assert told == there


def test_every_single_file_has_its_word() -> None:
    single = {path.name for path in (ROOT / "claimdsl").glob("*.py")} - {"__init__.py"}
    assert [name for name in sorted(single) if f"`{name}`" not in PAGE] == []


def test_every_file_that_is_named_is_there() -> None:
    named = re.findall(r"`(?:claimdsl/)?([a-z_]+/[a-z_]+\.py|[a-z_]+\.py)`", PAGE)
    modules = {path.relative_to(ROOT / "claimdsl").as_posix() for path in (ROOT / "claimdsl").rglob("*.py")}
    names = {module.rsplit("/", 1)[-1] for module in modules}
    assert [name for name in named if name not in modules and name not in names] == []


def test_the_order_of_imports_is_the_one_that_is_held() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    held = [name.strip(" ()") for layer in layers for name in layer.split("|") if "(" not in name]
    sentence = PAGE[PAGE.index("holds the order: "):]
    told = re.findall(r"`([a-z]+)`", sentence[: sentence.index(". ")])
    assert told == held
