"""Findings about play: what is legal, and yet in no game does what its author meant."""

from __future__ import annotations

from claimdsl.frontend import syntax
from claimdsl.ir import nodes
from claimdsl.semantics import constant, idle, meetings, overrides, unturned, winnable
from claimdsl.semantics.company import Company
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.overlay import Replaced
from claimdsl.semantics.powers import CheckedRule


def check(
    program: nodes.Program, company: Company, ruleset: syntax.Ruleset, checked: list[CheckedRule],
    replaced: tuple[Replaced, ...], findings: Findings,
) -> None:
    """Look at a program that can be played.  Reports: warnings.

    What has to do with one rule alone is reported in the ruleset's own file: what it inherits is its parents'.
    """
    own = ruleset.span.source.name
    meetings.check(program, company, checked, findings)
    unturned.check(company, checked, findings)
    overrides.check(replaced, own, findings)
    idle.check_factions(program, company, ruleset, findings)
    silent = idle.check(program, checked, own, findings)
    constant.check(program, company, checked, own, silent, findings)
    winnable.check(program, company, ruleset, checked, findings)
