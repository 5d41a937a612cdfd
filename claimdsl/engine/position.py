"""Building a position: a trick of a random game in which chosen cards are put into chosen places.

The game goes on at random to the trick that is wanted, so that every pile has a size that it can have.  Then the cards
that are asked for come where they are asked for.  Piles that all see and nobody asks for are emptied; hidden ones keep
their size and are filled with what is free; what is left over lies in the discard.  Cards of side packs fill nothing:
one that is asked for elsewhere is missing where it lay, and what is left over goes back to its pack, unless that was
asked for too.
"""

from __future__ import annotations

from collections.abc import Mapping

from claimdsl.engine import layout as at
from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, Slot
from claimdsl.engine.line_up import SetupError
from claimdsl.engine.runtime import union
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.ir.facts import DECK_PILE

HAND, _PRIZES, _DISCARD = "hand", "prizes", "discard"
_STREAM = 77

Owner = int | str | None
Place = tuple[str, Owner]


class Wanted(Frozen):
    """A position.  `trick` 0: the one in which hands are as long as the longest of `piles`, else the first.

    `piles` holds exactly the cards of each place, of the stock those on its top.  `states` are frame values.
    """

    phase: str
    trick: int
    leader: int
    piles: Mapping[Place, tuple[str, ...]]
    states: Mapping[tuple[str, int | None], int]


def position(start: State, wanted: Wanted, seed: int) -> State:
    """Give the position, a trick about to begin.  `start` is a game just dealt; the seed says how it goes on.

    Raises: SetupError where there is no such position.
    """
    game, rng = start.game, Rng(seed).child(_STREAM)
    before = _reach(start, wanted, rng)
    v = before.frame()
    _Table(game, v, wanted, rng).lay()
    for (state, owner), value in wanted.states.items():
        v[game.layout.states[state] + (owner or 0)] = value
    if not any(v[slot.index] for slot in game.layout.slots if slot.pile == HAND):
        raise SetupError("nobody holds a card")
    v[at.LEADER] = wanted.leader
    v[at.PLAYED] = v[at.TURN] = 0
    v[at.PC] = game.traced.turns[game.phases.index(wanted.phase)]
    return before.placed(v)


def _reach(state: State, wanted: Wanted, rng: Rng) -> State:
    """Play at random to the trick that is wanted."""
    longest = max((len(cards) for (pile, _), cards in wanted.piles.items() if pile == HAND), default=0)
    last: State | None = None
    while not state.is_over:
        if state.phase == wanted.phase and state.is_play and not state.plays:
            last = state
            if _fits(state, wanted.trick, longest):
                return state
        options = state.legal_actions
        state = state.apply(state.draw(rng) if state.seat == CHANCE else options[rng.below(len(options))])
    if last is None:
        raise SetupError(f"no trick of the phase '{wanted.phase}' was reached; try another seed")
    if wanted.trick:
        raise SetupError(f"the phase '{wanted.phase}' has {last.trick_number} tricks, not {wanted.trick}")
    return last


def _fits(state: State, trick: int, longest: int) -> bool:
    if trick or not longest:
        return state.trick_number == (trick or 1)
    return all(len(state.pile(HAND, seat)) <= longest for seat in range(state.game.players))


class _Table:
    """The places of one frame, and what each is to hold."""

    def __init__(self, game: Game, v: Frame, wanted: Wanted, rng: Rng) -> None:
        self._game = game
        self._v = v
        self._rng = rng
        self._held = {slot: game.card_numbers(v, slot) for slot in game.layout.slots}
        self._homes = {card: pile for pile, cards in game.binding.packs for card in cards}
        slots = {(slot.pile, game.owner(slot)): slot for slot in game.layout.slots}
        self._named = {slots[place]: cards for place, cards in wanted.piles.items()}
        self._rest = slots.get((_DISCARD, None), slots[(DECK_PILE, None)])

    def lay(self) -> None:
        """Put every card into its place."""
        new = self._asked_for()
        taken = {card for cards in new.values() for card in cards}
        spare: list[int] = []
        sizes: dict[Slot, int] = {}
        for slot, cards in self._held.items():
            free = [card for card in cards if card not in taken]
            if slot in new or self._is_emptied(slot):
                spare += free
                new.setdefault(slot, [])
            else:
                of_packs = sum(1 for card in cards if card in taken and card in self._homes)
                new[slot], sizes[slot] = free, len(cards) - of_packs
        stock = next(slot for slot in new if slot.pile == DECK_PILE)
        if stock in self._named:
            sizes[stock] = len(self._held[stock])
        deck, left = self._back_in_packs(new, spare)
        self._fill(new, sizes, deck, stock)
        new[self._rest] += left
        for slot, cards in new.items():
            self._v[slot.index] = tuple(cards) if slot.ordered else union(cards)

    def _is_emptied(self, slot: Slot) -> bool:
        everyone = (1 << self._game.players) - 1
        kept = (_PRIZES, *self._homes.values())
        return slot.seen == everyone and slot.pile not in kept and slot is not self._rest

    def _asked_for(self) -> dict[Slot, list[int]]:
        """Choose a card for each name that is asked for: one of its pack, else one that lies there, else any.

        Packs choose first.
        """
        free: dict[str, list[int]] = {}
        for card, label in enumerate(self._game.binding.labels):
            free.setdefault(label, []).append(card)
        new: dict[Slot, list[int]] = {}
        packs = set(self._homes.values())
        for slot, labels in sorted(self._named.items(), key=lambda named: named[0].pile not in packs):
            new[slot] = []
            for label in labels:
                copies = free.get(label, [])
                if not copies:
                    raise SetupError(f"there are not so many {label} in this game")
                own = [card for card in copies if self._homes.get(card) == slot.pile]
                there = [card for card in copies if card in self._held[slot]]
                card = (own or there or copies)[0]
                copies.remove(card)
                new[slot].append(card)
        return new

    def _back_in_packs(self, new: dict[Slot, list[int]], spare: list[int]) -> tuple[list[int], list[int]]:
        """Put what comes from side packs back beneath them; give the cards of the deck, in any order, and the rest."""
        left: list[int] = []
        for card in spare:
            if card in self._homes:
                slot = next(slot for slot in new if slot.pile == self._homes[card])
                (left if slot in self._named else new[slot]).append(card)
        deck = [card for card in spare if card not in self._homes]
        self._rng.shuffle(deck)
        return deck, left

    def _fill(self, new: dict[Slot, list[int]], sizes: dict[Slot, int], spare: list[int], stock: Slot) -> None:
        """Fill hidden places up to their sizes: with spare cards, then from the rest, then from below the stock."""
        for slot in sorted(sizes, key=lambda slot: (slot is self._rest, slot is stock)):
            while len(new[slot]) < sizes[slot]:
                if spare:
                    new[slot].append(spare.pop())
                elif slot is not self._rest and self._rest not in self._named and new[self._rest]:
                    new[slot].append(new[self._rest].pop())
                elif slot is not stock and stock not in self._named and new[stock]:
                    new[slot].append(new[stock].pop())
                else:
                    break
        beneath = stock if self._rest in self._named else self._rest
        new[beneath] += spare
