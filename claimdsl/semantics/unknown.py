"""Explains a name that means nothing where it stands: misspelt, out of scope, or in need of a field."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.source import Span
from claimdsl.frontend.document import face_words
from claimdsl.ir import nodes, vocabulary
from claimdsl.ir.types import Kind
from claimdsl.semantics.scope import Scope
from claimdsl.semantics.speech import listing

_SHORT = 2


def unknown_name(name: str, span: Span, scope: Scope, wanted: Kind | None = None) -> nodes.Expr:
    """Report a bare name that is not in scope.  `wanted` is the kind that its surroundings ask for."""
    if name in vocabulary.NAMES:
        return _out_of_scope(name, span, scope)
    if name == "base":
        return scope.fail(
            "CLM426", f"there is no 'base' in {scope.setting.where}: only a value has an answer beneath",
            scope.use or span,
        )
    explained = _elsewhere(name, scope)
    if explained:
        code, message, hint = explained
        return scope.fail(code, message, span, hint=hint)
    return _misspelt(name, span, scope, wanted)


def _out_of_scope(name: str, span: Span, scope: Scope) -> nodes.Expr:
    hook = scope.setting.where
    where = [fact.name for fact in vocabulary.HOOKS.values() if name in fact.names]
    if name in vocabulary.RANK_NAMES:
        where.append("scoring.ranks")
    known = f"it is known in {listing(where)}"
    if scope.use is None:
        return scope.fail("CLM403", f"'{name}' is not known in {hook}", span, hint=known)
    term = scope.open_terms[0][1]
    return scope.fail("CLM403", f"term '{term}' reads '{name}', which is not known in {hook}", scope.use, hint=known)


def _elsewhere(name: str, scope: Scope) -> tuple[str, str, str] | None:
    """Find a name that exists, but not as a bare name here: code, message and hint."""
    names = scope.names
    spec = names.piles.get(name) or names.states.get(name)
    if spec is not None:
        noun, by = ("pile", spec.factions) if isinstance(spec, nodes.PileSpec) else ("state", (spec.faction,))
        if not scope.sees(*by):
            whose = "its" if len(by) == 1 else "their"
            return "CLM404", f"{noun} '{name}' belongs to {listing(by)} and is known only in {whose} powers", ""
        if spec.of == "player":
            return "CLM427", f"{noun} '{name}' is of a player: say whose", f"such as player.{name} or winner.{name}"
        return "CLM427", f"{noun} '{name}' is of a card: say of which", f"such as card.{name}"
    owners = [faction for faction, term in names.terms if term == name and faction]
    if owners:
        return "CLM404", f"term '{name}' belongs to {listing(owners)} and is known only in its powers", ""
    option = next((option for option, values in names.options.items() if name in values), None)
    if option is not None:
        return "CLM427", f"'{name}' is a value of option {option}", f"compare it: {option} == {name}"
    if name in names.phases:
        return "CLM427", f"'{name}' is a phase", f"compare it: phase == {name}"
    if name == "setup":
        return "CLM427", "setup has rows: say which", f"such as setup.{next(iter(names.rows))}"
    if name in vocabulary.FOLDS or name == vocabulary.TOP:
        return "CLM427", f"'{name}' is a function", f"write {name}(...)"
    if (Kind.CARD, name) in vocabulary.FIELDS or (Kind.PLAYER, name) in vocabulary.FIELDS:
        return "CLM427", f"'{name}' is a field: say of what", f"such as {_example_owner(name)}.{name}"
    if name in names.faces:
        return ("CLM427", *face_words(name, names.faces[name]))
    if name in names.chosen:
        return "CLM427", f"'{name}' is chosen when a card is played: say of which play", f"such as play.{name}"
    return None


def is_word(name: str, scope: Scope) -> bool:
    """Say whether a name that names nothing here is a phase or a value of an option."""
    names = scope.names
    return not scope.meaning(name) and (name in names.phases or any(name in words for words in names.options.values()))


def _example_owner(name: str) -> str:
    return "card" if (Kind.CARD, name) in vocabulary.FIELDS else "player"


def _misspelt(name: str, span: Span, scope: Scope, wanted: Kind | None) -> nodes.Expr:
    factions = (*scope.names.factions, *scope.names.packs)
    within = scope.findings.within
    near_faction = nearest(name, within(factions))
    known = sorted(within(_known(scope)), key=lambda each: wanted is not None and _kind(each, scope) is not wanted)
    near: str | None = near_faction if wanted is Kind.FACTION and near_faction else nearest(name, known)
    near = near or _short_variable(name, scope)
    if near in factions or (near is None and wanted is Kind.FACTION):
        hint = "" if near else f"there are {listing(sorted(factions))}"
        return scope.unknown("CLM402", f"unknown faction '{name}'", span, name, suggestion=near, hint=hint)
    return scope.unknown("CLM401", f"unknown name '{name}'", span, name, suggestion=near)


def _short_variable(name: str, scope: Scope) -> str | None:
    """Give the variable that was meant by a name too short to be near to anything: the one that nothing uses yet."""
    short = [local for local in scope.locals if len(local) <= _SHORT >= len(name)]
    idle = [local for local in short if scope.keys[scope.locals[local].id] not in scope.used]
    return next(iter(idle or short), None)


def _kind(name: str, scope: Scope) -> Kind | None:
    """Give the kind of a name that the engine or a variable supplies."""
    if name in scope.locals:
        return scope.locals[name].type.kind
    return vocabulary.NAMES[name].type.kind if name in vocabulary.NAMES else None


def _known(scope: Scope) -> Iterator[str]:
    """Run through every bare name that means something here, and the words that stand where names do."""
    names = scope.names
    yield from scope.locals
    yield from ("true", "false", "nothing", "setup")
    yield from sorted(scope.setting.names)
    if scope.setting.base is not None:
        yield "base"
    yield from names.factions
    yield from names.packs
    yield from (term for faction, term in names.terms if scope.sees(faction))
    yield from (pile.name for pile in names.piles.values() if pile.of == "table" and scope.sees(*pile.factions))
    yield from (state.name for state in names.states.values() if state.of == "table" and scope.sees(state.faction))
    yield from names.options
