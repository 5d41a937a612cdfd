"""`claim schema`: the JSON Schema of ruleset files."""

from __future__ import annotations

import json

import click


@click.command("schema")
def command() -> int:
    """Print the JSON Schema (draft-07) of ruleset files, for editors.

    In an editor with a YAML server, begin a ruleset with: # yaml-language-server: $schema=PATH
    """
    from claimdsl.frontend.schema import json_schema

    click.echo(json.dumps(json_schema(), indent=2))
    return 0
