"""What a command line asks of a game, by name or title, as names that the ruleset knows."""

from __future__ import annotations

from collections.abc import Iterable

import click

from claimdsl.diagnostics.nearest import nearest
from claimdsl.engine.ruleset import Ruleset


def line_up(given: tuple[str, ...], ruleset: Ruleset, language: str) -> tuple[str, ...]:
    """Give the factions that are meant by names or titles."""
    from claimdsl.ui.words import faction_titles, folded

    titles = {folded(name.replace("_", " ")): name for name in ruleset.factions}
    titles |= {folded(title): name for name, title in faction_titles(ruleset.program, language).items()}
    found: list[str] = []
    for word in given:
        name = word if word in ruleset.factions else titles.get(folded(word))
        if name is None:
            known = [faction.name for faction in ruleset.program.factions if faction.values]
            near = nearest(folded(word), dict.fromkeys((*known, *titles, *_shipped())))
            raise click.UsageError(f"no faction is called '{word}'; {_hint(near, known)}")
        found.append(name)
    return tuple(found)


def switches(given: dict[str, str], ruleset: Ruleset) -> dict[str, str]:
    """See that each option is one of the ruleset's and has such a value."""
    for name, value in given.items():
        if name not in ruleset.options:
            near = nearest(name, ruleset.options)
            raise click.UsageError(f"no option is called '{name}'; {_hint(near, ruleset.options)}")
        if value not in ruleset.options[name]:
            near = nearest(value, ruleset.options[name])
            allowed = ", ".join(ruleset.options[name])
            hint = f"did you mean '{near}'?" if near else f"it can be {allowed}"
            raise click.UsageError(f"option '{name}' cannot be '{value}'; {hint}")
    return given


def _hint(near: str | None, known: Iterable[str]) -> str:
    return f"did you mean '{near}'?" if near else f"there are {', '.join(known) or 'none'}"


def _shipped() -> Iterable[str]:
    from claimdsl.pipeline import shipped_sets

    return shipped_sets()
