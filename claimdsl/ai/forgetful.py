"""The worlds of a player that knows what it holds and what lies open, and has forgotten all else."""

from __future__ import annotations

from claimdsl.engine.chance import Rng
from claimdsl.engine.loose import Loose
from claimdsl.engine.state import State
from claimdsl.engine.stop import Stop
from claimdsl.frozen import replace
from claimdsl.play.match import View, Worlds


def forgetting(view: View) -> View:
    """Give the same view to a seat that imagines without its memory."""
    return replace(view, imagine=lambda stop: Forgetful(view.imagine(stop), view.seen.seat))


class Forgetful:
    """Draws one world that agrees with all that was seen, and each time mixes in it what lies unseen now."""

    def __init__(self, worlds: Worlds, seat: int) -> None:
        self._worlds = worlds
        self._seat = seat
        self._first: tuple[State, list[int]] | None = None

    def draw(self, rng: Rng, stop: Stop | None = None) -> State:
        """Draw one.

        Raises: NoDealError where none was found.
        """
        if self._first is None:
            world = self._worlds.draw(rng, stop)
            self._first = world, self._unseen(world)
        world, unseen = self._first
        mixed = unseen.copy()
        for last in range(len(mixed) - 1, 0, -1):
            other = rng.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return world.exchanged(dict(zip(unseen, mixed, strict=True)))

    def loose(self, world: State) -> Loose:
        """Say that none may change places: it is done already."""
        return Loose((), ())

    def _unseen(self, world: State) -> list[int]:
        """Number the cards that lie unseen: one that is equal to a card that lies open may be among them."""
        lying = world.game.card_numbers(world.frame(), world.game.layout.trick)
        cards = range(len(world.game.binding.labels))
        return [card for card in cards if card not in lying and not world.knows(self._seat, card)]
