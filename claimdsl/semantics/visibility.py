"""Whether a hook reads only what its asker may know: faces of cards, by the piles they may lie in.

Sizes are public, and moving cards reads nothing.  Reading is a field of a card, a comparison or membership of cards,
and choosing among them.
"""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.frozen import Frozen
from claimdsl.ir import nodes, vocabulary, walk
from claimdsl.ir.vocabulary import Knower
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.powers import CheckedRule
from claimdsl.semantics.secret import Hidden, Reader, Secret, Shown, Step, knows, steps


class Read(Frozen):
    """What a rule reads and its asker may not know; `chooser`: a choice shows it."""

    node: nodes.Expr
    secret: Secret
    chooser: bool


def check_rule(checked: CheckedRule, known: Hidden, findings: Findings) -> None:
    """Check one rule.  Reports: the first read of cards that its asker may not see."""
    found = first_read(checked.rule, known)
    if found is not None:
        report(checked, found, findings)


def first_read(rule: nodes.HookRule, known: Hidden) -> Read | None:
    """Give the first read of cards that the asker of a rule may not see."""
    fact = vocabulary.HOOKS[rule.hook]
    if fact.knower is Knower.NOBODY:
        return None
    asker = nodes.Known(vocabulary.NAMES["player"].type, "player") if fact.knower is Knower.PLAYER else None
    return next(_reads(rule, Reader(known), asker), None)


def report(checked: CheckedRule, read: Read, findings: Findings) -> None:
    """Report a read at its place."""
    rule, secret = checked.rule, read.secret
    place = checked.places.find(read.node, checked.span)
    notes = () if secret.came is None or secret.came.note is None else (secret.came.note,)
    if read.chooser:
        message = f"a choice shows its chooser cards of {secret.what}, {secret.which}"
        hint = "let him choose among public cards or his own" if secret.came is None else (
            "`show` him the cards first, or let them come openly" + _without(rule, secret)
        )
        findings.error("CLM502", message, place, hint=hint, notes=notes)
    else:
        asker = _asker(vocabulary.HOOKS[rule.hook].knower, rule.hook)
        message = f"this reads cards of {secret.what}, {secret.which}; {asker}"
        findings.error("CLM501", message, place, hint=_hint(rule, secret), notes=notes)


def _asker(knower: Knower, hook: str) -> str:
    if knower is Knower.PLAYER:
        return f"{hook} asks a player, who knows his own cards alone"
    return f"{hook} may read only what all players know"


def _hint(rule: nodes.HookRule, secret: Secret) -> str:
    if secret.came is not None:
        return "let cards that are read come openly, or lie in a pile of their own" + _without(rule, secret)
    if secret.owner is None:
        return "how many there are may be asked, and they may be moved unread"
    return "its owner may choose among them; all know how many there are"


def _without(rule: nodes.HookRule, secret: Secret) -> str:
    """Say how to do without the faction that hides cards from a rule of others."""
    faction = None if secret.came is None else secret.came.faction
    return "" if faction in (None, rule.origin.faction) else f", or play without: `factions: {{remove: [{faction}]}}`"


def _reads(rule: nodes.HookRule, reader: Reader, asker: nodes.Expr | None) -> Iterator[Read]:
    if rule.when is not None:
        yield from _read(rule.when, reader, asker, ())
    if rule.value is not None:
        yield from _read(rule.value, reader, asker, ())
    for step in steps(rule.effects or (), reader):
        yield from _step(step, reader)


def _step(step: Step, reader: Reader) -> Iterator[Read]:
    effect, now = step.effect, step.to(None)
    if not isinstance(effect, nodes.Choose):
        for part in walk.effect_parts(effect):
            yield from _read(part, reader, None, now)
        return
    yield from _read(effect.player, reader, None, now)
    his = step.to(effect.player)
    for read in _read(effect.options, reader, effect.player, his):
        yield Read(read.node, read.secret, True)
    for secret in reader.secrets(effect.options, his):
        if not knows(effect.player, secret):
            yield Read(effect.options, secret, True)


def _read(node: nodes.Expr, reader: Reader, asker: nodes.Expr | None, shown: Shown) -> Iterator[Read]:
    """Run through the reads of hidden cards that the asker (None: everyone) may not know."""
    if isinstance(node, nodes.Fold):
        reader.bind_fold(node)
    for face in _faces(node):
        for secret in reader.secrets(face, shown):
            if not knows(asker, secret):
                yield Read(node, secret, False)
    for part in walk.parts(node):
        yield from _read(part, reader, asker, shown)


def _faces(node: nodes.Expr) -> tuple[nodes.Expr, ...]:
    """Give the parts of a node whose cards' faces it reads."""
    match node:
        case nodes.Field():
            return (node.of,)
        case nodes.PileOf(owner=owner) if owner is not None:
            return (owner,)
        case nodes.Compare():
            return node.left, node.right
        case nodes.Member():
            return node.item, node.items
        case _:
            return ()
