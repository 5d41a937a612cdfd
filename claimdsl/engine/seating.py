"""Equal cards: which of them lie where for certain, and in how many ways the same names come about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import factorial

from claimdsl.frozen import Frozen


class Card(Frozen):
    """A card to be placed: its name and the mask of spots that may be its own."""

    name: str
    spots: int


class Quota(Frozen):
    """How many cards of a name lie within some spots."""

    name: str
    spots: int
    count: int


def homed(cards: list[Card], quotas: Sequence[Quota]) -> tuple[list[Card], list[Quota]]:
    """Keep each card of a quota inside or outside its spots, where that is one choice; give the other quotas."""
    left = []
    for quota in quotas:
        own = [at for at, card in enumerate(cards) if card.name == quota.name]
        open_ = [at for at in own if cards[at].spots & quota.spots and cards[at].spots & ~quota.spots]
        inside = sum(1 for at in own if at not in open_ and cards[at].spots & quota.spots)
        if len({cards[at].spots for at in open_}) > 1 or not 0 <= quota.count - inside <= len(open_):
            left.append(quota)
            continue
        for number, at in enumerate(open_):
            within = quota.spots if number < quota.count - inside else ~quota.spots
            cards[at] = Card(quota.name, cards[at].spots & within)
    return cards, left


def settled(cards: Sequence[Card], free: int) -> tuple[dict[int, str], int, list[Card]]:
    """Place every card that has one spot left; give the spots with their names, the free ones, and the other cards."""
    fixed: dict[int, str] = {}
    while True:
        found = next((card for card in cards if (card.spots & free).bit_count() == 1), None)
        if found is None:
            return fixed, free, [Card(card.name, card.spots & free) for card in cards]
        spot = (found.spots & free).bit_length() - 1
        fixed[spot] = found.name
        free &= ~(1 << spot)
        cards = [card for card in cards if card is not found]


def alike(cards: Sequence[Card], placed: set[str]) -> dict[str, list[int]]:
    """Give the masks of names that several cards have, but for those that are placed by name already."""
    masks: dict[str, list[int]] = {}
    for card in cards:
        if card.name not in placed:
            masks.setdefault(card.name, []).append(card.spots)
    return {name: every for name, every in masks.items() if len(every) > 1}


def seatings(masks: Sequence[int], spots: Sequence[int]) -> int:
    """Count the ways to give each mask one of the spots, all different."""
    if not any(mask != masks[0] for mask in masks):
        return factorial(len(masks))
    known: dict[tuple[int, tuple[int, ...]], int] = {}
    kinds = Counter(sum(1 << at for at, mask in enumerate(masks) if mask >> spot & 1) for spot in spots)

    def count(at: int, left: tuple[int, ...]) -> int:
        if at == len(masks):
            return 1
        if (at, left) not in known:
            known[at, left] = sum(
                room * count(at + 1, (*left[:place], room - 1, *left[place + 1:]))
                for place, (row, room) in enumerate(zip(kinds, left, strict=True)) if room and row >> at & 1
            )
        return known[at, left]

    return count(0, tuple(kinds.values()))


def seated(masks: Sequence[int], spots: Sequence[int]) -> bool:
    """Say whether each mask can be given one of the spots, all different."""
    return not masks or any(
        seated(masks[1:], [other for other in spots if other != spot]) for spot in spots if masks[0] >> spot & 1
    )
