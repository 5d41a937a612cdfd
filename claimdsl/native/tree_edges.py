"""The tree of a search by many played games: its edges, how good one looks, what is learnt at the end of a game.

One tree of what all have seen; an edge is a decision, kept in a table under a number mixed from all that led to it.
Selection: UCB1 over the edges that are possible in the world at hand, the logarithm being of how often each was.
Source: Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search, 2012 (SO-ISMCTS).
"""

from __future__ import annotations

from claimdsl.native.asm import NUM, Asm
from claimdsl.native.blocks import behind, counted, during
from claimdsl.native.chance import GOLD, mixed
from claimdsl.native.lines import PLACE
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row, Variable, load, store
from claimdsl.native.tree_text import ENTRY, LONGEST, PAYOFFS, POSSIBLE, SCALE, TAKEN, Fields

_LN2 = "0x3CA62E42FEFA39EF"
"""The natural logarithm of 2, times two to the power -52."""


def edge(asm: Asm) -> Value:
    """Print where the edge `%name` of the decision `%tag` lies, or is to lie; its key comes to `%key.to`."""
    x = Fields(asm)
    decision = asm.add(asm.times(Operand("%tag"), 1 << 16), asm.add(Operand("%name"), 2))
    number = mixed(asm, asm.add(x.read("here"), asm.times(decision, GOLD)))
    key = asm.either(number, 1, NUM)
    store(asm, key, "%key.to")
    table, mask = x.row("table"), x.read("mask")
    index, found = Variable(asm, NUM, asm.op(f"lshr i64 {number.text}, 20")), Variable(asm, PLACE)

    def is_taken() -> Value:
        place = table.place(asm.times(asm.both(index.read(), mask, NUM), ENTRY))
        found.write(Operand(place))
        there = load(asm, place)
        return asm.both(asm.compare("!=", there, key), asm.compare("!=", there, 0))

    with during(asm, is_taken):
        index.add(1)
    return found.read()


def taken(asm: Asm) -> None:
    """Print that the path goes on by `%edge`, whose key and name are given, at the decision `%tag`."""
    x = Fields(asm)
    depth = x.read("depth")
    x.write("first", asm.select(asm.compare("==", depth, 0), Operand("%name"), x.read("first")))
    x.write("depth", asm.add(depth, 1))
    step = _step(asm, x, asm.both(depth, LONGEST - 1, NUM))
    store(asm, Operand("%edge"), step.place(0), PLACE)
    seat = asm.both(Operand("%tag"), 7, NUM)
    step.write(1, Row(asm, "@sides").read(seat))
    x.write("here", Operand("%key"))


def _step(asm: Asm, x: Fields, number: Value) -> Row:
    """Print where a step of the path lies: its edge, and whose decision it was."""
    return Row(asm, x.row("path").place(asm.times(number, 2)))


def learn(asm: Asm) -> None:
    """Print that the edges of the path, and the tallies of its first, learn what a game came to."""
    x = Fields(asm)
    depth, payoffs = x.read("depth"), x.row("payoffs")
    with behind(asm, asm.compare(">", depth, 0)):
        _tally(asm, x, payoffs)
        with counted(asm, depth) as number:
            step = _step(asm, x, number)
            its, payoff = Row(asm, load(asm, step.place(0), PLACE).text), payoffs.read(step.read(1))
            its.add(TAKEN, 1)
            its.add(PAYOFFS, payoff)


def _tally(asm: Asm, x: Fields, payoffs: Row) -> None:
    """Print that it is counted, for the first decision and the world, how often it was taken, and what it brought."""
    place = asm.add(asm.times(asm.add(x.read("first"), 1), x.read("worlds")), x.read("world"))
    cells = Row(asm, x.row("tallies").place(asm.times(place, 2)))
    cells.add(0, 1)
    cells.add(1, payoffs.read(_step(asm, x, 0).read(1)))


def bound(asm: Asm) -> Value:
    """Print how good `%edge` looks, which was taken `%visits` times: its mean, and more for how seldom that is.

    The logarithm is near enough, and exactly so.
    """
    row = Row(asm, "%edge")
    possible, total = _real(asm, row.read(POSSIBLE)), _real(asm, row.read(PAYOFFS))
    visits = Operand("%visits")
    mean = asm.op(f"fdiv double {total}, {_real(asm, asm.times(visits, SCALE))}")
    above = asm.sub(asm.op(f"bitcast double {possible} to i64"), 1023 << 52)
    logarithm = asm.op(f"fmul double {asm.op(f'sitofp i64 {asm.text(above)} to double').text}, {_LN2}")
    ratio = asm.op(f"fdiv double {logarithm.text}, {_real(asm, visits)}")
    root = asm.op(f"call double @llvm.sqrt.f64(double {ratio.text})")
    bonus = asm.op(f"fmul double %explore, {root.text}")
    return asm.op(f"fadd double {mean.text}, {bonus.text}")


def _real(asm: Asm, number: Value) -> str:
    return asm.op(f"uitofp i64 {asm.text(number)} to double").text
