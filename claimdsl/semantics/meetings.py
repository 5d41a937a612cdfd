"""Powers that meet in an order nobody chose: of two factions, on one hook, with one priority, and it matters."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.report import Note
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes
from claimdsl.ir.vocabulary import HOOKS, Asked, Body
from claimdsl.semantics.answers import commute
from claimdsl.semantics.company import Company
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.footprint import Act, Footprint, Shared, Touch, quarrel, shared
from claimdsl.semantics.powers import CheckedRule

_TOLD = {
    Act.READ: "reads {}", Act.ADD: "puts cards to {}", Act.TAKE: "takes cards from {}", Act.SET: "sets {}",
    Act.RAISE: "raises {}", Act.LOWER: "lowers {}",
}


class Meeting(Frozen):
    """Two rules of a program, by number, the first being asked first; `why` says what the order changes."""

    first: int
    second: int
    why: str


def check(program: nodes.Program, company: Company, checked: list[CheckedRule], findings: Findings) -> None:
    """Look for meetings.  Reports: warnings at the power that has the last word now, with the other one noted."""
    for meeting in meetings(program, company):
        first, second = checked[meeting.first], checked[meeting.second]
        findings.warning(
            "CLM806",
            f"{_named(second.rule)} meets {_named(first.rule)} at {second.rule.hook}, and nobody chose which comes "
            f"first: {meeting.why}", second.span,
            hint=f"write `priority: {first.rule.priority + 1}` in the one that should have the last word",
            notes=(Note(f"{_named(first.rule)} is here", first.span),),
        )


def meetings(program: nodes.Program, company: Company) -> Iterator[Meeting]:
    """Run through the meetings of a program's rules."""
    common = shared(program)
    prints: dict[int, tuple[Touch, ...]] = {}
    for first, second in _pairs(program.hooks):
        one, other = program.hooks[first], program.hooks[second]
        if HOOKS[one.hook].body is Body.VALUE:
            why = "" if commute(one, other) else "each gives an answer of its own"
        else:
            for number in (first, second):
                if number not in prints:
                    prints[number] = Footprint(program.hooks[number], common).touches()
            why = _quarrel(one, other, prints[first], prints[second], common)
        if why and company.meet(one, other):
            yield Meeting(first, second, why)


def _pairs(rules: tuple[nodes.HookRule, ...]) -> Iterator[tuple[int, int]]:
    """Run through the pairs of rules that no order of the language keeps apart, by number."""
    groups: dict[tuple[str, int], list[int]] = {}
    for number, rule in enumerate(rules):
        if rule.origin.faction and HOOKS[rule.hook].body is not Body.KEYS:
            groups.setdefault((rule.hook, rule.priority), []).append(number)
    for group in groups.values():
        for place, second in enumerate(group):
            for first in group[:place]:
                if _are_peers(rules[first], rules[second]):
                    yield first, second


def _are_peers(first: nodes.HookRule, second: nodes.HookRule) -> bool:
    if first.origin.faction == second.origin.faction:
        return False
    fact = HOOKS[first.hook]
    if fact.asked is Asked.TABLE:
        return True
    own = (first.cards == "own", second.cards == "own")
    return not all(own) if fact.body is Body.EVENT else not any(own)


def _quarrel(
    one: nodes.HookRule, other: nodes.HookRule, first: tuple[Touch, ...], second: tuple[Touch, ...], common: Shared
) -> str:
    found = quarrel(first, second, common.ordered)
    if found is None:
        return ""
    mine, theirs = (_TOLD[touch.act].format(touch.what) for touch in found)
    return f"'{one.origin.power}' {mine}, '{other.origin.power}' {theirs}"


def _named(rule: nodes.HookRule) -> str:
    return f"'{rule.origin.power}' of {rule.origin.faction}"
