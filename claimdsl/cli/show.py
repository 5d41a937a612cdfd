"""`claim show`: a ruleset with all that it takes from others, and its switches and line-ups."""

from __future__ import annotations

import click


@click.command("show")
@click.argument("ruleset")
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="A house rule on top; may be given again.")
def command(ruleset: str, tweaks: tuple[str, ...]) -> int:
    """Print RULESET with all that it takes from other files, as one that stands alone.

    Its switches (the default first) and its line-ups follow as comments.
    """
    from claimdsl.pipeline import load_ruleset, resolved_text

    found = load_ruleset(ruleset, tweaks)
    click.echo(resolved_text(ruleset, tweaks))
    for name, values in found.options.items():
        click.echo(f"# option {name}: {', '.join(values)}")
    for players in found.player_counts:
        click.echo(f"# {players} players: {', '.join(found.default_factions(players))}")
    return 0
