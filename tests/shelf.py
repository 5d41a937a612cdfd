"""The shipped rulesets and sets of factions, loaded once, and line-ups of them to test with."""

from __future__ import annotations

from functools import cache

from claimdsl import load_ruleset
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.line_ups import LineUps
from claimdsl.engine.ruleset import Ruleset
from claimdsl.pipeline import shipped_sets
from claimdsl.resources import rulesets_folder, shipped_names

RULESETS = tuple(name for name in shipped_names() if "/" not in name)

CORE = ("factions/claim", "factions/claim2", "factions/ghosts")
"""The sets that `base` uses."""


def _sets() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for faction, name in shipped_sets().items():
        if name not in CORE:
            found.setdefault(name.removeprefix("factions/"), []).append(faction)
    return {name: tuple(factions) for name, factions in found.items()}


SETS = _sets()
"""Sets of factions that no shipped ruleset uses, with their factions."""

ALL_SETS = tuple(SETS)


def tweaks(sets: tuple[str, ...]) -> tuple[str, ...]:
    """Name the files of some sets."""
    return tuple(f"factions/{name}" for name in sets)


@cache
def ruleset(name: str = "base", sets: tuple[str, ...] = ()) -> Ruleset:
    """Load a ruleset with sets of factions on top."""
    return load_ruleset(name, tweaks(sets))


@cache
def line_ups(name: str, sets: tuple[str, ...], players: int, wanted: tuple[str, ...]) -> LineUps:
    """Give the line-ups in which all wanted factions play."""
    return ruleset(name, sets).line_ups(players, wanted)


def some_game(
    name: str, sets: tuple[str, ...], players: int, wanted: tuple[str, ...], seed: int, options: bool = True
) -> Game:
    """Give a game with a random line-up and random options, both from the seed."""
    rng, rules = Rng(seed).child(7), ruleset(name, sets)
    possible = line_ups(name, sets, players, wanted)
    chosen = {option: values[rng.below(len(values))] for option, values in rules.options.items()} if options else {}
    return rules.game(players, possible[rng.below(len(possible))], chosen)


def files() -> set[str]:
    """Name the sets of factions that are shipped."""
    return {f"factions/{path.stem}" for path in (rulesets_folder() / "factions").glob("*.yaml")}
