"""The worlds of a player that knows what it holds and what lies open, and has forgotten all else."""

from __future__ import annotations

from claimdsl.engine.chance import Rng
from claimdsl.engine.loose import Loose
from claimdsl.engine.state import State
from claimdsl.frozen import replace
from claimdsl.play.match import View, Worlds


def forgetting(view: View) -> View:
    """Give the same view to a seat that imagines without its memory."""
    return replace(view, imagine=lambda: Forgetful(view.imagine(), view))


class Forgetful:
    """Draws one world that agrees with all that was seen, and each time mixes in it what lies unseen now."""

    def __init__(self, worlds: Worlds, view: View) -> None:
        self._worlds = worlds
        self._seen = {card for pile in view.seen.piles for card in pile.cards}
        self._first: State | None = None

    def draw(self, rng: Rng) -> State:
        """Draw one.

        Raises: NoDealError where none was found.
        """
        if self._first is None:
            self._first = self._worlds.draw(rng)
        world = self._first
        labels = world.game.binding.labels
        seen = self._seen | {label for _, label in world.plays}
        hidden = [card for card in range(len(labels)) if labels[card] not in seen]
        mixed = hidden.copy()
        for last in range(len(mixed) - 1, 0, -1):
            other = rng.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return world.exchanged(dict(zip(hidden, mixed, strict=True)))

    def loose(self, world: State) -> Loose:
        """Say that none may change places: it is done already."""
        return Loose((), ())
