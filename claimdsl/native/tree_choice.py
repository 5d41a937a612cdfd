"""What is chosen at a decision of a search by played games: by the script, in the tree, beyond it.

A decision is asked with `%options`, a mask; `%extra` is 1 where there is an option more that is no card; `%tag` has
the seat in its low bits, and the place in the program; `%is_card` says whether options are cards, of which equal ones
are one edge.
"""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.native.asm import MASK, NUM, Asm
from claimdsl.native.blocks import behind, call, during, fork, leaving, passed, run
from claimdsl.native.lines import PLACE, REAL
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row, Variable
from claimdsl.native.tree_text import GREEDY, KEY, LONGEST, NONE, OTHER, POSSIBLE, TAKEN, Fields, X

_OPTIONS, _EXTRA, _TAG, _IS_CARD = Operand("%options"), Operand("%extra"), Operand("%tag"), Operand("%is_card")


def decide(asm: Asm, nth: str) -> Value:
    """Print what is chosen of some options: in the script, in the tree, or beyond it by greedy or by chance."""
    x, code = Fields(asm), call(asm, "given", X)
    with leaving(asm, asm.compare("!=", code, NONE)):
        asm.line(f"ret i64 {code.text}")
    cards = asm.count(_OPTIONS)
    count = asm.add(cards, _EXTRA)
    with leaving(asm, asm.compare("==", count, 0)):
        asm.line(f"ret i64 {asm.width}")
    with leaving(asm, _in_tree(asm, x)):
        options = passed(asm, _OPTIONS, MASK)
        chosen = call(asm, "grown", X, options, *(passed(asm, each) for each in (_EXTRA, _TAG)), "i1 %is_card")
        asm.line(f"ret i64 {chosen.text}")
    with behind(asm, asm.compare("!=", count, 1)):
        chance = call(asm, "below", X, f"i64 {1 << 32}")
        with leaving(asm, asm.compare("<", chance, x.read("greed"))):
            asm.line(f"ret i64 {GREEDY}")
    number = call(asm, "below", X, passed(asm, count))
    with leaving(asm, asm.compare("<", number, cards)):
        asm.line(f"ret i64 {call(asm, nth, passed(asm, _OPTIONS, MASK), passed(asm, number)).text}")
    return OTHER


def _in_tree(asm: Asm, x: Fields) -> Value:
    """Print whether the tree chooses: not beyond it, nor where the other side errs and is as likely to do anything."""
    inside = Variable(asm, NUM, asm.widen(asm.compare("==", x.read("playing_out"), 0)))
    side = Row(asm, "@sides").read(asm.both(_TAG, 7, NUM))
    errs = asm.both(asm.compare("!=", side, x.read("side")), asm.compare("!=", x.read("erring"), 0))
    with behind(asm, asm.both(errs, asm.compare("!=", inside.read(), 0))):
        chance = call(asm, "below", X, f"i64 {1 << 32}")
        with behind(asm, asm.compare("<", chance, x.read("erring"))):
            inside.write(0)
            x.write("erred", 1)
    return asm.compare("!=", inside.read(), 0)


class Grown:
    """Prints what is chosen inside the tree: an edge that was never taken, by chance, else the one that looks best."""

    def __init__(self, asm: Asm) -> None:
        self._asm = asm
        self._x = Fields(asm)
        self._explore = self._x.read("explore", REAL)
        self._untried = Variable(asm, NUM, 0)
        self._best = Variable(asm, REAL, Operand("-1.0"))
        self._key = Variable(asm, NUM)
        self._chosen = {"code": Variable(asm, NUM, OTHER), "name": Variable(asm), "key": Variable(asm)}
        self._edge = Variable(asm, PLACE, Operand("null"))

    def write(self) -> Value:
        """Print the choice."""
        asm = self._asm
        rest, other = Variable(asm, MASK, _OPTIONS), Variable(asm, NUM, _EXTRA)
        with during(asm, lambda: asm.either(asm.some(rest.read()), asm.compare("!=", other.read(), 0))):
            self._weigh(*self._next(rest, other))
        return self._followed()

    def _next(self, rest: Variable, other: Variable) -> tuple[Value, Value]:
        """Print the next option, cards first: what stands for it, and the name of its edge."""
        asm, left, code, name = self._asm, rest.read(), Variable(self._asm), Variable(self._asm)

        def card() -> None:
            rest.write(asm.both(left, asm.op(f"sub {asm.mask} {left.text}, 1"), MASK))
            code.write(asm.lowest(left))
            name.write(asm.select(_IS_CARD, Row(asm, "@firsts").read(code.read()), code.read()))

        def no_card() -> None:
            for place, value in ((other, 0), (code, OTHER), (name, OTHER)):
                place.write(value)

        fork(asm, asm.some(left), card, no_card)
        return code.read(), name.read()

    def _weigh(self, code: Value, name: Value) -> None:
        """Print that an option is held against the best so far."""
        asm = self._asm
        edge = call(asm, "edge", X, passed(asm, _TAG), passed(asm, name), f"ptr {self._key.place}", of=PLACE)
        visits = Row(asm, edge.text).read(TAKEN)

        def keep() -> None:
            for what, value in (("code", code), ("name", name), ("key", self._key.read())):
                self._chosen[what].write(value)
            self._edge.write(edge)

        def known() -> None:
            Row(asm, edge.text).add(POSSIBLE, 1)
            with behind(asm, asm.compare("==", self._untried.read(), 0)):
                self._compare(edge, visits, keep)

        def untried() -> None:
            self._untried.add(1)
            lot = call(asm, "below", X, passed(asm, self._untried.read()))
            with behind(asm, asm.compare("==", lot, 0)):
                keep()

        fork(asm, asm.compare("!=", visits, 0), known, untried)

    def _compare(self, edge: Operand, visits: Operand, keep: Callable[[], None]) -> None:
        """Print that an edge is kept if it looks better than the best so far."""
        asm = self._asm
        value = call(asm, "bound", f"ptr {edge.text}", passed(asm, visits), f"double {self._explore.text}", of=REAL)
        with behind(asm, asm.op(f"fcmp ogt double {value.text}, {self._best.read().text}")):
            self._best.write(value)
            keep()

    def _followed(self) -> Value:
        """Print that the path goes on by the edge that was chosen; where that is new, it is the last in the tree."""
        asm, x = self._asm, self._x
        edge, code = self._edge.read(), self._chosen["code"].read()
        key, name = self._chosen["key"].read(), self._chosen["name"].read()
        is_long = asm.compare(">=", x.read("depth"), LONGEST)
        grows = asm.compare("!=", self._untried.read(), 0)
        with behind(asm, asm.either(is_long, grows)):
            x.write("playing_out", 1)
        with leaving(asm, is_long):
            asm.line(f"ret i64 {code.text}")
        with behind(asm, grows):
            self._plant(Row(asm, edge.text), key, code)
        run(asm, "taken", X, f"ptr {edge.text}", *(passed(asm, each) for each in (key, _TAG, name)))
        return code

    def _plant(self, edge: Row, key: Operand, code: Operand) -> None:
        """Print that an edge that was never taken comes into the table, if there is room."""
        asm, x = self._asm, self._x
        with behind(asm, asm.compare("==", edge.read(KEY), 0)):
            room = x.read("room")
            with leaving(asm, asm.compare("<=", room, 0)):
                asm.line(f"ret i64 {code.text}")
            x.write("room", asm.sub(room, 1))
            edge.write(KEY, key)
        edge.add(POSSIBLE, 1)
