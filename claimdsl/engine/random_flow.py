"""Printing the flow of a game in which nobody decides: turns and takings are loops, each choice is drawn in its place.

The stream `t` gives the upper half of its next number, so `t() * n >> 32` is `below(n)` of `chance`.
"""

from __future__ import annotations

from contextlib import nullcontext

from claimdsl.engine import layout as at
from claimdsl.engine.flow import PhaseFlow
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import every

_LOOKING = ("led", "last_trick")


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
            line(f"led = {self.table.names['led']}")
            self.chains.write_playable(self.table.with_names(player="p", led="led"))
            line("m = h & b or h")
            for group in self.binding.groups:
                line(f"g = m & {group}")
                line("m ^= g & g - 1")
            line("n = m.bit_count()")
            with writer.under("if n > 1:"), writer.under("for n in range(t() * n >> 32):"):
                line("m &= m - 1")
            line("m &= -m")
            line("c = m.bit_length() - 1")
            self.played("m", "h ^ m")
        writer.goto(rank)

    def taking(self) -> int:
        """Print the taking, going on from the ranking; give the block that follows."""
        line, settle = self.writer.line, self.writer.block()
        if self.chains.rules("offers"):
            with self.writer.under(f"for i in v[{at.RANKING}]:"):
                line(f"v[{at.TAKER}] = i")
                scope = self.scope_of("i")
                self.chains.write("offers", scope, f"FAC[{scope.names['card']}]")
                line("c = chosen(distinct(v, b), t) if b & b - 1 else b.bit_length() - 1")
                line(f"v[{at.DUE}] = c")
                if self.chains.rules("on_take"):
                    self.due(lambda: line("continue"))
                else:
                    self._take()
        self.writer.goto(settle)
        return settle

    def _take(self) -> None:
        """Print that the taker takes card `c`: it lies most likely where the rule looks for what it offers."""
        line, under = self.writer.line, self.writer.under
        with under("if c < 0:"):
            line("continue")
        scope = self.scope_of("i")
        self.chains.write("takes_to", scope, f"FAC[{scope.names['card']}]", "d")
        word = "if"
        found = {pile.pile for pile in self._piles("offers") if pile.owner is None}
        for is_ordered, pile in sorted((name in self.layout.ordered, name) for name in found):
            slot = self.layout.piles[pile]
            with under(f"{word} v[{slot}] and v[{slot}][0] == c:" if is_ordered else f"{word} v[{slot}] >> c & 1:"):
                line(f"v[{slot}] = v[{slot}][1:]" if is_ordered else f"v[{slot}] ^= 1 << c")
            word = "elif"
        with under("else:") if word == "elif" else nullcontext():
            line("remove(v, place(v, c), c)")
        self._put("takes_to")

    def _piles(self, hook: str) -> list[ir.PileOf]:
        """Give the piles that the answers to a hook name."""
        values = [self.texts.fold(rule.value) for _, rule in self.chains.rules(hook) if rule.value is not None]
        return [node for node in every(iter(values)) if isinstance(node, ir.PileOf)]

    def _put(self, hook: str) -> None:
        """Print that card `c` comes to slot `d`, which a hook gave."""
        is_set = all(pile.pile not in self.layout.ordered for pile in self._piles(hook))
        self.writer.line("v[d] |= 1 << c" if is_set else "put(v, d, 1 << c)")

    def clear(self) -> None:
        """Print that nothing has been played: what is read of the plays is that there is none."""
        plays = self.layout.plays
        seats = range(self.binding.players)
        chosen = [start + seat for name, start in plays.items() if name.startswith(".") for seat in seats]
        slots = [plays["counts_as"], *(self.layout.play_of + seat for seat in seats), *chosen]
        fresh = self.layout.fresh()
        for value in dict.fromkeys(fresh[slot] for slot in slots):
            self.writer.line(" = ".join([*(f"v[{slot}]" for slot in slots if fresh[slot] == value), str(value)]))

    def rank(self) -> None:
        """Print that the plays are ranked: two by comparing them."""
        line, plays = self.writer.line, self.layout.plays
        self.grading.grade(self.scope_of, range(self.binding.players))
        if self.binding.players == 2:
            (t, u), (s, w) = ((f"v[{plays[name]}]", f"v[{plays[name] + 1}]") for name in ("tier", "strength"))
            line(f"o = (1, 0) if {t} < {u} or {t} == {u} and {s} < {w} else (0, 1)")
            line(f"v[{at.RANKING}] = o if v[{at.PLAYED}] == 2 else (0,)")
        else:
            line(f"v[{at.RANKING}] = ranked(v)")
        line(f"v[{at.WINNER}] = v[{plays['player']} + v[{at.RANKING}][0]]")

    def going(self) -> None:
        """Print that the cards of the trick go, at once where no rule looks at what has gone and none has left."""
        line = self.writer.line
        if any(self.chains.rules(hook) for hook in ("on_play", "on_take")) or not self._goes_blindly():
            super().going()
            return
        for play in self.grading.each(range(self.binding.players)):
            self.chains.write("goes_to", self.scope_of(play).with_names(card="c"), "f", "d")
            self._put("goes_to")
        line(f"v[{at.LYING}] = 0")

    def _goes_blindly(self) -> bool:
        """Say whether the first rule gives every card a place, and no rule asks what lies in a pile."""
        rules = self.chains.rules("goes_to")
        first = self.texts.fold(rules[0][1].value) if rules and rules[0][1].value is not None else None
        if first is None or not self.texts.is_place(first) or self.chains.guard(rules[0][1], self.table, "f"):
            return False
        asked = [part for _, rule in rules for part in _asked(rule.value) + ([rule.when] if rule.when else [])]
        return not any(map(_looks, every(iter(asked))))


def _asked(value: ir.Expr | None) -> list[ir.Expr]:
    """Give what an answer that is a pile depends on."""
    match value:
        case ir.PileOf(owner=owner):
            return [owner] if owner is not None else []
        case ir.If(condition=condition, yes=yes, no=no):
            return [condition, *_asked(yes), *_asked(no)]
        case None:
            return []
        case _:
            return [value]


def _looks(node: ir.Expr) -> bool:
    """Say whether an expression may ask where cards lie."""
    is_cards = node.type.is_many and node.type.kind is Kind.CARD
    named = isinstance(node, ir.Known) and (is_cards or node.name in _LOOKING)
    return named or isinstance(node, ir.PileOf) or isinstance(node, ir.Field) and node.name == "face_down"
