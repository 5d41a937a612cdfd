"""Powers to hook rules: each hook of each power is elaborated in the scope of its hook."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.frozen import Frozen, replace
from claimdsl.ir import nodes, vocabulary
from claimdsl.ir.types import INT, UNKNOWN, Kind, Shape, Type
from claimdsl.ir.vocabulary import Body
from claimdsl.semantics import effects
from claimdsl.semantics.coerce import fit
from claimdsl.semantics.elaborate import expr, truth
from claimdsl.semantics.findings import Findings
from claimdsl.semantics.guards import check_guards
from claimdsl.semantics.names import Names
from claimdsl.semantics.scope import Places, Scope, Setting, broken
from claimdsl.semantics.speech import say

Used = set[tuple[str, str]]
_ROUNDS = 3


class CheckedRule(Frozen):
    """A rule of the program, with the places of its nodes and of the hook itself."""

    rule: nodes.HookRule
    places: Places
    span: Span


def all_powers(ruleset: syntax.Ruleset) -> Iterator[tuple[str, syntax.Power]]:
    """Run through the powers in the order of the program: of the table (faction ""), then of each faction."""
    for power in ruleset.rules:
        yield "", power
    for faction in ruleset.factions:
        for power in faction.powers:
            yield faction.name, power


def rules(ruleset: syntax.Ruleset, names: Names, used: Used, findings: Findings) -> list[CheckedRule]:
    """Elaborate all powers.  Reports: wrong guards, and every mistake of their hooks."""
    checked = []
    for faction, power in all_powers(ruleset):
        check_guards(faction, power, names, findings)
        for hook in power.hooks:
            rule = _hook_rule(faction, power, hook, names, used, findings)
            if rule is not None:
                checked.append(rule)
    return checked


def with_chosen(ruleset: syntax.Ruleset, names: Names) -> Names:
    """Add the names that `choose` makes fields of a play, with their types; mistakes are left for the real pass."""
    names = replace(names, unread=frozenset(_unread_words(ruleset)))
    for _ in range(_ROUNDS):
        found: dict[str, Type] = {}

        def note(effect: syntax.Choose, given: Type, found: dict[str, Type] = found) -> None:
            found.setdefault(effect.name, given)

        for faction, power in all_powers(ruleset):
            for hook in power.hooks:
                if hook.name == "on_play" and hook.block is not None:
                    scope = Scope(names, Findings(Report()), _setting("on_play", faction, names), set())
                    effects.block(hook.block.effects, scope, note)
        if found == dict(names.chosen):
            break
        names = replace(names, chosen=found)
    return names


def _unread_words(ruleset: syntax.Ruleset) -> Iterator[str]:
    """Run through the words of effects of `on_play` that could not be read: what they choose is not known."""
    hooks = (hook for _, power in all_powers(ruleset) for hook in power.hooks if hook.name == "on_play")
    for effect in (effect for hook in hooks if hook.block is not None for effect in hook.block.effects):
        if isinstance(effect, syntax.Unread):
            yield from effect.words


def keys(
    written: tuple[syntax.Key, ...], scope: Scope, power: str, findings: Findings
) -> tuple[nodes.Key, ...]:
    """Elaborate ordered keys.  Reports: keys that are no number, truth or list of numbers."""
    found = []
    for key in written:
        value = expr(key.expr, scope)
        if not broken(value) and not _is_key(value.type):
            message = f"a key is a number, yes or no, or a list of numbers; this is {say(value.type)}"
            findings.error("CLM408", message, key.expr.span)
        found.append(nodes.Key(key.name, value, origin(key.span, power, scope.setting.faction)))
    return tuple(found)


def origin(span: Span, power: str, faction: str) -> nodes.Origin:
    """Say where a rule stands."""
    return nodes.Origin(span.source.name, span.first.line, power, faction)


def _is_key(given: Type) -> bool:
    if given.kind is Kind.BOOL:
        return given.shape is Shape.ONE
    return given.kind is Kind.INT and given.shape is not Shape.PILE


def _setting(hook: str, faction: str, names: Names) -> Setting:
    fact = vocabulary.HOOKS[hook]
    base = fact.type
    if base is not None and base.is_many and base.kind is Kind.CARD:
        base = Type(base.kind, base.shape, names.most)
    return Setting(hook, fact.names, base, faction)


def _hook_rule(
    faction: str, power: syntax.Power, hook: syntax.Hook, names: Names, used: Used, findings: Findings
) -> CheckedRule | None:
    fact = vocabulary.HOOKS.get(hook.name)
    if fact is None:
        return None
    where = f"{hook.name} {hook.span.start} {hook.span.source.name}"
    scope = Scope(names, findings, _setting(hook.name, faction, names), used, where)
    when = None if power.when is None else truth(power.when, scope)
    value = block = ordered = None
    match fact.body:
        case Body.VALUE:
            value = _value(hook, fact, scope)
        case Body.EVENT:
            block = _event(hook, scope, findings)
        case Body.KEYS:
            ordered = keys(hook.keys or (), scope, power.name, findings)
    if value is None and block is None and not ordered:
        return None
    rule = nodes.HookRule(
        hook.name, origin(hook.span, power.name, faction), _phases(power, names), power.player_counts, when,
        _cards(faction, power), power.priority or 0, value, block, ordered,
    )
    return CheckedRule(rule, scope.places, hook.span)


def _value(hook: syntax.Hook, fact: vocabulary.HookFact, scope: Scope) -> nodes.Expr | None:
    target = scope.setting.base
    if hook.expr is None or target is None:
        return None
    value = fit(expr(hook.expr, scope), target, scope, hook.expr.span)
    if target.shape is Shape.PILE and _of_a_card(value):
        return scope.fail(
            "CLM417", f"{fact.name} gives a pile of the table or of a player, not of a card", hook.expr.span
        )
    return scope.put(value, hook.expr.span)


def _of_a_card(value: nodes.Expr) -> bool:
    match value:
        case nodes.PileOf(owner=owner):
            return owner is not None and owner.type.kind is Kind.CARD
        case nodes.If():
            return _of_a_card(value.yes) or _of_a_card(value.no)
        case _:
            return False


def _event(hook: syntax.Hook, scope: Scope, findings: Findings) -> tuple[nodes.Effect, ...] | None:
    def note(effect: syntax.Choose, given: Type) -> None:
        if hook.name != "on_play":
            return
        if (Kind.PLAY, effect.name) in vocabulary.FIELDS or (Kind.CARD, effect.name) in vocabulary.FIELDS:
            message = f"'{effect.name}' is a field of every play already; give the choice another name"
            findings.error("CLM416", message, effect.name_span)
        elsewhere = scope.names.chosen.get(effect.name, given)
        if elsewhere != given and UNKNOWN not in (elsewhere, given):
            findings.error(
                "CLM420", f"'{effect.name}' is {say(given.item)} here, and {say(elsewhere.item)} in another power",
                effect.name_span,
                hint="a name chosen in on_play is a field of the play and has one type",
            )

    return None if hook.block is None else effects.block(hook.block.effects, scope, note)


def _phases(power: syntax.Power, names: Names) -> tuple[str, ...] | None:
    """Give the phases of a power; one that there is not counts as the nearest, or else as all."""
    if power.phases is None:
        return None
    found = [word.text if word.text in names.phases else nearest(word.text, names.phases) for word in power.phases]
    return None if None in found else tuple(phase for phase in found if phase is not None)


def _cards(faction: str, power: syntax.Power) -> str:
    if power.cards is not None:
        return power.cards.text
    return "own" if faction else "all"


def check_unused_terms(names: Names, used: Used, findings: Findings) -> None:
    """Elaborate the terms that no rule uses, with every name in scope.  Reports: their mistakes."""
    everything = frozenset(vocabulary.NAMES)
    for (faction, name), term in names.terms.items():
        if ("term", f"{faction}.{name}") not in used:
            setting = Setting("a term", everything, UNKNOWN, faction, anything=True)
            scope = Scope(names, findings, setting, set())
            with scope.inside_term((faction, name), term.span):
                expr(term.expr, scope)


def tricks(phase: syntax.Phase, names: Names, faction: str, used: Used, findings: Findings) -> nodes.Expr:
    """Elaborate the greatest number of tricks of a phase: it may read setup and options."""
    scope = Scope(names, findings, Setting("tricks", frozenset(), None, faction), used)
    if phase.tricks is None:
        return nodes.Nothing(UNKNOWN)
    return fit(expr(phase.tricks, scope), INT, scope, phase.tricks.span)

