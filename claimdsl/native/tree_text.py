"""The record of a search by many played games, and the small functions that read it: chance, the log, the script.

A decision is an edge of one tree of what all have seen (`tree_edges`); what is chosen stands in `tree_choice`.
"""

from __future__ import annotations

from claimdsl.native.asm import NUM, Asm
from claimdsl.native.blocks import behind
from claimdsl.native.chance import GOLD, mixed
from claimdsl.native.lines import PLACE
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row, Variable, load, store

FIELDS = (
    "rows", "worlds", "done", "rng", "script", "scripted", "playing_out", "depth", "path", "here", "table", "mask",
    "room", "log", "logged", "payoffs", "tallies", "world", "first", "explore", "greed", "faults", "looking",
    "cells", "loose", "stirs", "side", "erring", "erred",
)
AT = {name: index for index, name in enumerate(FIELDS)}

NONE, GREEDY, OTHER = -3, -2, -1
"""What stands for a card: nothing in the script; let greedy choose; the choice that is no card seen (or to pass)."""

KEY, TAKEN, POSSIBLE, PAYOFFS = range(4)
ENTRY = 4
"""Unit: numbers.  An edge is its key, how often it was taken, how often it was possible, and its payoffs together."""
LONGEST = 1 << 10
"""Unit: decisions of a path, and of the log of a game."""
SCALE = 2400
"""The payoff of a game won by all that there is."""

X = "ptr %x"
"""The record as functions take it and pass it on."""


class Fields:
    """Prints how the record is read and written."""

    def __init__(self, asm: Asm) -> None:
        self._asm = asm
        self._row = Row(asm, "%x")

    def read(self, name: str, kind: str = NUM) -> Operand:
        """Print that a field is read."""
        return load(self._asm, self._row.place(AT[name]), kind)

    def write(self, name: str, value: Value, kind: str = NUM) -> None:
        """Print that a field is written."""
        store(self._asm, value, self._row.place(AT[name]), kind)

    def add(self, name: str, value: Value) -> None:
        """Print that a number is added to a field."""
        self._row.add(AT[name], value)

    def row(self, name: str) -> Row:
        """Print that the address of a row of numbers is read."""
        return Row(self._asm, self.read(name, PLACE).text)


def below(asm: Asm) -> Value:
    """Print a draw below `%count`, of the generator of `engine.chance`."""
    x = Fields(asm)
    state = asm.fixed(asm.add(x.read("rng"), GOLD))
    x.write("rng", state)
    high = asm.op(f"lshr i64 {mixed(asm, state).text}, 32")
    return asm.op(f"lshr i64 {asm.text(asm.times(high, Operand('%count')))}, 32")


def note(asm: Asm) -> None:
    """Print that the decision `%code` is written into the log; the path goes on with one that the tree did not make."""
    x = Fields(asm)
    log, count = x.row("log"), x.read("logged")
    x.write("logged", asm.add(count, 1))
    log.write(asm.both(count, LONGEST - 1, NUM), Operand("%code"))
    with behind(asm, asm.compare("!=", x.read("erred"), 0)):
        x.write("erred", 0)
        x.write("here", mixed(asm, asm.add(x.read("here"), asm.times(asm.add(Operand("%code"), 2), GOLD))))


def look(asm: Asm) -> None:
    """Print that the path goes on with `%seen`, if the search looks at such things."""
    x = Fields(asm)
    kept = asm.both(Operand("%seen"), x.read("looking"), NUM)
    x.write("here", mixed(asm, asm.differ(asm.add(x.read("here"), GOLD), kept, NUM)))


def given(asm: Asm) -> Value:
    """Print the next decision of the script, or that there is none."""
    x, code = Fields(asm), Variable(asm, NUM, NONE)
    left = x.read("scripted")
    with behind(asm, asm.compare(">", left, 0)):
        x.write("scripted", asm.sub(left, 1))
        script = x.row("script")
        code.write(script.read(0))
        x.write("script", Operand(script.place(1)), PLACE)
    return code.read()
