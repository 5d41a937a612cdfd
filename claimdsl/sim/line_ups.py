"""Some line-ups to play: of few possible ones all, of very many a sample."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import TypeVar

from claimdsl.engine.chance import Rng
from claimdsl.engine.line_up import line_up_fault, ordered, setup_of
from claimdsl.engine.ruleset import Ruleset
from claimdsl.ir.nodes import Program, SetupSpec

T = TypeVar("T")
_FEW = 5_000
_TRIES = 500


def some_line_ups(
    rulesets: Sequence[Ruleset], players: int, wanted: frozenset[str], rng: Rng,
) -> list[tuple[str, ...]]:
    """Give line-ups that are legal under all rulesets and hold all wanted factions, in random order, each once."""
    program = rulesets[0].program
    setup = setup_of(program, players)
    pairs = list(program.pairs)
    paired = {name for pair in pairs for name in pair}
    free = [faction.name for faction in program.factions if faction.values and faction.name not in paired]
    few = comb(len(pairs), setup.pairs) * comb(len(free), setup.free) <= _FEW
    names = _all(pairs, free, setup) if few else _sampled(pairs, free, setup, wanted, rng)
    found = dict.fromkeys(ordered(program, tuple(each)) for each in names if wanted <= each)
    legal = [each for each in found if all(not _fault(one.program, players, each) for one in rulesets)]
    return _shuffled(legal, rng)


def _fault(program: Program, players: int, names: tuple[str, ...]) -> str:
    return line_up_fault(program, setup_of(program, players), names)


def _all(pairs: list[tuple[str, ...]], free: list[str], setup: SetupSpec) -> Iterator[frozenset[str]]:
    for some in combinations(pairs, setup.pairs):
        for others in combinations(free, setup.free):
            yield frozenset((*(name for pair in some for name in pair), *others))


def _sampled(
    pairs: list[tuple[str, ...]], free: list[str], setup: SetupSpec, wanted: frozenset[str], rng: Rng,
) -> Iterator[frozenset[str]]:
    for _ in range(_TRIES):
        some = sorted(_shuffled(pairs, rng), key=lambda pair: not wanted & set(pair))[: setup.pairs]
        others = sorted(_shuffled(free, rng), key=lambda name: name not in wanted)[: setup.free]
        yield frozenset((*(name for pair in some for name in pair), *others))


def _shuffled(items: list[T], rng: Rng) -> list[T]:
    order = list(range(len(items)))
    rng.shuffle(order)
    return [items[place] for place in order]
