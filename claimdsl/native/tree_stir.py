"""Worlds that change from game to game: before each, some loose cards change places in a world's row.

A cell is a place that a loose card lies in, `CELL` numbers long: the card, the mask of the cells that it may lie in,
and where in the row the cell is (bytes, times two, and one more where it is a place in a pile with an order).
Source: `engine/loose.py` says which cards, and why each world of such a walk is as likely as the first.
"""

from __future__ import annotations

from claimdsl.native.asm import NUM, Asm
from claimdsl.native.blocks import behind, call, during, fork, passed, run
from claimdsl.native.lines import BYTE
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row, Variable
from claimdsl.native.tree_text import Fields, X

CARD, ALLOWED, WHERE = range(3)
CELL = 3
"""Unit: numbers."""
MOST = 64
"""Unit: cells, which a mask has room for."""


def turned(asm: Asm) -> None:
    """Print that `%card` is laid at `%place` of `%row`; where it lies there, without order, it is taken away."""
    place, card = Operand("%place"), Operand("%card")
    at = Row(asm, "%row", BYTE).place(_shifted(asm, place, 1))

    def flip() -> None:
        word = Row(asm, Row(asm, at).place(_shifted(asm, card, 6)))
        word.write(0, asm.differ(word.read(0), asm.op(f"shl i64 1, {asm.text(asm.both(card, 63, NUM))}"), NUM))

    ordered = asm.compare("!=", asm.both(place, 1, NUM), 0)
    fork(asm, ordered, lambda: Row(asm, at, BYTE).write(0, card), flip)


def stir(asm: Asm) -> None:
    """Print so many tries to let two cells of world `%world`, whose row is `%row`, have each other's cards."""
    x = Fields(asm)
    count, left = x.read("loose"), Variable(asm, NUM, 0)
    start = asm.times(asm.times(count, CELL), Operand("%world"))
    cells = x.row("cells").place(start)
    with behind(asm, asm.compare(">", count, 1)):
        left.write(x.read("stirs"))
    with during(asm, lambda: asm.compare(">", left.read(), 0)):
        left.add(-1)
        numbers = [call(asm, "below", X, passed(asm, count)) for _ in range(2)]
        one, other = (Row(asm, Row(asm, cells).place(asm.times(number, CELL))) for number in numbers)
        masks = [cell.read(ALLOWED) for cell in (one, other)]
        both = asm.both(_shifted(asm, masks[0], numbers[1]), _shifted(asm, masks[1], numbers[0]), NUM)
        with behind(asm, asm.compare("!=", asm.both(both, 1, NUM), 0)):
            _change(asm, (one, other), masks)


def _change(asm: Asm, cells: tuple[Row, Row], masks: list[Operand]) -> None:
    cards, places = ([cell.read(number) for cell in cells] for number in (CARD, WHERE))
    for first in (0, 1):
        for place, card in zip(places, cards if not first else cards[::-1], strict=True):
            run(asm, "turned", "ptr %row", passed(asm, place), passed(asm, card))
    for cell, card, mask in zip(cells, cards[::-1], masks[::-1], strict=True):
        cell.write(CARD, card)
        cell.write(ALLOWED, mask)


def _shifted(asm: Asm, value: Value, by: Value) -> Operand:
    return asm.op(f"lshr i64 {asm.text(value)}, {asm.text(by)}")
