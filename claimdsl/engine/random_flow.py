"""Printing the flow of a game in which nobody decides: turns and takings are loops, and each choice is drawn in its place.

The stream `t` gives the upper half of its next number, so `t() * n >> 32` is `below(n)` of `chance`.
"""

from __future__ import annotations

from claimdsl.engine import layout as at
from claimdsl.engine.flow import PhaseFlow


class RandomFlow(PhaseFlow):
    """Prints one phase of random games."""

    at_random = True

    def turn(self, turn: int, rank: int) -> None:
        """Print that the seats play, each a card that it may play, drawn among those that differ."""
        writer, line = self.writer, self.writer.line
        writer.start(turn)
        with writer.under(f"for p in TABLE[v[{at.LEADER}]]:"):
            line(f"h = v[{self.hand} + p]")
            with writer.under("if not h:"):
                line("continue")
            line(f"v[{at.ACTOR}] = p")
            line(f"led = {self.table.names['led']}")
            self.chains.write_playable(self.table.with_names(player="p", led="led"))
            line("m = h & b or h")
            for group in self.binding.groups:
                line(f"g = m & {group}")
                line("m ^= g & g - 1")
            line("n = m.bit_count()")
            with writer.under("if n > 1:"):
                line("n = t() * n >> 32")
                with writer.under("while n:"):
                    line("m &= m - 1")
                    line("n -= 1")
            line("c = (m & -m).bit_length() - 1")
            self.played()
        writer.goto(rank)

    def taking(self) -> int:
        """Print the taking, going on from the ranking; give the block that follows."""
        line, settle = self.writer.line, self.writer.block()
        if self.chains.rules("offers"):
            with self.writer.under(f"for i in v[{at.RANKING}]:"):
                line(f"v[{at.TAKER}] = i")
                scope = self.scope_of("i")
                self.chains.write("offers", scope, f"FAC[{scope.names['card']}]")
                line(f"v[{at.DUE}] = chosen(distinct(v, b), t) if b & b - 1 else b.bit_length() - 1")
                self.due(lambda: line("continue"))
        self.writer.goto(settle)
        return settle
