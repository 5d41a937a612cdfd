"""Phases of games that a search plays: printed as those of a batch, but whoever decides asks the tree."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.engine.fold import absent
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.native.asm import BOOL, MASK, NUM, Asm
from claimdsl.native.blocks import behind, call, passed, run
from claimdsl.native.chance import Chance
from claimdsl.native.choices import Choices
from claimdsl.native.flow import Lane, LanePhase
from claimdsl.native.frame import FAULT, Frame, Key
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Variable
from claimdsl.native.offers import Offered
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Items, Scope
from claimdsl.native.taking import Taking
from claimdsl.native.tree_text import GREEDY, NONE, X

RESUMES: Key = ("resumes", "", 0)
"""1 until the first trick has begun: that in which the worlds stand, and before which all has been done."""

_WORDS = 0b11


class Asking(Chance):
    """Prints that the tree is asked; `greedy` says whether beyond it greedy may be."""

    def __init__(self, frame: Frame, bmi: bool, greedy: bool) -> None:
        super().__init__(frame, bmi)
        self._greedy = greedy
        self._sites = 0
        frame.add(RESUMES, NUM)

    def below(self, count: Value, active: Value = 1) -> Value:
        """Refuse a draw that the tree knows nothing of."""
        raise NotNative("something is drawn that a search cannot follow")

    def asked(
        self, options: Value, extra: Value, seat: Value, is_card: bool, greedily: Callable[[], Value]
    ) -> Operand:
        """Print which of some options is chosen: the number of its bit, or -1 for the one that is no card."""
        asm, self._sites = self._asm, self._sites + 1
        tag = asm.add(seat, 8 * self._sites)
        code = call(
            asm, "decide", X, passed(asm, options, MASK), passed(asm, extra), passed(asm, tag),
            passed(asm, int(is_card), BOOL),
        )
        chosen = Variable(asm, NUM, code)
        if self._greedy:
            with behind(asm, asm.compare("==", code, GREEDY)):
                chosen.write(greedily())
        return self._noted(chosen.read())

    def drawn(self, pool: Value, active: Value) -> Operand:
        """Draw a card, or take the one that the script has."""
        asm = self._asm

        def draw() -> Value:
            code = call(asm, "given", X)
            number = call(asm, "below", X, passed(asm, asm.count(pool)))
            card = self.shared(self.nth(pool, number), pool)
            return self._noted(asm.select(asm.compare("==", code, NONE), card, code))

        return self.either(active, self.shared(asm.lowest(pool), pool), draw)

    def behind(self, condition: Value, write: Callable[[], None]) -> None:
        """Print something behind a branch, or without one where it is known before whether it holds."""
        if condition == 1:
            write()
        elif condition != 0:
            with behind(self._asm, condition):
                write()

    def either(self, condition: Value, forced: Value, choose: Callable[[], Value]) -> Operand:
        """Print what is chosen under a condition, and what there is else."""
        chosen = Variable(self._asm, NUM, forced)
        self.behind(condition, lambda: chosen.write(choose()))
        return chosen.read()

    def _noted(self, code: Value) -> Operand:
        """Print that a decision is written into the log."""
        fixed = Operand(self._asm.text(code))
        run(self._asm, "note", X, passed(self._asm, fixed))
        return fixed


class AskingChoices(Choices):
    """Prints choices that the tree makes."""

    def _chosen_card(self, mask: Value, may: bool, least: int, when: Value, seat: Value) -> Value:
        asm = self._asm
        kept = asm.fixed(self._chance.distinct(asm.fixed(mask, MASK)), MASK)
        some = asm.some(kept)
        return _asking(self._chance).either(
            asm.both(when, asm.compare(">=", asm.count(kept), least)), asm.select(some, asm.lowest(kept), -1),
            lambda: _asking(self._chance).asked(
                kept, int(may), seat, True, lambda: self._greedy.chosen_card(kept, int(may))
            ),
        )

    def _chosen_item(
        self, items: Items, effect: ir.Choose, least: int, when: Value, scope: Scope, seat: Value
    ) -> Value:
        asm, nothing = self._asm, absent(effect.variable)
        if effect.options.type.kind is Kind.INT and not all(
            isinstance(value, int) and 0 <= value < asm.width for _, value in items
        ):
            raise NotNative("a choice of numbers that are not known before")
        total, mask, forced = _gathered(asm, items, nothing)

        def choose() -> Value:
            code = _asking(self._chance).asked(
                mask, int(effect.may), seat, False, lambda: self._greedy_item(items, effect, scope, total)
            )
            return asm.select(asm.compare("<", code, 0), nothing, code)

        return _asking(self._chance).either(asm.both(when, asm.compare(">=", total, least)), forced, choose)

    def _greedy_item(self, items: Items, effect: ir.Choose, scope: Scope, total: Value) -> Value:
        """Print what greedy chooses of some things; -1 for none of them."""
        asm, number = self._asm, self._greedy_place(items, effect, scope, total)
        found: Value = -1
        place: Value = 0
        for present, value in items:
            found = asm.select(asm.both(present, asm.compare("==", place, number)), value, found)
            place = asm.add(place, asm.widen(present))
        return found

    def decide(self, effect: ir.Decide, scope: Scope, when: Value) -> Scope:
        """Print that a seat says one of two words; give the scope that has which."""
        asm = self._asm
        words = tuple(sorted((effect.first.name, effect.second.name)))
        seat = asm.fixed(self._values.one(self._fold(effect.player), scope))
        answer = _asking(self._chance).either(
            when, 0, lambda: _asking(self._chance).asked(_WORDS, 0, seat, False, lambda: 0)
        )
        for local in (effect.first, effect.second):
            scope = scope.bound(local.id, asm.compare("==", answer, words.index(local.name)))
        return scope


def _gathered(asm: Asm, items: Items, nothing: int) -> tuple[Value, Value, Value]:
    """Print how many things there are, those there are as bits, and one of them, or nothing."""
    total: Value = 0
    mask: Value = 0
    forced: Value = nothing
    for present, value in items:
        total = asm.add(total, asm.widen(present))
        mask = asm.either(mask, asm.bit(asm.fixed(asm.select(present, value, 0)), present), MASK)
        forced = asm.select(present, value, forced)
    return asm.fixed(total), asm.fixed(mask, MASK), asm.fixed(forced)


class AskingTaking(Taking):
    """Prints the taking, in which the tree chooses."""

    def picked(self, cards: Value, offered: Offered, total: Value, seat: Value) -> tuple[Value, Value]:
        """Print which card is taken, and whether it is one of those that are seen."""
        asm = self.asm
        there = offered.hidden[0][0] if offered.hidden else 0
        some = asm.some(cards)
        card = _asking(self.chance).either(
            asm.compare(">", total, 1), asm.select(some, asm.lowest(cards), -1),
            lambda: _asking(self.chance).asked(
                cards, asm.widen(there), seat, True,
                lambda: asm.select(some, self.greedy.chosen_card(cards, there), -1),
            ),
        )
        is_open = asm.compare(">=", card, 0)
        return asm.select(is_open, card, 0), is_open


class AskingPhase(LanePhase):
    """Prints one phase.  The first trick that is entered begins where the worlds stand."""

    choices_of = AskingChoices
    taking_of = AskingTaking

    def __init__(self, lane: Lane, phase: str, limit: int) -> None:
        super().__init__(lane, phase, limit, (False,) * lane.frame.players)

    def chosen(self, options: Value, scope: Scope, number: int) -> Operand:
        """Print which of some cards is played."""
        seat = scope.lists["players"][number][1]
        card = _asking(self.chance).asked(
            options, 0, seat, True, lambda: self.greediest(options, scope, number)
        )
        return Operand(card.text, number)

    def events(self, hook: str, scope: Scope, faction: Value = -1) -> None:
        """Print an event; what precedes the first trick is over."""
        if hook != "before_trick" or not self.chains.rules(hook):
            super().events(hook, scope, faction)
            return
        goes_on = self.asm.compare("==", self.frame.get(RESUMES), 0)
        _asking(self.chance).behind(goes_on, lambda: super(AskingPhase, self).events(hook, scope, faction))

    def begin(self, scope: Scope) -> None:
        """Print the start of a trick; what is counted on must be so where the worlds stand, too."""
        asm, frame = self.asm, self.frame
        resumes = asm.compare("!=", frame.get(RESUMES), 0)
        keys = [key for key in frame.keys if key[0] == "pile" and frame.owners.get(key[1]) == "table"]
        before = {key: frame.get(key) for key in keys}
        wrong: Value = frame.get(FAULT)
        super().begin(scope)
        for key, cards in before.items():
            frame.put(key, asm.select(resumes, cards, frame.get(key), MASK))
        for pile, (size, _) in frame.bounds.items():
            other = asm.compare("!=", asm.count(before["pile", pile, 0]), size)
            wrong = asm.either(wrong, asm.widen(other), NUM)
        frame.put(FAULT, asm.select(resumes, wrong, frame.get(FAULT)))
        frame.put(RESUMES, 0)
        self.look()

    def look(self) -> None:
        """Print that the path goes on with what all see on the table, which may be new."""
        asm, frame = self.asm, self.frame
        for pile in self.binding.piles:
            if pile.of != "table" or pile.seen_by != "all" or pile.name in frame.ordered:
                continue
            mask = frame.get(("pile", pile.name, 0))
            for word in range(asm.width // 64):
                part = asm.op(f"lshr {asm.mask} {mask.text}, {64 * word}") if word else mask
                small = part if asm.width == 64 else asm.op(f"trunc {asm.mask} {part.text} to i64")
                run(asm, "look", X, passed(asm, small))


def _asking(chance: Chance) -> Asking:
    assert isinstance(chance, Asking)
    return chance
