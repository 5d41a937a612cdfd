"""All chance of a game, from one seed: the contract that makes games equal on every platform and engine.

Generator: splitmix64.  `below(n)` is `((next >> 32) * n) >> 32`.  Game g of a batch starts at state
`seed + g * STRIDE` (modulo 2**64); a single game is game 0.  From that one stream, in this order:

1. for each faction that deals only part of its cards, in faction order: a shuffle of its cards; the first are dealt;
2. the shuffle of the deck, cards in deck order before it;
3. the shuffle of each side pack, in order of declaration;
4. the first leader: `below(players)`;
5. while the game runs, each `draw`: `below(number of cards)`, cards in deck order.

Equal cards of the deck are numbered in the order in which they lie in it, so that its names alone make the same game.
In a batch of random games, everything that is to be decided is drawn from that same stream, in the order of the game:
6. each choice of a seat: `below(number of options)`, options in the order in which they are listed.

A shuffle of k cards: for i from k-1 down to 1, swap i with `below(i + 1)`.  A forced choice draws nothing.  Agents have
streams of their own (`Rng.child`).
"""

from __future__ import annotations

from typing import Protocol

MASK = (1 << 64) - 1
GOLD = 0x9E3779B97F4A7C15
STRIDE = 0xD1B54A32D192ED03


class Source(Protocol):
    """What chance is drawn from."""

    def below(self, n: int) -> int:
        """Give a number from 0 to n - 1."""

    def shuffle(self, items: list[int]) -> None:
        """Shuffle a list in place."""


def seed_of(seed: int, game: int) -> int:
    """Give the seed with which a game of a batch is dealt."""
    return (seed + game * STRIDE) & MASK


class Rng:
    """A splitmix64 stream.  Source: Steele, Lea and Flood, 2014; its published test vector is the first line.

    >>> hex(Rng(0).next())
    '0xe220a8397b1dcdaf'
    >>> [Rng(7).below(100), Rng(7).below(100), Rng(8).below(100)]
    [38, 38, 61]
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, game: int = 0) -> None:
        self._state = seed_of(seed, game)

    def next(self) -> int:
        """Give the next 64 bits."""
        self._state = z = (self._state + GOLD) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Give a number from 0 to n - 1."""
        return ((self.next() >> 32) * n) >> 32

    def shuffle(self, items: list[int]) -> None:
        """Shuffle a list in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def child(self, number: int) -> Rng:
        """Give a stream of its own to agent `number`, without drawing from this one."""
        return Rng(self._state ^ MASK, number + 1)
