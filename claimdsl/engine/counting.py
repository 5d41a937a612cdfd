"""Counting the end of random games: no more than what a record keeps, and no key further than the one that decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from claimdsl.engine.game import Game
from claimdsl.engine.kernel import Kernel, Value
from claimdsl.engine.layout import Frame, mask
from claimdsl.engine.runtime import NOTHING
from claimdsl.engine.votes import Votes

Key = Callable[..., Value]


def packed(winners: Sequence[int], decided: int, sides: Sequence[int]) -> int:
    """Pack a result: winners, the number of the key that decided, and the side that has each faction's vote."""
    record = decided << 4
    for side in winners:
        record |= 1 << side
    place = 8
    for side in sides:
        record |= side + 1 << place
        place += 3
    return record


class Counting:
    """Counts ended frames of one kind of game."""

    def __init__(self, game: Game) -> None:
        binding, kernel, pile = game.binding, game.random, game.binding.program.scored_pile
        self._sides: Sequence[int] = tuple(range(len(binding.sides)))
        self._votes = Votes(binding, game.layout, kernel)
        self._ranks = _numbered(kernel, "rank")
        self._factions = tuple(
            (number, _numbered(kernel, f"key_{number}"))
            for number in (binding.faction_ids[faction] for faction in binding.factions) if pile
        )
        scored = [slot for slot in game.layout.slots if slot.pile == pile]
        self._piles = tuple(
            [slot.index for slot in scored if slot.owner is None or slot.owner in seats] for seats in binding.sides
        )
        self._held: Callable[..., tuple[int, ...]] = kernel.printed("held") or kernel.held  # type: ignore[assignment]

    def record(self, v: Frame) -> int:
        """Count an ended game and pack its result."""
        held = [self._held(v, side, self._scored(v, side)) for side in self._sides]
        votes, won, holders = [0 for _ in self._sides], [0 for _ in self._sides], []
        for faction, keys in self._factions:
            side = self._vote(v, faction, keys, held)
            holders.append(side)
            if side >= 0:
                votes[side] += 1
                won[side] |= held[side][faction]
        left = self._sides
        for index, rank in enumerate(self._ranks):
            left = _foremost(left, [rank(v, side, votes[side], won[side]) for side in left])
            if len(left) == 1:
                return packed(left, index, holders)
        return packed(left, len(self._ranks), holders)

    def _scored(self, v: Frame, side: int) -> int:
        cards = 0
        for slot in self._piles[side]:
            cards |= mask(v, slot)
        return cards

    def _vote(self, v: Frame, faction: int, keys: Sequence[Key], held: list[tuple[int, ...]]) -> int:
        if not keys:
            found = self._votes.vote(v, faction, held).side
            return NOTHING if found is None else found
        if len(held) == 2:
            one, other = held[0][faction], held[1][faction]
            for key in keys:
                mine, yours = key(v, 0, one), key(v, 1, other)
                if mine != yours:
                    return 0 if mine > yours else 1  # type: ignore[operator]
            return NOTHING
        left = self._sides
        for key in keys:
            left = _foremost(left, [key(v, side, held[side][faction]) for side in left])
            if len(left) == 1:
                return left[0]
        return NOTHING


def _numbered(kernel: Kernel, name: str) -> tuple[Key, ...]:
    """Give the printed functions of a name with the numbers from 0 on."""
    found: list[Key] = []
    for number in count():
        function = kernel.printed(f"{name}_{number}")
        if function is None:
            break
        found.append(function)
    return tuple(found)


def _foremost(sides: Sequence[int], values: list[Value]) -> Sequence[int]:
    """Keep the sides with the greatest value; a key gives numbers alone or lists alone."""
    most = max(values)
    if values.count(most) == 1:
        return (sides[values.index(most)],)
    return [side for side, value in zip(sides, values, strict=True) if value == most]
