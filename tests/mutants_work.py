"""Limits of counted work that are broken on purpose: rows of `tests.mutants`."""

from __future__ import annotations

_WORK = "tests/test_work.py::"

ROWS = (
    (
        "work-of-minimax-is-not-counted", "an ending is worked out four times as long", "claimdsl/ai/minimax.py",
        "self._stop.spend(_OFTEN * _EACH)", "self._stop.spend(_OFTEN * _EACH // 4)",
        (_WORK + "test_an_ending_is_worked_out_for_as_many_positions_as_there_is_work",),
    ),
    (
        "work-of-a-search-is-not-counted", "games of a search are free", "claimdsl/ai/search.py",
        "            stop.spend(length)", "            stop.spend(0 * length)",
        (_WORK + "test_a_search_by_python_ends_after_as_much_work",),
    ),
    (
        "work-of-the-native-solver-is-not-counted", "positions of the native solver are free",
        "claimdsl/native/context.py",
        'stop.spend(self._fields[AT["nodes"]] / _PER_WORK)', 'stop.spend(self._fields[AT["nodes"]] * 0)',
        (_WORK + "test_a_native_search_ends_after_as_much_work",),
    ),
    (
        "work-of-guesses-is-not-counted", "hidden choices are gone through for ever", "claimdsl/engine/ways.py",
        "found < _MOST_DRAWN and not (reads and self._stop.is_set):", "found < _MOST_DRAWN:",
        (_WORK + "test_hidden_choices_are_gone_through_for_as_much_work_as_there_is",),
    ),
    (
        "work-of-drawing-is-not-counted", "worlds are drawn at no cost", "claimdsl/engine/determinize.py",
        "stop.spend(length * (_FOLLOWED if new is not None and self._compared else 1))", "stop.spend(0 * length)",
        (_WORK + "test_worlds_are_drawn_for_as_much_work_as_there_is",),
    ),
    (
        "work-of-a-level-is-without-limit", "a level thinks on where a game has many choices", "claimdsl/ai/levels.py",
        "Budget(160, work=_QUICK)", "Budget(160)",
        (_WORK + "test_every_level_has_a_limit_beside_its_iterations",),
    ),
)
