"""Many games of one kind, or of a few kinds with the same deals, played and counted."""

from __future__ import annotations

import os
import time
from array import array
from collections import Counter
from collections.abc import Callable, Sequence

from claimdsl.diagnostics.errors import InvariantError
from claimdsl.engine.game import Game
from claimdsl.frozen import Frozen
from claimdsl.sim.batches import Hands, Stretch
from claimdsl.sim.engines import FAULTY, Engine, Played, engine_for, mended
from claimdsl.sim.fires import Fires
from claimdsl.sim.paired import Difference, Pairs
from claimdsl.sim.results import Figures, Reader, figures
from claimdsl.sim.sample import RANDOM, Sample
from claimdsl.sim.shares import Share

_NATIVE_STRETCH, _PYTHON_STRETCH = 1 << 16, 50
_SAMPLE, _SLOW_SAMPLE, _LEAST_SAMPLE = 400, 100, 25
_SHARE, _MOST = 20, 10
"""Where Python plays, one game of 20 is in the sample, up to ten times as many as usual."""


class Wish(Frozen):
    """What is to be played: how many games of a seed, who decides at each seat, and by how many threads."""

    games: int
    seed: int
    agents: tuple[str, ...]
    threads: int


class Watch(Frozen):
    """What looks on: told how many deals are done, asked whether to stop, and given each stretch of results."""

    done: Callable[[int], None]
    is_stopped: Callable[[], bool]
    played: Callable[[int, int, array[int]], None]


class Seen(Frozen):
    """In how many games each power fired, and in a sample of the first games which key decided a faction's vote."""

    games: int
    powers: tuple[tuple[str, str, Share], ...]
    votes_by: tuple[tuple[str, Share], ...]

    @property
    def never(self) -> tuple[tuple[str, str], ...]:
        """Name the powers that did not fire, by faction."""
        return tuple((faction, power) for faction, power, share in self.powers if not share.count and share.of)


class Simulation(Frozen):
    """What the games of one kind came to.  `replayed`: how many of them native code left to the Python engine."""

    game: Game
    engine: Engine
    figures: Figures
    seen: Seen
    replayed: int


class Outcome(Frozen):
    """All that was played.  `differences`: of each kind but the first from that one.  Unit: seconds of wall time."""

    asked: int
    games: int
    threads: int
    seconds: float
    simulations: tuple[Simulation, ...]
    differences: tuple[tuple[Difference, ...], ...]


def simulate(games: Sequence[Game], wish: Wish, watch: Watch) -> Outcome:
    """Play the same deals with each kind of game; the figures are the same for any number of threads.

    Raises: UnreadableError and what else `watch` raises; ClaimError where games are too large, or a process is lost.
    """
    return _Run(games, wish, watch).outcome()


class _Run:
    def __init__(self, games: Sequence[Game], wish: Wish, watch: Watch) -> None:
        self._games, self._wish, self._watch = games, wish, watch
        self._readers = [Reader(game) for game in games]
        self._counts: list[Counter[int]] = [Counter() for _ in games]
        self._replayed = [0 for _ in games]
        self._pairs = [Pairs(self._readers[0], reader, len(games[0].sides)) for reader in self._readers[1:]]
        self._samples = [Sample(game, wish.agents) for game in games]
        self._known = [array("q") for _ in games]
        self._fires: list[Fires] = []
        self._done = 0
        self._threads = 1

    def outcome(self) -> Outcome:
        """Look at a sample, then play all."""
        wish = self._wish
        engines = [
            engine_for(game, wish.agents, wish.games, sample.watched)
            for game, sample in zip(self._games, self._samples, strict=True)
        ]
        is_python = not any(engine.is_native for engine in engines)
        began = time.perf_counter()
        self._look(wish.games // _SHARE if is_python else 0)
        sampled = time.perf_counter() - began
        began = time.perf_counter()
        self._fires = [
            Fires(sample, engine, wish.seed, len(known))
            for sample, engine, known in zip(self._samples, engines, self._known, strict=True)
        ]
        if is_python:
            self._take(0, [Played(known, array("q")) for known in self._known])
        self._play(engines)
        seconds = time.perf_counter() - began + (sampled if is_python else 0.0)
        differences = tuple(pairs.differences() for pairs in self._pairs)
        return Outcome(self._wish.games, self._done, self._threads, seconds, self._simulations(engines), differences)

    # --- the sample ------------------------------------------------------------------------------------------------

    def _look(self, share: int) -> None:
        """Play the first games in a program that notes what runs; more than usual for a greater share of the run."""
        wish = self._wish
        whole = _SAMPLE if set(wish.agents) <= {RANDOM} else _SLOW_SAMPLE
        usual = max(whole, min(share, _MOST * whole)) // len(self._games)
        most = min(wish.games, max(_LEAST_SAMPLE, usual))
        for first in range(0, most, _LEAST_SAMPLE):
            if self._watch.is_stopped():
                return
            count = min(_LEAST_SAMPLE, most - first)
            for known, sample in zip(self._known, self._samples, strict=True):
                known.extend(sample.play(wish.seed, first, count))

    # --- all games -------------------------------------------------------------------------------------------------

    def _play(self, engines: Sequence[Engine]) -> None:
        wish = self._wish
        size = _NATIVE_STRETCH if all(engine.is_native for engine in engines) else _PYTHON_STRETCH
        firsts = range(self._done, wish.games, size)
        self._threads = max(1, min(wish.threads, _processors(), len(firsts) * len(engines)))
        stretches = (
            Stretch(kind, first, min(size, wish.games - first)) for first in firsts for kind in range(len(engines))
        )
        together: list[Played] = []
        with Hands(self._games, engines, wish.agents, wish.seed, self._threads) as hands:
            for stretch, played in hands.play(stretches, self._watch.is_stopped):
                together.append(self._checked(stretch, played))
                if len(together) == len(engines):
                    self._take(stretch.first, together)
                    together = []

    def _checked(self, stretch: Stretch, played: Played) -> Played:
        """See that both engines agree about the games of the sample, and mend what native code could not play."""
        game, seed, records = self._games[stretch.kind], self._wish.seed, played.records
        faults = records.count(FAULTY)
        if faults:
            self._replayed[stretch.kind] += faults
            played = mended(played, seed, stretch.first, self._samples[stretch.kind])
        known = self._known[stretch.kind][stretch.first : stretch.first + stretch.count]
        if records[: len(known)] != known:
            place = next(place for place, record in enumerate(known) if records[place] != record)
            raise InvariantError(f"the engines differ in game {stretch.first + place} of seed {seed} of {game!r}")
        return played

    def _take(self, first: int, together: Sequence[Played]) -> None:
        """Take in the results of the same games of every kind."""
        for kind, played in enumerate(together):
            self._watch.played(kind, first, played.records)
            self._counts[kind].update(played.records)
            self._fires[kind].add(played.fired)
        for pairs, played in zip(self._pairs, together[1:], strict=True):
            pairs.add(together[0].records, played.records)
        self._done += len(together[0].records)
        self._watch.done(self._done)

    # --- what came of it -------------------------------------------------------------------------------------------

    def _simulations(self, engines: Sequence[Engine]) -> tuple[Simulation, ...]:
        return tuple(
            Simulation(
                game, engine, figures(self._readers[kind], len(game.sides), self._counts[kind]), self._seen(kind),
                self._replayed[kind],
            )
            for kind, (game, engine) in enumerate(zip(self._games, engines, strict=True))
        )

    def _seen(self, kind: int) -> Seen:
        sample, games = self._samples[kind], len(self._known[kind])
        votes = sum(sample.votes_by.values())
        decided = tuple((key, Share(count, votes)) for key, count in sample.votes_by.most_common())
        return Seen(games, self._fires[kind].shares(self._done), decided)


def _processors() -> int:
    """Say how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
