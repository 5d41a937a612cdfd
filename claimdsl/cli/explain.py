"""`claim explain`: what a code means, with a bad and a good example."""

from __future__ import annotations

import sys

import click


@click.command("explain")
@click.argument("code", required=False)
@click.option("--all", "every", is_flag=True, help="Explain every code.")
@click.option("--markdown", is_flag=True, help="Write Markdown.")
def command(code: str | None, every: bool, markdown: bool) -> int:
    """Explain the CODE of a finding, such as CLM402; without one, list all codes."""
    from claimdsl.diagnostics.catalogue import codes
    from claimdsl.ui import pages
    from claimdsl.ui.text import Page

    if code is not None and every:
        raise click.UsageError("a code or --all, not both")
    if code is None and not every:
        click.echo(pages.index(), nl=False)
        return 0
    if every and markdown:
        click.echo(pages.markdown_of_all(), nl=False)
        return 0
    width = Page(sys.stdout).width
    wanted = list(codes().values()) if code is None else [codes()[_known(code)]]
    click.echo("\n\n".join(pages.markdown(one) if markdown else pages.page(one, width) for one in wanted), nl=False)
    return 0


def _known(given: str) -> str:
    """Read a code as people write it: `clm402`, `402`, `error[CLM402]`."""
    from claimdsl.diagnostics.catalogue import codes
    from claimdsl.diagnostics.nearest import nearest

    word = given.strip().upper().removeprefix("ERROR").removeprefix("WARNING").strip("[]: ")
    code = f"CLM{word}" if word.isdecimal() else word
    if code not in codes():
        near = nearest(code, codes())
        hint = f"did you mean '{near}'?" if near else "`claim explain` lists all codes"
        raise click.UsageError(f"there is no code '{code}'; {hint}")
    return code
