"""Printing what of a game runs: a bit for each rule and arm that is watched, and at its end which powers these show.

Rules are asked in native code when the Python engine asks them, but those of some hooks and those that expressions ask:
of the powers that have such rules it is not counted in how many games they fire.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from contextlib import contextmanager
from typing import TYPE_CHECKING

from claimdsl.engine.coverage import arm_point, rule_point
from claimdsl.engine.firing import Watched
from claimdsl.ir import nodes as ir
from claimdsl.native.asm import BOOL, NUM, Asm
from claimdsl.native.maps import Value
from claimdsl.native.memory import Row

if TYPE_CHECKING:
    from claimdsl.native.frame import Frame

UNCOUNTED = -1
_ASKED_ANEW = ("leads", "face_down", "ends")
_WORD = 63


class Ran:
    """Notes in one lane what runs; where nothing is watched it prints nothing."""

    def __init__(self, frame: Frame, watched: Watched | None) -> None:
        self._frame = frame
        self._asm: Asm = frame.asm
        self._watched = watched or Watched({}, ())
        self._numbers = _needed(self._watched)
        self._paused = 0
        self._unsure = set(_ASKED_ANEW)
        for word in range(self._words):
            frame.add(("ran", "", word), NUM)

    def __bool__(self) -> bool:
        return bool(self._watched.signs) and not self._paused

    @property
    def _words(self) -> int:
        return -(-len(self._numbers) // _WORD)

    @contextmanager
    def paused(self, *hooks: str) -> Iterator[None]:
        """Note nothing meanwhile, and count no power that has a rule of these hooks: it may be asked unseen."""
        self._unsure.update(hooks)
        self._paused += 1
        try:
            yield
        finally:
            self._paused -= 1

    def clear(self) -> None:
        """Print that nothing has run."""
        for word in range(self._words):
            self._frame.put(("ran", "", word), 0)

    def rule(self, rule: ir.HookRule, when: Value) -> bool:
        """Print that a rule is asked where a condition holds; say whether it is watched."""
        number = self._watched.numbers.get(rule_point(rule)) if self else None
        self._note(number, when)
        return number is not None

    def arm(self, spot: ir.Spot, is_yes: bool, when: Value) -> None:
        """Print that an arm runs where a condition holds."""
        self._note(self._watched.numbers.get(arm_point(spot, is_yes)) if self else None, when)

    def _note(self, number: int | None, when: Value) -> None:
        place = None if number is None else self._numbers.get(number)
        if place is None or when == 0:
            return
        key, bit = ("ran", "", place // _WORD), 1 << place % _WORD
        noted = self._asm.select(self._asm.fixed(when, BOOL), bit, 0)
        self._frame.put(key, self._asm.either(self._frame.get(key), noted, NUM))

    # --- counting --------------------------------------------------------------------------------------------------

    def count(self, into: str, real: Value) -> None:
        """Print that a game, if it is a real one, is counted for each power that has fired in it."""
        asm = self._asm
        words = [asm.fixed(self._frame.get(("ran", "", word))) for word in range(self._words)]
        for place, power in enumerate(self._watched.powers):
            fired: Value = 0
            for sign in self._watched.signs:
                if sign.power == power:
                    noted = (numbers for numbers in ({sign.rule}, sign.arms) if numbers & self._numbers.keys())
                    parts = [self._some(words, numbers) for numbers in noted]
                    fired = asm.either(fired, asm.both(parts[0], parts[-1]))
            Row(asm, into).add(place, asm.widen(asm.both(fired, real)))

    def mark(self, into: str) -> None:
        """Print which powers are not counted."""
        unsure = {sign.power for sign in self._watched.signs if sign.hook in self._unsure}
        for place, power in enumerate(self._watched.powers):
            if power in unsure:
                Row(self._asm, into).write(place, UNCOUNTED)

    def _some(self, words: list[Value], numbers: Set[int]) -> Value:
        """Say whether one of some numbers has run."""
        asm, places = self._asm, [self._numbers[number] for number in numbers]
        found: Value = 0
        for index, word in enumerate(words):
            bits = sum(1 << place % _WORD for place in places if place // _WORD == index)
            if bits:
                found = asm.either(found, asm.compare("!=", asm.both(word, bits, NUM), 0))
        return found


def _needed(watched: Watched) -> dict[int, int]:
    """Give the place of each number that is noted: of a rule all of whose arms are its own, the arms are enough."""
    uses = Counter(arm for sign in watched.signs for arm in sign.arms)
    found: dict[int, None] = {}
    for sign in watched.signs:
        if not sign.arms or any(uses[arm] > 1 for arm in sign.arms):
            found[sign.rule] = None
        found.update(dict.fromkeys(sorted(sign.arms)))
    return {number: place for place, number in enumerate(found)}
