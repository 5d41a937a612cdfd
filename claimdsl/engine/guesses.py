"""What is guessed of decisions that a seat did not see: which card was played face down, which one moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from claimdsl.engine.whereabouts import Sighting
from claimdsl.frozen import Frozen

Guess = Callable[[Sequence[int]], int]
"""Picks one of some possibilities; of each it is said for how many cards it stands."""


class Riddle(Frozen):
    """A card that was played so that the seat does not know yet which it is, by the number of the choice.

    `answers`: what it may be, each with the sighting that it would be (None where the seat knew it in that hand).
    """

    choice: int
    answers: tuple[tuple[str, Sighting | None], ...]

    def copy(self, twins: Mapping[int, Sighting]) -> Riddle:
        """Give the same of other sightings; those of its own are new ones too."""
        return Riddle(self.choice, tuple(
            (label, None if one is None else twins.get(id(one)) or Sighting(one.label, one.spots, one.since))
            for label, one in self.answers
        ))


class Pin(Frozen):
    """What a choice is guessed to be: a card by its label, else (label "") that of a spot; `alike` might be as well."""

    choice: int
    label: str
    spot: int
    alike: tuple[int, ...]
