"""`claim rulesets`: what is shipped, and with --factions every faction."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from claimdsl.cli.common import LANGUAGE, in_language

if TYPE_CHECKING:
    from claimdsl.play.json_text import Json

_SETS = "factions/"


@click.command("rulesets")
@click.option("--factions", is_flag=True, help="List all factions: set, cards, when they act, a line about each.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How it is written.")
@LANGUAGE
def command(factions: bool, form: str, language: str) -> int:
    """List the shipped rulesets, or all factions."""
    if factions:
        _factions(form, language)
    else:
        _rulesets(form, language)
    return 0


def _rulesets(form: str, language: str) -> None:
    from claimdsl import load_ruleset
    from claimdsl.play.json_text import write_json
    from claimdsl.resources import shipped_names
    from claimdsl.ui.speech import Speech

    phrase = Speech.of(in_language(language, load_ruleset("base"))).phrase
    found: list[Json] = []
    for name in shipped_names():
        if not name.startswith(_SETS):
            ruleset = load_ruleset(name)
            title = ruleset.title(language)
            found.append({"name": name, "title": title, "players": list(ruleset.player_counts)})
            if form == "text":
                counts = ", ".join(str(count) for count in ruleset.player_counts)
                click.echo(f"{name:<14} " + phrase("{title}, for {counts} players", title=title, counts=counts))
    if form == "json":
        click.echo(write_json(found))


def _factions(form: str, language: str) -> None:
    """List the factions of each set, as `base` with all sets knows them."""
    from claimdsl import load_ruleset
    from claimdsl.pipeline import load_with_all_sets, shipped_sets
    from claimdsl.play.json_text import write_json
    from claimdsl.ui import factions
    from claimdsl.ui.text import Page
    from claimdsl.ui.words import Words

    sets = shipped_sets()
    ruleset = load_with_all_sets("base", ())[0]
    program = ruleset.program
    found = factions.factions_of(program, sets, in_language(language, ruleset))
    if form == "json":
        click.echo(write_json(factions.as_json(found)))
        return
    titles = {name: load_ruleset(name).title(language) for name in dict.fromkeys(sets.values())}
    factions.say(found, program, titles, Page(sys.stdout), Words.of_program(program, language))
