"""`claim rulesets`: what is shipped, and with --factions every faction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from claimdsl.engine.ruleset import Ruleset
    from claimdsl.ir.nodes import FactionSpec

_SETS = "factions/"
_ROW = "{:<14} {:<13} {:>5}  {:<17} {}"


@click.command("rulesets")
@click.option("--factions", is_flag=True, help="List all factions: set, cards, phases, a line about each.")
def command(factions: bool) -> int:
    """List the shipped rulesets, or all factions."""
    for line in _factions() if factions else _rulesets():
        click.echo(line.rstrip())
    return 0


def _rulesets() -> Iterator[str]:
    from claimdsl import load_ruleset
    from claimdsl.resources import shipped_names

    for name in shipped_names():
        if not name.startswith(_SETS):
            ruleset = load_ruleset(name)
            counts = ", ".join(str(count) for count in ruleset.player_counts)
            yield f"{name:<14} {ruleset.title()}, for {counts} players"


def _factions() -> Iterator[str]:
    """List the factions of each set, as `base` with that set knows them."""
    from claimdsl import load_ruleset
    from claimdsl.resources import shipped_names

    yield _ROW.format("faction", "set", "cards", "acts in", "powers")
    for name in shipped_names():
        if name.startswith(_SETS):
            ruleset = load_ruleset(name)
            for faction in ruleset.program.factions:
                if faction.values and faction.origin.file.removesuffix(".yaml").endswith(name):
                    yield _row(ruleset, faction, name.removeprefix(_SETS))


def _row(ruleset: Ruleset, faction: FactionSpec, set_name: str) -> str:
    from claimdsl.ui.words import ENGLISH, faces_told, in_language

    hooks = [hook for hook in ruleset.program.hooks if hook.origin.faction == faction.name]
    phases = [phase.name for phase in ruleset.program.phases]
    acting = {phase for hook in hooks for phase in hook.phases or _always(hook.hook, phases)}
    acts = ", ".join(phase for phase in (*phases, "end") if phase in acting) or "-"
    powers = ", ".join(dict.fromkeys(hook.origin.power for hook in hooks)) or "none"
    about = in_language(faction.description, ENGLISH) or powers
    told = faces_told(faction)
    about = f"{about} ({told})" if told else about
    title = in_language(faction.titles, ENGLISH)
    about = f"{title}: {about}" if title else about
    return _ROW.format(faction.name, set_name, faction.deal or len(faction.values), acts, about)


def _always(hook: str, phases: list[str]) -> list[str]:
    """Say where a hook without a phase acts: in all phases, or at the end."""
    return ["end"] if hook in ("weight", "scores_as", "majority", "at_end") else phases
