"""Factions that are never in play, and powers that can never fire: never asked, or always answered over."""

from __future__ import annotations

from claimdsl.frontend import syntax
from claimdsl.ir import nodes
from claimdsl.ir.facts import chain_place, is_worth
from claimdsl.ir.vocabulary import HOOKS, Asked, Body
from claimdsl.ir.walk import within
from claimdsl.semantics.answers import is_certain
from claimdsl.semantics.company import Company
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.powers import CheckedRule
from claimdsl.semantics.speech import listing

_TAKING = frozenset({"on_take", "takes_to"})
_SCORING = frozenset({"weight", "scores_as", "majority"})


def check(
    program: nodes.Program, checked: list[CheckedRule], own: str, findings: Findings
) -> frozenset[int]:
    """Look at the rules in the file called `own`; give the numbers of all that are never asked.  Reports: warnings."""
    silent = set()
    told = set()
    for number, each in enumerate(checked):
        why = _never_asked(each.rule, program) or _answered_over(number, program.hooks)
        if not why:
            continue
        silent.add(number)
        origin = each.rule.origin
        key = (origin.faction, origin.power, why)
        if each.span.source.name == own and key not in told:
            told.add(key)
            owner = f" of {origin.faction}" if origin.faction else ""
            findings.warning("CLM810", f"'{origin.power}'{owner} never acts: {why}", each.span)
    return frozenset(silent)


def check_factions(program: nodes.Program, company: Company, ruleset: syntax.Ruleset, findings: Findings) -> None:
    """Look for free factions that no line-up has room for.  Reports: warnings."""
    paired = {name for pair in program.pairs for name in pair}
    for faction, spec in zip(ruleset.factions, program.factions, strict=True):
        if spec.name not in paired and not company.counts(spec.name):
            findings.warning(
                "CLM805", f"faction '{spec.name}' fits no line-up: {spec.deal or len(spec.values)} cards of it never "
                "make a deck of the size that is dealt", faction.span,
            )


def _never_asked(rule: nodes.HookRule, program: nodes.Program) -> str:
    counts = [setup.players for setup in program.setups]
    if rule.player_counts is not None and not set(rule.player_counts) & set(counts):
        return f"there is no setup for {listing([str(count) for count in rule.player_counts], 'or')} players"
    if rule.hook in _SCORING and not program.scored_pile:
        return f"{rule.hook} is asked when factions are scored, and `scoring` has no `from`"
    if rule.hook in _TAKING:
        phases = rule.phases if rule.phases is not None else tuple(phase.name for phase in program.phases)
        if not any(_asks(program, "offers", phase) for phase in phases):
            where = f" in {listing(phases, 'or')}" if rule.phases is not None else ""
            return f"no rule offers cards{where}, so {rule.hook} is never asked"
    return _unread(program) if rule.hook == "worth" else ""


def _unread(program: nodes.Program) -> str:
    """Say why nothing reads what a play is worth: a rule of the table that answers strength without it."""
    if any(is_worth(node) for rule in program.hooks for node in within(rule)):
        return ""
    for rule in program.hooks:
        always = rule.when is None and rule.phases is None and rule.player_counts is None and not rule.origin.faction
        if rule.hook == "strength" and always and rule.value is not None and is_certain(rule.value):
            return f"no rule reads `play.worth`, and '{rule.origin.power}' answers strength without it"
    return ""


def _asks(program: nodes.Program, hook: str, phase: str) -> bool:
    return any(rule.hook == hook and (rule.phases is None or phase in rule.phases) for rule in program.hooks)


def _answered_over(number: int, rules: tuple[nodes.HookRule, ...]) -> str:
    """Say which rule that is always in play has the last word, wherever this one answers."""
    rule = rules[number]
    if HOOKS[rule.hook].body is Body.EVENT:
        return ""
    place = chain_place(rule, number)
    for other_number, other in enumerate(rules):
        if other.hook == rule.hook and chain_place(other, other_number) > place and _covers(other, rule):
            owner = f" of {other.origin.faction}" if other.origin.faction else ""
            return f"'{other.origin.power}'{owner} answers {rule.hook} after it, whatever happens, without `base`"
    return ""


def _covers(other: nodes.HookRule, rule: nodes.HookRule) -> bool:
    if other.when is not None or other.origin.faction not in ("", rule.origin.faction):
        return False
    if other.origin.faction and HOOKS[rule.hook].asked is not Asked.TABLE and other.cards not in ("all", rule.cards):
        return False
    for mine, theirs in ((rule.phases, other.phases), (rule.player_counts, other.player_counts)):
        if theirs is not None and (mine is None or not set(mine) <= set(theirs)):
            return False
    return other.value is None or is_certain(other.value)
