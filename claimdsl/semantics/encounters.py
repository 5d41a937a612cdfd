"""Which powers of different factions can meet in a trick, in what order they are asked, and whether that matters."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.frozen import Frozen
from claimdsl.ir import nodes
from claimdsl.ir.vocabulary import HOOKS, Asked, Body
from claimdsl.semantics.answers import commute
from claimdsl.semantics.company import Company
from claimdsl.semantics.footprint import Act, Footprint, Shared, Touch, quarrel, shared

TRICK = (
    "before_trick", "may_play", "on_play", "counts_as", "face_down", "leads", "worth", "tier", "strength", "offers",
    "on_take", "takes_to", "goes_to", "after_trick", "next_leader", "ends",
)
"""The hooks of a trick in the order in which they are asked."""

_TOLD = {
    Act.READ: "reads {}", Act.ADD: "puts cards to {}", Act.TAKE: "takes cards from {}", Act.SET: "sets {}",
    Act.RAISE: "raises {}", Act.LOWER: "lowers {}",
}
_LAYERS = {"own": 1, "others": 2, "all": 2}


class Encounter(Frozen):
    """Two rules of one hook, by number, in the order in which they are asked.

    `chosen`: what gives them that order ("priority", "cards" or "file"); `why`: what the order changes, "" for nothing.
    """

    first: int
    second: int
    phases: tuple[str, ...]
    counts: tuple[int, ...]
    chosen: str
    why: str


class Board(Frozen):
    """The factions asked about, who may be in play with whom, and where their powers meet.

    `together`: pairs of factions with powers in one phase of a game; `acting`: by phase and hook the rules asked.
    """

    factions: tuple[str, ...]
    counts: tuple[int, ...]
    together: frozenset[frozenset[str]]
    acting: tuple[tuple[str, str, tuple[int, ...]], ...]
    encounters: tuple[Encounter, ...]


def board(program: nodes.Program, factions: tuple[str, ...], counts: tuple[int, ...]) -> Board:
    """Look at every pair of powers of some factions, for some player counts."""
    return _Finder(program, frozenset(counts)).board(factions)


def order_of(rule: nodes.HookRule, number: int) -> tuple[int, int, int]:
    """Give what a chain is sorted by: the higher one is asked later."""
    layer = 1 if HOOKS[rule.hook].asked is Asked.TABLE else _LAYERS[rule.cards]
    return rule.priority, layer if rule.origin.faction else 0, number


class _Finder:
    def __init__(self, program: nodes.Program, counts: frozenset[int]) -> None:
        self._program = program
        self._rules = program.hooks
        self._company = Company(program)
        self._counts = counts
        self._common: Shared = shared(program)
        self._prints: dict[int, tuple[Touch, ...]] = {}

    def board(self, factions: tuple[str, ...]) -> Board:
        numbers = [
            number for number, rule in enumerate(self._rules)
            if rule.hook in TRICK and rule.origin.faction in factions and self._where(rule, rule)
        ]
        numbers.sort(key=lambda number: (TRICK.index(self._rules[number].hook), *order_of(self._rules[number], number)))
        pairs = [
            (first, second) for place, second in enumerate(numbers) for first in numbers[:place]
            if self._rules[first].origin.faction != self._rules[second].origin.faction
            and self._where(self._rules[first], self._rules[second])
        ]
        return Board(
            factions, tuple(sorted(self._counts)),
            frozenset(frozenset(self._rules[number].origin.faction for number in pair) for pair in pairs),
            tuple(self._acting(numbers)), tuple(self._encounters(pairs)),
        )

    def _where(self, first: nodes.HookRule, second: nodes.HookRule) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
        """Give the phases and player counts in which two rules may both be asked."""
        phases = tuple(
            phase.name for phase in self._program.phases
            if all(rule.phases is None or phase.name in rule.phases for rule in (first, second))
        )
        counts = self._counts & self._company.counts(first.origin.faction, second.origin.faction)
        for rule in (first, second):
            counts = counts if rule.player_counts is None else counts & set(rule.player_counts)
        return (phases, tuple(sorted(counts))) if phases and counts else None

    def _acting(self, numbers: list[int]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
        for phase in self._program.phases:
            for hook in TRICK:
                rules = [(number, self._rules[number]) for number in numbers if self._rules[number].hook == hook]
                found = tuple(number for number, rule in rules if rule.phases is None or phase.name in rule.phases)
                if found:
                    yield phase.name, hook, found

    def _encounters(self, pairs: list[tuple[int, int]]) -> Iterator[Encounter]:
        for first, second in pairs:
            one, other = self._rules[first], self._rules[second]
            where = self._where(one, other)
            if where is not None and one.hook == other.hook and not _apart(one, other):
                yield Encounter(first, second, *where, _chosen(one, other), self._why(first, second))

    def _why(self, first: int, second: int) -> str:
        one, other = self._rules[first], self._rules[second]
        if HOOKS[one.hook].body is Body.VALUE:
            return "" if commute(one, other) else "each gives an answer of its own"
        found = quarrel(self._print(first), self._print(second), self._common.ordered)
        if found is None:
            return ""
        mine, theirs = (_TOLD[touch.act].format(touch.what) for touch in found)
        return f"'{one.origin.power}' {mine}, '{other.origin.power}' {theirs}"

    def _print(self, number: int) -> tuple[Touch, ...]:
        if number not in self._prints:
            self._prints[number] = Footprint(self._rules[number], self._common).touches()
        return self._prints[number]


def _apart(first: nodes.HookRule, second: nodes.HookRule) -> bool:
    """Say whether two rules are never asked about one card: each only about its own faction's."""
    return HOOKS[first.hook].asked is not Asked.TABLE and first.cards == second.cards == "own"


def _chosen(first: nodes.HookRule, second: nodes.HookRule) -> str:
    if first.priority != second.priority:
        return "priority"
    return "cards" if order_of(first, 0)[1] != order_of(second, 0)[1] else "file"
