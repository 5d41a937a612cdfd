"""A bound program as one LLVM module that plays a game on by one answer: from row to row, as `step_rows` has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from claimdsl.engine.binding import Binding
from claimdsl.native import step_rows as rows
from claimdsl.native.asm import NUM, Asm
from claimdsl.native.blocks import behind, function, leaving
from claimdsl.native.chance import functions as chance_functions
from claimdsl.native.flow import LEADER
from claimdsl.native.lines import BYTE, PLACE
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row
from claimdsl.native.step_phase import EXIT, TO, StepPhase, Stepping, decide, given, keep
from claimdsl.native.step_rows import decisions_of, place_of
from claimdsl.native.tree_module import PHASE as PHASE_AT
from claimdsl.native.tree_module import TRICK as TRICK_AT
from claimdsl.native.tree_module import TreeModule
from claimdsl.native.tree_phase import RESUMES
from claimdsl.native.tree_text import FIELDS, NONE, X
from claimdsl.native.tree_worlds import Shape

ENTRY = "step"
_ANSWER = Operand("%answer")


class StepModule(TreeModule):
    """Prints one binding."""

    entry = ENTRY
    asking_of = Stepping
    phase_of = StepPhase

    def __init__(self, binding: Binding, bmi: bool) -> None:
        """Refuse what cannot be native.

        Raises: NotNative.
        """
        super().__init__(binding, bmi, greedy=False)
        decisions_of(binding)
        self._place = place_of(Shape(self._lane.frame))

    def text(self) -> str:
        """Print the module."""
        asm, body = self.asm, self._step()
        copy = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"
        parts = [chance_functions(asm.width, self._bmi), copy, *self._functions()]
        record = f"  %x = alloca [{len(FIELDS)} x i64]"
        heads = [record, *asm.heads, *self._lane.frame.allocations()]
        return self.whole(f"ptr %from, i32 %given, {TO}", parts, [*heads, *body])

    def _functions(self) -> Iterator[str]:
        asked = f"({X}, {TO}, {self.asm.mask} %options, i64 %extra, i64 %actor, i64 %number)"
        written: dict[str, Callable[[Asm], Value | None]] = {
            f"i64 @given({X}) alwaysinline": given, f"i64 @decide{asked} noinline": decide,
        }
        for head, write in written.items():
            asm = Asm(self.asm.cards)
            found = write(asm)
            yield function(asm, head, found)

    def _step(self) -> list[str]:
        """Print that the game goes on from `%from` by an answer, to what `%to` is then."""
        asm, frame, row = self.asm, self._lane.frame, Row(self.asm, "%to", BYTE)
        asm.line("%answer = sext i32 %given to i64")
        asm.line(f"call void @llvm.memcpy.p0.p0.i64({TO}, ptr %from, i64 {self._place.size}, i1 false)")
        self._stand(row.place(self._place.world))
        self._answer(row)
        for part in (rows.DECISION, rows.ACTOR):
            row.write(part, rows.OVER)
        row.write(rows.END, rows.OPTIONS)
        row.write(rows.STATUS, rows.WELL)
        self._play()
        keep(frame)
        asm.goto(EXIT)
        asm.start(EXIT)
        wrong = self.fault(frame)
        with behind(asm, wrong):
            row.write(rows.STATUS, rows.FAULTY)
        phase = frame.get(PHASE_AT)
        row.write(rows.PHASE, asm.select(asm.compare("<", phase, 0), 0, phase))
        row.write(rows.TRICK, frame.get(TRICK_AT))
        asm.line("ret void")
        return asm.lines

    def _answer(self, row: Row) -> None:
        """Print that the script has the answer too, if there is one, to what is asked, and there is room for it."""
        asm, place = self.asm, self._place
        script, count = row.place(place.script), self._x.read("scripted")
        self._x.write("script", Operand(script), PLACE)
        self._leave(row, asm.compare(">=", count, rows.LONGEST), rows.FAULTY)
        number = row.read(rows.DECISION)
        asked = asm.fixed(asm.select(asm.compare("==", number, rows.TAKE_HIDDEN), rows.TAKE, number))
        with behind(asm, asm.compare("!=", _ANSWER, NONE)):
            decision = asm.op(f"ashr i64 {_ANSWER.text}, {rows.SHIFT}")
            self._leave(row, asm.compare("!=", decision, asked), rows.ILLEGAL)
            more = asm.add(count, 1)
            Row(asm, script, BYTE).write(count, _ANSWER)
            self._x.write("scripted", more)
            Row(asm, row.place(place.world), NUM).write(1, more)

    def _leave(self, row: Row, condition: Value, status: int) -> None:
        with leaving(self.asm, condition):
            row.write(rows.STATUS, status)
            self.asm.line("ret void")

    def _play(self) -> None:
        """Print the game from where it stands; before the first phase of all, from its start."""
        frame = self._lane.frame
        with behind(self.asm, self.asm.compare("<", frame.get(PHASE_AT), 0)):
            frame.put(RESUMES, 0)
            outside = StepPhase(self._lane, "", 0)
            outside.events("at_start", outside.table(frame.get(LEADER)))
        super()._play()
