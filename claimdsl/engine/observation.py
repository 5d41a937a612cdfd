"""What one seat sees of a game: its own view, from which nothing hidden can be read."""

from __future__ import annotations

from claimdsl.engine.action import Action
from claimdsl.frozen import Frozen


class PileView(Frozen):
    """A pile as a seat sees it: `cards` are those it knows, in deck order (an ordered pile: top first, "?" between).

    In a pile without an order `hidden` says how many more there are.
    """

    pile: str
    owner: int | str | None
    cards: tuple[str, ...]
    hidden: int

    @property
    def size(self) -> int:
        """Say how many cards lie there."""
        return len(self.cards) + self.hidden


class StateView(Frozen):
    """A state, which all see: a number or a word."""

    state: str
    owner: int | None
    value: int | str


class Observation(Frozen):
    """A seat's view of a state.

    `to_move` is the seat that decides (-1 chance, -2 nobody); `verb` and `options` are set only for that seat itself.
    `plays`: seat and card in playing order, "?" for a card that lies face down.
    """

    seat: int
    phase: str
    trick_number: int
    leader: int
    to_move: int
    verb: str
    options: tuple[Action, ...]
    plays: tuple[tuple[int, str], ...]
    piles: tuple[PileView, ...]
    states: tuple[StateView, ...]

    def pile(self, name: str, owner: int | str | None = None) -> PileView:
        """Find a pile.

        Raises: KeyError where there is none.
        """
        for view in self.piles:
            if view.pile == name and view.owner == owner:
                return view
        raise KeyError(name)

    @property
    def hand(self) -> tuple[str, ...]:
        """Give the seat's own hand."""
        return self.pile("hand", self.seat).cards
