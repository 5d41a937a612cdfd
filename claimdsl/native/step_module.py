"""A bound program as one LLVM module that plays a game on by one answer: from row to row, as `step_rows` has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from claimdsl.engine.binding import Binding
from claimdsl.native.asm import NUM, Asm
from claimdsl.native.blocks import behind, function, leaving
from claimdsl.native.chance import functions as chance_functions
from claimdsl.native.flow import LEADER
from claimdsl.native.lines import BYTE, PLACE
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row
from claimdsl.native.step_phase import EXIT, TO, StepPhase, Stepping, decide, given, keep
from claimdsl.native.step_rows import (
    ACTOR, COUNT, DECISION, FAULTY, LONGEST, NO_OPTION, OVER, PHASE, STATUS, TRICK, WELL, decisions_of, place_of,
)
from claimdsl.native.tree_module import PHASE as PHASE_AT
from claimdsl.native.tree_module import TRICK as TRICK_AT
from claimdsl.native.tree_module import TreeModule
from claimdsl.native.tree_phase import RESUMES
from claimdsl.native.tree_text import FIELDS, NONE, OTHER, X
from claimdsl.native.tree_worlds import Shape

ENTRY = "step"
_CODE = Operand("%code")
"""The answer; NONE for a game that is only to begin."""


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
        return self.whole(f"ptr %from, i32 %narrow, {TO}", parts, [*heads, *body])

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
        asm.line("%code = sext i32 %narrow to i64")
        asm.line(f"call void @llvm.memcpy.p0.p0.i64({TO}, ptr %from, i64 {self._place.size}, i1 false)")
        self._stand(row.place(self._place.world))
        self._answer(row)
        for part in (DECISION, ACTOR, COUNT, STATUS):
            row.write(part, OVER if part != STATUS else WELL)
        self._play()
        keep(frame)
        asm.goto(EXIT)
        asm.start(EXIT)
        wrong = self.fault(frame)
        with behind(asm, wrong):
            row.write(STATUS, FAULTY)
        phase = frame.get(PHASE_AT)
        row.write(PHASE, asm.select(asm.compare("<", phase, 0), 0, phase))
        row.write(TRICK, frame.get(TRICK_AT))
        asm.line("ret void")
        return asm.lines

    def _answer(self, row: Row) -> None:
        """Print that the script has the answer too, if there is one and room for it."""
        asm, place = self.asm, self._place
        script, count = row.place(place.script), self._x.read("scripted")
        self._x.write("script", Operand(script), PLACE)
        with leaving(asm, asm.compare(">=", count, LONGEST)):
            row.write(STATUS, FAULTY)
            asm.line("ret void")
        with behind(asm, asm.compare("!=", _CODE, NONE)):
            more, can_be = asm.add(count, 1), asm.both(asm.compare(">=", _CODE, OTHER), asm.compare("<", _CODE, NO_OPTION))
            Row(asm, script, BYTE).write(count, asm.select(can_be, _CODE, NO_OPTION))
            self._x.write("scripted", more)
            Row(asm, row.place(place.world), NUM).write(1, more)

    def _play(self) -> None:
        """Print the game from where it stands; before the first phase of all, from its start."""
        frame = self._lane.frame
        with behind(self.asm, self.asm.compare("<", frame.get(PHASE_AT), 0)):
            frame.put(RESUMES, 0)
            outside = StepPhase(self._lane, "", 0)
            outside.events("at_start", outside.table(frame.get(LEADER)))
        super()._play()
