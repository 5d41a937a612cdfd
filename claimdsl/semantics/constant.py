"""Conditions whose answer is always the same: in every phase, player count, line-up and option they are asked in."""

from __future__ import annotations

from claimdsl.diagnostics.source import Span
from claimdsl.ir import nodes, walk
from claimdsl.ir.types import Kind
from claimdsl.ir.vocabulary import HOOKS
from claimdsl.semantics.company import Company
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.possible import Possible
from claimdsl.semantics.powers import CheckedRule
from claimdsl.semantics.ranges import NO, YES, Answers
from claimdsl.semantics.world import World

_Settings = list[Possible]


def check(
    program: nodes.Program, company: Company, checked: list[CheckedRule], own: str, silent: frozenset[int],
    findings: Findings,
) -> None:
    """Look at the conditions that stand in the file called `own`; rules in `silent` are never asked.

    A condition of a term must be constant wherever the term is used.  Reports: warnings at the innermost condition.
    """
    world = World(program, company)
    asked = [_Reading(each, own) for number, each in enumerate(checked) if number not in silent]
    verdicts: dict[Span, Answers] = {}
    for reading in asked:
        if reading.has_own:
            reading.note(_settings(world, reading.rule, program), verdicts)
    for reading in asked:
        if reading.has_own:
            reading.tell(verdicts, findings)


def _settings(world: World, rule: nodes.HookRule, program: nodes.Program) -> _Settings:
    """Give every setting that a rule may be asked in, its guard left aside."""
    phases = (rule.phases or tuple(world.phases)) if "phase" in HOOKS[rule.hook].names else ("",)
    counts = world.company.counts(rule.origin.faction)
    return [
        Possible(world, rule, phase, setup) for phase in phases for setup in program.setups
        if setup.players in counts and (rule.player_counts is None or setup.players in rule.player_counts)
    ]


class _Reading:
    """One rule, with the places of the conditions in it that stand in one's own file."""

    def __init__(self, checked: CheckedRule, own: str) -> None:
        self.rule = checked.rule
        self._checked = checked
        self._own = own
        self.has_own = checked.span.source.name == own or any(
            self._place(node) is not None for node in walk.within(checked.rule)
        )

    def _place(self, node: nodes.Expr) -> Span | None:
        """Give the place of a condition; None for what is none, has no place or stands in another file."""
        if node.type.kind is not Kind.BOOL:
            return None
        span = self._checked.places.find(node, self._checked.span)
        return None if span is self._checked.span or span.source.name != self._own else span

    # --- noting what is possible -----------------------------------------------------------------------------------

    def note(self, settings: _Settings, verdicts: dict[Span, Answers]) -> None:
        """Add to the verdicts what each condition can be; what can never be reached says nothing."""
        self._verdicts = verdicts
        rule = self.rule
        if rule.when is not None:
            self._visit(rule.when, settings, True)
            settings = _where(settings, rule.when, True)
        if rule.value is not None:
            self._visit(rule.value, settings, False)
        for key in rule.keys or ():
            self._visit(key.value, settings, False)
        self._block(rule.effects or (), settings)

    def _block(self, effects: tuple[nodes.Effect, ...], settings: _Settings) -> None:
        for effect in effects:
            match effect:
                case nodes.When(condition=condition):
                    self._visit(condition, settings, True)
                    self._block(effect.yes, _where(settings, condition, True))
                    self._block(effect.no, _where(settings, condition, False))
                case _:
                    for part in walk.effect_parts(effect):
                        self._visit(part, settings, False)
                    self._block(walk.inner_effects(effect), settings)

    def _visit(self, node: nodes.Expr, settings: _Settings, condition: bool) -> None:
        place = self._place(node)
        if place is not None and (condition or not isinstance(node, nodes.Literal)):
            found = self._verdicts.get(place, frozenset())
            self._verdicts[place] = found.union(*(setting.answers(node) for setting in settings))
        match node:
            case nodes.If():
                self._visit(node.condition, settings, True)
                self._visit(node.yes, _where(settings, node.condition, True), False)
                self._visit(node.no, _where(settings, node.condition, False), False)
            case nodes.AllOf(operands=operands) | nodes.AnyOf(operands=operands):
                for operand in operands:
                    self._visit(operand, settings, True)
                    settings = _where(settings, operand, isinstance(node, nodes.AllOf))
            case nodes.Fold():
                self._visit(node.domain, settings, False)
                for setting in settings:
                    setting.bind(node)
                if node.condition is not None:
                    self._visit(node.condition, settings, True)
                if node.key is not None:
                    self._visit(node.key, settings, False)
            case _:
                for part in walk.parts(node):
                    self._visit(part, settings, isinstance(node, nodes.Not))

    # --- telling ---------------------------------------------------------------------------------------------------

    def tell(self, verdicts: dict[Span, Answers], findings: Findings) -> None:
        """Report the constant conditions.  Reports: warnings."""
        when = self.rule.when
        for root in walk.roots(self.rule):
            never = root is when and self._verdict(root, verdicts) == NO
            self._tell(root, never, verdicts, findings)

    def _verdict(self, node: nodes.Expr, verdicts: dict[Span, Answers]) -> Answers:
        place = self._place(node)
        return frozenset() if place is None else verdicts.get(place, frozenset())

    def _tell(self, node: nodes.Expr, never: bool, verdicts: dict[Span, Answers], findings: Findings) -> bool:
        """Report what is constant within a node, or else the node itself; say whether anything was."""
        below = [self._tell(part, never, verdicts, findings) for part in walk.parts(node)]
        if any(below):
            return True
        verdict, place = self._verdict(node, verdicts), self._place(node)
        if place is None or verdict not in (YES, NO):
            return False
        origin = self.rule.origin
        if never and verdict == NO:
            owner = f" of {origin.faction}" if origin.faction else ""
            findings.warning("CLM810", f"'{origin.power}'{owner} never acts: this is always false", place)
        else:
            answer, hint = ("true", "leave it out") if verdict == YES else ("false", "what it guards never happens")
            findings.warning("CLM809", f"this is always {answer}", place, hint=hint)
        return True


def _where(settings: _Settings, condition: nodes.Expr, answer: bool) -> _Settings:
    """Keep the settings in which a condition can have an answer."""
    return [setting for setting in settings if answer in setting.answers(condition)]
