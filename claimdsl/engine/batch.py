"""Many random games, one after another, without states: the reference that native games are held against.

Every game draws from one stream, as `chance` lays down: the deal, then in turn each draw and each choice of a seat.
A random seat chooses among its options in the order in which they are listed, all alike; where there is one, nothing is
drawn.  A greedy seat draws nothing.
`frame` runs the plain program, which stops at each decision; `quick_frame` runs one that draws without stopping.
"""

from __future__ import annotations

from array import array
from functools import cached_property

from claimdsl.engine import layout as at
from claimdsl.engine.chance import MASK, seed_of
from claimdsl.engine.counting import Counting, packed
from claimdsl.engine.game import Game
from claimdsl.engine.greedy import Greedy
from claimdsl.engine.kernel import Kernel
from claimdsl.engine.layout import Frame, mask, number, row
from claimdsl.engine.outcome import Outcome, outcome
from claimdsl.engine.runtime import bits
from claimdsl.engine.stream import Stream

AGENTS = ("random", "greedy")
"""Who may sit at a seat of a batch."""


class Batch:
    """Plays random games of one kind."""

    def __init__(self, game: Game, agents: tuple[str, ...] = ()) -> None:
        """Seat agents by name, one a seat; where none are named all seats are random."""
        self.game = game
        choosers = {"greedy": Greedy(game).choose, "random": None}
        self._choosers = tuple(choosers[name] for name in agents or ("random",) * game.players)

    def frame(self, seed: int, index: int, program: Kernel | None = None) -> Frame:
        """Play game `index` of a seed to its end, by the plain program or another one that stops at each decision."""
        game = self.game
        deal, rng = game.shuffled(seed_of(seed, index))
        v = game.frame_of(deal)
        run, below = (program or game.plain).run, rng.below
        run(v)
        while (actor := v[at.ACTOR]) != at.OVER:
            options = row(v, at.OPTIONS)
            if actor == at.CHANCE:
                pool = number(v, at.POOL)
                cards = bits(pool)
                card = cards[below(len(cards))]
                copies = game.binding.copies[card] & pool
                v[at.ANSWER] = (copies & -copies).bit_length() - 1
            elif (chooser := self._choosers[number(v, at.ACTOR)]) is not None:
                v[at.ANSWER] = chooser(v)
            else:
                v[at.ANSWER] = options[below(len(options))] if len(options) > 1 else options[0]
            run(v)
        return v

    def play(self, seed: int, index: int) -> Outcome:
        """Play game `index` of a seed and count it."""
        return outcome(self.game, self.frame(seed, index))

    def quick_frame(self, seed: int, index: int, program: Kernel | None = None) -> Frame:
        """Play a game of random seats by a program in which nobody decides: piles and states end as in `frame`."""
        stream = Stream(seed, index)
        v = self.game.frame_of(self.game.drawn(stream))
        (program or self.game.random).run(v, stream.draw)
        return v

    @cached_property
    def _counting(self) -> Counting:
        return Counting(self.game)

    def record(self, seed: int, index: int) -> int:
        """Play game `index` of a seed, quickly where all seats are random, and pack its result as `record_of` does."""
        if any(self._choosers):
            return record_of(self.game, self.play(seed, index))
        return self._counting.record(self.quick_frame(seed, index))

    def records(self, seed: int, first: int, count: int) -> array[int]:
        """Play games `first` to `first + count - 1` of a seed; give a record of each."""
        return array("q", (self.record(seed, index) for index in range(first, first + count)))


def record_of(game: Game, ended: Outcome) -> int:
    """Pack a result as native games keep it: winners, what decided, and the side that has each faction's vote."""
    decided = len(ended.steps) - 1 if len(ended.winners) == 1 else len(game.binding.program.ranks)
    return packed(ended.winners, decided, [-1 if result.side is None else result.side for result in ended.factions])


def _alike(game: Game, cards: int) -> int:
    """Take equal cards for the first numbers of them, so that it does not matter which of them is which."""
    for group in game.binding.groups:
        first = bits(group)[: (cards & group).bit_count()]
        cards = cards & ~group | sum(1 << card for card in first)
    return cards


def digest_of(game: Game, v: Frame) -> int:
    """Mix what lies in every pile without an order into one number."""
    width = 1
    while 64 * width < len(game.binding.cards):
        width *= 2
    total, factor = 0, 1
    for slot in game.layout.slots:
        if not slot.ordered:
            cards = _alike(game, mask(v, slot.index))
            for word in range(width):
                factor = factor * 0x9E3779B97F4A7C15 & MASK
                part = cards >> 64 * word & MASK
                total = total + (part ^ part >> 32) * factor & MASK
    return total
