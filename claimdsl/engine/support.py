"""What a printed program calls that depends on its binding: constants of the deck and functions over the frame."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.engine import layout as at
from claimdsl.engine import runtime
from claimdsl.engine.binding import Binding
from claimdsl.engine.conditions import valued
from claimdsl.engine.layout import Frame, Layout, number
from claimdsl.engine.runtime import NO_NUMBER, NOTHING, bits

Place = Callable[[Frame, int], int]
Remove = Callable[[Frame, int, int], None]
Put = Callable[[Frame, int, int], None]
Draw = Callable[[], int]
"""Gives the upper half of the next number of a stream."""


def constants(binding: Binding, layout: Layout) -> dict[str, object]:
    """Give the tables of a binding.  Each has what nothing gives as its last entries, where index -1 finds it."""
    n, side_of, sides = binding.players, binding.side_of, binding.sides
    around = [tuple((seat + step) % n for step in range(n)) for seat in range(n)]
    opponents = [tuple(other for other in around[seat] if side_of[other] != side_of[seat]) for seat in range(n)]
    partners = [next((other for other in sides[side_of[seat]] if other != seat), NOTHING) for seat in range(n)]
    table: dict[str, object] = {
        "ALL": binding.all_cards,
        "DECK": (1 << len(binding.deck_cards)) - 1,
        "FAC": (*binding.card_factions, NOTHING),
        "VAL": (*binding.card_values, NO_NUMBER),
        "FACTION_CARDS": (*binding.faction_masks, 0, 0),
        "TABLE": tuple(around),
        "LEFT": (*((seat + 1) % n for seat in range(n)), NOTHING),
        "RIGHT": (*((seat - 1) % n for seat in range(n)), NOTHING),
        "PARTNER": (*partners, NOTHING),
        "OPPONENTS": (*opponents, ()),
        "SIDES": (*sides, ()),
    }
    for pile in binding.piles:
        if pile.of not in ("table", "player"):
            mask = binding.faction_masks[binding.faction_ids[pile.of]]
            numbers = {card: index for index, card in enumerate(bits(mask))}
            places = tuple(numbers.get(card, -1) for card in range(len(binding.cards)))
            table[f"INDEX_{layout.piles[pile.name]}"] = (*places, -1)
    return table


def functions(binding: Binding, layout: Layout) -> dict[str, object]:
    """Give the functions of a binding."""
    named: dict[str, object] = {
        name: getattr(runtime, name) for name in (
            "bits", "low", "bit", "union", "joined", "has", "many", "either", "join", "clamp", "tops",
        )
    }
    slots = tuple(slot.index for slot in layout.all_slots())
    place, remove, put = _places(slots)
    named.update(
        place=place, remove=remove, put=put, lift=_lift(slots), swap=_swap(layout, place),
        ranked=_ranked(layout), at_least=_at_least(binding), playable=_playable(binding),
        distinct=_distinct(binding, layout), chosen=_chosen, drawn=_drawn(binding),
    )
    return named


def _chosen(options: tuple[int, ...], draw: Draw) -> int:
    """Choose one of some options, as `chance` lays down; a forced choice draws nothing."""
    return options[draw() * len(options) >> 32] if len(options) > 1 else options[0]


def _drawn(binding: Binding) -> Callable[[tuple[int, ...], int, Draw], int]:
    """Give what draws a card of a pool, as `chance` lays down; `options` are those that can be told apart."""

    def drawn(options: tuple[int, ...], pool: int, draw: Draw) -> int:
        if len(options) < 2:
            return options[0] if options else NOTHING
        cards = bits(pool)
        return runtime.low(binding.copies[cards[draw() * len(cards) >> 32]] & pool)

    return drawn


def _places(slots: tuple[int, ...]) -> tuple[Place, Remove, Put]:
    def place(v: Frame, card: int) -> int:
        for slot in slots:
            pile = v[slot]
            if card in pile if isinstance(pile, tuple) else pile >> card & 1:
                return slot
        return NOTHING

    def remove(v: Frame, slot: int, card: int) -> None:
        pile = v[slot]
        if isinstance(pile, tuple):
            v[slot] = pile[1:] if pile[0] == card else tuple(other for other in pile if other != card)
        else:
            v[slot] = pile & ~(1 << card)

    def put(v: Frame, slot: int, cards: int) -> None:
        pile = v[slot]
        v[slot] = tuple(bits(cards)) + pile if isinstance(pile, tuple) else pile | cards

    return place, remove, put


def _lift(slots: tuple[int, ...]) -> Callable[[Frame, int], None]:
    def lift(v: Frame, cards: int) -> None:
        for slot in slots:
            pile = v[slot]
            if isinstance(pile, tuple):
                v[slot] = tuple(card for card in pile if not cards >> card & 1)
            else:
                v[slot] = pile & ~cards

    return lift


def _exchange(v: Frame, slot: int, old: int, new: int) -> None:
    pile = v[slot]
    if isinstance(pile, tuple):
        v[slot] = tuple(new if card == old else card for card in pile)
    else:
        v[slot] = pile & ~(1 << old) | 1 << new


def _swap(layout: Layout, place: Place) -> Callable[[Frame, int, int], None]:
    plays = layout.plays["card"]

    def swap(v: Frame, left: int, right: int) -> None:
        if left < 0 or right < 0 or left == right:
            return
        one, other = place(v, left), place(v, right)
        names = {left: right, right: left}
        if one != other:
            _exchange(v, one, left, right)
            _exchange(v, other, right, left)
        else:
            pile = v[one]
            v[one] = tuple(names.get(card, card) for card in pile) if isinstance(pile, tuple) else pile
        for play in range(plays, plays + number(v, at.PLAYED)):
            card = number(v, play)
            if (one if card == left else other if card == right else NOTHING) == at.LYING:
                v[play] = names[card]

    return swap


def _ranked(layout: Layout) -> Callable[[Frame], tuple[int, ...]]:
    tier, strength = layout.plays["tier"], layout.plays["strength"]

    def ranked(v: Frame) -> tuple[int, ...]:
        played = number(v, at.PLAYED)
        if played == 2:
            return (1, 0) if (v[tier], v[strength]) < (v[tier + 1], v[strength + 1]) else (0, 1)
        grades = [(v[tier + play], v[strength + play]) for play in range(played)]
        return tuple(sorted(range(played), key=grades.__getitem__, reverse=True))

    return ranked


def _at_least(binding: Binding) -> Callable[[int], int]:
    highest = max(binding.card_values, default=0)
    masks = tuple(valued(binding, ">=", least) for least in range(highest + 2))

    def at_least(value: int) -> int:
        return masks[0 if value < 0 else min(value, highest + 1)]

    return at_least


def _playable(binding: Binding) -> Callable[[int], tuple[int, ...]]:
    others = tuple(~copies for copies in binding.copies)

    def playable(mask: int) -> tuple[int, ...]:
        found = []
        while mask:
            card = (mask & -mask).bit_length() - 1
            mask &= others[card]
            found.append(card)
        return tuple(found)

    return playable


def _distinct(binding: Binding, layout: Layout) -> Callable[[Frame, int], tuple[int, ...]]:
    written = {pile.name for pile in binding.piles if pile.written}
    hidden = tuple(slot.index for slot in layout.slots if slot.pile in written and not slot.seen)
    playable = _playable(binding)

    def distinct(v: Frame, mask: int) -> tuple[int, ...]:
        if mask & (mask - 1) == 0:
            return (mask.bit_length() - 1,) if mask else ()
        unseen: list[int] = []
        for slot in hidden:
            pile = v[slot]
            unseen += [card for card in (pile if isinstance(pile, tuple) else bits(pile)) if mask >> card & 1]
        return playable(mask & ~runtime.union(unseen)) + tuple(unseen)

    return distinct
