"""Which factions may be in play together: whole pairs, and free factions beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.ir.nodes import Program, SetupSpec


class SetupError(ClaimError):
    """A game that cannot be set up so: player count, line-up, options or deck."""


def setup_of(program: Program, players: int) -> SetupSpec:
    """Find the setup of a player count.

    Raises: SetupError where the ruleset has none.
    """
    for setup in program.setups:
        if setup.players == players:
            return setup
    counts = " or ".join(str(setup.players) for setup in program.setups)
    raise SetupError(f"'{program.name}' is for {counts} players, not {players!r}")


def line_up_fault(program: Program, setup: SetupSpec, factions: Sequence[str]) -> str:
    """Say what is wrong with a line-up, or "" where it is legal."""
    known = [faction.name for faction in program.factions if faction.values]
    for name in factions:
        if name not in known:
            return f"no faction is called '{name}'; there are {', '.join(known)}"
    twice = next((name for name in factions if factions.count(name) > 1), None)
    if twice is not None:
        return f"'{twice}' stands in the line-up twice"
    chosen = set(factions)
    whole = [pair for pair in program.pairs if chosen.issuperset(pair)]
    half = [pair for pair in program.pairs if chosen.intersection(pair) and pair not in whole]
    if half:
        return f"{' and '.join(half[0])} come together or not at all"
    free = len(chosen) - sum(len(pair) for pair in whole)
    if len(whole) != setup.pairs or free != setup.free:
        return (
            f"{setup.players} players need {_some(setup.pairs, 'pair')} and {_some(setup.free, 'free faction')}; "
            f"this line-up has {_some(len(whole), 'pair')} and {_some(free, 'free faction')}"
        )
    dealt, needed = deck_size(program, factions), deck_size(program, setup.default)
    return "" if dealt == needed else f"these factions make {dealt} cards; {setup.players} players need {needed}"


def deck_size(program: Program, factions: Sequence[str]) -> int:
    """Count the cards that a line-up deals."""
    return sum(faction.deal or len(faction.values) for faction in program.factions if faction.name in factions)


def ordered(program: Program, factions: Sequence[str]) -> tuple[str, ...]:
    """Put a line-up into the ruleset's faction order."""
    return tuple(faction.name for faction in program.factions if faction.name in factions)


def line_ups(program: Program, setup: SetupSpec) -> Iterator[tuple[str, ...]]:
    """Run through every legal line-up of a player count."""
    needed = deck_size(program, setup.default)
    paired = {name for pair in program.pairs for name in pair}
    free = [faction.name for faction in program.factions if faction.values and faction.name not in paired]
    for pairs in combinations(program.pairs, setup.pairs):
        for others in combinations(free, setup.free):
            names = [name for pair in pairs for name in pair] + list(others)
            if deck_size(program, names) == needed:
                yield ordered(program, names)


def _some(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")
