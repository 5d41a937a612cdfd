"""Claim for two players with the base line-up, written by hand as plain Python objects: the baseline of the engine.

It knows nothing of rulesets; a test plays it beside the engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

GOBLINS, KNIGHTS, UNDEAD, DWARVES, DOPPELGANGERS = FACTIONS = (
    "goblins", "knights", "undead", "dwarves", "doppelgangers",
)
VALUES = {
    GOBLINS: (0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    KNIGHTS: (2, 3, 4, 5, 6, 7, 8, 9),
    UNDEAD: tuple(range(10)),
    DWARVES: tuple(range(10)),
    DOPPELGANGERS: tuple(range(10)),
}
HAND = 13


class Card:
    """One of the 52 cards."""

    __slots__ = ("faction", "name", "number", "value")

    def __init__(self, number: int, faction: str, value: int) -> None:
        self.number = number
        self.faction = faction
        self.value = value
        self.name = f"{faction}:{value}"


def cards() -> tuple[Card, ...]:
    """Give the cards in deck order."""
    pairs = [(faction, value) for faction in FACTIONS for value in VALUES[faction]]
    return tuple(Card(number, faction, value) for number, (faction, value) in enumerate(pairs))


def _number(card: Card) -> int:
    return card.number


class Player:
    """What lies before one player."""

    def __init__(self, hand: Sequence[Card]) -> None:
        self.hand = sorted(hand, key=_number)
        self.followers: list[Card] = []
        self.score: list[Card] = []


@dataclass(frozen=True, slots=True)
class Result:
    """Votes by player, who won, and which tie-break decided."""

    votes: tuple[int, int]
    winners: tuple[int, ...]
    decided_by: str


class PlainClaim:
    """A game under way, changed in place."""

    def __init__(self, deck: Sequence[Card], leader: int) -> None:
        self.players = (Player(deck[:HAND]), Player(deck[HAND : 2 * HAND]))
        self.stock = list(deck[: 2 * HAND - 1 : -1])
        self.recruiting = True
        self.leader = leader
        self.led: Card | None = None
        self.prize: Card | None = self.stock.pop()

    @property
    def seat(self) -> int:
        """Say whose turn it is."""
        return self.leader if self.led is None else 1 - self.leader

    @property
    def is_over(self) -> bool:
        """Say whether every card has been played."""
        return not self.recruiting and self.led is None and not self.players[0].hand

    def legal(self) -> list[Card]:
        """Give the cards that may be played, equal ones once."""
        hand = self.players[self.seat].hand
        led = self.led
        allowed = hand
        if led is not None and any(card.faction == led.faction for card in hand):
            allowed = [card for card in hand if card.faction in (led.faction, DOPPELGANGERS)]
        found: list[Card] = []
        last = ""
        for card in allowed:
            if card.name != last:
                found.append(card)
                last = card.name
        return found

    def play(self, card: Card) -> None:
        """Play a card, and end the trick with the second."""
        self.players[self.seat].hand.remove(card)
        if self.led is None:
            self.led = card
            return
        first, self.led = self.led, None
        winner = 1 - self.leader if self._beats(card, first) else self.leader
        if self.recruiting:
            self._recruit(winner, (first, card))
        else:
            self._collect(winner, (first, card))
        self.leader = winner

    @staticmethod
    def _beats(card: Card, first: Card) -> bool:
        if first.faction == GOBLINS and card.faction == KNIGHTS:
            return True
        return card.faction in (first.faction, DOPPELGANGERS) and card.value > first.value

    def _recruit(self, winner: int, trick: tuple[Card, Card]) -> None:
        assert self.prize is not None
        self.players[winner].score += [card for card in trick if card.faction == UNDEAD]
        self.players[winner].followers.append(self.prize)
        self.players[1 - winner].followers.append(self.stock.pop())
        if self.stock:
            self.prize = self.stock.pop()
            return
        self.recruiting = False
        for player in self.players:
            player.hand = sorted(player.followers, key=_number)

    def _collect(self, winner: int, trick: tuple[Card, Card]) -> None:
        for card in trick:
            receiver = 1 - winner if card.faction == DWARVES else winner
            self.players[receiver].score.append(card)

    def result(self) -> Result:
        """Count the votes and break ties."""
        votes, counts, sums = [0, 0], [0, 0], [0, 0]
        for faction in FACTIONS:
            held = [
                sorted((card.value for card in player.score if card.faction == faction), reverse=True)
                for player in self.players
            ]
            keys = [(len(values), values) for values in held]
            if keys[0] == keys[1]:
                continue
            side = 0 if keys[0] > keys[1] else 1
            votes[side] += 1
            counts[side] += len(held[side])
            sums[side] += sum(held[side])
        for name, (one, other) in (("factions", votes), ("cards", counts), ("value", sums)):
            if one != other:
                return Result((votes[0], votes[1]), (0 if one > other else 1,), name)
        return Result((votes[0], votes[1]), (0, 1), "shared")
