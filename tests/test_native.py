"""Native games are those of the Python engine: game for game, the same result and the same cards in the same piles."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="without llvmlite there are no native games")

from claimdsl import load_ruleset
from claimdsl.engine.batch import Batch
from claimdsl.engine.game import Game
from claimdsl.native.engine import NativeGame
from claimdsl.native.module import FAULTY
from claimdsl.native.refusal import NotNative
from tests import native_kinds as kinds
from tests import shelf
from tests.native_kinds import Kind

GAMES = 20_000
FOLDER = Path(__file__).parent / "house_rules"


@dataclass(frozen=True)
class Case:
    """A kind of game, how many are played, and how."""

    kind: Kind
    games: int
    lanes: int = 1
    bmi: bool | None = None

    def __str__(self) -> str:
        return f"{self.kind}-{self.lanes}" + ("-plain" if self.bmi is False else "")


CASES = (
    *(Case(kind, 250, 4) for kind in kinds.rulesets()),
    *(Case(kind, 160, 2, bmi=False) for kind in kinds.rulesets()),
    *(Case(kind, 120, 1 + place % 2) for place, kind in enumerate(kinds.switches())),
    *(Case(kind, 170) for kind in kinds.each_faction()),
)


def test_enough_games_are_played() -> None:
    """Those of factions that are not native do not count."""
    sure = sum(case.games for case in CASES if len(case.kind.wanted) == 0)
    factions = [case for case in CASES if case.kind.wanted]
    assert sure + sum(case.games for case in factions) * 4 // 5 >= GAMES


@pytest.mark.parametrize("case", CASES, ids=str)
def test_native_games_are_those_of_the_python_engine(case: Case) -> None:
    try:
        wrong, left = kinds.different(case.kind.game(), case.games, lanes=case.lanes, bmi=case.bmi)
    except NotNative as reason:
        if not case.kind.wanted:
            raise
        pytest.skip(f"not native: {reason}")
    assert not wrong
    assert left <= case.games // 10, "too many games are left to the Python engine"


def test_four_fifths_of_all_factions_are_native() -> None:
    reasons = {kind.wanted[0]: kinds.refusal(kind.game()) for kind in kinds.each_faction()}
    native = [faction for faction, reason in reasons.items() if not reason]
    assert len(native) * 5 >= len(reasons) * 4, {faction: reason for faction, reason in reasons.items() if reason}
    assert set(kinds.core()) <= set(native)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_line_up_of_the_core_is_native(players: int) -> None:
    """Under the switches as they stand, and under each in every other position for some line-up."""
    rules, possible = shelf.ruleset(), shelf.line_ups("base", (), players, ())
    for place in range(0, len(possible), 1 if players == 2 else 3):
        assert not kinds.refusal(rules.game(players, possible[place])), possible[place]


# --- what native code finds out ----------------------------------------------------------------------------------------


def house_game(name: str) -> Game:
    """Give a game for two of a house rule."""
    return load_ruleset(str(FOLDER / f"{name}.yaml")).game(2)
