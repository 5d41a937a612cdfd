"""Which factions may be in play together, and for how many players: pairs, free factions, a deck of one size."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from claimdsl.ir import nodes
from claimdsl.ir.facts import free_places


class Company:
    """Answers for one program; each question is worked out once, when it is first asked.

    What belongs to the table ("") is always in play.
    """

    def __init__(self, program: nodes.Program) -> None:
        self._setups = program.setups
        self._pairs = program.pairs
        self._paired = {name for pair in program.pairs for name in pair}
        self._sizes = {faction.name: faction.deal or len(faction.values) for faction in program.factions}
        self._free = Counter(size for name, size in self._sizes.items() if name not in self._paired)
        self._known: dict[frozenset[str], frozenset[int]] = {}

    def counts(self, *names: str) -> frozenset[int]:
        """Give the player counts for which some legal line-up holds all these factions."""
        wanted = frozenset(names) - {""}
        if wanted not in self._known:
            self._known[wanted] = frozenset(
                setup.players for setup in self._setups if not wanted or self._fits(wanted, setup)
            )
        return self._known[wanted]

    def meet(self, first: nodes.HookRule, second: nodes.HookRule) -> bool:
        """Say whether two rules may be asked in the same phase of the same game."""
        if first.phases is not None and second.phases is not None and not set(first.phases) & set(second.phases):
            return False
        counts = self.counts(first.origin.faction, second.origin.faction)
        for rule in (first, second):
            if rule.player_counts is not None:
                counts = counts & set(rule.player_counts)
        return bool(counts)

    def _fits(self, names: frozenset[str], setup: nodes.SetupSpec) -> bool:
        if not names <= self._sizes.keys():
            return False
        if names <= set(setup.default):
            return True
        groups = [pair for pair in self._pairs if names & set(pair)]
        single = sorted(names - self._paired)
        if len(groups) > setup.pairs:
            return False
        missing = self._size(setup.default) - self._size(single) - sum(map(self._size, groups))
        others = self._free - Counter(self._sizes[name] for name in single)
        kinds = Counter((len(pair) == 1, self._size(pair)) for pair in self._pairs if pair not in groups)
        for added in set(combinations(sorted(kinds.elements()), setup.pairs - len(groups))):
            places = free_places(setup.free, groups) + sum(stands_in for stands_in, _ in added) - len(single)
            sizes = [size for size, count in others.items() for _ in range(min(count, max(0, places)))]
            if places >= 0 and missing - sum(size for _, size in added) in _sums(sizes, places):
                return True
        return False

    def _size(self, names: tuple[str, ...] | list[str]) -> int:
        return sum(self._sizes.get(name, 0) for name in names)


def _sums(sizes: list[int], count: int) -> set[int]:
    """Give all sums of `count` of the sizes."""
    reached: list[set[int]] = [{0}] + [set() for _ in range(count)]
    for size in sizes:
        for taken in range(count, 0, -1):
            reached[taken] |= {total + size for total in reached[taken - 1]}
    return reached[count]
