"""Promise 11 of the language: no code names a faction, so that every power is a file that a person can change."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import shelf

PACKAGE = Path(__file__).resolve().parent.parent / "claimdsl"
FILES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if "_bundled" not in path.parts)


def factions() -> set[str]:
    """Give the factions of every shipped ruleset, those of side packs too."""
    rulesets = [shelf.ruleset(name) for name in shelf.RULESETS] + [shelf.ruleset(sets=shelf.ALL_SETS)]
    specs = [spec for rules in rulesets for spec in rules.program.factions]
    return {spec.name for spec in specs} | {pack.faction for spec in specs for pack in spec.side}


def without_docstrings(tree: ast.Module) -> set[ast.AST]:
    """Give the constants that are docstrings."""
    return {
        node.value for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


def words(source: str) -> Iterator[tuple[str, int]]:
    """Give every word of the identifiers and texts of a program, with its line; docstrings and comments are none."""
    tree = ast.parse(source)
    docstrings = without_docstrings(tree)
    for node in ast.walk(tree):
        texts: list[object] = []
        match node:
            case ast.Constant() if node not in docstrings:
                texts = [node.value]
            case ast.Name() | ast.Attribute() | ast.arg() | ast.keyword() | ast.alias():
                texts = [getattr(node, field, None) for field in ("id", "attr", "arg", "name", "asname")]
            case ast.FunctionDef() | ast.ClassDef() | ast.MatchAs() | ast.MatchStar():
                texts = [node.name]
        for text in texts:
            if isinstance(text, bytes):
                text = text.decode("latin-1")
            if isinstance(text, str):
                spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
                yield from ((word.lower(), getattr(node, "lineno", 0)) for word in re.findall(r"[A-Za-z]+", spaced))


@pytest.fixture(scope="module")
def names() -> set[str]:
    found = factions()
    assert {"goblins", "ghosts", "potions", "vampires", "spades", "bards"} <= found
    return found | {name.removesuffix("s") for name in found} - {"heart", "club", "spade", "diamond", "potion"}


@pytest.mark.parametrize("file", FILES)
def test_no_code_names_a_faction(file: str, names: set[str]) -> None:
    source = (PACKAGE / file).read_text(encoding="utf-8")
    found = [(line, word) for word, line in words(source) if word in names]
    assert not found, f"claimdsl/{file} names factions: {found}"


@pytest.mark.parametrize("code", [
    "x = 'goblins'", "goblins = 1", "def best_goblin(): pass", "class GoblinPower: pass", "f(goblins=1)",
    "a.goblins", "f'{x} goblins:7'", "x = b'goblins'", "match a:\n    case 'goblins': pass", "import goblins as g",
])
def test_it_would_be_found(code: str, names: set[str]) -> None:
    assert any(word in names for word, _ in words(code))


def test_docstrings_may_have_examples(names: set[str]) -> None:
    code = '"""Of goblins."""\ndef f():\n    """Give goblins."""\nX = 1\n"""goblins"""  # goblins'
    assert not any(word in names for word, _ in words(code))
