"""Plays that are read while they may lie face down: by a rule of one faction, hidden by a rule of another."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.report import Note
from claimdsl.ir import nodes, walk
from claimdsl.ir.facts import is_face_down
from claimdsl.ir.types import Kind
from claimdsl.semantics.company import Company
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.powers import CheckedRule

_Binders = dict[int, tuple[nodes.Expr, ...]]

_WHILE_PLAYING = frozenset({"may_play", "on_play", "counts_as"})
_NUMBERS = frozenset({"value", "worth"})
_NAMES = frozenset({"faction", "counts_as"})


def check(company: Company, checked: list[CheckedRule], findings: Findings) -> None:
    """Look for such rules.  Reports: warnings at what is read, with the rule that hides it noted."""
    hiding = [each for each in checked if each.rule.hook == "face_down"]
    for each in checked if hiding else ():
        if each.rule.hook in _WHILE_PLAYING and not any(is_face_down(node) for node in walk.within(each.rule)):
            met = [other for other in hiding if company.meet(each.rule, other.rule)]
            found = next(_reads(each.rule, met), None)
            if found is not None:
                _report(each, *found, findings)


def _report(each: CheckedRule, node: nodes.Expr, other: CheckedRule, findings: Findings) -> None:
    owner = f" of {other.rule.origin.faction}" if other.rule.origin.faction else ""
    findings.warning(
        "CLM813", f"this reads a play that may lie face down by '{other.rule.origin.power}'{owner}; {each.rule.hook} "
        "may read only what all players know", each.places.find(node, each.span),
        hint="ask first whether it does: `not p.face_down`", notes=(Note("it lies face down here", other.span),),
    )


def _reads(rule: nodes.HookRule, hiding: list[CheckedRule]) -> Iterator[tuple[nodes.Expr, CheckedRule]]:
    """Run through what a rule reads of plays that are not its own, each with a rule that may hide it."""
    binders = dict(_binders(rule))
    factions = {other.rule.origin.faction if other.rule.cards == "own" else "" for other in hiding}
    for node in walk.within(rule):
        play = _read(node, _NUMBERS if len(factions) == 1 and "" not in factions else _NUMBERS | _NAMES)
        for other in hiding if play is not None else ():
            if play is not None and not _is_open(play, other.rule, binders):
                yield node, other


def _read(node: nodes.Expr, fields: frozenset[str]) -> nodes.Expr | None:
    """Give the play that an expression reads, if it does.

    Where the cards of one faction alone lie face down all know which faction it is, though not which card.
    """
    match node:
        case nodes.Field(of=of, name=name) if name in fields:
            return _play(of)
        case nodes.Compare(left=left, right=right) if left.type.kind is Kind.CARD:
            return _play(left) or _play(right)
        case nodes.Member(item=item) if item.type.kind is Kind.CARD:
            return _play(item)
        case _:
            return None


def _play(node: nodes.Expr) -> nodes.Expr | None:
    """Give the play that a card was played as, where that is written."""
    match node:
        case nodes.AsCard(operand=operand) | nodes.AsMaybe(operand=operand) | nodes.AsMany(operand=operand):
            return _play(operand)
        case nodes.Field(name="card", of=of):
            return of
        case _:
            return node if node.type.kind is Kind.PLAY else None


def _is_open(play: nodes.Expr, hides: nodes.HookRule, binders: _Binders) -> bool:
    """Say whether a play plainly is the one asked about, or one of a faction that the other rule does not hide."""
    match play:
        case nodes.Known():
            return True
        case nodes.Field(name="play", of=nodes.Known(name="player")):
            return True
        case nodes.Local(id=number):
            return number in binders and any(_opens(each, number, hides, binders) for each in binders[number])
        case nodes.Fold(function="first" | "last" | "most" | "least" | "filter", variable=variable):
            return _is_open(variable, hides, binders)
        case _:
            return False


def _opens(part: nodes.Expr, number: int, hides: nodes.HookRule, binders: _Binders) -> bool:
    """Say whether a condition, or the list that is run through, leaves a variable no play that may be hidden."""
    match part:
        case nodes.AllOf(operands=operands):
            return any(_opens(each, number, hides, binders) for each in operands)
        case nodes.Compare(left=nodes.Local(id=left), right=nodes.Known(name="play"), operator="=="):
            return left == number
        case nodes.Compare(left=nodes.Field(name="faction", of=of), right=nodes.FactionName(name=name), operator="=="):
            is_other = hides.cards == "own" and name != hides.origin.faction
            return is_other and isinstance(of, nodes.Local) and of.id == number
        case nodes.Fold():
            return _is_open(part, hides, binders)
        case _:
            return False


def _binders(rule: nodes.HookRule) -> Iterator[tuple[int, tuple[nodes.Expr, ...]]]:
    """Run through the variables of a rule, each with its list and its condition."""
    for node in walk.within(rule):
        if isinstance(node, nodes.Fold):
            yield node.variable.id, (node.domain, *(() if node.condition is None else (node.condition,)))
    for effect in walk.all_effects(rule.effects or ()):
        match effect:
            case nodes.Each(variable=variable, items=items) | nodes.Choose(variable=variable, options=items):
                yield variable.id, (items,)
            case _:
                pass
