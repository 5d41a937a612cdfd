"""Whether the rest of a game hides nothing and leaves nothing to chance, so that it can be worked out to its end.

What the rules may do is read off the typed program, what the seats know off the game so far.  Where either leaves a
doubt the answer is no, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.engine import layout as at
from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import Folder
from claimdsl.engine.homes import TRICK, homes
from claimdsl.engine.layout import number
from claimdsl.engine.rest import ANY, Remaining, live_effects, piles_read, remaining_rules
from claimdsl.engine.state import State
from claimdsl.ir import nodes as ir
from claimdsl.ir.walk import every, within


class UnsolvableError(ClaimError):
    """A moment from which a game cannot be worked out: it is over, cards are hidden, or chance still decides."""


def check(state: State) -> None:
    """Say why a game cannot be worked out from a state on.

    Raises: UnsolvableError.
    """
    reason = refusal(state)
    if reason:
        raise UnsolvableError(reason)


def refusal(state: State) -> str:
    """Give the reason for which a game cannot be worked out from a state on; "" where it can be."""
    return _of_moment(state) or _of_rules(state) or _of_knowledge(state)


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


def _of_rules(state: State) -> str:
    """Find a rule that may hide cards from now on; what was hidden before shows in what the seats know."""
    binding, phase = state.game.binding, state.phase
    return _hiding(binding, phase, ANY) and _hiding(binding, phase, playable(state))


def playable(state: State) -> int:
    """Give the cards that can still be played, as a mask: those in hands and those of this trick, or any."""
    binding, v, phase = state.game.binding, state.frame(), state.phase
    hand, played = state.game.layout.piles["hand"], state.game.layout.plays["card"]
    held = number(v, at.LYING)
    for seat in range(binding.players):
        held |= number(v, hand + seat)
    for play in range(number(v, at.PLAYED)):
        held |= 1 << number(v, played + play)
    rules = remaining_rules(binding, phase, held)
    return ANY if any(_fills_hands(rule, Remaining(binding, phase, held)) for rule in rules) else held


def _fills_hands(rule: ir.HookRule, folder: Folder) -> bool:
    """Say whether a rule may bring other cards to hands, or into the trick."""
    if rule.hook in ("goes_to", "takes_to") and rule.value is not None and "hand" in _names(rule.value):
        return True
    return any(
        isinstance(effect, ir.Swap) or isinstance(effect, ir.Move) and effect.pile.pile == "hand"
        for effect in live_effects(rule.effects or (), folder)
    )


def _hiding(binding: Binding, phase: str, cards: int) -> str:
    """Find a rule that may hide cards while only some can be played."""
    folder = Remaining(binding, phase, cards)
    hidden = frozenset(pile.name for pile in binding.piles if pile.seen_by != "all")
    for rule in remaining_rules(binding, phase, cards):
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
    doubts = list(_doubts(state))
    counting = looked_into(state) if doubts else frozenset()
    for seat, part in doubts:
        piles = {state.place_of(card).pile for card in part}
        if piles & counting:
            told = " and ".join(f"'{pile}'" for pile in sorted(piles))
            return f"seat {seat} does not know where {len(part)} cards lie (in {told})"
    return ""


def _doubts(state: State) -> Iterator[tuple[int, list[int]]]:
    """Give cards that a seat cannot tell apart by where they lie, with the seat."""
    for seat in range(state.game.players):
        unknown = [card for card in range(len(state.game.binding.cards)) if not state.knows(seat, card)]
        for part in _apart(state, unknown) if _is_open(state, unknown) else ():
            if _is_open(state, part):
                yield seat, part


_PLAYED = {"hand", TRICK}


def _is_open(state: State, unknown: Sequence[int]) -> bool:
    """Say whether it is not told by what they are and where together they lie which of some cards lies where."""
    places = {state.place_of(card) for card in unknown}
    in_order = any(place.pile in state.game.ordered for place in places)
    return len({state.game.label(card) for card in unknown}) > 1 and (len(places) > 1 or in_order)


def _apart(state: State, unknown: Sequence[int]) -> list[list[int]]:
    """Part cards by where they can be: the piles of one part are closed to all others."""
    lie = {card: state.place_of(card).pile for card in unknown}
    parts: list[tuple[list[int], frozenset[str]]] = []
    for home in homes(state.game.binding):
        cards = [card for card in unknown if home.cards >> card & 1]
        piles = home.piles & frozenset(lie.values())
        for part in [part for part in parts if part[1] & piles]:
            parts.remove(part)
            cards, piles = part[0] + cards, part[1] | piles
        parts.append((cards, piles))
    return [sorted(cards) for cards, _ in parts]


def looked_into(state: State) -> frozenset[str]:
    """Name the piles that count for something: cards are played from them, are scored there, or a rule looks there."""
    binding, cards = state.game.binding, playable(state)
    for rule in remaining_rules(binding, state.phase, cards):
        if any(isinstance(part, ir.Known) and part.name == "deck" for part in within(rule)):
            return frozenset(pile.name for pile in binding.piles)
    return piles_read(binding, state.phase, cards) | _PLAYED | {binding.program.scored_pile}
