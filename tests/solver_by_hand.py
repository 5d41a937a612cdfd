"""The second phase of Claim for two, written by hand from its rules and worked out by brute force.

Nothing here comes from claimdsl: not the rules, not the cards, not the search.  Cards are (faction, value).  Powers of
the second phase: Knights, Dwarves, Doppelgangers, Gnomes, Giants, Dragons and Trolls; the others do nothing in it.
"""

from __future__ import annotations

from dataclasses import dataclass

Card = tuple[str, int]
Cards = tuple[Card, ...]
Answer = tuple[int, int]


@dataclass(frozen=True)
class Table:
    """A moment: all that lies anywhere, by seat; `led` is the leader's card, if it lies already."""

    hands: tuple[Cards, Cards]
    score: tuple[Cards, Cards]
    display: tuple[Cards, Cards] = ((), ())
    middle: Cards = ()
    leader: int = 0
    led: Card | None = None

    @property
    def seat(self) -> int:
        """Say who is to play."""
        return self.leader if self.led is None else 1 - self.leader


def playable(table: Table) -> list[Card]:
    """Give the cards that may be played: who has the led faction plays it, or a Doppelganger."""
    hand = table.hands[table.seat]
    if table.led is None or all(faction != table.led[0] for faction, _ in hand):
        return sorted(set(hand))
    return sorted({card for card in hand if card[0] in (table.led[0], "doppelgangers")})


def played(table: Table, card: Card) -> Table:
    """Play a card; with the second one the trick is settled."""
    hands = list(table.hands)
    hands[table.seat] = without(hands[table.seat], card)
    left = (hands[0], hands[1])
    if table.led is None:
        return Table(left, table.score, table.display, table.middle, table.leader, card)
    return settled(table, left, table.led, card)


def settled(table: Table, hands: tuple[Cards, Cards], led: Card, other: Card) -> Table:
    """Give each card of a trick to where it goes."""
    winner = table.leader if rank(led, led) >= rank(other, led) else 1 - table.leader
    score, display = [list(cards) for cards in table.score], [list(cards) for cards in table.display]
    middle = list(table.middle)
    for card in (led, other):
        match card[0]:
            case "dwarves":
                score[1 - winner].append(card)
            case "gnomes":
                display[winner].append(card)
            case "trolls":
                middle.append(card)
            case _:
                score[winner].append(card)
    for faction, value in (led, other):
        if faction == "giants" and ("gnomes", value) in display[1 - winner]:
            display[1 - winner].remove(("gnomes", value))
    for _ in middle[:] if not hands[0] else middle[:1]:
        best = max(middle)
        middle.remove(best)
        score[winner].append(best)
    owners = [table.leader] * (led[0] == "dragons") + [1 - table.leader] * (other[0] == "dragons")
    return Table(
        hands, both(score), both(display), tuple(sorted(middle)), owners[-1] if owners else winner,
    )


def rank(card: Card, led: Card) -> tuple[int, int]:
    """Say how high a card ranks in a trick."""
    if led[0] == "goblins" and card[0] == "knights":
        return 2, card[1]
    return int(card[0] in (led[0], "doppelgangers")), card[1]


def both(piles: list[list[Card]]) -> tuple[Cards, Cards]:
    """Give two piles as they are compared."""
    return tuple(sorted(piles[0])), tuple(sorted(piles[1]))


def without(cards: Cards, card: Card) -> Cards:
    """Take one card out."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


# --- the end ---------------------------------------------------------------------------------------------------------


def counted(table: Table, seat: int) -> Answer:
    """Give the result and the margin of votes of an ended game for a seat."""
    own, their = (table.score[side] + table.display[side] for side in (seat, 1 - seat))
    keys = [[0, 0, 0], [0, 0, 0]]
    for faction in {card[0] for card in own + their}:
        piles = [sorted((value for name, value in cards if name == faction), reverse=True) for cards in (own, their)]
        strength = [(len(pile), pile) for pile in piles]
        for side in (0, 1):
            if strength[side] > strength[1 - side]:
                for place, more in enumerate((1, len(piles[side]), sum(piles[side]))):
                    keys[side][place] += more
    return (keys[0] > keys[1]) - (keys[0] < keys[1]), keys[0][0] - keys[1][0]


class ByHand:
    """Answers for one seat, having tried everything."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._known: dict[Table, Answer] = {}

    def answer(self, table: Table) -> Answer:
        """Give the result and the margin of votes, each under best play for it."""
        if not table.hands[0] and not table.hands[1]:
            return counted(table, self._seat)
        if table not in self._known:
            below = [self.answer(played(table, card)) for card in playable(table)]
            best = max if table.seat == self._seat else min
            self._known[table] = best(value for value, _ in below), best(margin for _, margin in below)
        return self._known[table]
