"""Who has the vote of a faction as the cards lie: what the end of a game counts, and what rules ask before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from claimdsl.engine.binding import Binding
from claimdsl.engine.layout import Frame, Layout, mask
from claimdsl.engine.runtime import NOTHING
from claimdsl.frozen import Frozen

if TYPE_CHECKING:
    from claimdsl.engine.kernel import Kernel, Value


class Vote(Frozen):
    """One faction's vote.

    `counts`: how many cards (by weight) each side has; `rule`: the number of the rule that decides, or -1; `keys`: for
    each key that was compared, its name and each side's value; `side`: who has the vote, or None; `decided_by`: the key
    that separated, or "".
    """

    counts: tuple[int, ...]
    rule: int
    keys: tuple[tuple[str, tuple[Value, ...]], ...]
    side: int | None
    decided_by: str


class Votes:
    """Counts the frames of one binding with its code."""

    def __init__(self, binding: Binding, layout: Layout, scoring: Kernel) -> None:
        self._binding = binding
        self._layout = layout
        self._scoring = scoring

    def held(self, v: Frame) -> list[tuple[int, ...]]:
        """Give each side's scored cards as a mask for each faction that they count for."""
        piles = [0 for _ in self._binding.sides]
        for slot in self._layout.slots:
            if slot.pile == self._binding.program.scored_pile:
                for side, seats in enumerate(self._binding.sides):
                    if slot.owner is None or slot.owner in seats:
                        piles[side] |= mask(v, slot.index)
        return [self._scoring.held(v, side, cards) for side, cards in enumerate(piles)]

    def vote(self, v: Frame, faction: int, held: list[tuple[int, ...]]) -> Vote:
        """Give the vote of a faction, by its number."""
        cards = [found[faction] for found in held]
        counts = tuple(self._scoring.weights(v, side, own) for side, own in enumerate(cards))
        answers = [self._scoring.majority(v, faction, side, own) for side, own in enumerate(cards)]
        rule = answers[0][0]
        keys = self._binding.program.hooks[rule].keys if rule >= 0 else None
        left = list(range(len(cards)))
        compared: list[tuple[str, tuple[Value, ...]]] = []
        for index, key in enumerate(keys or ()):
            column = tuple(values[index] for _, values in answers)
            compared.append((key.name, column))
            left = best(left, column)
            if len(left) == 1:
                return Vote(counts, rule, tuple(compared), left[0], key.name)
        return Vote(counts, rule, tuple(compared), None, "")

    def holder(self, v: Frame, faction: int) -> int:
        """Say which side has the vote of a faction; NOTHING for none, or where the faction is not in play."""
        if not 0 <= faction < len(self._binding.factions) or not self._binding.program.scored_pile:
            return NOTHING
        side = self.vote(v, faction, self.held(v)).side
        return NOTHING if side is None else side


def holders(binding: Binding, layout: Layout, scoring: Kernel) -> Callable[[Frame, int], int]:
    """Give what a printed program calls to ask who has a vote."""
    return Votes(binding, layout, scoring).holder


def best(sides: list[int], values: tuple[Value, ...]) -> list[int]:
    """Keep the sides with the greatest value."""
    most = max(_order(values[side]) for side in sides)
    return [side for side in sides if _order(values[side]) == most]


def _order(value: Value) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)
