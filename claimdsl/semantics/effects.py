"""Effects as written to typed effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from claimdsl.frontend import syntax
from claimdsl.ir import nodes
from claimdsl.ir.types import BOOL, CARD, MAY_BE_NOTHING, PLAYER, Kind, Shape, Type
from claimdsl.semantics import bounds, folds
from claimdsl.semantics.coerce import as_kind, fit, listed
from claimdsl.semantics.elaborate import expr, truth
from claimdsl.semantics.places import spot
from claimdsl.semantics.scope import NOTHING, Scope, broken
from claimdsl.semantics.speech import say

_CHOSEN = (Kind.CARD, Kind.PLAYER, Kind.FACTION, Kind.INT)
OnChoice = Callable[[syntax.Choose, Type], None]


def block(effects: tuple[syntax.Effect, ...], scope: Scope, on_choice: OnChoice) -> tuple[nodes.Effect, ...]:
    """Give the typed effects of a block; what is broken is left out.

    `on_choice` hears of every choice with the type of what is chosen.  Reports: wrong types, unknown names.
    """
    with scope.inner():
        found = []
        for effect in effects:
            typed = _effect(effect, scope, on_choice)
            if typed is not None:
                scope.places.put(typed, effect.span)
                found.append(typed)
        return tuple(found)


def _effect(effect: syntax.Effect, scope: Scope, on_choice: OnChoice) -> nodes.Effect | None:
    match effect:
        case syntax.Move():
            return _move(effect, scope)
        case syntax.Swap():
            left, right = (_card(part, scope) for part in (effect.left, effect.right))
            return None if broken(left) or broken(right) else nodes.Swap(left, right)
        case syntax.Draw():
            return _draw(effect, scope)
        case syntax.Show():
            return _show(effect, scope)
        case syntax.Set():
            return _set(effect, scope)
        case syntax.Choose():
            return _choose(effect, scope, on_choice)
        case syntax.Decide():
            return _decide(effect, scope)
        case syntax.Stop():
            return _stop(effect, scope)
        case syntax.If():
            condition = truth(effect.condition, scope)
            yes, no = block(effect.yes, scope, on_choice), block(effect.no, scope, on_choice)
            return None if broken(condition) else nodes.When(condition, yes, no, spot(effect.span))
        case syntax.For():
            return _for(effect, scope, on_choice)
        case syntax.Unread():
            scope.unread(effect)
            return None
        case _:
            assert_never(effect)


def _move(effect: syntax.Move, scope: Scope) -> nodes.Move | None:
    cards = _cards(effect.cards, scope)
    pile = _pile(effect.pile, scope)
    return None if broken(cards) or pile is None else nodes.Move(cards, pile, effect.unseen)


def _cards(node: syntax.Expr, scope: Scope) -> nodes.Expr:
    return scope.put(fit(expr(node, scope), CARD.listed(scope.names.most), scope, node.span), node.span)


def _card(node: syntax.Expr, scope: Scope) -> nodes.Expr:
    """Elaborate one card, or maybe one."""
    found = as_kind(expr(node, scope), Kind.CARD)
    target = CARD if found.type.shape is Shape.ONE and found.type != NOTHING else CARD.maybe
    return fit(found, target, scope, node.span)


def _pile(node: syntax.Expr, scope: Scope) -> nodes.PileOf | None:
    """Elaborate a place that cards move to.  Reports: what is no single pile."""
    found = expr(node, scope)
    if broken(found):
        return None
    if isinstance(found, nodes.PileOf) and found.type.shape is Shape.PILE:
        return found
    message, hint = f"a pile is meant here, this is {say(found.type)}", ""
    if found.type.shape is Shape.PILE:
        message, hint = "one pile is meant here by name", "write the `if` around the effect"
    elif isinstance(found, nodes.PileOf):
        hint = "say the pile of which player: side.players has them"
    elif found.type.kind is Kind.PLAYER and found.type.is_many:
        hint = f"one pile each: for p in {node.span.text}: move ... to p.hand"
    elif found.type.kind is Kind.PLAYER:
        hint = f"say which pile of the player: {node.span.text}.hand"
    scope.error("CLM417", message, node.span, hint=hint)
    return None


def _draw(effect: syntax.Draw, scope: Scope) -> nodes.Draw | None:
    cards = _cards(effect.cards, scope)
    variable = scope.bind(effect.name, effect.name_span, CARD.maybe)
    return None if broken(cards) else nodes.Draw(variable, cards)


def _show(effect: syntax.Show, scope: Scope) -> nodes.Show | None:
    cards = _cards(effect.cards, scope)
    players = fit(expr(effect.players, scope), PLAYER.listed(1), scope, effect.players.span)
    return None if broken(cards) or broken(players) else nodes.Show(cards, players)


def _set(effect: syntax.Set, scope: Scope) -> nodes.SetState | None:
    state = expr(effect.state, scope)
    value = expr(effect.value, scope)
    if broken(state):
        return None
    if not isinstance(state, nodes.StateOf) or (state.owner is not None and state.owner.type.kind is Kind.SIDE):
        hint = "cards change place with move" if state.type.kind is Kind.CARD else ""
        scope.error("CLM418", f"only a state can be set, this is {say(state.type)}", effect.state.span, hint=hint)
        return None
    if value.type == NOTHING and state.type.kind not in MAY_BE_NOTHING:
        value = fit(value, state.type.item, scope, effect.value.span)
    target = state.type.maybe if value.type.shape is not Shape.ONE else state.type.item
    value = fit(value, target, scope, effect.value.span)
    return None if broken(value) else nodes.SetState(state, value)


def _choose(effect: syntax.Choose, scope: Scope, on_choice: OnChoice) -> nodes.Choose | None:
    options = _options(effect.options, scope)
    player = fit(expr(effect.player, scope), PLAYER, scope, effect.player.span)
    variable = scope.bind(effect.name, effect.name_span, options.type if broken(options) else options.type.maybe)
    scope.ranges[variable.id] = bounds.item_bounds(options, scope.ranges, scope.names)
    if broken(options):
        on_choice(effect, options.type)
        return None
    on_choice(effect, options.type.maybe)
    field = scope.setting.hook == "on_play"
    return None if broken(player) else nodes.Choose(variable, options, player, effect.may, field)


def _options(node: syntax.Expr, scope: Scope) -> nodes.Expr:
    """Elaborate what a player chooses among."""
    found = as_kind(expr(node, scope), Kind.CARD)
    if broken(found):
        return found
    if found.type.kind not in _CHOSEN:
        message = f"one chooses among cards, players, factions or numbers; this is {say(found.type)}"
        return scope.fail("CLM419", message, node.span)
    return scope.put(listed(found), node.span)


def _decide(effect: syntax.Decide, scope: Scope) -> nodes.Decide | None:
    player = fit(expr(effect.player, scope), PLAYER, scope, effect.player.span)
    if effect.words[0] == effect.words[1]:
        scope.error("CLM416", "the two words must differ", effect.word_spans[1])
        return None
    first, second = (
        scope.bind(word, span, BOOL) for word, span in zip(effect.words, effect.word_spans, strict=True)
    )
    return None if broken(player) else nodes.Decide(first, second, player)


def _stop(effect: syntax.Stop, scope: Scope) -> nodes.Stop | None:
    if scope.loops:
        return nodes.Stop()
    scope.error("CLM431", "'stop' ends a loop, and no 'for' stands around it", effect.span)
    return None


def _for(effect: syntax.For, scope: Scope, on_choice: OnChoice) -> nodes.Each | None:
    items = folds.list_of(effect.items, scope, expr)
    with scope.inner():
        variable = scope.bind(effect.variable, effect.variable_span, items.type.item)
        scope.ranges[variable.id] = bounds.item_bounds(items, scope.ranges, scope.names)
        scope.loops += 1
        body = block(effect.body, scope, on_choice)
        scope.loops -= 1
    return None if broken(items) else nodes.Each(variable, items, body)
