"""Piles to which cards come unseen: whether a rule reads them that may be asked after such a move.

What a seat sees go stays known to it, so a move hides only what was hidden before.  Whether one rule may be asked after
another goes by their factions, player counts, phases and options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from claimdsl.diagnostics.report import Note
from claimdsl.diagnostics.source import Source
from claimdsl.ir import nodes, walk
from claimdsl.ir.vocabulary import HOOKS, Knower
from claimdsl.semantics import secret
from claimdsl.semantics.company import Company
from claimdsl.semantics.exclusion import Conditions, exclude
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.powers import CheckedRule
from claimdsl.semantics.visibility import Read, first_read, report

_HAND = "hand"
_STEPS = {"before_phase": 0, "after_phase": 2}
_Notes = Mapping[int, Note]
_Found = tuple[nodes.HookRule, nodes.Move, secret.Unseen]


def check(
    program: nodes.Program, company: Company, checked: list[CheckedRule], own: Source, findings: Findings
) -> bool:
    """Say whether there is no such read.

    Reports: each at its place; one in a file of others at the move, where that is the author's.
    """
    notes = {id(effect): _note(each, effect) for each in checked for effect in _hiding(each.rule)}
    if not notes:
        return True
    flows = Flows(program, company, notes)
    for each in checked:
        read = first_read(each.rule, flows.known(each.rule)) if flows.touch(each.rule) else None
        if read is not None:
            _report(each, read, own, findings)
    for _, effect, came in flows.found:
        if effect.pile.pile == _HAND and not came.known:
            message = f"a player plays from '{_HAND}' and sees its cards, so none can come there unseen"
            findings.error("CLM502", message, notes[id(effect)].span, hint="move them without `unseen`")
    return not findings.failed


def _hiding(rule: nodes.HookRule) -> Iterator[nodes.Move]:
    """Run through the moves of a rule that are unseen; at the end nobody has to read what has been moved."""
    if HOOKS[rule.hook].knower is not Knower.NOBODY:
        for effect in walk.all_effects(rule.effects or ()):
            if isinstance(effect, nodes.Move) and effect.unseen:
                yield effect


def _note(checked: CheckedRule, effect: nodes.Move) -> Note:
    whose = f" of {checked.rule.origin.faction}" if checked.rule.origin.faction else ""
    message = f"'{checked.rule.origin.power}'{whose} moves cards there unseen"
    return Note(message, checked.places.find(effect, checked.span))


def _report(checked: CheckedRule, read: Read, own: Source, findings: Findings) -> None:
    came = None if read.secret.came is None else read.secret.came.note
    if came is None or checked.span.source == own or came.span.source != own:
        report(checked, read, findings)
        return
    origin = checked.rule.origin
    whose = f"'{origin.power}' of {origin.faction}" if origin.faction else f"the table's '{origin.power}'"
    note = Note("it reads them here", checked.places.find(read.node, checked.span))
    findings.error(
        "CLM502" if read.chooser else "CLM501",
        f"cards come to {read.secret.what} unseen, and {whose} reads cards of it", came.span,
        hint="let cards that are read come openly, or lie in a pile of their own", notes=(note,),
    )


class Flows:
    """The moves of a program that hide cards."""

    def __init__(self, program: nodes.Program, company: Company, notes: _Notes) -> None:
        self.found: list[_Found] = []
        self._notes = notes
        self._rules = program.hooks
        self._piles = {pile.name: pile for pile in program.piles}
        self._phases = [phase.name for phase in program.phases]
        self._company = company
        self._all = secret.hidden(self._rules, self._piles, {})
        more = self._sought()
        while [came.known for *_, came in more] != [came.known for *_, came in self.found]:
            self.found = more
            self._all = secret.hidden(self._rules, self._piles, _by_pile(more))
            more = self._sought()
        self.found = more

    def _sought(self) -> list[_Found]:
        """Find the moves that hide cards, as far as it is known by now what is hidden."""
        return [found for rule in self._rules if any(_hiding(rule)) for found in self._of(rule)]

    def _of(self, rule: nodes.HookRule) -> Iterator[_Found]:
        reader = secret.Reader(self.known(rule))
        for step in secret.steps(rule.effects or (), reader):
            effect = step.effect
            if isinstance(effect, nodes.Move) and effect.unseen:
                secrets = reader.secrets(effect.cards, step.to(None))
                if secrets:
                    known = all(secret.knows(effect.pile.owner, each) for each in secrets)
                    yield rule, effect, secret.Unseen(known, self._notes.get(id(effect)), rule.origin.faction)

    def touch(self, rule: nodes.HookRule) -> bool:
        """Say whether a rule has to do with such a pile, or with what others hand on."""
        piles = {effect.pile.pile for _, effect, _ in self.found}
        return rule.hook == "offers" or any(
            node.pile in piles if isinstance(node, nodes.PileOf) else
            isinstance(node, nodes.Field) and node.name in self._all.chosen for node in walk.within(rule)
        )

    def known(self, rule: nodes.HookRule) -> secret.Hidden:
        """Give what is hidden when a rule is asked."""
        before = [
            found for found in self.found if found[1].pile.pile != _HAND and self._may_follow(found[0], rule)
        ]
        return secret.Hidden(self._piles, self._all.chosen, self._all.offers, _by_pile(before))

    def _may_follow(self, first: nodes.HookRule, second: nodes.HookRule) -> bool:
        """Say whether in some game the second rule may be asked after the first."""
        if min(self._moments(first)) > max(self._moments(second)) or exclude(_settled(first), _settled(second)):
            return False
        counts = self._company.counts(first.origin.faction, second.origin.faction)
        for rule in (first, second):
            counts = counts if rule.player_counts is None else counts & set(rule.player_counts)
        return bool(counts)

    def _moments(self, rule: nodes.HookRule) -> list[tuple[int, int]]:
        """Say in which phases a rule is asked, by number, and whether before, in or after the tricks."""
        if rule.hook == "at_start":
            return [(-1, 0)]
        phases = self._phases if rule.phases is None else rule.phases
        return [(self._phases.index(phase), _STEPS.get(rule.hook, 1)) for phase in phases]


def _by_pile(found: Iterable[_Found]) -> dict[str, list[secret.Unseen]]:
    piles: dict[str, list[secret.Unseen]] = {}
    for _, effect, came in found:
        piles.setdefault(effect.pile.pile, []).append(came)
    return piles


def _settled(rule: nodes.HookRule) -> Conditions:
    """Give the conditions of a rule that options and setup decide."""
    match rule.when:
        case None:
            return ()
        case nodes.AllOf(operands=operands):
            return tuple((part, True) for part in operands if not walk.mentions(part, _may_change))
        case _:
            return () if walk.mentions(rule.when, _may_change) else ((rule.when, True),)


def _may_change(node: nodes.Expr) -> bool:
    constant = (
        nodes.OptionValue, nodes.SetupValue, nodes.WordLiteral, nodes.Literal, nodes.Compare, nodes.Not, nodes.AnyOf,
        nodes.AllOf,
    )
    return not isinstance(node, constant)
