"""What a bare name means in a hook: the first of the meanings below that there is."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.ir import nodes, vocabulary
from claimdsl.ir.types import FACTION, UNKNOWN, Kind, Shape, Type, pile
from claimdsl.semantics.scope import NOTHING, Scope
from claimdsl.semantics.unknown import unknown_name

Elaborate = Callable[[syntax.Expr, Scope], nodes.Expr]


def name(node: syntax.Name, scope: Scope, elaborate: Elaborate, wanted: Kind | None = None) -> nodes.Expr:
    """Give the typed node of a bare name.  Reports: a name that means nothing here."""
    word = node.name
    if word in scope.locals:
        scope.used.add(scope.keys[scope.locals[word].id])
        return scope.locals[word]
    if word == "nothing":
        return nodes.Nothing(NOTHING)
    if word == "base" and scope.setting.base is not None:
        return nodes.Known(scope.setting.base, "base")
    if word in scope.setting.names:
        return nodes.Known(_known_type(word, scope), word)
    key = _term_key(word, scope)
    if key is not None:
        return _term(key, node.span, scope, elaborate)
    found = _declared(word, scope)
    return found if found is not None else unknown_name(word, node.span, scope, wanted)


def _known_type(word: str, scope: Scope) -> Type:
    given = vocabulary.NAMES[word].type
    if given.kind is Kind.CARD and given.shape is Shape.LIST:
        return given.listed(scope.names.most)
    return given


def _term_key(word: str, scope: Scope) -> tuple[str, str] | None:
    for key in ((scope.setting.faction, word), ("", word)):
        if key in scope.names.terms:
            return key
    return None


def _term(key: tuple[str, str], use: Span, scope: Scope, elaborate: Elaborate) -> nodes.Expr:
    """Expand a term; one hook expands each term once."""
    scope.used.add(("term", f"{key[0]}.{key[1]}"))
    if key in scope.open_terms:
        return nodes.Nothing(UNKNOWN)
    if key not in scope.terms:
        with scope.inside_term(key, use):
            scope.terms[key] = elaborate(scope.names.terms[key].expr, scope)
    return scope.terms[key]


def _declared(word: str, scope: Scope) -> nodes.Expr | None:
    names = scope.names
    spec = names.piles.get(word)
    if spec is not None and spec.of == "table" and scope.sees(*spec.factions):
        scope.used.add(("pile", word))
        return nodes.PileOf(pile(names.most), word, None)
    state = names.states.get(word)
    if state is not None and state.of == "table" and scope.sees(state.faction):
        scope.used.add(("state", word))
        return nodes.StateOf(state.type, word, None)
    if word in names.options:
        scope.used.add(("option", word))
        return nodes.OptionValue(Type(Kind.WORD, Shape.ONE, 1, word), word)
    if word in names.factions or word in names.packs:
        scope.used.add(("faction", word))
        return nodes.FactionName(FACTION, word)
    return None
