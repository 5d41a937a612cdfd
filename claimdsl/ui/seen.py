"""A state as one seat sees it, or as one who looks on sees it."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.events import HIDDEN
from claimdsl.engine.game import Game
from claimdsl.engine.observation import PileView
from claimdsl.engine.outcome import FactionResult
from claimdsl.engine.state import State
from claimdsl.frozen import replace
from claimdsl.ir.facts import powers_in
from claimdsl.ir.nodes import PileOf
from claimdsl.ir.vocabulary import HOOKS, Body, Knower
from claimdsl.ir.walk import within
from claimdsl.ui.messages import View
from claimdsl.ui.story import last_trick

_COUNTING = frozenset(
    name for name, fact in HOOKS.items() if fact.knower is Knower.NOBODY and fact.body is not Body.EVENT
)


def seen_by(state: State, seat: int) -> View:
    """Give what a seat sees."""
    binding = state.game.binding
    powers = tuple(rule for rule in powers_in(binding.program, state.phase) if binding.in_play(rule.faction))
    return View(seat, state.observation(seat), tally_seen_by(state, seat), powers, last_trick(state, seat))


def tally_seen_by(state: State, seat: int) -> tuple[FactionResult, ...]:
    """Give each faction's vote as it stands; none where that depends on cards that the seat does not know."""
    hidden = {pile.pile for pile in state.observation(seat).piles if pile.hidden or HIDDEN in pile.cards}
    return state.tally() if hidden.isdisjoint(_counted(state.game)) else ()


def _counted(game: Game) -> Iterator[str]:
    """Name the piles that are read when votes are counted: what counts cards may look anywhere."""
    yield game.ruleset.scored_pile
    for rule in game.binding.program.hooks:
        if rule.hook in _COUNTING and game.binding.in_play(rule.origin.faction):
            yield from (node.pile for node in within(rule) if isinstance(node, PileOf))


def seen_by_all(state: State) -> View:
    """Give what is seen where nothing is hidden but the order of piles."""
    view = seen_by(state, 0)
    piles = tuple(_opened(pile, state) for pile in view.seen.piles)
    return replace(view, seen=replace(view.seen, piles=piles), tally=state.tally())


def _opened(pile: PileView, state: State) -> PileView:
    if not pile.hidden or isinstance(pile.owner, str) or pile.pile in state.game.ordered:
        return pile
    return replace(pile, cards=state.pile(pile.pile, pile.owner), hidden=0)
