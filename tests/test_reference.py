"""The reference is whole and true: its tables are the language's, its examples are checked and played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from claimdsl.diagnostics.render import text
from claimdsl.diagnostics.report import Report
from claimdsl.engine.chance import Rng
from claimdsl.engine.ruleset import Ruleset
from claimdsl.frontend import reference
from claimdsl.frontend.loader import FileLoader
from claimdsl.frontend.sections import ROWS, SECTIONS
from claimdsl.ir import types, vocabulary
from claimdsl.ir.nodes import Program
from claimdsl.pipeline import check_reference, check_text

PAGE = Path(__file__).resolve().parent.parent / "grammar" / "README.md"
TEXT = PAGE.read_text(encoding="utf-8")
FENCE = re.compile(r"^```yaml *(?:error=(CLM[0-9]{3}))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"^name: (\S+)", re.MULTILINE)


def examples() -> Iterator[tuple[str, str, str]]:
    """Give the name, text and expected code ("" for none) of each example."""
    for found in FENCE.finditer(TEXT):
        name = NAME.search(found[2])
        assert name is not None, f"an example without a name:\n{found[2]}"
        yield name[1], found[2], found[1] or ""


EXAMPLES = list(examples())
GOOD = "\n".join(raw for _, raw, code in EXAMPLES if not code)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep every example as a file of its name, so that they can use one another."""
    place = tmp_path_factory.mktemp("examples")
    for name, raw, _ in EXAMPLES:
        (place / f"{name}.yaml").write_text(raw, encoding="utf-8")
    return place


def check(path: Path) -> tuple[Program | None, Report]:
    report = Report()
    return check_reference(str(path), (), FileLoader(), report), report


def test_no_table_is_stale() -> None:
    assert reference.filled(TEXT, reference.tables()) == TEXT, "run `make docs`"


def test_every_table_has_its_place() -> None:
    assert sorted(re.findall("<!-- begin:([a-z-]+) -->", TEXT)) == sorted(reference.tables())


def test_every_section_is_in_some_table() -> None:
    shown = "\n".join(reference.tables().values())
    missing = [row.key for row in ROWS if row.key != "*" and f"`{row.key}`" not in shown]
    assert missing == []
    assert {row.section for row in ROWS} <= set(SECTIONS)


def test_every_kind_is_explained() -> None:
    explained = reference.tables()["types"]
    assert all(f"`{kind.value}`" in explained for kind in types.Kind if kind is not types.Kind.UNKNOWN)


def test_examples_have_names_of_their_own() -> None:
    names = [name for name, _, _ in EXAMPLES]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("name", "code"), [(name, code) for name, _, code in EXAMPLES if code])
def test_a_bad_example_has_its_code(folder: Path, name: str, code: str) -> None:
    _, report = check(folder / f"{name}.yaml")
    assert {found.code for found in report} == {code}


@pytest.mark.parametrize("name", [name for name, _, code in EXAMPLES if not code])
def test_an_example_is_checked_and_played(folder: Path, name: str) -> None:
    program, report = check(folder / f"{name}.yaml")
    assert [(found.code, found.message, found.span.text) for found in report] == []
    assert program is not None
    ruleset = Ruleset(program)
    for players in ruleset.player_counts:
        play(ruleset, players)


def play(ruleset: Ruleset, players: int) -> None:
    """Play one game by chance."""
    state, rng = ruleset.game(players).deal(seed=players), Rng(7)
    while not state.is_over:
        state = state.apply(state.legal_actions[rng.below(len(state.legal_actions))])
    assert state.outcome is not None


def test_the_message_shown_is_the_message_given() -> None:
    shown = next(block for block in re.findall(r"^```\n(error.*?)^```$", TEXT, re.MULTILINE | re.DOTALL))
    report = Report()
    check_text("misspelt.yaml", next(raw for name, raw, _ in EXAMPLES if name == "misspelt").encode(), report)
    assert text(report, colour=False) == shown


@pytest.mark.parametrize("hook", vocabulary.HOOKS)
def test_every_hook_has_an_example(hook: str) -> None:
    assert re.search(rf"\b{hook}:", GOOD)


@pytest.mark.parametrize("function", [*vocabulary.FOLDS, vocabulary.TOP])
def test_every_function_has_an_example(function: str) -> None:
    assert re.search(rf"\b{function}\(", GOOD)


@pytest.mark.parametrize("word", vocabulary.KEYWORDS)
def test_every_word_of_the_grammar_has_an_example(word: str) -> None:
    assert re.search(rf"\b{word}\b", GOOD)


@pytest.mark.parametrize("key", sorted({row.key for row in ROWS if row.section != "words"} - {"*"}))
def test_every_key_has_an_example(key: str) -> None:
    assert re.search(rf"\b{key}:", GOOD)
