"""What a search reads and writes, for one root and one way to count: numbers for its cards, and what it learns."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from claimdsl.engine import layout as at
from claimdsl.engine.layout import Frame, mask, number
from claimdsl.engine.runtime import bits
from claimdsl.native.compiled import ENTRIES, Code
from claimdsl.native.flow import LEADER
from claimdsl.native.lanes import Lanes
from claimdsl.native.plan import AT, FIELDS, MOST_CARDS
from claimdsl.native.stop import Stop, StoppedError
from claimdsl.native.tricks import HANDS, TRICK

if TYPE_CHECKING:
    from claimdsl.native.solver import Solver

_SOON, _AT_ONCE = 1 << 18, 1 << 13
"""Unit: positions after which a search goes on beside the thread that asked, to be interrupted there, or stopped."""

_GLANCE = 0.02
"""Unit: seconds between two looks at whether it is to stop."""

_WORD = (1 << 64) - 1
_PER_CARD = ("lane_of", "worths", "alike", "kin")
_PER_PAIR = ("apart",)


class Context:
    """The memory of one search.  `later` are the cards' parts in the later keys, () where these do not matter."""

    def __init__(
        self, code: Code, solver: Solver, lanes: Lanes | None, later: tuple[int, ...], seat: int, v: Frame
    ) -> None:
        self._code = code
        self._solver = solver
        self._layout = solver.game.layout
        self._binding = solver.game.binding
        self._width = code.plan.lanes
        self._rows = {name: array("i", bytes(4 * self._width * MOST_CARDS)) for name in ("scores0", "scores1", "left")}
        pairs = MOST_CARDS * MOST_CARDS
        self._tables = {name: array("Q", bytes(8 * MOST_CARDS)) for name in _PER_CARD}
        self._tables["apart"] = array("Q", bytes(8 * pairs))
        self._learned = {"answers": array("q", bytes(16 * pairs)), "openings": array("q", bytes(16 * MOST_CARDS))}
        self._signs = array("b", bytes(2 * pairs))
        self._stop = array("q", [0])
        self._fields = array("Q", bytes(8 * len(FIELDS)))
        self._point(seat, lanes)
        if lanes is not None:
            self._weigh(lanes, later, seat, v)
        hands = self._hands(v)
        place = self._position(v, hands)
        code.prepare(self._fields.buffer_info()[0], place.buffer_info()[0])
        if lanes is not None:
            self._compare(lanes, bool(later), hands[0] | hands[1], place)

    def _point(self, seat: int, lanes: Lanes | None) -> None:
        """Fill the context."""
        numbers = {
            "table": self._code.table(), "mask": ENTRIES - 1, "me": seat, "factions": len(self._binding.factions),
            "lanes": 0 if lanes is None else sum(
                1 << lane for lane in range(len(self._binding.factions)) if lane not in lanes.empty
            ),
        }
        arrays = {**self._rows, **self._tables, **self._learned, "signs": self._signs, "stop": self._stop}
        numbers |= {name: row.buffer_info()[0] for name, row in arrays.items()}
        for name, value in numbers.items():
            self._fields[AT[name]] = value

    def _weigh(self, lanes: Lanes, later: tuple[int, ...], me: int, v: Frame) -> None:
        """Write down what each card adds to the lanes when one seat or the other scores it."""
        scored, count, width = self._solver.scored(v), len(self._binding.factions), self._width
        cards = self._solver.live(v) | scored[0] | scored[1]
        for card, (faction, _) in enumerate(self._binding.cards):
            self._tables["lane_of"][card] = min(faction, width - 1)
            self._tables["worths"][card] = int(lanes.votes[card] > 0)
            if not cards >> card & 1 or faction >= count:
                continue
            for seat in range(2):
                row, sign = self._rows[f"scores{seat}"], 1 if seat == me else -1
                row[card * width + faction] = sign * lanes.votes[card]
                if later:
                    row[card * width + faction + (count if seat == me else 2 * count)] = sign * later[card]
            self._rows["left"][card * width + faction] = -lanes.votes[card]

    def _compare(self, lanes: Lanes, has_later: bool, cards: int, place: array[int]) -> None:
        """Find out which cards of a faction are alike, and which others tell them apart."""
        width, row = self._width, self._rows["scores0"]
        parts = [tuple(row[card * width : (card + 1) * width]) for card in range(len(self._binding.cards))]
        fields, position = self._fields.buffer_info()[0], place.buffer_info()[0]
        for faction in lanes.alike:
            own = bits(cards & self._binding.faction_masks[faction])
            for one, two in ((one, two) for one in own for two in own if one < two):
                same = parts[one] == parts[two]
                if has_later and not same:
                    continue
                for name in ("alike", "kin") if same else ("kin",):
                    self._tables[name][one] |= 1 << two
                    self._tables[name][two] |= 1 << one
                self._code.compare(fields, position, one, two, cards & ~(1 << one | 1 << two))

    # --- positions -------------------------------------------------------------------------------------------------

    def _hands(self, v: Frame) -> list[int]:
        """Give the hands as they were when the trick began."""
        hands = [mask(v, self._layout.piles["hand"] + seat) for seat in range(2)]
        hands[number(v, at.LEADER)] |= mask(v, at.LYING)
        return hands

    def _position(self, v: Frame, hands: list[int]) -> array[int]:
        """Make a position of a frame."""
        layout, found = self._layout, array("Q")
        for key in self._code.keys:
            what, name, index = key
            if key in HANDS:
                found.append(hands[index])
            elif key in (LEADER, TRICK):
                found.append(number(v, at.LEADER if key == LEADER else at.TRICK_NUMBER))
            elif what == "pile":
                found.append(mask(v, layout.piles[name] + index))
            else:
                found.append(number(v, layout.states[name] + index) & _WORD)
        return found

    # --- questions -------------------------------------------------------------------------------------------------

    def ask(self, v: Frame, stamp: int, goals: array[int], least: int, stop: Stop | None) -> tuple[bool, int]:
        """Ask whether the goal is reached from a frame on; give also how many positions were looked at.

        Raises: StoppedError.
        """
        led = number(v, self._layout.plays["card"]) if number(v, at.PLAYED) else -1
        place = self._position(v, self._hands(v))
        taken = self._solver.scored(v)
        total, left = self._sum("scores0", taken[0]), self._sum("left", self._solver.live(v), -1)
        for lane, more in enumerate(self._sum("scores1", taken[1])):
            total[lane] += more
        asked = {"nodes": 0, "stamp": stamp, "goals": goals.buffer_info()[0], "least": least & _WORD}
        for name, value in asked.items():
            self._fields[AT[name]] = value
        rows = [row.buffer_info()[0] for row in (self._fields, place, total, left)]
        found = self._run(lambda: self._code.ask(*rows, led), stop)
        return bool(found), self._fields[AT["nodes"]]

    def _sum(self, name: str, cards: int, sign: int = 1) -> array[int]:
        width, row = self._width, self._rows[name]
        total = array("i", bytes(4 * width))
        for card in bits(cards):
            for lane, value in enumerate(row[card * width : (card + 1) * width]):
                total[lane] += sign * value
        return total

    def _run(self, ask: Callable[[], int], stop: Stop | None) -> int:
        """Ask at once where it is soon answered; else beside this thread, which can be interrupted meanwhile."""
        self._stop[0] = 0
        self._fields[AT["limit"]] = _SOON if stop is None else _AT_ONCE
        if stop is not None and stop.is_set:
            raise StoppedError
        found = ask()
        return found if not self._stop[0] else self._beside(ask, stop or Stop())

    def _beside(self, ask: Callable[[], int], stop: Stop) -> int:
        """Ask in a thread of its own until it answers or is to stop."""
        self._stop[0] = 0
        self._fields[AT["limit"]] = _WORD
        answers: list[int] = []
        thread = threading.Thread(target=lambda: answers.append(ask()), daemon=True)
        thread.start()
        try:
            while thread.is_alive() and not stop.is_set:
                thread.join(stop.wait(_GLANCE))
        finally:
            self._stop[0] = 1
            thread.join()
        if stop.is_set:
            raise StoppedError
        return answers[0]
