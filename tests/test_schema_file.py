"""The published schema is the language's, is draft-07, and fits the shipped rulesets as editors see them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft7Validator

from claimdsl.frontend.json_schema import json_schema
from claimdsl.resources import rulesets_folder, shipped_names

SCHEMA = Path(__file__).resolve().parent.parent / "grammar" / "ruleset.schema.json"
MODELINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")


class EditorLoader(yaml.SafeLoader):
    """Reads YAML by the core schema of YAML 1.2, as an editor's YAML server does."""


EditorLoader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", "true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", "[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", list("-+0123456789")),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", list("-+.0123456789")),
):
    EditorLoader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_pattern})$"), _first)


def as_editors_see(value: object) -> object:
    """Make keys strings, as JSON has them."""
    if isinstance(value, dict):
        return {str(key): as_editors_see(item) for key, item in value.items()}
    return [as_editors_see(item) for item in value] if isinstance(value, list) else value


def test_the_file_is_what_the_table_of_sections_gives() -> None:
    from claimdsl.frontend.schema import json_schema as published

    assert SCHEMA.read_text(encoding="utf-8") == json.dumps(published(), indent=2) + "\n", "run `make docs`"


def test_it_is_a_draft_07_schema() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    Draft7Validator.check_schema(schema)


@pytest.mark.parametrize("name", shipped_names())
def test_a_shipped_ruleset_fits_it_in_an_editor(name: str) -> None:
    text = (rulesets_folder() / f"{name}.yaml").read_text(encoding="utf-8")
    value = as_editors_see(yaml.load(text, EditorLoader))
    assert [error.message for error in Draft7Validator(json_schema()).iter_errors(value)] == []


@pytest.mark.parametrize("name", shipped_names())
def test_a_shipped_ruleset_points_its_editor_at_the_schema(name: str) -> None:
    path = rulesets_folder() / f"{name}.yaml"
    modeline = MODELINE.match(path.read_text(encoding="utf-8"))
    assert modeline is not None
    assert (path.parent / modeline[1]).resolve() == SCHEMA


MISSPELT = ("claimdsl: 1\nrulse: {}\n", "extends: base\n", "claimdsl: 1\nrules: {a: {teir: 1}}\n")


@pytest.mark.parametrize("text", MISSPELT)
def test_a_misspelt_file_does_not_fit(text: str) -> None:
    assert not Draft7Validator(json_schema()).is_valid(as_editors_see(yaml.load(text, EditorLoader)))
