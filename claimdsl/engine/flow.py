"""Printing the flow of a game, in the order of the language reference: start, phases, tricks, taking, going, end."""

from __future__ import annotations

from claimdsl.engine import layout as at
from claimdsl.engine.binding import Binding
from claimdsl.engine.chains import Chains
from claimdsl.engine.coverage import Marks
from claimdsl.engine.effect_facts import suspends, variables
from claimdsl.engine.effects import Decision, Effects
from claimdsl.engine.fold import Folder
from claimdsl.engine.grading import Grading, is_printed
from claimdsl.engine.layout import Layout
from claimdsl.engine.text import Scope, Texts
from claimdsl.engine.writer import Writer
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.vocabulary import HOOKS, Asked

PLAY_VERB = "play"
TAKE_VERB = "take"


class Printing(Frozen):
    """What is being printed: the binding, its frame, where the text goes, whether it is traced, what is noted.

    `turns` gathers the block of each phase in which the next seat plays.
    """

    binding: Binding
    layout: Layout
    writer: Writer
    decisions: list[Decision]
    turns: list[int]
    traced: bool
    marks: Marks


class PhaseFlow:
    """Prints one phase ("" for what lies outside phases)."""

    def __init__(self, flow: Printing, phase: str, number: int) -> None:
        self.flow = flow
        self.number = number
        self.binding = flow.binding
        self.layout = flow.layout
        self.writer = flow.writer
        self.folder = Folder(flow.binding, phase, bool(flow.marks))
        self.texts = Texts(flow.binding, flow.layout, self.folder, flow.marks)
        self.chains = Chains(self.texts, flow.writer, phase, flow.traced)
        self.effects = Effects(self.texts, flow.writer, flow.decisions, flow.traced)
        plain = is_printed(flow.binding, phase)
        self.grading = Grading(flow.layout, self.chains, flow.writer, number, flow.traced, plain)
        plays = flow.layout.plays
        self.hand = flow.layout.piles["hand"]
        self.table = Scope(
            {
                "leader": f"v[{at.LEADER}]", "trick_number": f"v[{at.TRICK_NUMBER}]",
                "led": f"leads_{number}(v)" if self._leads_live() else f"v[{plays['counts_as']}]",
                "ranking": f"v[{at.RANKING}]", "winner": f"v[{at.WINNER}]",
                "winning_play": f"v[{at.RANKING}][0]", "last_trick": f"last_{number}(v)", "due": f"v[{at.DUE}]",
                "worth": self.grading.ranked,
                "face_down": f"hides_{number}(v, {{}})" if self._hides() else "(-1 if {} < 0 else False)",
            },
            {},
        )

    def _leads_live(self) -> bool:
        rules = self.chains.rules("leads")
        return any(rule.origin.faction for _, rule in rules) or bool(rules and self.flow.marks)

    def _hides(self) -> bool:
        return self.number >= 0 and bool(self.chains.rules("face_down"))

    def scope_of(self, play: str) -> Scope:
        """Give the scope of a hook that is asked of a play."""
        card, player = (f"v[{self.layout.plays[name]} + {play}]" for name in ("card", "player"))
        return self.table.with_names(play=play, card=card, player=player)

    def trace(self, call: str) -> None:
        """Print a call of the tracer, in a traced program."""
        if self.flow.traced:
            self.writer.line(f"t.{call}")

    # --- events ----------------------------------------------------------------------------------------------------

    def events(self, hook: str, scope: Scope) -> None:
        """Print what all rules do at an event."""
        card = scope.names.get("card", "")
        for number, rule in self.chains.rules(hook):
            if rule.effects is None:
                continue
            placed = scope
            if suspends(rule.effects):
                slots = {key: self.layout.locals + index for index, key in enumerate(variables(rule.effects))}
                placed = Scope(scope.names, slots)
            asked = HOOKS[hook].asked is not Asked.TABLE
            guard = self.chains.guard(rule, placed, f"FAC[{card}]" if asked else "")
            self.effects.when(guard, rule.effects, placed, number)

    # --- the phase -------------------------------------------------------------------------------------------------

    def write(self, phase: ir.PhaseSpec, enter: int, following: int) -> None:
        """Print the blocks of the phase."""
        writer = self.writer
        self._functions(phase)
        trick, turn, rank, leave = (writer.block() for _ in range(4))
        self.flow.turns.append(turn)
        writer.start(enter)
        writer.line(f"v[{at.PHASE}] = {self.number}")
        writer.line(f"v[{at.TRICK_NUMBER}] = 0")
        self.trace("phase(v)")
        self.events("before_phase", self.table)
        writer.goto(trick)
        self._trick(trick, turn, leave)
        self._turn(turn, rank)
        self._rank(rank)
        settle = self._taking()
        self._settle(settle, trick, leave)
        writer.start(leave)
        self.events("after_phase", self.table)
        self.trace("left(v)")
        writer.goto(following)

    def limit(self, phase: ir.PhaseSpec) -> int:
        """Give the greatest number of tricks."""
        asked = [self.folder.number(tricks) for faction, tricks in phase.extra if self.binding.in_play(faction)]
        return max([self.folder.number(phase.tricks), *asked])

    def _functions(self, phase: ir.PhaseSpec) -> None:
        writer, number = self.writer, self.number
        if self._leads_live():
            with writer.function(f"def leads_{number}(v):"):
                with writer.under(f"if not v[{at.PLAYED}]:"):
                    writer.line("return -1")
                scope = self.scope_of("0")
                self.chains.write("leads", scope, f"FAC[{scope.names['card']}]")
                writer.line("return b")
        if self._hides():
            with writer.function(f"def hides_{number}(v, i):"):
                with writer.under("if i < 0:"):
                    writer.line("return -1")
                scope = self.scope_of("i")
                self.chains.write("face_down", scope, f"FAC[{scope.names['card']}]")
                writer.line("return b")
        with writer.function(f"def ends_{number}(v):"):
            self.chains.write("ends", self.table, "")
            hands = " or ".join(f"v[{self.hand + seat}]" for seat in range(self.binding.players))
            writer.line(f"return b or v[{at.TRICK_NUMBER}] >= {self.limit(phase)} or not ({hands})")
        with writer.function(f"def last_{number}(v):"):
            writer.line(f"return ends_{number}(v)")
        with writer.function(f"def legal_{number}(v, p, h):"):
            writer.line(f"led = {self.table.names['led']}")
            self.chains.write_playable(self.table.with_names(player="p", led="led"))
            writer.line("return h & b or h")
        if self.flow.traced:
            with writer.function(f"def refusal_{number}(v, c):"):
                scope = self.table.with_names(card="c", player=f"v[{at.ACTOR}]")
                self.chains.write("may_play", scope, "FAC[c]")
                writer.line("return b, r")
        self.grading.write(self.scope_of)

    def _trick(self, trick: int, turn: int, leave: int) -> None:
        writer, plays = self.writer, self.layout.plays
        writer.start(trick)
        hands = " or ".join(f"v[{self.hand + seat}]" for seat in range(self.binding.players))
        with writer.under(f"if not ({hands}):"):
            writer.goto(leave)
        writer.line(f"v[{at.TRICK_NUMBER}] += 1")
        writer.line(f"v[{at.PLAYED}] = v[{at.TURN}] = 0")
        writer.line(f"v[{at.RANKING}] = ()")
        start, end = plays["card"] - 1, self.layout.play_of + self.binding.players
        writer.line(f"v[{start}:{end}] = {self.layout.fresh()[start:end]}")
        if self.chains.rules("before_trick"):
            self.events("before_trick", self.table)
            with writer.under(f"if not ({hands}):"):
                writer.goto(leave)
        self.trace("trick(v)")
        writer.goto(turn)

    def _turn(self, turn: int, rank: int) -> None:
        writer, n = self.writer, self.binding.players
        writer.start(turn)
        with writer.under(f"while v[{at.TURN}] < {n}:"):
            writer.line(f"p = (v[{at.LEADER}] + v[{at.TURN}]) % {n}")
            writer.line(f"v[{at.TURN}] += 1")
            writer.line(f"h = v[{self.hand} + p]")
            with writer.under("if h:"):
                writer.line("break")
        with writer.under("else:"):
            writer.goto(rank)
        options = f"playable(legal_{self.number}(v, p, h))"
        self.effects.suspend(Decision(PLAY_VERB, Kind.CARD, (), False, -1), "p", options)
        self._played()
        writer.goto(turn)

    def _played(self) -> None:
        writer, plays = self.writer, self.layout.plays
        faces = bool(self.chains.rules("face_down"))
        for text in (f"c = v[{at.ANSWER}]", f"p = v[{at.ACTOR}]", f"i = v[{at.PLAYED}]"):
            writer.line(text)
        self.trace(f"moved(v, 1 << c, {at.LYING}, {faces}, -1)")
        writer.line(f"v[{self.hand} + p] ^= 1 << c")
        writer.line(f"v[{at.LYING}] |= 1 << c")
        writer.line(f"v[{plays['card']} + i] = c")
        writer.line(f"v[{plays['player']} + i] = p")
        writer.line(f"v[{self.layout.play_of} + p] = i")
        writer.line(f"v[{at.PLAYED}] = i + 1")
        self._turn_up(faces)
        self.events("on_play", self.scope_of(f"(v[{at.PLAYED}] - 1)").with_names(worth=self.grading.now))
        writer.line(f"i = v[{at.PLAYED}] - 1")
        writer.line(f"c = v[{plays['card']} + i]")
        self.chains.write("counts_as", self.scope_of("i").with_names(card="c"), "FAC[c]")
        writer.line(f"v[{plays['counts_as']} + i] = b")
        self.trace("counted(v, c, b, r)")
        self._turn_up(faces)

    def _turn_up(self, faces: bool) -> None:
        if not faces or not self.flow.traced:
            return
        with self.writer.under(f"for i in range(v[{at.PLAYED}]):"):
            scope = self.scope_of("i")
            self.chains.write("face_down", scope, f"FAC[{scope.names['card']}]")
            with self.writer.under("if not b:"):
                self.writer.line(f"t.turned_up(v, {scope.names['card']})")

    def _rank(self, rank: int) -> None:
        writer, plays = self.writer, self.layout.plays
        writer.start(rank)
        writer.line(f"{'rules = ' if self.flow.traced else ''}grade_{self.number}(v)")
        writer.line(f"v[{at.RANKING}] = ranked(v)")
        writer.line(f"v[{at.WINNER}] = v[{plays['player']} + v[{at.RANKING}][0]]")
        self.trace("ranked(v, rules)")

    # --- taking ----------------------------------------------------------------------------------------------------

    def _taking(self) -> int:
        """Print the taking, if there is any in this phase, going on from the ranking; give the block that follows."""
        writer = self.writer
        settle = writer.block()
        if not self.chains.rules("offers"):
            writer.goto(settle)
            return settle
        take, due = writer.block(), writer.block()
        writer.line(f"v[{at.ROUND}] = 0")
        writer.goto(take)
        writer.start(take)
        with writer.under(f"if v[{at.ROUND}] >= len(v[{at.RANKING}]):"):
            writer.goto(settle)
        writer.line(f"i = v[{at.TAKER}] = v[{at.RANKING}][v[{at.ROUND}]]")
        writer.line(f"v[{at.ROUND}] += 1")
        scope = self.scope_of("i")
        self.chains.write("offers", scope, f"FAC[{scope.names['card']}]")
        writer.line("o = distinct(v, b)")
        with writer.under("if len(o) < 2:"):
            writer.line(f"v[{at.DUE}] = o[0] if o else -1")
            writer.goto(due)
        self.trace(f"offered(v, {scope.names['player']}, b, r)")
        self.effects.suspend(Decision(TAKE_VERB, Kind.CARD, (), False, -1), scope.names["player"], "o")
        writer.line(f"v[{at.DUE}] = v[{at.ANSWER}]")
        writer.goto(due)
        self._due(due, take)
        return settle

    def _due(self, due: int, take: int) -> None:
        writer = self.writer
        writer.start(due)
        with writer.under(f"if v[{at.DUE}] < 0:"):
            writer.goto(take)
        scope = self.scope_of(f"v[{at.TAKER}]")
        writer.line(f"v[{at.DUE_SLOT}] = place(v, v[{at.DUE}])")
        if self.chains.rules("on_take"):
            self.events("on_take", scope)
            with writer.under(f"if place(v, v[{at.DUE}]) != v[{at.DUE_SLOT}]:"):
                writer.goto(take)
        self.chains.write("takes_to", scope, f"FAC[{scope.names['card']}]", "d")
        writer.line(f"m = 1 << v[{at.DUE}]")
        self.trace("moved(v, m, d, False, r)")
        writer.line(f"remove(v, v[{at.DUE_SLOT}], v[{at.DUE}])")
        writer.line("put(v, d, m)")
        writer.goto(take)

    # --- going -----------------------------------------------------------------------------------------------------

    def _settle(self, settle: int, trick: int, leave: int) -> None:
        writer, plays = self.writer, self.layout.plays
        writer.start(settle)
        writer.line("goes = []")
        with writer.under(f"for i in range(v[{at.PLAYED}]):"):
            writer.line(f"c = v[{plays['card']} + i]")
            with writer.under(f"if v[{at.LYING}] >> c & 1:"):
                self.chains.write("goes_to", self.scope_of("i").with_names(card="c"), "FAC[c]", "d")
                writer.line("goes.append((c, d, r))" if self.flow.traced else "goes.append((c, d))")
        loop = "for c, d, r in goes:" if self.flow.traced else "for c, d in goes:"
        with writer.under(loop), writer.under("if d >= 0:"):
            self.trace("moved(v, 1 << c, d, False, r)")
            writer.line(f"v[{at.LYING}] ^= 1 << c")
            writer.line("put(v, d, 1 << c)")
        self.events("after_trick", self.table)
        self.chains.write("next_leader", self.table, "")
        writer.line(f"v[{at.NEXT}] = b if b >= 0 else v[{at.WINNER}]")
        self.trace("ended(v, r)")
        writer.line(f"over = ends_{self.number}(v)")
        writer.line(f"v[{at.LEADER}] = v[{at.NEXT}]")
        writer.line(f"return {leave} if over else {trick}")
