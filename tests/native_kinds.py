"""Kinds of games to hold native code against the Python engine with, and the comparison itself."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from claimdsl.engine.batch import Batch, digest_of, record_of
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.outcome import outcome
from claimdsl.native.engine import NativeGame
from claimdsl.native.module import FAULTY, Module
from claimdsl.native.refusal import NotNative
from tests import shelf

_LOOKED_AT = 60


@dataclass(frozen=True)
class Kind:
    """A ruleset with sets on top, players, factions that must play, options that must hold; the rest by the seed."""

    name: str
    sets: tuple[str, ...]
    players: int
    wanted: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 1

    def __str__(self) -> str:
        asked = [f"{option}={value}" for option, value in self.options]
        return "-".join([self.name, *self.sets, str(self.players), *self.wanted, *asked])

    def game(self) -> Game:
        """Make the game: its line-up has as few factions as may be that were not asked for and are not of the core."""
        rules, rng = shelf.ruleset(self.name, self.sets), Rng(self.seed).child(3)
        possible = shelf.line_ups(self.name, self.sets, self.players, self.wanted)
        drawn = [possible[rng.below(len(possible))] for _ in range(_LOOKED_AT)]
        ours = {*self.wanted, *core()}
        line_up = min(drawn, key=lambda names: sum(name not in ours for name in names))
        chosen = {option: values[rng.below(len(values))] for option, values in rules.options.items()}
        return rules.game(self.players, line_up, chosen | dict(self.options))


def core() -> tuple[str, ...]:
    """Give the factions of the core."""
    return tuple(faction.name for faction in shelf.ruleset().program.factions if faction.values)


def factions() -> dict[str, tuple[str, ...]]:
    """Give every faction with the sets that it needs on top of `base`."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(core(), ())
    found.update((faction, (name,)) for name, own in shelf.SETS.items() for faction in own)
    return found


def counts(name: str, sets: tuple[str, ...], wanted: tuple[str, ...]) -> list[int]:
    """Give the player counts for which there are such line-ups."""
    rules = shelf.ruleset(name, sets)
    return [players for players in rules.player_counts if shelf.line_ups(name, sets, players, wanted)]


def rulesets() -> Iterator[Kind]:
    """Give every shipped ruleset with every player count."""
    for name in shelf.RULESETS:
        for players in counts(name, (), ()):
            yield Kind(name, (), players)


def switches() -> Iterator[Kind]:
    """Give every switch of the core in every position, for every player count, in line-ups that differ."""
    for place, (option, values) in enumerate(shelf.ruleset().options.items()):
        for value in values:
            for players in counts("base", (), ()):
                yield Kind("base", (), players, (), ((option, value),), place + players)


def each_faction() -> Iterator[Kind]:
    """Give every faction, with a player count of those that it can have."""
    for place, (faction, sets) in enumerate(factions().items()):
        possible = counts("base", sets, (faction,))
        yield Kind("base", sets, possible[place % len(possible)], (faction,), (), place)


def different(
    game: Game, games: int, seed: int = 1, lanes: int = 1, bmi: bool | None = None, agents: tuple[str, ...] = ()
) -> tuple[list[int], int]:
    """Play games of a seed on both engines; give the numbers of those that differ, and how many are left to Python.

    Raises: NotNative.
    """
    native = NativeGame(game, bmi=bmi, lanes=lanes, level=0, agents=agents)
    return compared(game, seed, 0, *native.play(seed, 0, games), agents)


def compared(
    game: Game, seed: int, first: int, records: array[int], digests: array[int], agents: tuple[str, ...] = ()
) -> tuple[list[int], int]:
    """Compare what native code keeps of some games, from one on; give those that differ, and how many are left out."""
    python, left, wrong = Batch(game, agents), 0, []
    for number, (record, digest) in enumerate(zip(records, digests, strict=True), first):
        if record == FAULTY:
            left += 1
            continue
        frame = python.frame(seed, number)
        if (record_of(game, outcome(game, frame)), digest_of(game, frame)) != (record, digest):
            wrong.append(number)
    return wrong, left


def refusal(game: Game) -> str:
    """Give the reason for which a game is not native; "" where it is."""
    try:
        Module(game.binding, True, 1).text()
    except NotNative as reason:
        return str(reason)
    return ""
