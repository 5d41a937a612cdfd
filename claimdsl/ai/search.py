"""Search where cards are hidden: one tree over what all see, played through worlds that a seat could be in.

Each iteration takes the next world and goes down the tree by what may be done there.  Actions that have not been tried
are tried first; then the one with the best upper bound for the side that acts, where an action is judged by the times
that it could have been taken (single-observer information-set search).  The rest is played out at random, by the plain
program on a copy of the world's frame.  What a game is worth is noted for every side, so three sides are no harder than
two, and partners share one worth.

What turns up by chance on the way is not told apart: an action is judged over all that may turn up.
Source: Cowling, Powley and Whitehouse, 2012.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

from claimdsl.ai.payoff import Payoff
from claimdsl.engine import layout as at
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, number, row
from claimdsl.engine.runtime import bits
from claimdsl.engine.state import State
from claimdsl.engine.stop import Stop
from claimdsl.frozen import Frozen
from claimdsl.ir.types import Kind

_BOLDNESS = 0.7
"""How much what was tried seldom is preferred.  Unit: shares of a won game."""


_ALL = 1 << 32


class Tried(Frozen):
    """How often an action was tried in each world, and what that brought together.  Unit: shares of a won game."""

    visits: tuple[int, ...]
    totals: tuple[float, ...]


class Searched(Frozen):
    """What a search has found.  Shape: one entry for each legal action of the worlds, in their order."""

    tried: tuple[Tried, ...]
    iterations: int


Key = tuple[int, int | str]


class _Edge:
    """An action in the tree: how often it was taken and could have been, what it brought its side, what follows."""

    __slots__ = ("chances", "total", "visits", "ways")

    def __init__(self) -> None:
        self.visits = 0
        self.chances = 0
        self.total = 0.0
        self.ways: dict[Key, _Edge] = {}


class TreeSearch:
    """Searches games of one kind.  Each search is by itself, and depends on worlds, iterations and seed alone."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._run = game.plain.run
        self._payoff = Payoff(game)
        self._first = tuple((copies & -copies).bit_length() - 1 for copies in game.binding.copies)
        self._open = tuple(
            decision.verb == "play" and decision.rule < 0 for decision in game.plain.decisions
        )

    def search(
        self, worlds: Sequence[State], *, iterations: int, seed: int, stop: Stop | None = None, erring: float = 0.0,
    ) -> Searched:
        """Search from a moment as it is in each of some worlds, until so many iterations are done or it is to stop.

        `erring` is how often another side does anything, each option being as likely: then what is found is good
        against those who err.
        """
        frames, rng, stop = [world.frame() for world in worlds], Rng(seed), stop or Stop()
        root: dict[Key, _Edge] = {}
        side = self._game.binding.side_of[number(frames[0], at.ACTOR)]
        keys = self._keys(frames[0])
        visits = {key: [0] * len(worlds) for key in keys}
        totals = {key: [0.0] * len(worlds) for key in keys}
        done = 0
        while done < iterations and not stop.is_set:
            world = done % len(worlds)
            key, worths, length = self._once(frames[world].copy(), root, rng, int(erring * _ALL))
            stop.spend(length)
            visits[key][world] += 1
            totals[key][world] += worths[side]
            done += 1
        return Searched(tuple(Tried(tuple(visits[key]), tuple(totals[key])) for key in keys), done)

    def _once(self, v: Frame, ways: dict[Key, _Edge], rng: Rng, erring: int) -> tuple[Key, Sequence[float], int]:
        """Go down the tree, put one action on it, play to the end, and note on the way back what that is worth.

        Shape: the action, what came of it for each side, and how many decisions that took.
        """
        path: list[tuple[_Edge, int]] = []
        first: Key | None = None
        is_new = False
        mine = self._game.binding.side_of[number(v, at.ACTOR)]
        while (actor := number(v, at.ACTOR)) != at.OVER and not is_new:
            if actor == at.CHANCE:
                code = self._drawn(v, rng)
            elif erring and self._game.binding.side_of[actor] != mine and rng.below(_ALL) < erring:
                place = rng.below(len(row(v, at.OPTIONS)))
                code = row(v, at.OPTIONS)[place]
                ways = ways.setdefault(self._keys(v)[place], _Edge()).ways
            else:
                place, key, edge = self._chosen(v, ways, rng)
                code, is_new = row(v, at.OPTIONS)[place], not edge.visits
                first = key if first is None else first
                path.append((edge, self._game.binding.side_of[actor]))
                ways = edge.ways
            v[at.ANSWER] = code
            self._run(v)
        length = len(path) + self._play_out(v, rng)
        worths = self._payoff.of(v)
        for edge, side in path:
            edge.visits += 1
            edge.total += worths[side]
        assert first is not None
        return first, worths, length

    def _chosen(self, v: Frame, ways: dict[Key, _Edge], rng: Rng) -> tuple[int, Key, _Edge]:
        """Choose an option by the tree: one that was not tried, else the one with the best upper bound."""
        keys = self._keys(v)
        edges = []
        fresh: list[int] = []
        for place, key in enumerate(keys):
            edge = ways.get(key)
            if edge is None:
                edge = ways[key] = _Edge()
            edge.chances += 1
            edges.append(edge)
            if not edge.visits:
                fresh.append(place)
        if fresh:
            place = fresh[rng.below(len(fresh))] if len(fresh) > 1 else fresh[0]
        else:
            bounds = [edge.total / edge.visits + _BOLDNESS * sqrt(log(edge.chances) / edge.visits) for edge in edges]
            place = bounds.index(max(bounds))
        return place, keys[place], edges[place]

    def _keys(self, v: Frame) -> list[Key]:
        """Name the options as all see them: equal cards are one, and cards that nobody sees go by their places."""
        decision, options = number(v, at.DECISION), row(v, at.OPTIONS)
        if self._open[decision]:
            first = self._first
            return [(decision, first[code]) for code in options]
        asked = self._game.plain.decisions[decision]
        if asked.kind is not Kind.CARD:
            return [(decision, code) for code in options]
        return [(decision, self._game.action(v, asked, code).option) for code in options]

    def _drawn(self, v: Frame, rng: Rng) -> int:
        """Draw for chance, each card that it draws from being equally likely."""
        pool = number(v, at.POOL)
        cards = bits(pool)
        copies = self._game.binding.copies[cards[rng.below(len(cards))]] & pool
        return (copies & -copies).bit_length() - 1

    def _play_out(self, v: Frame, rng: Rng) -> int:
        """Play to the end at random; give how many decisions that took."""
        run, below, length = self._run, rng.below, 0
        while (actor := v[at.ACTOR]) != at.OVER:
            options = row(v, at.OPTIONS)
            if actor == at.CHANCE:
                v[at.ANSWER] = self._drawn(v, rng)
            else:
                v[at.ANSWER] = options[below(len(options))] if len(options) > 1 else options[0]
            run(v)
            length += 1
        return length
