"""A bound program as one LLVM module that plays it on from given worlds, again and again, and grows a tree by it."""

from __future__ import annotations

from claimdsl.engine.binding import Binding
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import DECK_PILE
from claimdsl.native.asm import MASK, NUM
from claimdsl.native.chance import functions as chance_functions
from claimdsl.native.flow import LEADER, Lane
from claimdsl.native.frame import FAULT, Frame, Key
from claimdsl.native.maps import Operand, Value
from claimdsl.native.module import Module
from claimdsl.native.refusal import NotNative
from claimdsl.native.scoring import VOTE_BITS, VOTES, WINNERS, Scoring
from claimdsl.native.tree_choice import decide, grown
from claimdsl.native.tree_phase import RESUMES, Asking, AskingPhase
from claimdsl.native.tree_stir import STIR
from claimdsl.native.tree_text import AT, SCALE, functions
from claimdsl.native.tree_worlds import Shape

ENTRY = "search"
PHASE: Key = ("phase number", "", 0)
TRICK: Key = ("trick number", "", 0)
_HEAD = ("script", "scripted", "phase", "trick", "leader")
_FOR_RESULT = SCALE * 9 // 10
_HALF = (SCALE - _FOR_RESULT) // 2


class TreeModule(Module):
    """Prints one binding."""

    def __init__(self, binding: Binding, bmi: bool, greedy: bool) -> None:
        """Refuse what cannot be native.

        Raises: NotNative.
        """
        super().__init__(binding, bmi, 0)
        frame = Frame(self.asm, binding)
        self._asking = Asking(frame, bmi, greedy)
        for key in (LEADER, FAULT, PHASE, TRICK):
            frame.add(key, NUM)
        self._lane = Lane(frame, self._asking)
        self._nth = "nth_bmi" if bmi else "nth_plain"

    def text(self) -> str:
        """Print the module."""
        asm = self.asm
        body = self._rounds()
        tables = [
            f"{name} = internal constant [{len(values)} x {asm.type_of(kind)}] "
            f"[{', '.join(f'{asm.type_of(kind)} {asm.literal(value, kind)}' for value in values)}]"
            for (kind, values), name in asm.tables.items()
        ]
        declared = [
            "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)", *(
            f"declare {mask} @llvm.{name}.{mask}({mask}{more})"
            for mask in dict.fromkeys((asm.mask, "i64"))
            for name, more in (("ctpop", ""), ("cttz", ", i1"), ("ctlz", ", i1")))
        ]
        head = f"define void @{ENTRY}(ptr %x, i64 %count) {{\nentry:"
        parts = [
            *tables, *declared, chance_functions(asm.width, self._bmi), functions(self.binding),
            STIR, decide(asm, self._nth), grown(asm), head, *asm.heads, *self._lane.frame.allocations(), *body, "}",
        ]
        return "\n".join(parts) + "\n"

    def _field(self, name: str, of: str = "i64") -> Operand:
        return self.asm.op(f"load {of}, ptr {self._place(name)}")

    def _place(self, name: str) -> str:
        return self.asm.op(f"getelementptr inbounds i64, ptr %x, i64 {AT[name]}").text

    def _write_field(self, name: str, value: Value, of: str = "i64") -> None:
        self.asm.line(f"store {of} {self.asm.text(value)}, ptr {self._place(name)}")

    def _rounds(self) -> list[str]:
        """Print the loop over the games that are played."""
        asm, left = self.asm, self.asm.slot("i64")
        head, inside, after = asm.label(), asm.label(), asm.label()
        asm.line(f"store i64 %count, ptr {left}")
        asm.goto(head)
        asm.start(head)
        number = asm.op(f"load i64, ptr {left}")
        asm.branch(asm.compare(">", number, 0), inside, after)
        asm.start(inside)
        asm.line(f"store i64 {asm.text(asm.sub(number, 1))}, ptr {left}")
        self._begin()
        self._play()
        self._count()
        asm.goto(head)
        asm.start(after)
        asm.line("ret void")
        return asm.lines

    # --- the world -------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Print that a game stands as the next of the worlds does."""
        asm, frame, shape = self.asm, self._lane.frame, Shape(self._lane.frame)
        done = self._field("done")
        self._write_field("done", asm.add(done, 1))
        world = asm.op(f"urem i64 {done.text}, {self._field('worlds').text}")
        self._write_field("world", world)
        start = asm.times(world, shape.size)
        row = asm.op(f"getelementptr inbounds i8, ptr {self._field('rows', 'ptr').text}, i64 {asm.text(start)}").text
        asm.line(f"call void @stir(ptr %x, ptr {row}, i64 {world.text})")
        head = {name: self._read(row, 8 * place, "i64") for place, name in enumerate(_HEAD)}
        for name in ("script", "scripted"):
            self._write_field(name, head[name])
        for name in ("playing_out", "depth", "here", "logged"):
            self._write_field(name, 0)
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
        return self.asm.op(f"getelementptr inbounds i8, ptr {row}, i64 {offset}").text

    # --- the game --------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        for number, phase in enumerate(self.binding.program.phases):
            self._enter(number, phase)
        outside, leader = AskingPhase(self._lane, "", 0), self._lane.frame.get(LEADER)
        outside.values.holder = Scoring(self._lane.frame, leader).holder
        outside.events("at_end", outside.table(leader))

    def _enter(self, number: int, phase: ir.PhaseSpec) -> None:
        """Print a phase: where the worlds are past it, nothing; where they stand in it, its tricks from theirs on."""
        asm, limit = self.asm, self._limit(phase)
        lane = AskingPhase(self._lane, phase.name, limit)
        if lane.chains.rules("ends"):
            raise NotNative("a rule that ends a phase")
        touched, at = self._hands_change(phase.name), self._lane.frame.get(PHASE)
        place, after = asm.slot("i64"), asm.label()
        begin, resume, fresh, tricks = (asm.label() for _ in range(4))
        asm.branch(asm.compare("<=", at, number), begin, after)
        asm.start(begin)
        asm.branch(asm.compare("==", at, number), resume, fresh)
        asm.start(fresh)
        lane.events("before_phase", lane.table(self._lane.frame.get(LEADER)))
        self._set_off(lane, place, 0, limit, touched)
        asm.goto(tricks)
        asm.start(resume)
        before = asm.sub(self._lane.frame.get(TRICK), 1)
        self._set_off(lane, place, before, limit, touched)
        asm.goto(tricks)
        asm.start(tricks)
        self._rest(lane, place, limit, touched)
        lane.events("after_phase", lane.table(self._lane.frame.get(LEADER)))
        asm.goto(after)
        asm.start(after)

    def _set_off(self, lane: AskingPhase, place: str, before: Value, limit: int, touched: bool) -> None:
        """Print that so many tricks of a phase are over, and see whether hands are as long as there are more."""
        self.asm.line(f"store i64 {self.asm.text(before)}, ptr {place}")
        if not touched:
            self._check_hands(lane, self.asm.sub(limit, before))

    def _rest(self, lane: AskingPhase, place: str, limit: int, touched: bool) -> None:
        """Print the loop over the tricks that are left."""
        asm = self.asm
        head, after = asm.label(), asm.label()
        asm.goto(head)
        asm.start(head)
        number = asm.op(f"add i64 {asm.op(f'load i64, ptr {place}').text}, 1")
        asm.line(f"store i64 {number.text}, ptr {place}")
        lane.frame.rounds = limit
        self._trick([lane], number, limit, touched)
        asm.branch(asm.compare("<", number, limit), head, after)
        asm.start(after)
        lane.frame.rounds = 1

    # --- the end ---------------------------------------------------------------------------------------------------

    def _count(self) -> None:
        """Print what a game comes to, and that the tree learns it; or that it was none for native code."""
        asm, frame = self.asm, self._lane.frame
        payoffs = self._payoffs(Scoring(frame, frame.get(LEADER)))
        row = self._field("payoffs", "ptr")
        for side, payoff in enumerate(payoffs):
            cell = asm.op(f"getelementptr inbounds i64, ptr {row.text}, i64 {side}")
            asm.line(f"store i64 {asm.text(payoff)}, ptr {cell.text}")
        dry = asm.compare("<", frame.remaining(DECK_PILE), 0)
        left = asm.compare("!=", self._field("scripted"), 0)
        fault = asm.either(asm.either(dry, left), asm.compare("!=", frame.get(FAULT), 0))
        wrong, right, after = asm.label(), asm.label(), asm.label()
        asm.branch(fault, wrong, right)
        asm.start(right)
        asm.line("call void @learn(ptr %x)")
        asm.goto(after)
        asm.start(wrong)
        self._write_field("faults", asm.add(self._field("faults"), 1))
        asm.goto(after)
        asm.start(after)

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
