"""A bound program becomes code: print, compile, and keep what is needed to run and read it.

A plain kernel changes frames and nothing else.  A traced one also tells a tracer what happens and by which rule; both
give the same frames.
"""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.engine import layout as at
from claimdsl.engine.binding import Binding
from claimdsl.engine.coverage import Covering, Marks
from claimdsl.engine.effects import Decision
from claimdsl.engine.flow import PhaseFlow
from claimdsl.engine.layout import Frame, Layout
from claimdsl.engine.phase import Printing
from claimdsl.engine.rules import chosen_fields, locals_needed
from claimdsl.engine.scoring import write_keys, write_scoring
from claimdsl.engine.support import constants, functions
from claimdsl.engine.votes import holders
from claimdsl.engine.writer import STOP, Writer
from claimdsl.ir.facts import ordered_piles

Value = int | tuple[int, ...]


Block = Callable[[Frame, object], int]
Names = dict[str, object]


class Kernel:
    """Code for one binding, and typed doors into it."""

    def __init__(
        self, layout: Layout, decisions: tuple[Decision, ...], turns: tuple[int, ...], text: str, names: Names
    ) -> None:
        """Keep the code; `turns` is the block of each phase in which the next seat plays."""
        self.layout = layout
        self.decisions = decisions
        self.turns = turns
        self.text = text
        self._names = names
        self._blocks: tuple[Block, ...] = names["BLOCKS"]  # type: ignore[assignment]

    def printed(self, name: str) -> Callable[..., Value] | None:
        """Give a printed function that gives a value, if there is one of that name."""
        function: Callable[..., Value] | None = self._names.get(name)  # type: ignore[assignment]
        return function

    def run(self, v: Frame, tracer: object = None) -> None:
        """Run a frame on to its next decision, or the end."""
        blocks = self._blocks
        block: int = v[at.PC]  # type: ignore[assignment]
        while block >= 0:
            block = blocks[block](v, tracer)

    def _call(self, name: str, *arguments: object) -> object:
        function = self._names[name]
        assert callable(function)
        return function(*arguments)

    def leads(self, v: Frame) -> int:
        """Give the led faction, or -1."""
        name = f"leads_{v[at.PHASE]}"
        led = self._call(name, v) if name in self._names else v[self.layout.plays["counts_as"]]
        assert isinstance(led, int)
        return led

    def standing(self, v: Frame) -> tuple[int, ...]:
        """Rank the plays so far; overwrites their tiers and strengths."""
        if not v[at.PLAYED]:
            return ()
        self._call(f"grade_{v[at.PHASE]}", v)
        return _tuple(self._call("ranked", v))

    def legal(self, v: Frame, seat: int, hand: int) -> int:
        """Give the cards of a hand that its seat may play, as a mask; the frame must hold that hand."""
        return number_of(self._call(f"legal_{v[at.PHASE]}", v, seat, hand))

    def refusal(self, v: Frame, card: int) -> tuple[bool, int]:
        """Say whether a card may be played, and the number of the rule that says so (traced programs only)."""
        allowed, rule = _tuple(self._call(f"refusal_{v[at.PHASE]}", v, card))
        return bool(allowed), rule

    def weights(self, v: Frame, side: int, cards: int) -> int:
        """Say how much cards count together."""
        return number_of(self._call("weights", v, side, cards))

    def held(self, v: Frame, side: int, cards: int) -> tuple[int, ...]:
        """Give a side's cards as a mask for each faction that they count for."""
        return _tuple(self._call("held", v, side, cards))

    def majority(self, v: Frame, faction: int, side: int, cards: int) -> tuple[int, tuple[Value, ...]]:
        """Give the rule that decides a faction's vote, and a side's keys by it."""
        answer = self._call(f"majority_{faction}", v, side, cards)
        assert isinstance(answer, tuple)
        rule, keys = answer
        return rule, keys

    def extended(self, text: str, name: str) -> Callable[..., object]:
        """Compile a function more, which may call all that the program has."""
        names = dict(self._names)
        exec(compile(text, "<asked>", "exec"), names)
        function = names[name]
        assert callable(function)
        return function

    def rank(self, v: Frame, key: int, side: int, votes: int, won: int) -> Value:
        """Give one key of a side."""
        value = self._call(f"rank_{key}", v, side, votes, won)
        return value if isinstance(value, tuple) else number_of(value)


def number_of(value: object) -> int:
    """Take what a printed program gave for the number that it is."""
    assert isinstance(value, int)
    return value


def _tuple(value: object) -> tuple[int, ...]:
    assert isinstance(value, tuple)
    return value


def layout_of(binding: Binding) -> Layout:
    """Lay out the frame of a binding."""
    return Layout(binding, ordered_piles(binding.program), chosen_fields(binding), locals_needed(binding))


def build(
    binding: Binding, layout: Layout, traced: bool, covering: Covering | None = None,
    flow: type[PhaseFlow] = PhaseFlow,
) -> Kernel:
    """Print and compile a binding; with a covering, which must be traced, it notes there what runs."""
    writer, marks = Writer(), Marks(covering)
    decisions: list[Decision] = []
    turns: list[int] = []
    write_scoring(binding, layout, writer, marks)
    if flow.at_random:
        write_keys(binding, layout, writer)
    write_flow(Printing(binding, layout, writer, decisions, turns, traced, marks), flow)
    text = writer.text()
    names: Names = {"__builtins__": _BUILTINS, **constants(binding, layout), **functions(binding, layout)}
    if covering is not None:
        names["ran"] = covering.ran
    exec(compile(text, f"<{binding.program.name}>", "exec"), names)
    kernel = Kernel(layout, tuple(decisions), tuple(turns), text, names)
    names["holder"] = holders(binding, layout, kernel)
    return kernel


def write_flow(printing: Printing, flow: type[PhaseFlow]) -> None:
    """Print every block, the first one being the start of the game."""
    writer, phases = printing.writer, printing.binding.program.phases
    first = writer.block()
    enters = [writer.block() for _ in phases]
    finish = writer.block()
    outside = flow(printing, "", -1)
    writer.start(first)
    outside.events("at_start", outside.table)
    writer.goto(enters[0] if enters else finish)
    for number, phase in enumerate(phases):
        following = enters[number + 1] if number + 1 < len(enters) else finish
        flow(printing, phase.name, number).write(phase, enters[number], following)
    writer.start(finish)
    outside.events("at_end", outside.table)
    writer.line(f"v[{at.ACTOR}] = {at.OVER}")
    writer.line(STOP)


_BUILTINS = {
    "any": any, "all": all, "sum": sum, "max": max, "min": min, "next": next, "sorted": sorted, "tuple": tuple,
    "range": range, "len": len, "dict": dict, "int": int, "True": True, "False": False,
}
