"""Worlds as rows of numbers: where the trick began that is being played, and all that has been decided since."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from claimdsl.engine import layout as at
from claimdsl.engine.board import CHANCE
from claimdsl.engine.game import Game
from claimdsl.engine.layout import number, row
from claimdsl.engine.loose import Loose
from claimdsl.engine.runtime import NO_NUMBER, NOTHING, bits
from claimdsl.engine.state import State
from claimdsl.ir.types import Kind
from claimdsl.native.asm import Asm
from claimdsl.native.frame import Frame, Key
from claimdsl.native.refusal import NotNative
from claimdsl.native.tree_stir import MOST
from claimdsl.native.tree_text import OTHER

_HEAD = 5
_WORD = (1 << 64) - 1

Snapshot = tuple[at.Frame, list[int]]


class Shape:
    """Where in a row each place of a native frame stands.  Unit: bytes."""

    def __init__(self, frame: Frame) -> None:
        offset = 8 * _HEAD
        self.places: dict[Key, int] = {}
        self.arrays: dict[str, int] = {}
        self.lengths = dict(frame.lengths)
        self.words = frame.asm.width // 64
        for key in frame.keys:
            if key[0] in ("pile", "state", "top") and key[1] != "trick":
                self.places[key] = offset
                offset += 8 * (self.words if key[0] == "pile" else 1)
        for pile in frame.arrays:
            self.arrays[pile] = offset
            offset += self.length(pile)
        self.size = offset

    def length(self, pile: str) -> int:
        """Give the length of a pile with an order in a row: that of its cards, in whole words."""
        return (self.lengths[pile] + 7) // 8 * 8


class Worlds:
    """Makes rows of the states of one kind of game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._layout = game.layout
        self.shape = self._shape = Shape(Frame(Asm(len(game.binding.cards)), game.binding))
        hooks = game.binding.program.hooks
        self._plays_stay = not any(
            rule.hook == "on_play" and game.binding.in_play(rule.origin.faction) for rule in hooks
        )

    def rows(self, snapshots: Sequence[Snapshot]) -> tuple[array[int], array[int]]:
        """Give the rows, one after the other, and the scripts that they point to."""
        scripts = array("q", [code for _, script in snapshots for code in script] or [0])
        address, rows = scripts.buffer_info()[0], array("Q")
        for v, script in snapshots:
            self._write(v, address, len(script), rows)
            address += 8 * len(script)
        return rows, scripts

    def cells(self, snapshots: Sequence[Snapshot], loose: Sequence[Loose]) -> array[int]:
        """Give the cells of the loose cards, world by world; none where one lies in a pile that rows have not.

        Shape: each world has as many.
        """
        found = array("Q")
        for (v, _), some in zip(snapshots, loose, strict=True):
            places = self._places(v)
            for card, allowed in zip(some.cards, some.allowed, strict=True):
                if card not in places or len(some.cards) > MOST:
                    return array("Q")
                found.extend((card, allowed, places[card]))
        return found

    def _places(self, v: at.Frame) -> dict[int, int]:
        """Say of each card where in a row it lies.  Unit: as `tree_stir` has it."""
        layout, shape = self._layout, self._shape
        found: dict[int, int] = {}
        for (what, name, index), offset in shape.places.items():
            if what == "pile":
                found |= dict.fromkeys(bits(number(v, layout.piles[name] + index)), offset << 1)
        for pile, offset in shape.arrays.items():
            cards = row(v, layout.piles[pile])
            first = offset + shape.lengths[pile] - len(cards)
            found |= {card: first + place << 1 | 1 for place, card in enumerate(cards)}
        return found

    def names(self, state: State) -> tuple[int, ...]:
        """Give the names by which a tree knows the options of a state, in their order.

        Raises: NotNative where chance decides, or nobody.
        """
        if state.is_over or state.seat == CHANCE:
            raise NotNative("no seat decides")
        v, copies = state.frame(), self._game.binding.copies
        codes = [self.told(v, code) for code in row(v, at.OPTIONS)]
        if self._game.decisions[number(v, at.DECISION)].kind is not Kind.CARD:
            return tuple(codes)
        return tuple(code if code < 0 else (copies[code] & -copies[code]).bit_length() - 1 for code in codes)

    def read(self, world: bytes) -> at.Frame:
        """Give a frame that has the piles and states of a row, and its leader; a pile of the trick is not in rows."""
        layout, shape, v = self._layout, self._shape, self._layout.fresh()
        v[at.LEADER] = int.from_bytes(world[32:40], "little")
        for (what, name, index), offset in shape.places.items():
            word = int.from_bytes(world[offset : offset + 8], "little", signed=True)
            if what == "state":
                v[layout.states[name] + index] = word
            elif what == "top":
                start = shape.arrays[name]
                v[layout.piles[name]] = tuple(world[start + word : start + shape.lengths[name]])
            else:
                cards = int.from_bytes(world[offset : offset + 8 * shape.words], "little")
                v[layout.piles[name] + index] = cards
        return v

    # --- one world -------------------------------------------------------------------------------------------------

    def snapshot(self, world: State) -> Snapshot:
        """Give the frame in which the trick began that is being played, and what has been decided since.

        Raises: NotNative where no trick has begun yet.
        """
        v = world.frame()
        if self._is_lead(v):
            return v, []
        if self._plays_stay and world.is_play:
            return v, self._taken_back(v)
        kept: at.Frame | None = None
        script: list[int] = []
        for past, _, code in world.plies():
            if self._is_lead(past):
                kept, script = past.copy(), []
            script.append(self.told(past, code))
        if kept is None:
            raise NotNative("a decision before the first trick")
        return kept, script

    def _is_lead(self, v: at.Frame) -> bool:
        decision = self._game.decisions[number(v, at.DECISION)]
        return v[at.PLAYED] == 0 and v[at.TURN] == 1 and decision.verb == "play" and decision.rule < 0

    def _taken_back(self, v: at.Frame) -> list[int]:
        """Put the cards of a trick, in which nothing but plays has happened, back into the hands; give the plays."""
        plays, hand, script = self._layout.plays, self._layout.piles["hand"], []
        for play in range(number(v, at.PLAYED)):
            card, seat = number(v, plays["card"] + play), number(v, plays["player"] + play)
            v[hand + seat] = number(v, hand + seat) | 1 << card
            script.append(card)
        return script

    def told(self, v: at.Frame, code: int) -> int:
        """Tell a decision as native code knows it."""
        decision = self._game.decisions[number(v, at.DECISION)]
        if decision.kind is Kind.CARD and code >= 0:
            is_take = decision.verb == "take" and decision.rule < 0
            return OTHER if is_take and isinstance(v[self._game.place(v, code)], tuple) else code
        return OTHER if code in (NOTHING, NO_NUMBER) else code

    # --- a row -----------------------------------------------------------------------------------------------------

    def _write(self, v: at.Frame, script: int, length: int, rows: array[int]) -> None:
        layout, shape = self._layout, self._shape
        rows.extend((script, length, number(v, at.PHASE), number(v, at.TRICK_NUMBER), number(v, at.LEADER)))
        for what, name, index in shape.places:
            if what == "state":
                rows.append(number(v, layout.states[name] + index) & _WORD)
            elif what == "top":
                rows.append(shape.lengths[name] - len(row(v, layout.piles[name])) & _WORD)
            else:
                cards = number(v, layout.piles[name] + index)
                rows.extend(cards >> 64 * word & _WORD for word in range(shape.words))
        for pile in shape.arrays:
            rows.frombytes(self._order(pile, row(v, layout.piles[pile])))

    def _order(self, pile: str, cards: tuple[int, ...]) -> bytes:
        """Write a pile with an order, its last card in its last place."""
        length = self._shape.lengths[pile]
        if len(cards) > length:
            raise NotNative(f"more cards in '{pile}' than it was dealt")
        return (bytes(length - len(cards)) + bytes(cards)).ljust(self._shape.length(pile), b"\0")
