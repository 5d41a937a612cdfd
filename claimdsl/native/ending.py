"""Printing when a phase ends: after so many tricks, or where rules may end it or ask for more, asked anew each time."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.engine.runtime import NOTHING
from claimdsl.native.asm import BOOL, MASK
from claimdsl.native.chains import Chains
from claimdsl.native.maps import Value
from claimdsl.native.scope import Scope
from claimdsl.native.values import Values


class Ending:
    """Prints whether the phase of one lane is over; `live` brings a scope up to date.

    `is_open`: that depends on more than the number of the trick.
    """

    def __init__(
        self, values: Values, chains: Chains, phase: str, limit: int, live: Callable[[Scope], Scope]
    ) -> None:
        self._values = values
        self._chains = chains
        self._limit = limit
        self._live = live
        asked = [faction for spec in values.binding.program.phases if spec.name == phase for faction, _ in spec.extra]
        self.is_open = bool(chains.rules("ends")) or any(map(values.binding.in_play, asked))
        if self.is_open:
            values.last = self.over

    def over(self, scope: Scope) -> Value:
        """Print whether the phase is over now: a rule says so, it has had its tricks, or no hand has cards."""
        asm, frame = self._values.asm, self._values.frame
        cards: Value = 0
        for seat in range(frame.players):
            cards = asm.either(cards, frame.get(("pile", "hand", seat)), MASK)
        ended = self._chains.one("ends", self._live(scope), NOTHING)
        had = asm.compare(">=", scope.names["trick_number"], self._limit)
        return asm.fixed(asm.either(asm.either(ended, had), asm.denied(asm.some(cards))), BOOL)
