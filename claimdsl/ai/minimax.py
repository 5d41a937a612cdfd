"""The rest of a game worked out on the frames of the Python engine: exact for every ruleset that hides nothing.

Positions are told apart by all of the frame that can still matter, so no rule is taken for granted.
"""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.engine import layout as at
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, number, row
from claimdsl.engine.stop import Stop, StoppedError

Judge = Callable[[Frame], int]
"""Says what an ended game is worth to the seat that the search is for."""

_KEPT = (at.PC, at.ACTOR, at.TRICK_NUMBER, at.LEADER, at.TURN, at.PLAYED, at.LYING)


class Minimax:
    """Alpha-beta for one seat and one worth of endings, with a table of positions."""

    def __init__(self, game: Game, seat: int, judge: Judge, stop: Stop | None = None) -> None:
        self._run = game.plain.run
        self._stop = stop
        self._seat = seat
        self._judge = judge
        self._first, self._last = at.LYING + 1, game.layout.locals
        self._plays = frozenset(
            place for place, decision in enumerate(game.plain.decisions)
            if decision.verb == "play" and decision.rule < 0
        )
        self._bounds: dict[tuple[object, ...], tuple[int, int]] = {}
        self._best: dict[tuple[object, ...], int] = {}
        self.nodes = 0

    def worth(self, v: Frame, low: int, high: int) -> int:
        """Give what a position is worth; outside `low` to `high` only on which side it lies.

        Raises: StoppedError.
        """
        self._enter()
        if v[at.ACTOR] == at.OVER:
            return self._judge(v)
        key = self._key(v)
        least, most = self._bounds.get(key, (-_FAR, _FAR))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        mine = v[at.ACTOR] == self._seat
        found = self._over_moves(v, key, max(low, least), min(high, most), 1 if mine else -1)
        if found <= low:
            most = found
        elif found >= high:
            least = found
        else:
            least = most = found
        self._bounds[key] = (least, most)
        return found

    def _enter(self) -> None:
        self.nodes += 1
        if self._stop is not None and self.nodes % _OFTEN == 0:
            self._stop.spend(_OFTEN * _EACH)
            if self._stop.is_set:
                raise StoppedError

    def _over_moves(self, v: Frame, key: tuple[object, ...], low: int, high: int, sign: int) -> int:
        best = -_FAR * sign
        for code in self._in_order(row(v, at.OPTIONS), key):
            after = v.copy()
            after[at.ANSWER] = code
            self._run(after)
            found = self.worth(after, low, high)
            if found * sign > best * sign:
                best = found
                self._best[key] = code
            low, high = (max(low, best), high) if sign > 0 else (low, min(high, best))
            if low >= high:
                break
        return best

    def _in_order(self, codes: tuple[int, ...], key: tuple[object, ...]) -> list[int]:
        """Put the move first that was best here before."""
        first = self._best.get(key)
        return sorted(codes, key=lambda code: code != first)

    def _key(self, v: Frame) -> tuple[object, ...]:
        """Give all of a frame that can still matter: where a card is to be played, not how the last trick ended."""
        if number(v, at.DECISION) not in self._plays:
            return tuple(v)
        return (*(v[slot] for slot in _KEPT), *v[self._first : self._last])


_FAR = 1 << 30
_OFTEN = 64
"""Unit: positions between two looks at whether to stop."""
_EACH = 8
"""The work of a position, in decisions played."""
