"""The checker: a ruleset as written to a program that can be played, or findings.

Names, types and guards first, hook by hook; of the hooks that stand, cost and visibility; then the game as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.report import Report
from claimdsl.frontend import syntax
from claimdsl.ir import nodes, vocabulary
from claimdsl.semantics import (
    arithmetic,
    cost,
    lints,
    misspelt,
    play_findings,
    powers,
    requirements,
    secret,
    slips,
    stock,
    terms,
    unseen,
    visibility,
)
from claimdsl.semantics.company import Company
from claimdsl.semantics.digest import digest
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.names import Names, card_values, gather
from claimdsl.semantics.overlay import Replaced
from claimdsl.semantics.scope import Scope, Setting

_Titles = tuple[tuple[str, str], ...]


def check(
    ruleset: syntax.Ruleset, report: Report, replaced: tuple[Replaced, ...] = ()
) -> nodes.Program | None:
    """Check a merged ruleset and lower it; None if there are errors.  `replaced` is what its files changed in others.

    Reports: CLM4xx names and types, CLM5xx visibility and cost, CLM7xx the game as a whole, CLM8xx what is unused or
    surely not meant.
    """
    findings = Findings(report)
    names = gather(ruleset, findings)
    terms.check_rings(names.terms, findings)
    names = powers.with_chosen(ruleset, names)
    used = lints.built_in_uses(ruleset)
    requirements.check(ruleset, names, findings)
    checked = powers.rules(ruleset, names, used, findings)
    ranks = _ranks(ruleset, names, used, findings)
    phases = _phases(ruleset, names, used, findings)
    powers.check_unused_terms(names, used, findings)
    rules = tuple(each.rule for each in checked)
    _check_reads(checked, names, findings)
    requirements.check_answers(ruleset, rules, findings)
    arithmetic.check(ruleset, rules, findings)
    misspelt.settle(ruleset, used, findings)
    if findings.failed:
        return None
    program = _program(ruleset, names, rules, ranks, phases)
    company = Company(program)
    if not unseen.check(program, company, checked, ruleset.span.source, findings):
        return None
    lints.check(ruleset, frozenset(used), findings)
    slips.check(ruleset, program, used, findings)
    stock.check(program, ruleset, checked, findings)
    play_findings.check(program, company, ruleset, checked, replaced, findings)
    return program


def _check_reads(checked: list[powers.CheckedRule], names: Names, findings: Findings) -> None:
    """Check cost first: what is too dear is not looked through for what it reads."""
    rules = [each.rule for each in checked]
    hidden = cost.of_hook("face_down", rules)
    worth = cost.of_hook("worth", rules, hidden)
    cheap = [each for each in checked if cost.check_rule(each.rule, each.places, each.span, findings, worth, hidden)]
    known = secret.hidden((each.rule for each in cheap), names.piles, {})
    for each in cheap:
        visibility.check_rule(each, known, findings)


def _ranks(
    ruleset: syntax.Ruleset, names: Names, used: powers.Used, findings: Findings
) -> tuple[nodes.Key, ...]:
    if ruleset.scoring is None:
        return ()
    scope = Scope(names, findings, Setting(vocabulary.RANKS, vocabulary.RANK_NAMES, None, ""), used)
    ranks = powers.keys(ruleset.scoring.ranks, scope, "scoring", findings)
    cost.check_keys(ranks, scope.places, ruleset.scoring.span, findings)
    return ranks


def _phases(
    ruleset: syntax.Ruleset, names: Names, used: powers.Used, findings: Findings
) -> tuple[nodes.PhaseSpec, ...]:
    extra: dict[str, list[tuple[str, nodes.Expr]]] = {phase.name: [] for phase in ruleset.phases}
    for faction in ruleset.factions:
        for phase in faction.phases:
            tricks = powers.tricks(phase, names, faction.name, used, findings)
            extra.setdefault(phase.name, []).append((faction.name, tricks))
    return tuple(
        nodes.PhaseSpec(
            phase.name, powers.tricks(phase, names, "", used, findings), tuple(extra[phase.name]), _titles(phase.title)
        )
        for phase in ruleset.phases
    )


def _program(
    ruleset: syntax.Ruleset, names: Names, rules: tuple[nodes.HookRule, ...], ranks: tuple[nodes.Key, ...],
    phases: tuple[nodes.PhaseSpec, ...],
) -> nodes.Program:
    scoring = ruleset.scoring
    return nodes.Program(
        name=ruleset.name,
        digest=digest(ruleset),
        titles=_titles(ruleset.title),
        description=_titles(ruleset.description),
        words=tuple((word.text, text.by_language) for word, text in ruleset.words),
        setups=tuple(_setup(column, ruleset) for column in ruleset.setup),
        pairs=tuple(tuple(word.text for word in group) for group in ruleset.pairs),
        options=tuple(_option(option) for option in ruleset.options),
        piles=tuple(names.piles.values()),
        states=tuple(names.states.values()),
        phases=phases,
        hooks=rules,
        powers=tuple(_powers(ruleset)),
        factions=tuple(_faction(faction) for faction in ruleset.factions),
        scored_pile=scoring.pile.text if scoring is not None and scoring.pile is not None else "",
        ranks=ranks,
    )


def _powers(ruleset: syntax.Ruleset) -> Iterator[nodes.PowerSpec]:
    for owner, powers_of in (("", ruleset.rules), *((each.name, each.powers) for each in ruleset.factions)):
        for power in powers_of:
            yield nodes.PowerSpec(power.name, owner, _titles(power.description))


def _setup(column: syntax.SetupColumn, ruleset: syntax.Ruleset) -> nodes.SetupSpec:
    line_up = next(each for each in ruleset.line_up if each.players == column.players)
    numbers = tuple((word.text, value) for word, value, _ in column.rows if isinstance(value, int))
    words = tuple((word.text, value) for word, value, _ in column.rows if isinstance(value, str))
    if "sides" not in dict(words):
        words = (*words, ("sides", "each"))
    default = tuple(word.text for word in line_up.default)
    return nodes.SetupSpec(column.players, numbers, words, line_up.pairs, line_up.free, default)


def _option(option: syntax.Option) -> nodes.OptionSpec:
    fixed = option.fixed.text if option.fixed is not None else ""
    return nodes.OptionSpec(option.name, tuple(word.text for word in option.values), fixed)


def _faction(faction: syntax.Faction) -> nodes.FactionSpec:
    return nodes.FactionSpec(
        name=faction.name,
        values=card_values(faction.cards),
        faces=tuple((face.name, face.value) for face in faction.faces),
        deal=faction.deal[0] if faction.deal is not None else 0,
        rest=faction.rest.text if faction.rest is not None else "",
        side=tuple(_side(side, faction.name) for side in faction.side),
        titles=_titles(faction.title),
        description=_titles(faction.description),
        origin=powers.origin(faction.span, "", faction.name),
    )


def _side(side: syntax.SidePack, owner: str) -> nodes.SideSpec:
    return nodes.SideSpec(side.pile, side.faction.text if side.faction else owner, card_values(side.cards))


def _titles(text: syntax.Text | None) -> _Titles:
    return text.by_language if text is not None else ()
