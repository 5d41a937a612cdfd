"""What would follow from a play, as far as all can tell: how the trick then ranks, and where its cards would go.

Nothing that a play sets off is looked at: `on_play`, what is taken, what a trick's end does.
"""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.engine import layout as at
from claimdsl.engine.coverage import Marks
from claimdsl.engine.flow import PhaseFlow
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, number, row
from claimdsl.engine.phase import Printing
from claimdsl.engine.writer import Writer
from claimdsl.frozen import Frozen

_Printed = Callable[[Frame, int, int], tuple[tuple[int, int], ...]]


class Foreseen(Frozen):
    """What would follow: the seats of the plays from the strongest down, none where that cannot be told.

    `goes` has each card that would go to a scored pile when the trick is complete, with the seat.
    """

    ranking: tuple[int, ...]
    complete: bool
    goes: tuple[tuple[int, int], ...]


class Foresight:
    """Looks ahead by one play in games of one kind."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._printed: dict[int, _Printed] = {}
        scored = game.binding.program.scored_pile
        self._owners = {
            slot.index: slot.owner for slot in game.layout.slots if slot.pile == scored and slot.owner is not None
        }

    def of(self, v: Frame, seat: int, card: int) -> Foreseen:
        """Give what would follow if a seat, whose turn it is, played a card.

        Where plays may lie face down nothing is foreseen once there is one.
        """
        played = number(v, at.PLAYED)
        complete = played == self._game.players - 1
        if played and self._game.hides_plays:
            return Foreseen((), complete, ())
        after = v.copy()
        goes = self._program(number(v, at.PHASE))(after, seat, card)
        owned = tuple((one, self._owners[slot]) for one, slot in goes if slot in self._owners)
        player = self._game.layout.plays["player"]
        ranking = tuple(number(after, player + play) for play in row(after, at.RANKING))
        return Foreseen(ranking, complete, owned)

    def _program(self, phase: int) -> _Printed:
        if phase not in self._printed:
            writer, name = Writer(), f"foresee_{phase}"
            _write(self._game, phase, name, writer)
            self._printed[phase] = self._game.scoring.extended(writer.text(), name)  # type: ignore[assignment]
        return self._printed[phase]


def _write(game: Game, phase: int, name: str, writer: Writer) -> None:
    """Print the function that makes a play in a copy of a frame and gives where its cards would go."""
    layout, plays = game.layout, game.layout.plays
    flow = PhaseFlow(Printing(game.binding, layout, writer, [], [], False, Marks(None)), game.phases[phase], phase)
    writer.block()
    with writer.function(f"def {name}(v, p, c):"):
        for line in (
            f"i = v[{at.PLAYED}]", f"v[{flow.hand} + p] ^= 1 << c", f"v[{at.LYING}] |= 1 << c",
            f"v[{plays['card']} + i] = c", f"v[{plays['player']} + i] = p", f"v[{layout.play_of} + p] = i",
            f"v[{at.PLAYED}] = i + 1",
        ):
            writer.line(line)
        flow.chains.write("counts_as", flow.scope_of("i").with_names(card="c"), "FAC[c]")
        for line in (f"v[{plays['counts_as']} + i] = b", f"grade_{phase}(v)", f"v[{at.RANKING}] = ranked(v)"):
            writer.line(line)
        writer.line(f"v[{at.WINNER}] = v[{plays['player']} + v[{at.RANKING}][0]]")
        writer.line("goes = []")
        with writer.under(f"for i in range(v[{at.PLAYED}] if v[{at.PLAYED}] == {game.players} else 0):"):
            writer.line(f"c = v[{plays['card']} + i]")
            with writer.under(f"if v[{at.LYING}] >> c & 1:"):
                flow.chains.write("goes_to", flow.scope_of("i").with_names(card="c"), "FAC[c]", "d")
                writer.line("goes.append((c, d))")
        writer.line("return tuple(goes)")
