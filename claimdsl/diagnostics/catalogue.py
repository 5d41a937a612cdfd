"""Every diagnostic code there is, with what it means: the tables of the stages in one."""

from __future__ import annotations

from claimdsl.diagnostics import (
    catalogue_game,
    catalogue_load,
    catalogue_merge,
    catalogue_names,
    catalogue_scenarios,
    catalogue_schema,
    catalogue_syntax,
)
from claimdsl.diagnostics.code import Code

CODES: dict[str, Code] = {
    code.code: code
    for code in sorted(
        (
            *catalogue_load.CODES,
            *catalogue_schema.CODES,
            *catalogue_syntax.CODES,
            *catalogue_names.CODES,
            *catalogue_game.CODES,
            *catalogue_merge.CODES,
            *catalogue_scenarios.CODES,
        ),
        key=lambda code: code.code,
    )
}
