"""All legal line-ups of a player count as a sequence: counted and reached by number, and never written out.

With all shipped factions there are millions.  How many ways there are to fill up a deck from the factions that are left
is counted once; a line-up is then found by its number, one faction at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import overload

from claimdsl.engine.chance import Rng
from claimdsl.engine.line_up import SetupError, deck_size, line_up_fault, ordered
from claimdsl.frozen import Frozen
from claimdsl.ir.facts import free_places
from claimdsl.ir.nodes import Program, SetupSpec


class _Block(Frozen):
    """The line-ups that begin with some factions: how many free ones follow, of how many cards, in how many ways."""

    names: tuple[str, ...]
    places: int
    cards: int
    count: int


class LineUps(Sequence[tuple[str, ...]]):
    """Every legal line-up that holds all `wanted` factions, in the ruleset's order."""

    def __init__(self, program: Program, setup: SetupSpec, wanted: frozenset[str] = frozenset()) -> None:
        self._program, self._setup, self._wanted = program, setup, wanted
        paired = {name for pair in program.pairs for name in pair}
        sizes = {spec.name: deck_size(program, (spec.name,)) for spec in program.factions if spec.values}
        self._free = [(name, size) for name, size in sizes.items() if name not in paired | wanted]
        self._ways = _ways([size for _, size in self._free], setup.free + setup.pairs)
        self._blocks = self._begun(tuple(sorted(wanted - paired)), wanted & paired) if wanted <= sizes.keys() else []
        self._count = sum(block.count for block in self._blocks)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[str, ...], ...]: ...
    def __getitem__(self, index: int | slice) -> tuple[str, ...] | tuple[tuple[str, ...], ...]:
        if isinstance(index, slice):
            return tuple(self[number] for number in range(self._count)[index])
        number = range(self._count)[index]
        for block in self._blocks:
            if number < block.count:
                return self._filled(block, number)
            number -= block.count
        raise IndexError(index)

    def __contains__(self, names: object) -> bool:
        return (
            isinstance(names, tuple) and self._wanted.issubset(names) and names == ordered(self._program, names)
            and not line_up_fault(self._program, self._setup, names)
        )

    def drawn(self, rng: Rng) -> tuple[str, ...]:
        """Draw one as the publisher has it: pairs or what stands in for them, each alike, then free factions.

        Raises: SetupError where there is none.
        """
        if not self._blocks:
            raise SetupError(f"'{self._program.name}' has no such line-up for {self._setup.players} players")
        block = self._blocks[rng.below(len(self._blocks))]
        return self._filled(block, rng.next() * block.count >> 64)

    def _begun(self, chosen: tuple[str, ...], paired: frozenset[str]) -> list[_Block]:
        """Give a block for each choice of pairs that can be filled up."""
        needed = deck_size(self._program, self._setup.default)
        found = []
        for pairs in combinations(self._program.pairs, self._setup.pairs):
            names = (*(name for pair in pairs for name in pair), *chosen)
            places = free_places(self._setup.free, pairs) - len(chosen)
            cards = needed - deck_size(self._program, names)
            count = self._ways[0].get((places, cards), 0)
            if count and paired.issubset(names) and len(set(names)) == len(names):
                found.append(_Block(names, places, cards, count))
        return found

    def _filled(self, block: _Block, number: int) -> tuple[str, ...]:
        """Add the free factions of the line-up with this number."""
        names, left, cards = list(block.names), block.places, block.cards
        for (name, size), ways in zip(self._free, self._ways[1:], strict=True):
            taken = ways.get((left - 1, cards - size), 0)
            if number < taken:
                names, left, cards = [*names, name], left - 1, cards - size
            else:
                number -= taken
        return ordered(self._program, names)


def _ways(sizes: Sequence[int], most: int) -> list[dict[tuple[int, int], int]]:
    """Count, from each place of the row on, the ways to choose so many with so many cards in all."""
    rows = [{(0, 0): 1}]
    for size in reversed(sizes):
        row = dict(rows[-1])
        for (count, cards), ways in rows[-1].items():
            if count < most:
                more = (count + 1, cards + size)
                row[more] = row.get(more, 0) + ways
        rows.append(row)
    return rows[::-1]
