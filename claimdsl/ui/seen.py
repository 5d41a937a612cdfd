"""A state as one seat sees it, or as one who looks on sees it."""

from __future__ import annotations

from claimdsl.engine.observation import PileView
from claimdsl.engine.state import State
from claimdsl.frozen import replace
from claimdsl.ir.facts import powers_in
from claimdsl.ui.messages import View
from claimdsl.ui.story import last_trick


def seen_by(state: State, seat: int) -> View:
    """Give what a seat sees."""
    binding = state.game.binding
    powers = tuple(rule for rule in powers_in(binding.program, state.phase) if binding.in_play(rule.faction))
    return View(seat, state.observation(seat), state.tally(), powers, last_trick(state, seat))


def seen_by_all(state: State) -> View:
    """Give what is seen where nothing is hidden but the order of piles."""
    view = seen_by(state, 0)
    piles = tuple(_opened(pile, state) for pile in view.seen.piles)
    return replace(view, seen=replace(view.seen, piles=piles))


def _opened(pile: PileView, state: State) -> PileView:
    if not pile.hidden or isinstance(pile.owner, str) or pile.pile in state.game.ordered:
        return pile
    return replace(pile, cards=state.pile(pile.pile, pile.owner), hidden=0)
