"""What `of.name` means: a field of the language, a pile, a state, a name chosen in `on_play`, or a row of setup."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.diagnostics.nearest import nearest
from claimdsl.frontend import syntax
from claimdsl.ir import nodes, vocabulary
from claimdsl.ir.types import INT, UNKNOWN, Kind, Shape, Type, cards, pile
from claimdsl.semantics.coerce import as_kind, single
from claimdsl.semantics.lookup import Elaborate
from claimdsl.semantics.scope import NOTHING, Scope, broken
from claimdsl.semantics.speech import listing, one, say

_OF_VOTES = frozenset({"votes", "won", "holder"})


def field(node: syntax.Field, scope: Scope, elaborate: Elaborate) -> nodes.Expr:
    """Give the typed node of a field.  Reports: a field that its owner does not have."""
    if isinstance(node.of, syntax.Name) and node.of.name == "setup" and "setup" not in scope.locals:
        return _setup(node, scope)
    owner = elaborate(node.of, scope)
    if broken(owner):
        return owner
    if owner.type == NOTHING:
        return scope.fail("CLM406", "'nothing' has no fields", node.name_span)
    owner = _one_owner(owner, node, scope)
    if broken(owner):
        return owner
    found = _fact(owner, node, scope) or _pile(owner, node, scope) or _state(owner, node, scope)
    found = found or _chosen(owner, node, scope)
    if found is None and owner.type.kind is Kind.PLAY:
        found = _pile(as_kind(owner, Kind.CARD), node, scope)
    return found if found is not None else _unknown(owner, node, scope)


def _setup(node: syntax.Field, scope: Scope) -> nodes.Expr:
    row = scope.names.rows.get(node.name)
    if row is None:
        return scope.unknown(
            "CLM428", f"setup has no row '{node.name}': it has {listing(sorted(scope.names.rows))}", node.name_span,
            node.name, suggestion=nearest(node.name, scope.findings.within(scope.names.rows)),
        )
    scope.used.add(("row", node.name))
    given = Type(Kind.WORD, Shape.ONE, 1, f"setup.{node.name}") if row.words else INT
    return nodes.SetupValue(given, node.name)


def _one_owner(owner: nodes.Expr, node: syntax.Field, scope: Scope) -> nodes.Expr:
    if not owner.type.is_many or (owner.type.shape is Shape.LIST and owner.type.most == 1):
        return single(owner, owner.type, scope, node.of.span)
    return scope.fail(
        "CLM409", f"{say(owner.type)} has no field '{node.name}', only one {one(owner.type.kind).split()[-1]} has",
        node.name_span, hint="choose one of them: first(...), last(...), most(... by ...)",
    )


def _through(owner: nodes.Expr, given: Type) -> Type:
    """Give a field's type: of maybe one, the field is maybe there too."""
    return given.maybe if owner.type.shape is Shape.MAYBE and given.shape is Shape.ONE else given


def _fact(owner: nodes.Expr, node: syntax.Field, scope: Scope) -> nodes.Expr | None:
    fact = vocabulary.FIELDS.get((owner.type.kind, node.name))
    if fact is None and owner.type.kind is Kind.PLAY:
        fact = vocabulary.FIELDS.get((Kind.CARD, node.name))
        owner = as_kind(owner, Kind.CARD) if fact is not None else owner
    if fact is None:
        return None
    hook = scope.setting.hook
    if fact.hooks and hook not in fact.hooks and not scope.setting.anything:
        where = [name for name in vocabulary.HOOKS if name in fact.hooks]
        where += ["scoring.ranks"] if vocabulary.RANKS in fact.hooks else []
        missing = [name for name in vocabulary.HOOKS if name not in fact.hooks]
        message = f"'.{node.name}' is not known in {scope.setting.where}"
        return scope.fail("CLM403", message, scope.use or node.name_span, hint=f"it is known {_where(where, missing)}")
    if node.name in _OF_VOTES and fact.of in (Kind.SIDE, Kind.FACTION) and not scope.names.scored:
        return scope.fail(
            "CLM406", f"without a pile under scoring.from no faction is won, so there is no '.{node.name}'",
            node.name_span,
        )
    given = fact.type.listed(scope.names.most) if fact.type.kind is Kind.CARD and fact.type.is_many else fact.type
    return nodes.Field(_through(owner, given), owner, node.name)


def _where(known: list[str], missing: list[str]) -> str:
    return f"in {listing(known)}" if len(missing) > 1 else f"everywhere but in {listing(missing)}"


def _pile(owner: nodes.Expr, node: syntax.Field, scope: Scope) -> nodes.Expr | None:
    spec = scope.names.piles.get(node.name)
    if spec is None or spec.of == "table":
        return None
    kind = owner.type.kind
    if kind is (Kind.CARD if spec.of != "player" else Kind.PLAYER):
        shape = pile(scope.names.most)
    elif kind is Kind.SIDE and spec.of == "player":
        shape = cards(scope.names.most)
    else:
        return None
    if not scope.sees(*spec.factions):
        return _foreign("pile", listing(spec.factions), node, scope)
    scope.used.add(("pile", node.name))
    return nodes.PileOf(shape, node.name, owner)


def _state(owner: nodes.Expr, node: syntax.Field, scope: Scope) -> nodes.Expr | None:
    spec = scope.names.states.get(node.name)
    if spec is None or spec.of != "player" or owner.type.kind not in (Kind.PLAYER, Kind.SIDE):
        return None
    if not scope.sees(spec.faction):
        return _foreign("state", spec.faction, node, scope)
    if owner.type.kind is Kind.SIDE and spec.type.kind is not Kind.INT:
        return scope.fail(
            "CLM406", f"a side has the sums of its players' numbers; '{node.name}' is {say(spec.type)}", node.name_span
        )
    scope.used.add(("state", node.name))
    return nodes.StateOf(_through(owner, spec.type), node.name, owner)


def _chosen(owner: nodes.Expr, node: syntax.Field, scope: Scope) -> nodes.Expr | None:
    given = scope.names.chosen.get(node.name)
    if given is None or owner.type.kind is not Kind.PLAY:
        return None
    scope.used.add(("chosen", node.name))
    return nodes.Nothing(UNKNOWN) if given == UNKNOWN else nodes.Field(given.maybe, owner, node.name)


def _foreign(noun: str, faction: str, node: syntax.Field, scope: Scope) -> nodes.Expr:
    message = f"{noun} '{node.name}' belongs to {faction} and is known only in its powers"
    return scope.fail("CLM404", message, node.name_span)


def _unknown(owner: nodes.Expr, node: syntax.Field, scope: Scope) -> nodes.Expr:
    if owner.type.kind is Kind.PLAY and node.name in scope.names.unread:
        return nodes.Nothing(UNKNOWN)
    known = scope.findings.within(dict.fromkeys(_known(owner.type.kind, scope)))
    who = one(owner.type.kind) if owner.type.kind is not Kind.WORD else say(owner.type)
    if not known:
        return scope.fail("CLM406", f"{who} has no fields", node.name_span)
    near = nearest(node.name, known)
    hint = "" if near else f"it has {listing(known)}"
    message = f"{who} has no field '{node.name}'"
    spec = scope.names.piles.get(node.name)
    if spec is not None:
        whose = {"player": "a player", "table": "the table"}.get(spec.of, f"a card of {spec.of}")
        return scope.fail("CLM406", message, node.name_span, hint=f"that pile is of {whose}")
    return scope.unknown("CLM406", message, node.name_span, node.name, suggestion=near, hint=hint)


def _known(kind: Kind, scope: Scope) -> Iterator[str]:
    for of, name in vocabulary.FIELDS:
        if of is kind:
            yield name
    if kind in (Kind.CARD, Kind.PLAYER, Kind.SIDE):
        wanted = kind is Kind.CARD
        for spec in scope.names.piles.values():
            if spec.of != "table" and (spec.of != "player") is wanted and scope.sees(*spec.factions):
                yield spec.name
    if kind in (Kind.PLAYER, Kind.SIDE):
        for state in scope.names.states.values():
            if state.of == "player" and scope.sees(state.faction):
                yield state.name
    if kind is Kind.PLAY:
        yield from scope.names.chosen
