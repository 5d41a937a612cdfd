"""Find the grammar and the shipped rulesets: in an installed wheel, an editable install or a bare checkout."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_PACKAGE = os.path.dirname(os.path.realpath(__file__))
TEST_ENDING = ".test.yaml"
ENDINGS = ("", ".yaml", ".yml")


def grammar_text() -> str:
    """Give the text of the expression grammar."""
    return _text("effect.lark")


def grammar_tables() -> str:
    """Give the tables that were made from the expression grammar, as JSON."""
    return _text("effect.tables.json")


def file_of(reference: str) -> str:
    """Give the real path of the file that a ruleset named on a command line means; "" for a shipped one."""
    for ending in ENDINGS:
        if os.path.isfile(reference + ending):
            return os.path.realpath(reference + ending)
    return ""


def codes_text() -> str:
    """Give the text of the catalogue of codes."""
    return _text("codes.md")


def template_text(name: str) -> str:
    """Give the text of a file to begin with, such as `tweak.yaml`, with its words still to be filled in."""
    return _text("templates", name)


def rulesets_place() -> str:
    """Give the path of the folder of the shipped rulesets."""
    return os.path.join(_root(), "rulesets")


def rulesets_folder() -> Path:
    """Give the folder of the shipped rulesets."""
    from pathlib import Path

    return Path(rulesets_place())


def shipped_names() -> tuple[str, ...]:
    """Name every shipped ruleset and file of factions, sorted: `base`, `factions/claim` and so on."""
    folder = rulesets_folder()
    return tuple(sorted(path.relative_to(folder).with_suffix("").as_posix() for path in ruleset_files()))


def ruleset_files() -> tuple[Path, ...]:
    """Give the files of the shipped rulesets, sorted; those of their scenarios are none."""
    return tuple(sorted(path for path in rulesets_folder().rglob("*.yaml") if not path.name.endswith(TEST_ENDING)))


def scenarios_folder() -> Path:
    """Give the folder of the scenarios of the shipped rulesets."""
    return rulesets_folder() / "tests"


def _text(*names: str) -> str:
    with open(os.path.join(_root(), "grammar", *names), encoding="utf-8") as file:
        return file.read()


def catalogue_file(language: str) -> str:
    """Name the compiled catalogue of a language of the interface."""
    return os.path.join(_PACKAGE, "locale", language, "LC_MESSAGES", "claim.mo")


def _root() -> str:
    bundled = os.path.join(_PACKAGE, "_bundled")
    return bundled if os.path.isdir(bundled) else os.path.dirname(_PACKAGE)
