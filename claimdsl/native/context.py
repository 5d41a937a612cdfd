"""What a search reads and writes, for one root and one way to count: numbers for its cards, and what it learns."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from claimdsl.engine import layout as at
from claimdsl.engine.layout import Frame, mask, number
from claimdsl.engine.runtime import bits
from claimdsl.engine.stop import Stop, StoppedError
from claimdsl.native.certain import FATES
from claimdsl.native.compiled import ENTRIES, Code
from claimdsl.native.flow import LEADER
from claimdsl.native.lanes import Lanes
from claimdsl.native.plan import AT, FIELDS, MOST_CARDS, NEVER
from claimdsl.native.tricks import HANDS, TRICK
from claimdsl.native.twins import LINKS

if TYPE_CHECKING:
    from claimdsl.native.solver import Solver

_SOON, _AT_ONCE = 1 << 18, 1 << 13
"""Unit: positions after which a search goes on beside the thread that asked, to be interrupted there, or stopped."""

_PER_WORK = 20
"""Unit: positions that are counted as one decision played by Python."""

_GLANCE = 0.02
"""Unit: seconds between two looks at whether it is to stop."""

_WORD = (1 << 64) - 1
_PER_LANE = ("scores0", "scores1", "left")
_PER_CARD = {"alike": LINKS, "kin": LINKS, "fates": FATES, "openings": 2, "answers": 2 * MOST_CARDS}
"""Unit: numbers a card."""



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
        self._rows = {name: array("i", [0]) * (self._width * MOST_CARDS) for name in _PER_LANE}
        self._tables = {name: array("q", [0]) * (size * MOST_CARDS) for name, size in _PER_CARD.items()}
        self._stop = array("q", [0])
        self._fields = array("Q", [0]) * len(FIELDS)
        self._point(seat, lanes)
        if lanes is not None:
            self._weigh(lanes, later, seat, v)
        hands = self._hands(v)
        place = self._position(v, hands)
        code.prepare(self._fields.buffer_info()[0], place.buffer_info()[0])
        if lanes is not None:
            self._link(lanes, later, hands[0] | hands[1], place)

    def _point(self, seat: int, lanes: Lanes | None) -> None:
        """Fill the context."""
        counted = 0 if lanes is None else (1 << len(self._binding.factions)) - 1
        for lane in () if lanes is None else lanes.empty:
            counted &= ~(1 << lane)
        certain = 0 if lanes is None else sum(self._binding.faction_masks[faction] for faction in lanes.alike)
        numbers = {
            "table": self._code.table(), "mask": ENTRIES - 1, "me": seat, "factions": len(self._binding.factions),
            "lanes": counted, "voted": counted.bit_count(), "certain": certain,
            "cashed": certain if self._solver.tricks.leads_freely else 0, **self._code.kind,
        }
        for name, row in (*self._rows.items(), *self._tables.items(), ("stop", self._stop)):
            numbers[name] = row.buffer_info()[0]
        for name, value in numbers.items():
            self._fields[AT[name]] = value
        self._uncounted = [lane for lane in range(self._width) if not counted >> lane & 1]

    def _weigh(self, lanes: Lanes, later: tuple[int, ...], me: int, v: Frame) -> None:
        """Write down what each card adds to the lanes when one seat or the other scores it."""
        scored, count, width = self._solver.scored(v), len(self._binding.factions), self._width
        mine, theirs, left = self._rows[f"scores{me}"], self._rows[f"scores{1 - me}"], self._rows["left"]
        for card in bits(self._solver.live(v) | scored[0] | scored[1]):
            faction, vote = self._binding.cards[card][0], lanes.votes[card]
            if faction >= count:
                continue
            lane = card * width + faction
            mine[lane], theirs[lane], left[lane] = vote, -vote, -vote
            if later:
                mine[lane + count], theirs[lane + 2 * count] = later[card], -later[card]

    def _link(self, lanes: Lanes, later: tuple[int, ...], cards: int, place: array[int]) -> None:
        """Find out which cards of a faction follow one another in a chain, and which others tell them apart."""
        position = place.buffer_info()[0]
        alike, kin = self._tables["alike"], self._tables["kin"]
        for faction in lanes.alike:
            own = bits(cards & self._binding.faction_masks[faction])
            kinds = [(lanes.votes[card], later[card] if later else 0) for card in own]
            known = dict[tuple[int, int], int]()
            for row, pairs in ((alike, _following(own, kinds)), (kin, _following(own, kinds if later else None))):
                for low, card in pairs:
                    if (low, card) not in known:
                        known[low, card] = self._code.compare(position, low, card, cards & ~(1 << low | 1 << card))
                    row[LINKS * card], row[LINKS * card + 1] = 1 << low, known[low, card] | 1 << low

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
        for lane in self._uncounted:
            left[lane] = NEVER
        asked = {"nodes": 0, "stamp": stamp, "goals": goals.buffer_info()[0], "least": least & _WORD}
        for name, value in asked.items():
            self._fields[AT[name]] = value
        rows = [row.buffer_info()[0] for row in (self._fields, place, total, left)]
        found = self._run(lambda: self._code.ask(*rows, led), stop)
        return bool(found), self._fields[AT["nodes"]]

    def _sum(self, name: str, cards: int, sign: int = 1) -> array[int]:
        width, row = self._width, self._rows[name]
        rows = [row[card * width : (card + 1) * width] for card in bits(cards)]
        return array("i", [sign * sum(column) for column in zip(*rows, strict=True)] or bytes(4 * width))

    def _run(self, ask: Callable[[], int], wanted: Stop | None) -> int:
        """Ask at once where it is soon answered; else beside this thread, which can be interrupted meanwhile."""
        stop = wanted or Stop()
        if stop.is_set:
            raise StoppedError
        most = int(min(stop.left * _PER_WORK, _WORD))
        try:
            self._begin(min(_SOON if wanted is None else _AT_ONCE, most))
            found = ask()
            return found if not self._stop[0] else self._beside(ask, most, stop)
        finally:
            stop.spend(self._fields[AT["nodes"]] / _PER_WORK)

    def _begin(self, most: int) -> None:
        """Let the search go on until so many positions were looked at for this question."""
        self._stop[0] = 0
        self._fields[AT["limit"]] = most

    def _beside(self, ask: Callable[[], int], most: int, stop: Stop) -> int:
        """Ask in a thread of its own until it answers or is to stop."""
        self._begin(most)
        answers: list[int] = []
        thread = threading.Thread(target=lambda: answers.append(ask()), daemon=True)
        thread.start()
        try:
            while thread.is_alive() and not stop.is_set:
                thread.join(stop.wait(_GLANCE))
        finally:
            halted = thread.is_alive() or self._stop[0] != 0
            self._stop[0] = 1
            thread.join()
        if halted:
            raise StoppedError
        return answers[0]


def _following(cards: list[int], kinds: list[tuple[int, int]] | None) -> list[tuple[int, int]]:
    """Give the pairs of cards that follow one another; with kinds, within each kind."""
    if kinds is None or kinds.count(kinds[0] if kinds else (0, 0)) == len(kinds):
        return list(zip(cards, cards[1:], strict=False))
    last, found = dict[tuple[int, int], int](), []
    for card, kind in zip(cards, kinds, strict=True):
        if kind in last:
            found.append((last[kind], card))
        last[kind] = card
    return found
