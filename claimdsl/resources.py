"""Find the grammar and the shipped rulesets: in an installed wheel, an editable install or a bare checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def grammar_text() -> str:
    """Give the text of the expression grammar."""
    return (_root() / "grammar" / "effect.lark").read_text(encoding="utf-8")


def rulesets_folder() -> Path:
    """Give the folder of the shipped rulesets."""
    return _root() / "rulesets"


def shipped_names() -> tuple[str, ...]:
    """Name every shipped ruleset and file of factions, sorted: `base`, `factions/claim` and so on."""
    folder = rulesets_folder()
    return tuple(sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.yaml")))


def _root() -> Path:
    bundled = _PACKAGE / "_bundled"
    return bundled if bundled.is_dir() else _PACKAGE.parent
