"""The frame of a game: which slot of the flat list holds what.  Both the printed program and its readers go by it.

An array is preceded by one slot that holds its absent value, so that index NOTHING (-1) reads nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from claimdsl.engine.binding import Binding
from claimdsl.engine.runtime import NO_NUMBER, NOTHING, union
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind

# The fixed slots.
(
    PC, ACTOR, DECISION, OPTIONS, ANSWER, POOL, PHASE, TRICK_NUMBER, LEADER, TURN, PLAYED, RANKING, WINNER, ROUND,
    TAKER, DUE, DUE_SLOT, NEXT, LYING,
) = range(19)
_FIRST_FREE = 19

OVER = -2
CHANCE = -1

Frame = list[int | tuple[int, ...]]


def number(v: Frame, slot: int) -> int:
    """Read a slot that holds a number or a mask."""
    value = v[slot]
    assert isinstance(value, int)
    return value


def row(v: Frame, slot: int) -> tuple[int, ...]:
    """Read a slot that holds a list."""
    value = v[slot]
    assert isinstance(value, tuple)
    return value


def mask(v: Frame, slot: int) -> int:
    """Read a slot that holds cards, with an order or without, as a mask."""
    value = v[slot]
    return union(value) if isinstance(value, tuple) else value


class Slot(Frozen):
    """A pile's place in the frame: whose it is, which seats see it, whether it has an order."""

    index: int
    pile: str
    owner: int | None
    seen: int
    ordered: bool


class Layout:
    """Slots for one binding.

    `ordered` are the piles that have an order; `fields` what `on_play` may choose, each with its nothing.
    """

    def __init__(self, binding: Binding, ordered: frozenset[str], fields: Mapping[str, int], locals_: int) -> None:
        self._initial: Frame = [0] * _FIRST_FREE
        self._initial[ACTOR] = OVER
        self._initial[OPTIONS] = self._initial[RANKING] = ()
        self._initial[DUE] = self._initial[WINNER] = NOTHING
        self.ordered = ordered
        players = binding.players
        named = dict.fromkeys(("card", "player", "counts_as"), NOTHING)
        named |= {f".{name}": nothing for name, nothing in fields.items()}
        self.plays = {name: self._array(players, nothing, nothing) for name, nothing in named.items()}
        for name in ("tier", "strength", "worth"):
            self.plays[name] = self._array(players, NO_NUMBER, NO_NUMBER)
        self.play_of = self._array(players, NOTHING, NOTHING)
        self.piles: dict[str, int] = {}
        self.slots: list[Slot] = []
        for pile in binding.piles:
            self._pile(binding, pile, ordered)
        self.trick = Slot(LYING, "trick", None, (1 << players) - 1, False)
        self.states = {state.name: self._state(state, players) for state in binding.states}
        self.locals = self._take(locals_, NOTHING)
        self.size = len(self._initial)

    def fresh(self) -> Frame:
        """Give a frame in which nothing has happened."""
        return self._initial.copy()

    def all_slots(self) -> Iterator[Slot]:
        """Run through every place that cards can lie in."""
        yield from self.slots
        yield self.trick

    def _take(self, count: int, value: int | tuple[int, ...]) -> int:
        start = len(self._initial)
        self._initial.extend([value] * count)
        return start

    def _array(self, count: int, value: int | tuple[int, ...], nothing: int | tuple[int, ...]) -> int:
        self._take(1, nothing)
        return self._take(count, value)

    def _pile(self, binding: Binding, pile: ir.PileSpec, ordered: frozenset[str]) -> None:
        is_ordered = pile.name in ordered
        empty: int | tuple[int, ...] = () if is_ordered else 0
        everyone = (1 << binding.players) - 1
        owners: tuple[int | None, ...]
        if pile.of == "table":
            owners = (None,)
        elif pile.of == "player":
            owners = tuple(range(binding.players))
        else:
            mask = binding.faction_masks[binding.faction_ids[pile.of]]
            owners = tuple(card for card in range(len(binding.cards)) if mask >> card & 1)
        start = self._array(len(owners), empty, empty)
        self.piles[pile.name] = start
        for index, owner in enumerate(owners):
            seen = everyone if pile.seen_by == "all" else 0
            if pile.seen_by == "owner" and owner is not None and pile.of == "player":
                seen = 1 << owner
            self.slots.append(Slot(start + index, pile.name, owner, seen, is_ordered))

    def _state(self, state: ir.StateSpec, players: int) -> int:
        if state.type.kind is Kind.INT:
            return self._array(players if state.of == "player" else 1, max(state.low, min(0, state.high)), NO_NUMBER)
        value = 0 if state.type.kind is Kind.BOOL else NOTHING
        return self._array(players if state.of == "player" else 1, value, NOTHING)
