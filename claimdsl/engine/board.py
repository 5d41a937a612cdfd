"""What can be read off a frame by anyone who may see all of it: whose turn it is, and how the game stands."""

from __future__ import annotations

from claimdsl.engine import layout as at
from claimdsl.engine.effects import Decision
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, number
from claimdsl.engine.outcome import FactionResult, Outcome, outcome, tally

CHANCE = at.CHANCE
NOBODY = at.OVER


class Board:
    """A frame of a game, read only."""

    __slots__ = ("_v", "game")

    def __init__(self, game: Game, v: Frame) -> None:
        self.game = game
        self._v = v

    @property
    def seat(self) -> int:
        """Say which seat decides: CHANCE (-1) for a draw, NOBODY (-2) when the game is over."""
        return number(self._v, at.ACTOR)

    @property
    def is_over(self) -> bool:
        """Say whether the game has ended."""
        return self._v[at.ACTOR] == NOBODY

    @property
    def verb(self) -> str:
        """Name the decision ("play", "take", ...); "" when the game is over or the choice is between words."""
        return "" if self.is_over else self._decision.verb

    @property
    def asking(self) -> int | None:
        """Give the number of the rule that asks for the decision; None where the game itself does, or it is over."""
        return None if self.is_over or self._decision.rule < 0 else self._decision.rule

    @property
    def _decision(self) -> Decision:
        return self.game.decisions[number(self._v, at.DECISION)]

    @property
    def phase(self) -> str:
        """Name the phase."""
        return self.game.phase_name(self._v)

    @property
    def trick_number(self) -> int:
        """Give the number of the trick in its phase, from 1."""
        return number(self._v, at.TRICK_NUMBER)

    @property
    def leader(self) -> int:
        """Say who leads the trick."""
        return number(self._v, at.LEADER)

    @property
    def plays(self) -> tuple[tuple[int, str], ...]:
        """Give seat and card of each play of the trick so far."""
        return self.game.plays(self._v)

    @property
    def standing(self) -> tuple[int, ...]:
        """Give the seats of the plays so far, strongest first, as they would rank if the trick ended now."""
        return self.game.standing(self._v)

    def pile(self, name: str, owner: int | None = None) -> tuple[str, ...]:
        """Give the cards in a pile, hidden ones too: for tools and tests, not for agents.

        Raises: KeyError where there is no such pile.
        """
        for slot in self.game.layout.slots:
            if slot.pile == name and slot.owner == owner:
                return self.game.labels_in(self._v, slot)
        raise KeyError(name)

    def tally(self) -> tuple[FactionResult, ...]:
        """Give each faction's vote as the scored piles stand now."""
        return tally(self.game, self._v)

    @property
    def outcome(self) -> Outcome | None:
        """Give the result; None while the game goes on."""
        return outcome(self.game, self._v) if self.is_over else None

    @property
    def is_play(self) -> bool:
        """Say whether a seat is to play a card."""
        return not self.is_over and self._decision.verb == "play" and self._decision.rule < 0

    def frame(self) -> Frame:
        """Give a copy of the frame: for tools that rearrange it."""
        return self._v.copy()
