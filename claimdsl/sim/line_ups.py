"""Some line-ups to play: of few possible ones all, of very many a sample."""

from __future__ import annotations

from collections.abc import Sequence

from claimdsl.engine.chance import Rng
from claimdsl.engine.line_up import line_up_fault, setup_of
from claimdsl.engine.ruleset import Ruleset
from claimdsl.ir.nodes import Program

_FEW = 5_000
_TRIES = 500


def some_line_ups(
    rulesets: Sequence[Ruleset], players: int, wanted: frozenset[str], rng: Rng,
) -> list[tuple[str, ...]]:
    """Give line-ups that are legal under all rulesets and hold all wanted factions, in random order, each once."""
    found = rulesets[0].line_ups(players, wanted)
    if len(found) <= _FEW:
        order = list(range(len(found)))
        rng.shuffle(order)
        names = [found[place] for place in order]
    else:
        names = list(dict.fromkeys(found.drawn(rng) for _ in range(_TRIES)))
    return [each for each in names if all(not _fault(other.program, players, each) for other in rulesets[1:])]


def _fault(program: Program, players: int, names: tuple[str, ...]) -> str:
    return line_up_fault(program, setup_of(program, players), names)
