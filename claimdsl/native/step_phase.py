"""Phases of games that are played on by one answer: printed as those of a search; where no answer is left they stop."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.native import step_rows as rows
from claimdsl.native.asm import MASK, NUM, Asm
from claimdsl.native.blocks import behind, call, during, leaving, passed
from claimdsl.native.chance import Chance
from claimdsl.native.flow import LEADER
from claimdsl.native.frame import Frame
from claimdsl.native.lines import BYTE, PLACE
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row, Variable
from claimdsl.native.offers import Offered
from claimdsl.native.scope import Items, Scope
from claimdsl.native.step_rows import choices_of, place_of
from claimdsl.native.tree_module import PHASE as PHASE_AT
from claimdsl.native.tree_module import TRICK as TRICK_AT
from claimdsl.native.tree_phase import RESUMES, Asking, AskingChoices, AskingPhase, AskingTaking
from claimdsl.native.tree_text import NONE, OTHER, Fields, X
from claimdsl.native.tree_worlds import Shape

EXIT = "exit"
TO = "ptr %to"


class Stepping(Asking):
    """Prints that a decision is answered by the script; where that is at its end, it is told and the game left."""

    def __init__(self, frame: Frame, bmi: bool, greedy: bool) -> None:
        super().__init__(frame, bmi, greedy)
        self._numbers = [effect for effect, _ in choices_of(frame.binding)]
        self._decision: Value = rows.PLAY
        self._told: Callable[[], None] = lambda: None

    def about(self, effect: ir.Effect) -> None:
        """Say what is going to be decided: what an effect asks for."""
        self._decision = rows.FIRST + next(place for place, one in enumerate(self._numbers) if one is effect)
        self._told = lambda: None

    def about_own(self, decision: Value, told: Callable[[], None] = lambda: None) -> None:
        """Say likewise that the game itself asks; `told` prints what is told of the options beside their numbers."""
        self._decision, self._told = decision, told

    def telling(self, told: Callable[[], None]) -> None:
        """Say how the options of the decision in question are told."""
        self._told = told

    def asked(
        self, options: Value, extra: Value, seat: Value, is_card: bool, greedily: Callable[[], Value]
    ) -> Operand:
        """Print which of some options the script has, or that the game stops here."""
        asm = self._asm
        code = call(
            asm, "decide", X, TO, passed(asm, options, MASK),
            *(passed(asm, each) for each in (extra, asm.add(seat, 2), self._decision)),
        )
        with leaving(asm, asm.compare("==", code, NONE)):
            self._told()
            asm.goto(EXIT)
        return code

    def chance(self, pool: Value, apart: Value, active: Value) -> Operand:
        """Print which card of a pool the script has chance draw."""
        asm = self._asm
        return self.either(
            active, self.shared(asm.lowest(pool), pool), lambda: self.asked(apart, 0, -1, True, lambda: 0)
        )


class StepChoices(AskingChoices):
    """Prints choices that stop the game."""

    def draw(self, effect: ir.Draw, scope: Scope, when: Value) -> Scope:
        """Print that chance draws a card; give the scope that has it."""
        stepping(self._chance).about(effect)
        return super().draw(effect, scope, when)

    def choose(self, effect: ir.Choose, scope: Scope, when: Value) -> Scope:
        """Print that a seat chooses; give the scope that has what it chose."""
        stepping(self._chance).about(effect)
        return super().choose(effect, scope, when)

    def decide(self, effect: ir.Decide, scope: Scope, when: Value) -> Scope:
        """Print that a seat says one of two words; give the scope that has which."""
        stepping(self._chance).about(effect)
        return super().decide(effect, scope, when)

    def _drawn(self, pool: Value, apart: Value, active: Value) -> Operand:
        return stepping(self._chance).chance(pool, apart, active)

    def _chosen_item(
        self, items: Items, effect: ir.Choose, least: int, when: Value, scope: Scope, seat: Value
    ) -> Value:
        stepping(self._chance).telling(lambda: self._list(items, effect, scope))
        return super()._chosen_item(items, effect, least, when, scope, seat)

    def _list(self, items: Items, effect: ir.Choose, scope: Scope) -> None:
        """Print that things are told in the order that they have; of plays their cards, too."""
        asm, row, count = self._asm, Row(self._asm, "%to", BYTE), Variable(self._asm, NUM, 0)
        names = place_of(Shape(self._frame)).names
        for present, value in items:
            def tell(value: Value = value) -> None:
                at = count.read()
                row.write(asm.add(at, rows.OPTIONS), asm.fixed(value))
                if effect.options.type.kind is Kind.PLAY:
                    row.write(asm.add(at, names), asm.fixed(self._values.card_at(value, scope)))
                count.write(asm.add(at, 1))

            stepping(self._chance).behind(asm.fixed(present), tell)
        if effect.may:
            row.write(asm.add(count.read(), rows.OPTIONS), rows.UNSEEN)


class StepTaking(AskingTaking):
    """Prints the taking, which stops the game."""

    def picked(self, cards: Value, offered: Offered, total: Value, seat: Value) -> tuple[Value, Value]:
        """Print which card is taken, and whether it is one of those that are seen."""
        asm, hidden = self.asm, offered.hidden[0] if offered.hidden else None
        if hidden is None:
            stepping(self.chance).about_own(rows.TAKE)
            return super().picked(cards, offered, total, seat)
        there, card, pile = hidden
        number = next(place for place, each in enumerate(self.frame.binding.piles) if each.name == pile)

        def tell() -> None:
            row = Row(asm, "%to", BYTE)
            row.write(rows.HIDDEN, card)
            row.write(rows.PILE, number)

        stepping(self.chance).about_own(asm.add(rows.TAKE, asm.widen(there)), tell)
        return super().picked(cards, offered, total, seat)


class StepPhase(AskingPhase):
    """Prints one phase.  Each trick that begins is kept in the row, with no answers as yet."""

    choices_of = StepChoices
    taking_of = StepTaking

    def chosen(self, options: Value, scope: Scope, number: int) -> Operand:
        """Print which of some cards is played."""
        stepping(self.chance).about_own(rows.PLAY)
        return super().chosen(options, scope, number)

    def events(self, hook: str, scope: Scope, faction: Value = -1) -> None:
        """Print an event; before a phase it is told which."""
        if hook == "before_phase":
            names = [phase.name for phase in self.binding.program.phases]
            self.frame.put(PHASE_AT, names.index(self.values.folder.phase))
            self.frame.put(TRICK_AT, 0)
        super().events(hook, scope, faction)

    def begin(self, scope: Scope) -> None:
        """Print the start of a trick."""
        asm, frame = self.asm, self.frame
        frame.put(TRICK_AT, scope.names["trick_number"])
        is_new = asm.compare("==", frame.get(RESUMES), 0)
        super().begin(scope)
        with behind(asm, is_new):
            keep(frame)

    def look(self) -> None:
        """Print nothing: nobody looks."""


def keep(frame: Frame) -> None:
    """Print that the row has the world as it is now, and no answers."""
    asm, shape = frame.asm, Shape(frame)
    row = Row(asm, "%to", BYTE)
    start = place_of(shape).world
    for place, value in ((1, 0), (2, frame.get(PHASE_AT)), (3, frame.get(TRICK_AT)), (4, frame.get(LEADER))):
        asm.line(f"store i64 {asm.text(value)}, ptr {row.place(start + 8 * place)}, align 8")
    for key, offset in shape.places.items():
        kind = MASK if key[0] == "pile" else NUM
        cards = asm.text(frame.get(key), kind)
        asm.line(f"store {asm.type_of(kind)} {cards}, ptr {row.place(start + offset)}, align 8")
    for pile, offset in shape.arrays.items():
        asm.line(
            f"call void @llvm.memcpy.p0.p0.i64(ptr {row.place(start + offset)}, ptr {frame.arrays[pile]}, "
            f"i64 {frame.lengths[pile]}, i1 false)"
        )


def given(asm: Asm) -> Value:
    """Print the next answer of the script, or that there is none."""
    x, code = Fields(asm), Variable(asm, NUM, NONE)
    left = x.read("scripted")
    with behind(asm, asm.compare(">", left, 0)):
        script = Row(asm, x.read("script", PLACE).text, BYTE)
        answer = script.read(0)
        code.write(asm.select(asm.compare("==", answer, rows.UNSEEN), OTHER, answer))
        x.write("scripted", asm.sub(left, 1))
        x.write("script", Operand(script.place(1)), PLACE)
    return code.read()


def decide(asm: Asm) -> Value:
    """Print the next answer of the script, if it is one of the options; else tell the decision `%number`."""
    code, options, extra = call(asm, "given", X), Operand("%options"), Operand("%extra")
    there = asm.both(asm.compare(">=", code, 0), asm.compare("<", code, asm.width))
    card = asm.fixed(asm.select(there, code, 0))
    named = asm.both(there, asm.some(asm.both(options, asm.bit(card), MASK)))
    passes = asm.both(asm.compare("==", code, OTHER), asm.compare("!=", extra, 0))
    with leaving(asm, asm.either(named, passes)):
        asm.line(f"ret i64 {code.text}")
    row, rest, count = Row(asm, "%to", BYTE), Variable(asm, MASK, options), Variable(asm, NUM, 0)
    row.write(rows.STATUS, asm.select(asm.compare("==", code, NONE), rows.WELL, rows.ILLEGAL))
    row.write(rows.DECISION, Operand("%number"))
    row.write(rows.ACTOR, Operand("%actor"))
    with during(asm, lambda: asm.some(rest.read())):
        left, at = rest.read(), count.read()
        row.write(asm.add(at, rows.OPTIONS), asm.lowest(left))
        rest.write(asm.both(left, asm.op(f"sub {asm.mask} {left.text}, 1"), MASK))
        count.write(asm.add(at, 1))
    with behind(asm, asm.compare("!=", extra, 0)):
        row.write(asm.add(count.read(), rows.OPTIONS), rows.UNSEEN)
    row.write(rows.END, asm.add(asm.add(count.read(), extra), rows.OPTIONS))
    return NONE


def stepping(chance: Chance) -> Stepping:
    """Give the chance of a lane as what it is."""
    assert isinstance(chance, Stepping)
    return chance
