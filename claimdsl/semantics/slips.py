"""Slips of the pen that leave a ruleset legal: a row that nothing reads, a value out of step, a pair of odd size."""

from __future__ import annotations

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Note
from claimdsl.frontend import syntax
from claimdsl.ir import nodes
from claimdsl.semantics.checks import BLIND, PRIZES
from claimdsl.semantics.company import Company
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.requirements import SIDES
from claimdsl.semantics.speech import listing

_FEWEST_STEPS = 4


def check(ruleset: syntax.Ruleset, program: nodes.Program, used: set[tuple[str, str]], findings: Findings) -> None:
    """Look for slips in the ruleset's own file, and for pairs that fit nowhere.  Reports: warnings."""
    own = ruleset.span.source.name
    _idle_rows(ruleset, used, findings)
    _idle_pairs(ruleset, Company(program), findings)
    for faction in ruleset.factions:
        for cards in (faction.cards, *(side.cards for side in faction.side)):
            if cards is not None and cards.span.source.name == own:
                _odd_values(cards, findings)


def _idle_rows(ruleset: syntax.Ruleset, used: set[tuple[str, str]], findings: Findings) -> None:
    """Warn of rows that neither an expression nor the arithmetic reads."""
    known = {word.text for column in ruleset.setup for word, _, _ in column.rows if ("row", word.text) in used}
    told = {SIDES, "hand", "tricks", PRIZES, BLIND} | known
    for column in ruleset.setup:
        for word, _, _ in column.rows:
            if word.text not in told and word.span.source.name == ruleset.span.source.name:
                near = nearest(word.text, sorted(told))
                findings.warning("CLM820", f"row '{word.text}' is never read", word.span, suggestion=near)
                told.add(word.text)


def _idle_pairs(ruleset: syntax.Ruleset, company: Company, findings: Findings) -> None:
    """Warn of pairs that are so large or so small that no deck with them has the size that is dealt."""
    spans = {faction.name: faction.cards.span for faction in ruleset.factions if faction.cards is not None}
    for group in ruleset.pairs:
        names = [word.text for word in group]
        if any(line_up.pairs for line_up in ruleset.line_up) and not company.counts(*names):
            notes = tuple(Note("these come with them", spans[name]) for name in names[1:])
            message = f"{listing(names)} fit no line-up: so many cards never make a deck of the size that is dealt"
            findings.warning("CLM805", message, spans[names[0]], notes=notes)


def _odd_values(cards: syntax.Cards, findings: Findings) -> None:
    """Warn of a value that breaks the steps of a list, and of one that a range beside it holds as well."""
    runs = cards.runs
    for run, after in zip(runs, runs[1:], strict=False):
        if run.times > 1 and run.low == run.high and after.low <= run.low <= after.high > after.low:
            message = f"value {run.low} stands in two parts of this list: {run.low} and {after.low}..{after.high}"
            findings.warning("CLM821", message, run.span, hint="if that is meant, write its cards in one part")
    odd = _odd_one([run.low for run in runs]) if all(run.low == run.high for run in runs) else None
    if odd is not None:
        place, meant = odd
        message = f"but for {runs[place].low} the values of this list go up by even steps"
        findings.warning("CLM821", message, runs[place].span, hint=f"{meant} would fit")


def _odd_one(values: list[int]) -> tuple[int, int] | None:
    """Find the one value that keeps four or more from going up by even steps, and what would fit there."""
    if len(values) < _FEWEST_STEPS or _is_even(values):
        return None
    for place in range(len(values)):
        left, right = (0, 1) if place > 1 else (len(values) - 2, len(values) - 1)
        step = values[right] - values[left]
        meant = values[left] + step * (place - left)
        if step > 0 <= meant and _is_even([*values[:place], meant, *values[place + 1 :]]):
            return place, meant
    return None


def _is_even(values: list[int]) -> bool:
    return len({after - before for before, after in zip(values, values[1:], strict=False)}) == 1
