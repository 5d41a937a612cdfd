"""Whether the rest of a game hides nothing and leaves nothing to chance, so that it can be worked out to its end.

What the rules may do is read off the typed program, what the seats know off the game so far.  Where either leaves a
doubt the answer is no, with the reason.
"""

from __future__ import annotations

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import Folder
from claimdsl.engine.rest import live_effects, remaining_rules
from claimdsl.engine.state import State
from claimdsl.ir import nodes as ir
from claimdsl.ir.walk import every


class UnsolvableError(ClaimError):
    """A moment from which a game cannot be worked out: it is over, cards are hidden, or chance still decides."""


def check(state: State) -> None:
    """Say why a game cannot be worked out from a state on.

    Raises: UnsolvableError.
    """
    reason = _of_moment(state) or _of_rules(state.game.binding, state.phase) or _of_knowledge(state)
    if reason:
        raise UnsolvableError(reason)


def _of_moment(state: State) -> str:
    game = state.game
    if state.is_over:
        return "the game is over"
    if game.players != 2:
        return f"it has {game.players} players; only games of two are worked out"
    if state.phase == game.phases[-1] and not state.trick_number:
        return f"the first trick of the phase '{state.phase}' has not begun"
    if state.phase != game.phases[-1]:
        last = game.phases[-1]
        return f"it is in the phase '{state.phase}', where cards are hidden; it can be from the phase '{last}' on"
    return ""


# --- the rules -------------------------------------------------------------------------------------------------------


def _of_rules(binding: Binding, phase: str) -> str:
    """Find a rule that may hide cards from now on; what was hidden before shows in what the seats know."""
    folder = Folder(binding, phase)
    hidden = frozenset(pile.name for pile in binding.piles if pile.seen_by != "all")
    for rule in remaining_rules(binding, phase):
        if rule.hook == "face_down":
            return f"{_named(rule)} lets cards be played face down"
        for effect in live_effects(rule.effects or (), folder):
            reason = _of_effect(effect, hidden)
            if reason:
                return f"{_named(rule)} {reason}"
    return ""


def _named(rule: ir.HookRule) -> str:
    return f"the power '{rule.origin.power}'" + (f" of {rule.origin.faction}" if rule.origin.faction else "")


def _of_effect(effect: ir.Effect, hidden: frozenset[str]) -> str:
    match effect:
        case ir.Draw():
            return "draws cards by chance"
        case ir.Move(unseen=True):
            return "moves cards unseen"
        case ir.Move(cards=cards, pile=pile) if pile.pile in hidden and _names(cards) & hidden:
            return "moves cards from one hidden pile to another"
        case ir.Swap(left=left, right=right) if _names(left) & hidden and _names(right) & hidden:
            return "swaps hidden cards"
        case _:
            return ""


def _names(cards: ir.Expr) -> set[str]:
    """Give the piles that cards may come from; a variable may hold a card of any."""
    found: set[str] = set()
    for part in every(iter((cards,))):
        match part:
            case ir.PileOf(pile=pile):
                found.add(pile)
            case _:
                pass
    return found


# --- what the seats know ---------------------------------------------------------------------------------------------


def _of_knowledge(state: State) -> str:
    """Find a seat that cannot tell where each card lies: not from what it has seen, nor as all that is left over."""
    game = state.game
    for seat in range(game.players):
        unknown = [card for card in range(len(game.binding.cards)) if not state.knows(seat, card)]
        places = {state.place_of(card) for card in unknown}
        names = {game.label(card) for card in unknown}
        in_order = any(place.pile in game.ordered for place in places)
        if len(names) > 1 and (len(places) > 1 or in_order):
            piles = " and ".join(sorted({f"'{place.pile}'" for place in places}))
            return f"seat {seat} does not know where {len(unknown)} cards lie (in {piles})"
    return ""
