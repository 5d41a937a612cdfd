"""A bound program as one LLVM module that plays it on from given worlds, again and again, and grows a tree by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import Folder
from claimdsl.engine.phase import most_tricks
from claimdsl.ir import nodes as ir
from claimdsl.native.asm import MASK, NUM, Asm
from claimdsl.native.blocks import behind, during, fork, function, passed, run
from claimdsl.native.chance import functions as chance_functions
from claimdsl.native.flow import LEADER, Lane
from claimdsl.native.frame import FAULT, Frame, Key
from claimdsl.native.lines import BYTE, PLACE, array
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row, Variable
from claimdsl.native.module import COPY, COUNT, Module
from claimdsl.native.scoring import VOTE_BITS, VOTES, WINNERS, Scoring
from claimdsl.native.tree_choice import Grown, decide
from claimdsl.native.tree_edges import bound, edge, learn, taken
from claimdsl.native.tree_phase import RESUMES, Asking, AskingPhase
from claimdsl.native.tree_stir import stir, turned
from claimdsl.native.tree_text import SCALE, Fields, X, below, given, look, note
from claimdsl.native.tree_worlds import Shape

ENTRY = "search"
PHASE: Key = ("phase number", "", 0)
TRICK: Key = ("trick number", "", 0)
_HEAD = ("script", "scripted", "phase", "trick", "leader")
_FOR_RESULT = SCALE * 9 // 10
_HALF = (SCALE - _FOR_RESULT) // 2
_DECLARED = (COPY, "declare double @llvm.sqrt.f64(double)")


class TreeModule(Module):
    """Prints one binding."""

    entry = ENTRY
    asking_of: type[Asking] = Asking
    phase_of: type[AskingPhase] = AskingPhase

    def __init__(self, binding: Binding, bmi: bool, greedy: bool) -> None:
        """Refuse what cannot be native.

        Raises: NotNative.
        """
        super().__init__(binding, bmi, 0)
        frame = Frame(self.asm, binding)
        for key in (LEADER, FAULT, PHASE, TRICK):
            frame.add(key, NUM)
        self._lane = Lane(frame, self.asking_of(frame, bmi, greedy))
        self._x = Fields(self.asm)
        self._nth = "nth_bmi" if bmi else "nth_plain"

    def text(self) -> str:
        """Print the module."""
        asm, body = self.asm, self._rounds()
        parts = [chance_functions(asm.width, self._bmi), *_DECLARED, *self._functions()]
        return self.whole(f"{X}, i64 %count", parts, [*asm.heads, *self._lane.frame.allocations(), *body])

    def _functions(self) -> Iterator[str]:
        """Print what decisions are made with."""
        firsts = (*self.binding.firsts, *range(len(self.binding.copies), self.asm.width + 1))
        sides = (*self.binding.side_of, *(0 for _ in range(8 - self.binding.players)))
        for name, values in (("@firsts", firsts), ("@sides", sides)):
            yield array(name, "i64", map(str, values))
        asked = f"({X}, {self.asm.mask} %options, i64 %extra, i64 %tag, i1 %is_card)"
        written: dict[str, Callable[[Asm], Value | None]] = {
            f"i64 @below({X}, i64 %count) alwaysinline": below,
            f"void @note({X}, i64 %code) alwaysinline": note,
            f"void @look({X}, i64 %seen)": look,
            f"i64 @given({X}) alwaysinline": given,
            "void @turned(ptr %row, i64 %place, i64 %card) alwaysinline": turned,
            f"void @stir({X}, ptr %row, i64 %world) noinline": stir,
            f"ptr @edge({X}, i64 %tag, i64 %name, ptr %key.to) alwaysinline": edge,
            f"void @taken({X}, ptr %edge, i64 %key, i64 %tag, i64 %name) alwaysinline": taken,
            f"void @learn({X})": learn,
            "double @bound(ptr %edge, i64 %visits, double %explore) alwaysinline": bound,
            f"i64 @grown{asked}": lambda asm: Grown(asm).write(),
            f"i64 @decide{asked} noinline": lambda asm: decide(asm, self._nth),
        }
        for head, write in written.items():
            asm = Asm(self.asm.cards)
            found = write(asm)
            yield function(asm, head, found)

    def _rounds(self) -> list[str]:
        """Print the loop over the games that are played."""
        asm, left = self.asm, Variable(self.asm, NUM, COUNT)
        with during(asm, lambda: asm.compare(">", left.read(), 0)):
            left.add(-1)
            self._begin()
            self._play()
            self._count()
        asm.line("ret void")
        return asm.lines

    # --- the world -------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Print that a game stands as the next of the worlds does."""
        asm = self.asm
        done = self._x.read("done")
        self._x.write("done", asm.add(done, 1))
        world = asm.op(f"urem i64 {done.text}, {self._x.read('worlds').text}")
        self._x.write("world", world)
        start = asm.times(world, Shape(self._lane.frame).size)
        row = Row(asm, self._x.read("rows", PLACE).text, BYTE).place(start)
        run(asm, "stir", X, f"ptr {row}", passed(asm, world))
        for name in ("playing_out", "depth", "here", "logged"):
            self._x.write(name, 0)
        self._stand(row)

    def _stand(self, row: str) -> None:
        """Print that a game stands as a row has it."""
        asm, frame, shape = self.asm, self._lane.frame, Shape(self._lane.frame)
        head = {name: self._read(row, 8 * place, "i64") for place, name in enumerate(_HEAD)}
        for name in ("script", "scripted"):
            self._x.write(name, head[name])
        for key, value in ((PHASE, head["phase"]), (TRICK, head["trick"]), (LEADER, head["leader"])):
            frame.put(key, value)
        frame.put(FAULT, 0)
        frame.put(RESUMES, 1)
        for key, offset in shape.places.items():
            kind = MASK if key[0] == "pile" else NUM
            frame.put(key, self._read(row, offset, asm.type_of(kind)))
        for pile, offset in shape.arrays.items():
            asm.line(
                f"call void @llvm.memcpy.p0.p0.i64(ptr {frame.arrays[pile]}, ptr {self._at(row, offset)}, "
                f"i64 {frame.lengths[pile]}, i1 false)"
            )

    def _read(self, row: str, offset: int, of: str) -> Operand:
        return self.asm.op(f"load {of}, ptr {self._at(row, offset)}, align 8")

    def _at(self, row: str, offset: int) -> str:
        return Row(self.asm, row, BYTE).place(offset)

    # --- the game --------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        for number, phase in enumerate(self.binding.program.phases):
            self._enter(number, phase)
        outside, leader = self.phase_of(self._lane, "", 0), self._lane.frame.get(LEADER)
        outside.values.holder = Scoring(self._lane.frame, leader).holder
        outside.events("at_end", outside.table(leader))

    def _enter(self, number: int, phase: ir.PhaseSpec) -> None:
        """Print a phase: where the worlds are past it, nothing; where they stand in it, its tricks from theirs on."""
        asm, limit = self.asm, most_tricks(Folder(self.binding, phase.name), phase)
        lane = self.phase_of(self._lane, phase.name, limit)
        touched, at = self._hands_change(phase.name) or lane.ending.is_open, self._lane.frame.get(PHASE)
        over = Variable(asm, NUM)

        def goes_on() -> None:
            self._set_off(lane, over, asm.sub(self._lane.frame.get(TRICK), 1), limit, touched)

        def begins() -> None:
            lane.events("before_phase", lane.table(self._lane.frame.get(LEADER)))
            self._set_off(lane, over, 0, limit, touched)

        with behind(asm, asm.compare("<=", at, number)):
            fork(asm, asm.compare("==", at, number), goes_on, begins)
            self._tricks([lane], limit, touched, over)
            lane.events("after_phase", lane.table(self._lane.frame.get(LEADER)))

    def _set_off(self, lane: AskingPhase, over: Variable, before: Value, limit: int, touched: bool) -> None:
        """Print that so many tricks of a phase are over, and see whether hands are as long as there are more."""
        over.write(before)
        if not touched:
            self._check_hands(lane, self.asm.sub(limit, before))

    # --- the end ---------------------------------------------------------------------------------------------------

    def _count(self) -> None:
        """Print what a game comes to, and that the tree learns it; or that it was none for native code."""
        asm, frame = self.asm, self._lane.frame
        payoffs, row = self._payoffs(Scoring(frame, frame.get(LEADER))), self._x.row("payoffs")
        for side, payoff in enumerate(payoffs):
            row.write(side, payoff)
        left = asm.compare("!=", self._x.read("scripted"), 0)
        fork(
            asm, asm.either(self.fault(frame), left),
            lambda: self._x.add("faults", 1), lambda: run(asm, "learn", X),
        )

    def _payoffs(self, scoring: Scoring) -> list[Value]:
        """Print what each side gets: for the result most, and a little for how far ahead it is."""
        asm, sides = self.asm, range(len(self.binding.sides))
        record = asm.fixed(scoring.result().record)
        values, whole = self._values(scoring, record)
        winners = [asm.op(f"and i64 1, {self._shifted(record, WINNERS + side).text}") for side in sides]
        count: Value = 0
        for won in winners:
            count = asm.add(count, won)
        share = asm.lookup(NUM, tuple(_FOR_RESULT // max(one, 1) for one in range(len(sides) + 1)), asm.fixed(count))
        found: list[Value] = []
        for side in sides:
            others = [value for other, value in enumerate(values) if other != side]
            most = others[0]
            for value in others[1:]:
                most = asm.fixed(asm.select(asm.compare(">", value, most), value, most))
            ahead = asm.fixed(asm.times(asm.sub(values[side], most), _HALF))
            margin = asm.op(f"sdiv i64 {asm.text(ahead)}, {asm.text(whole)}")
            found.append(asm.add(asm.times(winners[side], share), asm.add(margin, _HALF)))
        return [asm.fixed(value) for value in found]

    def _values(self, scoring: Scoring, record: Value) -> tuple[list[Value], Value]:
        """Print what sides are compared by: votes, or the first key where none are counted; and what it may come to."""
        asm, sides = self.asm, range(len(self.binding.sides))
        if not self.binding.program.scored_pile:
            values = scoring.first()
            whole: Value = 1
            for value in values:
                size = asm.select(asm.compare("<", value, 0), asm.sub(0, value), value)
                whole = asm.add(whole, size)
            return values, asm.fixed(whole)
        votes: list[Value] = [0 for _ in sides]
        for number in range(len(self.binding.factions)):
            moved = self._shifted(record, VOTES + VOTE_BITS * number)
            owner = asm.op(f"and i64 {moved.text}, {(1 << VOTE_BITS) - 1}")
            votes = [asm.add(votes[side], asm.widen(asm.compare("==", owner, side + 1))) for side in sides]
        return votes, len(self.binding.factions)

    def _shifted(self, record: Value, bits: int) -> Operand:
        return self.asm.op(f"lshr i64 {self.asm.text(record)}, {bits}")
