"""The solver agrees with a game that was written by hand and shares nothing with it: 200 moments, each legal move."""

from __future__ import annotations

import pytest

from claimdsl.ai.solve import solve
from claimdsl.engine.state import State
from tests import shelf
from tests.solver_by_hand import ByHand, Card, Cards, Table, both, playable, played
from tests.solver_reference import late

GAMES = (
    ("base", ()), ("claim2", ()), ("base", ("gnomes", "giants", "dwarves", "dragons", "trolls")),
    ("base", ("goblins", "knights", "undead", "dragons", "trolls")),
)
DEALS = {2: 12, 3: 12, 4: 12, 5: 10, 6: 4}
"""How many moments with so many tricks left."""


def table_of(state: State) -> Table:
    """Lay a moment of a game out by hand."""
    piles = {spec.name for spec in state.game.binding.piles}

    def cards(pile: str, seat: int) -> Cards:
        return tuple(sorted(card_of(card) for card in state.pile(pile, seat))) if pile in piles else ()

    hands, score, display = (
        both([list(cards(pile, seat)) for seat in (0, 1)]) for pile in ("hand", "score", "display")
    )
    middle = tuple(sorted(map(card_of, state.pile("middle")))) if "middle" in piles else ()
    led = card_of(state.plays[0][1]) if state.plays else None
    return Table(hands, score, display, middle, state.leader, led)


def card_of(label: str) -> Card:
    faction, value = label.split(":")
    return faction, int(value)


@pytest.mark.parametrize("left", DEALS)
@pytest.mark.parametrize(("name", "line_up"), GAMES)
def test_every_move_is_worth_what_it_is_by_hand(name: str, line_up: tuple[str, ...], left: int) -> None:
    game = shelf.ruleset(name).game(2, line_up or None)
    for deal in range(DEALS[left]):
        state = late(game, 50 * left + deal, left, led=deal % 3 == 2)
        assert state is not None
        table, by_hand, solution = table_of(state), ByHand(state.seat), solve(state)
        expected = {
            f"play {faction}:{value}": by_hand.answer(played(table, (faction, value)))
            for faction, value in playable(table)
        }
        assert {str(move.action): (move.value, move.margin) for move in solution.moves} == expected, (deal, state)
        assert (solution.value, solution.margin) == by_hand.answer(table)
