"""Which factions may be in play together: whole pairs or what stands in for one, and free factions beside them."""

from __future__ import annotations

from collections.abc import Sequence

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.ir.facts import free_places
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
    fault = _numbers_fault(program, setup, whole, len(chosen) - sum(len(pair) for pair in whole))
    if fault:
        return fault
    dealt, needed = deck_size(program, factions), deck_size(program, setup.default)
    return "" if dealt == needed else f"these factions make {dealt} cards; {setup.players} players need {needed}"


def deck_size(program: Program, factions: Sequence[str]) -> int:
    """Count the cards that a line-up deals."""
    return sum(faction.deal or len(faction.values) for faction in program.factions if faction.name in factions)


def ordered(program: Program, factions: Sequence[str]) -> tuple[str, ...]:
    """Put a line-up into the ruleset's faction order."""
    return tuple(faction.name for faction in program.factions if faction.name in factions)


def _numbers_fault(program: Program, setup: SetupSpec, whole: Sequence[tuple[str, ...]], free: int) -> str:
    """Say that there are too many or too few pairs or free factions, or "" where all is well."""
    pairs, word = program.pairs, _word(program)
    places = free_places(setup.free, whole)
    if len(whole) == setup.pairs and free != places and places != setup.free:
        stand = [pair[0] for pair in whole if len(pair) == 1]
        role = "stand in for a pair" if len(stand) == 1 else "stand in for pairs"
        needed = _some(places, "free faction")
        return f"{' and '.join(stand)} {role}, so {setup.players} players need {needed}, not {free}"
    if len(whole) > setup.pairs and any(len(pair) == 1 for pair in whole):
        return f"{_roles(whole)}; {setup.players} players need {_some(setup.pairs, 'pair')}"
    if not pairs and not setup.pairs and free != places:
        return f"{setup.players} players need {_some(places, word)}; this line-up has {_some(free, word)}"
    if len(whole) != setup.pairs or free != places:
        return (
            f"{setup.players} players need {_some(setup.pairs, 'pair')} and {_some(setup.free, 'free faction')}; "
            f"this line-up has {_some(len(whole), 'pair')} and {_some(free, 'free faction')}"
        )
    return ""


def _roles(whole: Sequence[tuple[str, ...]]) -> str:
    """Say which factions are pairs, and which stand in for one."""
    stand = [pair[0] for pair in whole if len(pair) == 1]
    pairs = [f"{' and '.join(pair)} are a pair" for pair in whole if len(pair) > 1]
    each = f"{' and '.join(stand)} {'stand' if len(stand) == 1 else 'each stand'} in for {'one' if pairs else 'a pair'}"
    return ", and ".join([*pairs, each])


def _word(program: Program) -> str:
    """Give the ruleset's own word for a faction."""
    return dict(dict(program.words).get("faction", ())).get("en", "faction")


def _some(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")
