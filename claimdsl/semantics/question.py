"""One expression by itself: read and checked as if it stood in a hook of a ruleset."""

from __future__ import annotations

from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend import syntax
from claimdsl.frontend.parser import parse_expr
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes, vocabulary
from claimdsl.ir.types import Kind, Shape, Type
from claimdsl.ir.vocabulary import Body
from claimdsl.semantics import cost, powers, unseen, visibility
from claimdsl.semantics.company import Company
from claimdsl.semantics.elaborate import expr
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.names import Names, gather
from claimdsl.semantics.scope import Scope, Setting

NAME = "expression"
"""What messages call the source of a question."""


class Question(Frozen):
    """A checked expression: its node, the most steps that it may take, and what it reads that its asker may not."""

    node: nodes.Expr
    cost: int
    secrets: Report


class Questions:
    """Checks expressions against one ruleset."""

    def __init__(self, ruleset: syntax.Ruleset, program: nodes.Program) -> None:
        self._program = program
        nowhere = Findings(Report())
        self.names: Names = powers.with_chosen(ruleset, gather(ruleset, nowhere))

    def ask(self, text: str, hook: str, faction: str, report: Report) -> Question | None:
        """Check an expression as it would be in a hook of a faction's power ("": of the table); None after a mistake.

        Reports: CLM3xx, CLM4xx, CLM503 and CLM504.
        """
        source = Source(NAME, text)
        window = Span(source, 0, len(text))
        written = parse_expr(window, report)
        if written is None:
            return None
        findings = Findings(report)
        scope = Scope(self.names, findings, self._setting(hook, faction), set())
        node = expr(written, scope)
        for missing in findings.missing:
            findings.settled(missing.found)
        rule = _rule(hook, faction, node)
        if findings.failed or not cost.check_rule(rule, scope.places, window, findings):
            return None
        secrets = Report()
        if hook in vocabulary.HOOKS:
            hidden = unseen.Flows(self._program, Company(self._program), {}).known(rule)
            visibility.check_rule(powers.CheckedRule(rule, scope.places, window), hidden, Findings(secrets))
        return Question(node, cost.Costs().cost(node), secrets)

    def known(self, hook: str, faction: str) -> tuple[str, ...]:
        """Name all that an expression may begin with in a hook, for completion."""
        names, setting = self.names, self._setting(hook, faction)
        tables = (each for each in names.piles.values() if each.of == "table")
        piles = [each.name for each in tables if not each.factions or faction in each.factions]
        kept = [each.name for each in names.states.values() if each.of == "table" and each.faction in ("", faction)]
        terms = [term for owner, term in names.terms if owner in ("", faction)]
        found = (*setting.names, *terms, *piles, *kept, *names.options, *names.factions, *names.packs, "setup")
        return tuple(sorted({*found, *(("base",) if setting.base is not None else ())}))

    def _setting(self, hook: str, faction: str) -> Setting:
        fact = vocabulary.HOOKS.get(hook)
        if fact is None:
            return Setting(hook, vocabulary.RANK_NAMES, None, faction)
        base = fact.type if fact.body is Body.VALUE else None
        if base is not None and base.shape is Shape.PILE:
            base = None
        elif base is not None and base.is_many and base.kind is Kind.CARD:
            base = Type(base.kind, base.shape, self.names.most)
        return Setting(hook, fact.names, base, faction)


def _rule(hook: str, faction: str, node: nodes.Expr) -> nodes.HookRule:
    origin = nodes.Origin(NAME, 1, NAME, faction)
    return nodes.HookRule(hook, origin, None, None, None, "all", 0, node, None, None)
