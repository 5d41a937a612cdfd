"""Factions that nobody can win: their cards reach no pile that counts, or their vote hangs on what all sides share."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes, walk
from claimdsl.ir.facts import chain_place
from claimdsl.semantics.answers import is_certain
from claimdsl.semantics.company import Company
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.footprint import TRICK, Shared, Sources, bound, shared
from claimdsl.semantics.powers import CheckedRule
from claimdsl.semantics.speech import listing


class Lost(Frozen):
    """A faction that nobody can win, and why."""

    faction: str
    why: str


def check(
    program: nodes.Program, company: Company, ruleset: syntax.Ruleset, checked: list[CheckedRule], findings: Findings
) -> None:
    """Look at every faction.  Reports: a warning at the rule of the ruleset's own file that may be the cause."""
    found: dict[tuple[Span, str], list[str]] = {}
    own = [each for each in checked if each.span.source.name == ruleset.span.source.name]
    for lost in unwinnable(program, company):
        faction = next(faction for faction in ruleset.factions if faction.name == lost.faction)
        causes = (each for each in own if _may_cause(each.rule, lost.faction))
        cause = next(causes, None)
        found.setdefault((faction.span if cause is None else cause.span, lost.why), []).append(lost.faction)
    for (span, why), names in found.items():
        findings.warning("CLM811", f"nobody can win the {listing(names)}: {why}", span)


def _may_cause(rule: nodes.HookRule, faction: str) -> bool:
    moves = any(isinstance(effect, nodes.Move) for effect in walk.all_effects(rule.effects or ()))
    settles = rule.hook in ("goes_to", "takes_to", "scores_as", "majority") or moves
    return settles and rule.origin.faction in ("", faction)


def unwinnable(program: nodes.Program, company: Company) -> Iterator[Lost]:
    """Run through the factions that nobody can win."""
    if not program.scored_pile:
        return
    common = shared(program)
    moves = [way for rule in program.hooks if rule.effects is not None for way in _moves(rule, common)]
    lent = [rule.value for rule in program.hooks if rule.hook == "scores_as" and rule.value is not None]
    for faction in program.factions:
        if not company.counts(faction.name):
            continue
        rules = [rule for rule in program.hooks if _applies(rule, faction.name, company)]
        keys = [key.value for rule in _answering(rules, "majority", None) for key in rule.keys or ()]
        if not any(walk.mentions(key, _of_a_side) for key in keys):
            yield Lost(faction.name, "the keys of its majority are the same for every side")
        elif all(map(_counts_cards, keys)) and not any(_names(value, faction.name) for value in lent):
            if program.scored_pile in _reached(faction, [*_settled(rules, common, program), *moves], program):
                continue
            yield Lost(faction.name, f"no rule brings its cards to the pile that counts, {program.scored_pile}")


def _applies(rule: nodes.HookRule, faction: str, company: Company) -> bool:
    """Say whether a rule may be asked of a card of a faction; an event may move any card."""
    own = rule.origin.faction
    if not own or own == faction:
        return rule.cards != "others"
    return rule.cards != "own" and bool(company.counts(own, faction))


def _answering(rules: list[nodes.HookRule], hook: str, phase: str | None) -> Iterator[nodes.HookRule]:
    """Run through the rules that may answer, from the last word down to the one that always has an answer."""
    chain = [
        (chain_place(rule, number), rule) for number, rule in enumerate(rules)
        if rule.hook == hook and (phase is None or rule.phases is None or phase in rule.phases)
    ]
    for _, rule in sorted(chain, key=lambda entry: entry[0], reverse=True):
        yield rule
        free = rule.when is None and rule.player_counts is None and rule.cards != "others"
        ours = not rule.origin.faction or rule.cards == "own"
        if free and ours and (rule.value is None or is_certain(rule.value)):
            return


def _of_a_side(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Known) and node.name in ("cards", "side")


def _counts_cards(key: nodes.Expr) -> bool:
    """Say whether a key looks at nothing but the scored cards of its faction."""
    return not walk.mentions(key, lambda node: isinstance(node, nodes.Known) and node.name == "side")


def _names(value: nodes.Expr, faction: str) -> bool:
    return walk.mentions(value, lambda node: isinstance(node, nodes.FactionName) and node.name == faction)


_Way = tuple[frozenset[str], frozenset[str]]


def _reached(faction: nodes.FactionSpec, ways: list[_Way], program: nodes.Program) -> set[str]:
    """Give the piles that cards of a faction can come to lie in, whatever the conditions on the way."""
    packs = [pack.pile for spec in program.factions for pack in spec.side if pack.faction == faction.name]
    reached = {"stock", faction.rest, *packs}
    size = 0
    while size < len(reached):
        size = len(reached)
        for sources, targets in ways:
            if sources & reached:
                reached |= targets
    return reached


def _settled(rules: list[nodes.HookRule], common: Shared, program: nodes.Program) -> Iterator[_Way]:
    """Run through the ways that playing, taking and the end of a trick open."""
    yield frozenset(("hand",)), frozenset((TRICK,))
    for phase in program.phases:
        for hook, sources in (("goes_to", frozenset((TRICK,))), ("takes_to", common.offered)):
            for rule in _answering(rules, hook, phase.name):
                if rule.value is not None:
                    yield sources, Sources({}, common).of(rule.value)


def _moves(rule: nodes.HookRule, common: Shared) -> list[_Way]:
    """Give the ways that an event opens."""
    where = Sources(bound(rule.effects or ()), common, rule.hook)
    found = []
    for effect in walk.all_effects(rule.effects or ()):
        match effect:
            case nodes.Move(cards=cards, pile=pile):
                found.append((where.of(cards), frozenset((pile.pile,))))
            case nodes.Swap(left=left, right=right):
                both = where.of(left) | where.of(right)
                found.append((both, both))
            case _:
                pass
    return found
