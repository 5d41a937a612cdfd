"""`claim schema`: the JSON Schema of ruleset files, and of files of scenarios."""

from __future__ import annotations

import json

import click


@click.command("schema")
@click.option("--scenarios", is_flag=True, help="That of files of scenarios instead.")
def command(scenarios: bool) -> int:
    """Print the JSON Schema (draft-07) of ruleset files, for editors.

    In an editor with a YAML server, begin a file with: # yaml-language-server: $schema=PATH
    """
    from claimdsl.frontend.schema import json_schema
    from claimdsl.play.scenario_schema import scenario_schema

    click.echo(json.dumps(scenario_schema() if scenarios else json_schema(), indent=2))
    return 0
