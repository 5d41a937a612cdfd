"""`claim show`: a ruleset with all that it takes from others, and its switches and line-ups."""

from __future__ import annotations

import click

from claimdsl.cli.common import open_bytes


@click.command("show")
@click.argument("ruleset")
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="A house rule on top; may be given again.")
def command(ruleset: str, tweaks: tuple[str, ...]) -> int:
    """Print RULESET (- for standard input) with all that it takes from other files, as one that stands alone.

    Its switches (the default first) and its line-ups follow as comments.
    """
    from claimdsl.pipeline import load_ruleset, resolved_text, ruleset_and_text

    if ruleset == "-":
        with open_bytes("-") as stream:
            found, text = ruleset_and_text("<standard input>", stream.read(), tweaks)
    else:
        found, text = load_ruleset(ruleset, tweaks), resolved_text(ruleset, tweaks)
    click.echo(text)
    for name, values in found.options.items():
        click.echo(f"# option {name}: {', '.join(values)}")
    for players in found.player_counts:
        click.echo(f"# {players} players: {', '.join(found.default_factions(players))}")
    return 0
