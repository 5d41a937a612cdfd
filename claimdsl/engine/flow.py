"""Printing the flow of a game, in the order of the language reference: start, phases, tricks, taking, going, end."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.engine import layout as at
from claimdsl.engine.effects import Decision
from claimdsl.engine.phase import Phase, most_tricks
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind

PLAY_VERB = "play"
TAKE_VERB = "take"


class PhaseFlow(Phase):
    """Prints one phase."""

    def write(self, phase: ir.PhaseSpec, enter: int, following: int) -> None:
        """Print the blocks of the phase."""
        writer = self.writer
        self._functions(phase)
        trick, turn, rank, leave = (writer.block() for _ in range(4))
        writer.start(enter)
        writer.line(f"v[{at.PHASE}] = {self.number}")
        writer.line(f"v[{at.TRICK_NUMBER}] = 0")
        self.trace("phase(v)")
        self.events("before_phase", self.table)
        writer.goto(trick)
        self._trick(trick, turn, leave)
        self.turn(turn, rank)
        writer.start(rank)
        self.rank()
        settle = self.taking()
        writer.start(settle)
        self.going()
        self._end(trick, leave)
        writer.start(leave)
        self.events("after_phase", self.table)
        self.trace("left(v)")
        writer.goto(following)

    def ending(self, phase: ir.PhaseSpec) -> str:
        """Print what answers whether the phase ends; give the text for it."""
        ends = bool(self.chains.rules("ends"))
        if ends:
            self.chains.write("ends", self.table, "")
        hands = " or ".join(f"v[{self.hand + seat}]" for seat in range(self.binding.players))
        return f"{'b or ' if ends else ''}v[{at.TRICK_NUMBER}] >= {most_tricks(self.folder, phase)} or not ({hands})"

    def _functions(self, phase: ir.PhaseSpec) -> None:
        writer, number = self.writer, self.number
        if self.leads_live():
            with writer.function(f"def leads_{number}(v):"):
                with writer.under(f"if not v[{at.PLAYED}]:"):
                    writer.line("return -1")
                scope = self.scope_of("0")
                self.chains.write("leads", scope, f"FAC[{scope.names['card']}]")
                writer.line("return b")
        if self.hides():
            with writer.function(f"def hides_{number}(v, i):"):
                with writer.under("if i < 0:"):
                    writer.line("return -1")
                scope = self.scope_of("i")
                self.chains.write("face_down", scope, f"FAC[{scope.names['card']}]")
                writer.line("return b")
        with writer.function(f"def ends_{number}(v):"):
            writer.line(f"return {self.ending(phase)}")
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
        writer = self.writer
        writer.start(trick)
        hands = " or ".join(f"v[{self.hand + seat}]" for seat in range(self.binding.players))
        with writer.under(f"if not ({hands}):"):
            writer.goto(leave)
        writer.line(f"v[{at.TRICK_NUMBER}] += 1")
        writer.line(f"v[{at.PLAYED}] = v[{at.TURN}] = 0")
        writer.line(f"v[{at.RANKING}] = ()")
        self.clear()
        if self.chains.rules("before_trick"):
            self.events("before_trick", self.table)
            with writer.under(f"if not ({hands}):"):
                writer.goto(leave)
        self.trace("trick(v)")
        writer.goto(turn)

    def clear(self) -> None:
        """Print that nothing has been played."""
        start, end = self.layout.plays["card"] - 1, self.layout.play_of + self.binding.players
        self.writer.line(f"v[{start}:{end}] = {self.layout.fresh()[start:end]}")

    def turn(self, turn: int, rank: int) -> None:
        """Print the block in which the next seat plays, and goes on to it again, or to the ranking."""
        writer, n = self.writer, self.binding.players
        self.flow.turns.append(turn)
        writer.keep(turn)
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
        writer.line(f"c = v[{at.ANSWER}]")
        writer.line(f"p = v[{at.ACTOR}]")
        self.played("(1 << c)", f"v[{self.hand} + p] ^ 1 << c")
        writer.goto(turn)

    def played(self, bit: str, kept: str) -> None:
        """Print that seat `p` plays card `c`, whose mask is `bit`, and has `kept` left."""
        writer, plays = self.writer, self.layout.plays
        faces = bool(self.chains.rules("face_down"))
        writer.line(f"i = v[{at.PLAYED}]")
        self.trace(f"moved(v, {bit}, {at.LYING}, {faces}, -1)")
        writer.line(f"v[{self.hand} + p] = {kept}")
        writer.line(f"v[{at.LYING}] |= {bit}")
        writer.line(f"v[{plays['card']} + i] = c")
        writer.line(f"v[{plays['player']} + i] = p")
        writer.line(f"v[{self.layout.play_of} + p] = i")
        writer.line(f"v[{at.PLAYED}] = i + 1")
        self._turn_up(faces)
        if self.chains.rules("on_play"):
            self.events("on_play", self.scope_of(f"(v[{at.PLAYED}] - 1)").with_names(worth=self.grading.now))
            writer.line(f"i = v[{at.PLAYED}] - 1")
            writer.line(f"c = v[{plays['card']} + i]")
        self.chains.write("counts_as", self.scope_of("i").with_names(card="c"), "FAC[c]")
        writer.line(f"v[{plays['counts_as']} + i] = b")
        self.trace("counted(v, c, b, r)")
        self._turn_up(faces)

    def _turn_up(self, faces: bool) -> None:
        noted = self.texts.marks.note_any(rule for _, rule in self.chains.rules("face_down"))
        if not faces or not (self.flow.traced or noted):
            return
        with self.writer.under(f"for i in range(v[{at.PLAYED}]):"):
            scope = self.scope_of("i")
            self.chains.write("face_down", scope, f"FAC[{scope.names['card']}]")
            if self.flow.traced:
                with self.writer.under("if not b:"):
                    self.writer.line(f"t.turned_up(v, {scope.names['card']})")

    def rank(self) -> None:
        """Print that the plays are ranked."""
        writer, plays = self.writer, self.layout.plays
        writer.line(f"{'rules = ' if self.flow.traced else ''}grade_{self.number}(v)")
        writer.line(f"v[{at.RANKING}] = ranked(v)")
        writer.line(f"v[{at.WINNER}] = v[{plays['player']} + v[{at.RANKING}][0]]")
        self.trace("ranked(v, rules)")

    # --- taking ----------------------------------------------------------------------------------------------------

    def taking(self) -> int:
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
        writer.start(due)
        self.due(lambda: writer.goto(take))
        writer.goto(take)
        return settle

    def due(self, skip: Callable[[], None]) -> None:
        """Print that the taker takes the card that is due; `skip` prints how it goes on where there is none."""
        writer = self.writer
        with writer.under(f"if v[{at.DUE}] < 0:"):
            skip()
        scope = self.scope_of(f"v[{at.TAKER}]")
        writer.line(f"v[{at.DUE_SLOT}] = place(v, v[{at.DUE}])")
        if self.chains.rules("on_take"):
            self.events("on_take", scope)
            with writer.under(f"if place(v, v[{at.DUE}]) != v[{at.DUE_SLOT}]:"):
                skip()
        self.chains.write("takes_to", scope, f"FAC[{scope.names['card']}]", "d")
        writer.line(f"m = 1 << v[{at.DUE}]")
        self.trace("moved(v, m, d, False, r)")
        writer.line(f"remove(v, v[{at.DUE_SLOT}], v[{at.DUE}])")
        writer.line("put(v, d, m)")

    # --- going -----------------------------------------------------------------------------------------------------

    def going(self) -> None:
        """Print that the cards of the trick go where they belong, once it is known of all where that is."""
        writer, plays = self.writer, self.layout.plays
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

    def over(self) -> None:
        """Print whether the phase is over."""
        self.writer.line(f"over = ends_{self.number}(v)")

    def _end(self, trick: int, leave: int) -> None:
        writer = self.writer
        self.events("after_trick", self.table)
        self.chains.write("next_leader", self.table, "")
        writer.line(f"v[{at.NEXT}] = b if b >= 0 else v[{at.WINNER}]")
        self.trace("ended(v, r)")
        self.over()
        writer.line(f"v[{at.LEADER}] = v[{at.NEXT}]")
        writer.fork("over", leave, trick)
