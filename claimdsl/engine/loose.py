"""Hidden cards that might as well lie where another does: they make many worlds of one that was drawn.

Where all that a seat knows of the deal is from which spots each card may have come, two hidden cards of a world, each
of which may have come from the other's spot, change places, and the world is as likely as it was.  So a walk of such
exchanges that begins in a world drawn uniformly is in one at each step.
"""

from __future__ import annotations

from collections.abc import Mapping

from claimdsl.engine.chance import Rng
from claimdsl.engine.layout import mask
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen


class Loose(Frozen):
    """The cards of one world that may change places, by number.

    Shape: `allowed` has for each of `cards` a mask of them: bit j says that it may lie where card j lies.
    """

    cards: tuple[int, ...]
    allowed: tuple[int, ...]

    def mixed(self, rng: Rng) -> list[int]:
        """Walk through exchanges; give for each place the card that lies there then."""
        there = list(range(len(self.cards)))
        for one in range(len(there)):
            other = rng.below(len(there))
            left, right = there[one], there[other]
            if self.allowed[left] >> other & self.allowed[right] >> one & 1:
                there[one], there[other] = right, left
        return [self.cards[number] for number in there]


def loose(world: State, spots: Mapping[str, int]) -> Loose:
    """Find the cards of a world that may change places, by the spots that each name may have come from."""
    if not spots:
        return Loose((), ())
    labels, deck = world.game.binding.labels, world.deal.deck
    v, lying = world.frame(), 0
    for slot in world.game.layout.all_slots():
        lying |= mask(v, slot.index)
    at = [(card, spot) for spot, card in enumerate(deck) if labels[card] in spots and lying >> card & 1]
    allowed = [
        sum(1 << number for number, (_, other) in enumerate(at) if spots[labels[card]] >> other & 1) for card, _ in at
    ]
    return Loose(tuple(card for card, _ in at), tuple(allowed))
