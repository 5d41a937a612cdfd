"""`claim show`: a ruleset with all that it takes from others, and its switches and line-ups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from claimdsl.cli.common import open_bytes

if TYPE_CHECKING:
    from claimdsl.engine.ruleset import Ruleset
    from claimdsl.frontend.tree import Mapping


@click.command("show")
@click.argument("ruleset")
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="A house rule on top; may be given again.")
@click.option("--origin", is_flag=True, help="Put before each line the file and line that it comes from.")
def command(ruleset: str, tweaks: tuple[str, ...], origin: bool) -> int:
    """Print RULESET (- for standard input) with all that it takes from other files, as one that stands alone.

    Its switches (the default first) and its line-ups follow as comments.

    With --origin what comes from different files stands on different lines.
    """
    from claimdsl.frontend.written import written
    from claimdsl.pipeline import load_ruleset, resolved_tree, ruleset_and_tree

    if ruleset == "-":
        with open_bytes("-") as stream:
            found, tree = ruleset_and_tree("<standard input>", stream.read(), tweaks)
    else:
        found, tree = load_ruleset(ruleset, tweaks), resolved_tree(ruleset, tweaks)
    if origin:
        _with_origins(tree, list(_remarks(found)))
        return 0
    click.echo(written(tree))
    for remark in _remarks(found):
        click.echo(remark)
    return 0


def _remarks(ruleset: Ruleset) -> Iterator[str]:
    for name, values in ruleset.options.items():
        yield f"# option {name}: {', '.join(values)}"
    for players in ruleset.player_counts:
        yield f"# {players} players: {', '.join(ruleset.default_factions(players))}"


def _with_origins(tree: Mapping, remarks: list[str]) -> None:
    """Print the lines beside where they come from, in two columns."""
    from claimdsl.frontend.written import lines
    from claimdsl.ui.text import padded, plain, width_of

    rows = [(f"{plain(line.source.name)}:{line.number}", line.text) for line in lines(tree, apart=True)]
    room = max(width_of(place) for place, _ in rows)
    for place, text in (*rows, ("", ""), *(("", remark) for remark in remarks)):
        click.echo(f"{padded(place, room)} | {text}".rstrip(" ") if place or text else padded("", room) + " |")
