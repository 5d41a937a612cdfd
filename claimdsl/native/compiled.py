"""The search of one kind of game, compiled or from where compiled code is kept, with the memory of its table."""

from __future__ import annotations

import ctypes
import mmap
from array import array

from claimdsl.diagnostics.errors import InvariantError
from claimdsl.engine.game import Game
from claimdsl.native import store
from claimdsl.native.chance import functions
from claimdsl.native.engine import compile_text, linked, machine
from claimdsl.native.flow import LEADER
from claimdsl.native.plan import MOST_CARDS, Plan
from claimdsl.native.search import text
from claimdsl.native.tricks import Tricks

ENTRIES = 1 << 17
"""Unit: positions that the table holds at most."""

_AGENT = "solver"
_DOORS = ("ask", "prepare", "compare")


class Code:
    """The functions of one kind of game with so many lanes; `exact`: without lanes that mean anything."""

    def __init__(self, game: Game, tricks: Tricks, lanes: int, exact: bool) -> None:
        self.keys = tricks.keys
        scored = tuple(self.keys.index(("pile", tricks.binding.program.scored_pile, seat)) for seat in range(2))
        told = [self.keys.index(key) for key in tricks.changing]
        told += [place for place in scored if exact or tricks.sees_scored]
        places = [what == "pile" for what, _, _ in self.keys]
        self.plan = Plan(tuple(places), tuple(told), self.keys.index(LEADER), (scored[0], scored[1]), lanes)
        self._table = 0
        self._cards = _lanes_of_cards(tricks, lanes)
        self.kind = {name: row.buffer_info()[0] for name, row in self._cards.items()}
        key = store.Key(store.kind_of(game, (_AGENT, f"exact={exact}"), lanes), machine(False))
        kept = store.read(key)
        if kept is None or not self._load(kept):
            made = compile_text("\n".join((functions(64, False), tricks.text, text(self.plan, exact))))
            if not self._load(made):
                raise InvariantError(f"the native search of {game!r} does not load")
            store.write(key, made)

    def table(self) -> int:
        """Give the address of the table of positions, which all searches share; memory comes when it is first used."""
        if not self._table:
            self._memory = mmap.mmap(-1, ENTRIES * self.plan.entry_bytes)
            self._table = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        return self._table

    def _load(self, code: bytes) -> bool:
        self._engine = linked(code)
        doors = [] if self._engine is None else [self._engine.get_function_address(name) for name in _DOORS]
        if not doors or not all(doors):
            return False
        p, i = ctypes.c_void_p, ctypes.c_int64
        self.ask = ctypes.CFUNCTYPE(i, p, p, p, p, i)(doors[0])
        self.prepare = ctypes.CFUNCTYPE(None, p, p)(doors[1])
        self.compare = ctypes.CFUNCTYPE(i, p, i, i, i)(doors[2])
        return True


def _lanes_of_cards(tricks: Tricks, lanes: int) -> dict[str, array[int]]:
    """Give the lane of each card, and the cards of each lane."""
    rows = {name: array("Q", [0]) * MOST_CARDS for name in ("lane_of", "lane_cards")}
    for card, (faction, _) in enumerate(tricks.binding.cards):
        lane = min(faction, lanes - 1)
        rows["lane_of"][card] = lane
        rows["lane_cards"][lane] |= 1 << card
    return rows
