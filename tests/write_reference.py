"""Write what is generated: tables and schemas beside the grammar, the marked places of the reference and the docs."""

from __future__ import annotations

import json
import re
from pathlib import Path

from claimdsl import load_ruleset, pipeline
from claimdsl.frontend.pushdown_made import tables_of, text_of
from claimdsl.frontend.reference import filled, tables
from claimdsl.frontend.schema import json_schema
from claimdsl.play.scenario_schema import scenario_schema
from claimdsl.resources import grammar_text

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "grammar" / "README.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
SCHEMA = ROOT / "grammar" / "ruleset.schema.json"
TABLES = ROOT / "grammar" / "effect.tables.json"
SCENARIOS = ROOT / "grammar" / "scenarios.schema.json"


def schema_text() -> str:
    """Write the schema as `claim schema` prints it."""
    return json.dumps(json_schema(), indent=2) + "\n"


def architecture_places() -> dict[str, str]:
    """Give what stands in the marked places of the page on architecture."""
    return {"pipeline": pipeline_table(), "program": f"```python\n{program_excerpt()}\n```"}


def pipeline_table() -> str:
    """Give the table in the docstring of the pipeline."""
    return "\n".join(line for line in (pipeline.__doc__ or "").splitlines() if line.startswith("|"))


def program_excerpt() -> str:
    """Give two functions of the plain program of `base` for two players: grading the plays, and ranking them."""
    parts = load_ruleset("base").game(2).plain.text.split("\n\n")
    grade = next(part for part in parts if part.startswith("def grade_0("))
    rank = next(part for part in parts if part.startswith("def b") and "grade_0(v)" in part)
    return re.sub(r"\n{2,}", "\n", grade) + "\n\n" + rank


def pages() -> dict[Path, str]:
    """Give every generated file with the text that it should have."""
    return {
        TABLES: text_of(tables_of(grammar_text())),
        SCHEMA: schema_text(),
        SCENARIOS: json.dumps(scenario_schema(), indent=2) + "\n",
        REFERENCE: filled(REFERENCE.read_text(encoding="utf-8"), tables()),
        ARCHITECTURE: filled(ARCHITECTURE.read_text(encoding="utf-8"), architecture_places()),
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
