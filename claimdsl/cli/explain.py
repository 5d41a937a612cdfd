"""`claim explain`: what a code means, with a bad and a good example."""

from __future__ import annotations

import click

from claimdsl.cli.common import chosen


@click.command("explain")
@click.argument("code")
def command(code: str) -> int:
    """Explain the CODE of a finding, such as CLM402."""
    from claimdsl.diagnostics.catalogue import CODES

    found = CODES[chosen(code.upper(), tuple(CODES), "code")]
    click.echo(f"{found.code}: {found.title}\n\n{found.text.strip()}")
    for head, example in (("Bad:", found.bad), ("Good:", found.good)):
        if example:
            click.echo(f"\n{head}\n")
            click.echo("\n".join(f"    {line}".rstrip() for line in example.rstrip("\n").split("\n")))
    return 0
