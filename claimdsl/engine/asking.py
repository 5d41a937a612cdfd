"""Asking a frame: an expression, or a hook with every rule that answers it, printed and run where a game stands."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.engine import layout as at
from claimdsl.engine.chains import Chains, is_base
from claimdsl.engine.coverage import Marks
from claimdsl.engine.flow import PhaseFlow
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, number
from claimdsl.engine.phase import Printing
from claimdsl.engine.runtime import NO_NUMBER, NOTHING, bits
from claimdsl.engine.text import Scope
from claimdsl.engine.writer import Writer
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.nodes import Origin
from claimdsl.ir.types import Kind, Shape, Type
from claimdsl.ir.vocabulary import HOOKS, RANKS, Asked
from claimdsl.ir.walk import mentions

Plain = None | bool | int | str | tuple["Plain", ...]
"""A value as JSON has it: cards and factions by name, players and sides by number, None for nothing."""

_ARGUMENTS = "v, b, p, c, i, s, cards, votes, won"
_KEEP = "def keep(steps, rule, value):\n    steps.append((rule, value))\n    return value\n"
_SLOTS = ("goes_to", "takes_to")


class Subject(Frozen):
    """What is asked about, by number; NOTHING where it is not asked about one.  `cards` and `won` are masks."""

    player: int = NOTHING
    card: int = NOTHING
    play: int = NOTHING
    side: int = NOTHING
    cards: int = 0
    votes: int = 0
    won: int = 0


class Step(Frozen):
    """One answer to a hook, and the rule that gave it; None where no rule of the ruleset did."""

    rule: Origin | None
    value: Plain


class Asker:
    """Asks frames of one game; what has been printed is kept."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._chains: dict[tuple[str, int], Callable[..., object]] = {}

    def value(self, expr: ir.Expr, hook: str, v: Frame, subject: Subject) -> Plain:
        """Evaluate a checked expression as it would be in a hook; `base` is the answer as it stands there."""
        flow = self._flow(hook, v, Writer())
        folded = flow.texts.fold(expr)
        scope = _scope(flow, hook).with_names(base="b")
        if folded.type.kind is Kind.UNKNOWN:
            return None
        text = f"tuple({flow.texts.items(folded, scope)})" if folded.type.is_many else flow.texts.one(folded, scope)
        run = self._game.traced.extended(f"def asked({_ARGUMENTS}):\n    return {text}\n", "asked")
        beneath = mentions(folded, is_base) and self._answers(hook, v, subject)[-1][1]
        return self.plain(folded.type, self._call(run, v, subject, beneath), v)

    def chain(self, hook: str, v: Frame, subject: Subject) -> tuple[Step, ...]:
        """Give each rule that answers a value hook, in the order in which they are asked; the last is the answer."""
        hooks = self._game.binding.program.hooks
        return tuple(
            Step(hooks[rule].origin if rule >= 0 else None, self.answer(hook, value, v))
            for rule, value in self._answers(hook, v, subject)
        )

    def _answers(self, hook: str, v: Frame, subject: Subject) -> list[tuple[int, object]]:
        key = (hook, number(v, at.PHASE))
        if key not in self._chains:
            self._chains[key] = self._game.traced.extended(self._printed_chain(hook, v), "asked")
        answers = self._call(self._chains[key], v, subject, None)
        assert isinstance(answers, list)
        return answers

    def _call(self, function: Callable[..., object], v: Frame, subject: Subject, beneath: object) -> object:
        return function(
            v.copy(), beneath, subject.player, subject.card, subject.play, subject.side, subject.cards, subject.votes,
            subject.won,
        )

    def _phase(self, hook: str, v: Frame) -> tuple[str, int]:
        inside = hook in HOOKS and "phase" in HOOKS[hook].names
        return (self._game.phase_name(v), number(v, at.PHASE)) if inside else ("", -1)

    def _flow(self, hook: str, v: Frame, writer: Writer) -> PhaseFlow:
        return PhaseFlow(
            Printing(self._game.binding, self._game.layout, writer, [], [], True, Marks(None)), *self._phase(hook, v)
        )

    def _printed_chain(self, hook: str, v: Frame) -> str:
        writer = Writer()
        writer.block()
        flow = self._flow(hook, v, writer)
        faction = "" if HOOKS[hook].asked is Asked.TABLE else "FAC[c]"
        with writer.function(f"def asked({_ARGUMENTS}):"):
            writer.line("steps = []")
            _Steps(flow.texts, writer, self._phase(hook, v)[0], True).write(hook, _scope(flow, hook), faction)
            writer.line("return steps")
        return f"{_KEEP}\n{writer.text()}"

    # --- values ----------------------------------------------------------------------------------------------------

    def answer(self, hook: str, value: object, v: Frame) -> Plain:
        """Write the answer of a hook plainly."""
        if hook in _SLOTS:
            assert isinstance(value, int)
            return self.place(value)
        given = HOOKS[hook].type
        assert given is not None
        return self.plain(given, value, v)

    def place(self, slot: int) -> str | None:
        """Name a slot: a pile and whose it is."""
        found = next((each for each in self._game.layout.all_slots() if each.index == slot), None)
        if found is None:
            return None
        owner = self._game.owner(found)
        whose = "" if owner is None else f" of seat {owner}" if isinstance(owner, int) else f" of {owner}"
        return f"{found.pile}{whose}"

    def plain(self, of: Type, value: object, v: Frame) -> Plain:
        """Write a value plainly."""
        if of.is_many:
            items = bits(value) if isinstance(value, int) else value
            assert isinstance(items, list | tuple)
            return tuple(self.plain(of.item, item, v) for item in items)
        if of.shape is Shape.MAYBE and value in (NO_NUMBER, NOTHING) and not (of.kind is Kind.INT and value == NOTHING):
            return None
        return self._one(of.kind, value, v)

    def _one(self, kind: Kind, value: object, v: Frame) -> Plain:
        if isinstance(value, str):
            return value
        assert isinstance(value, int)
        match kind:
            case Kind.BOOL:
                return bool(value)
            case Kind.FACTION:
                return self._game.faction_names[value] if value >= 0 else None
            case Kind.CARD:
                return self._game.label(value)
            case Kind.PLAY:
                return self._game.plays(v)[value][1]
            case _:
                return int(value)


class _Steps(Chains):
    """Prints chains that keep every answer on the way."""

    def default(self, hook: str, scope: Scope) -> str:
        return f"keep(steps, -1, {super().default(hook, scope)})"

    def _found(self, text: str, target: str, number: int) -> None:
        super()._found(f"keep(steps, {number}, {text})", target, number)


def _scope(flow: PhaseFlow, hook: str) -> Scope:
    return flow.table.with_names(
        worth=flow.grading.now if hook == "on_play" else flow.grading.ranked,
        player="p", card="c", play="i", side="s", cards="cards", votes="votes", won="won",
    )


def subject_of_play(game: Game, v: Frame, play: int) -> Subject:
    """Give a play as what is asked about."""
    plays = game.layout.plays
    return Subject(number(v, plays["player"] + play), number(v, plays["card"] + play), play)


def in_scoring(hook: str) -> bool:
    """Say whether a hook is asked when the end is counted."""
    return hook == RANKS or HOOKS[hook].asked in (Asked.SCORED, Asked.FACTION)
