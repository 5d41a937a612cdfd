"""Counting the end of random games: no more than what a record keeps, and no key further than the one that decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from claimdsl.engine.game import Game
from claimdsl.engine.kernel import Value
from claimdsl.engine.layout import Frame, mask
from claimdsl.engine.runtime import NOTHING
from claimdsl.engine.votes import Votes

Key = Callable[[Frame, int, int], Value]


def packed(winners: Sequence[int], decided: int, sides: Sequence[int]) -> int:
    """Pack a result: winners, the number of the key that decided, and the side that has each faction's vote."""
    record = sum(1 << side for side in winners) | decided << 4
    for place, side in enumerate(sides):
        record |= side + 1 << 8 + 3 * place
    return record


class Counting:
    """Counts ended frames of one kind of game."""

    def __init__(self, game: Game) -> None:
        binding, kernel = game.binding, game.random
        self._sides = tuple(range(len(binding.sides)))
        self._votes = Votes(binding, game.layout, kernel)
        self._kernel = kernel
        self._ranks = range(len(binding.program.ranks))
        numbers = [binding.faction_ids[faction] for faction in binding.factions] if binding.program.scored_pile else []
        self._keys = tuple((number, kernel.keys(number)) for number in numbers)
        self._piles = tuple(
            tuple(
                slot.index for slot in game.layout.slots
                if slot.pile == binding.program.scored_pile and (slot.owner is None or slot.owner in seats)
            )
            for seats in binding.sides
        )

    def record(self, v: Frame) -> int:
        """Count an ended game and pack its result."""
        held = [self._kernel.held(v, side, self._scored(v, side)) for side in self._sides]
        votes, won = [0 for _ in self._sides], [0 for _ in self._sides]
        sides = []
        for faction, keys in self._keys:
            side = self._vote(v, faction, keys, held)
            sides.append(side)
            if side >= 0:
                votes[side] += 1
                won[side] |= held[side][faction]
        return self._ranked(v, votes, won, sides)

    def _scored(self, v: Frame, side: int) -> int:
        cards = 0
        for slot in self._piles[side]:
            cards |= mask(v, slot)
        return cards

    def _vote(self, v: Frame, faction: int, keys: tuple[Key, ...], held: list[tuple[int, ...]]) -> int:
        if not keys:
            found = self._votes.vote(v, faction, held).side
            return NOTHING if found is None else found
        left: Sequence[int] = self._sides
        for key in keys:
            values = [key(v, side, held[side][faction]) for side in left]
            left = _foremost(left, values)
            if len(left) == 1:
                return left[0]
        return NOTHING

    def _ranked(self, v: Frame, votes: list[int], won: list[int], sides: list[int]) -> int:
        left: Sequence[int] = self._sides
        for index in self._ranks:
            values = [self._kernel.rank(v, index, side, votes[side], won[side]) for side in left]
            left = _foremost(left, values)
            if len(left) == 1:
                return packed(left, index, sides)
        return packed(left, len(self._ranks), sides)


def _foremost(sides: Sequence[int], values: Sequence[Value]) -> Sequence[int]:
    """Keep the sides with the greatest value; a key gives numbers alone or lists alone."""
    most = max(values)  # type: ignore[type-var]
    return [side for side, value in zip(sides, values, strict=True) if value == most]
