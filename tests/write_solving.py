"""Write the table of docs/solving.md: beside which factions `claim solve` works a game out, and by what."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from claimdsl.ai.perfect import refusal
from claimdsl.engine.game import Game
from claimdsl.engine.state import State
from claimdsl.native.refusal import NotNative
from tests import shelf
from tests.solver_reference import late
from tests.test_solver_powers import FACTIONS, LINE_UPS, beside

PAGE = Path(__file__).resolve().parent.parent / "docs" / "solving.md"
BEGIN, END = "<!-- begin:solved -->", "<!-- end:solved -->"
DEALS = 6
ALWAYS, SOME, NEVER = "always", "where all is known", "no"


def games() -> Iterator[tuple[str, Game]]:
    """Give a game of two for each faction that can play one: by itself beside core factions."""
    for faction in dict.fromkeys(faction for line_up in LINE_UPS for faction in line_up):
        line_up = next(line_up for line_up in LINE_UPS if faction in line_up)
        yield faction, shelf.ruleset("base").game(2, line_up)
    for name, faction in FACTIONS:
        game = beside(name, faction)
        if game is not None:
            yield faction, game


def row(game: Game) -> tuple[str, str, str]:
    """Say whether games are worked out, by what, and what stands against it."""
    first = [state for seed in range(DEALS) if (state := late(game, seed, 13)) is not None]
    later = [state for seed in range(DEALS) if (state := late(game, seed, 3)) is not None]
    reasons = [refusal(state) for state in first]
    solved = [state for state in first + later if not refusal(state)]
    if not solved:
        return NEVER, "", _general(reasons[0])
    engine, why = _engine(game, solved[0])
    return (SOME if any(reasons) else ALWAYS), engine, _general(next(filter(None, reasons), "")) or why


def _general(reason: str) -> str:
    """Leave out what is of one deal."""
    head, _, place = reason.partition(" cards lie ")
    return f"a seat need not know where all cards lie {place}" if place and head.startswith("seat ") else reason


def _engine(game: Game, state: State) -> tuple[str, str]:
    from claimdsl.native.solver import Solver

    try:
        by_lanes = Solver(game).lanes(state.frame()) is not None
    except NotNative as reason:
        return "Python", str(reason)
    return "native, by lanes" if by_lanes else "native", ""


def table() -> str:
    """Write the rows, alike ones together."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for faction, game in games():
        found.setdefault(row(game), []).append(faction)
    order = sorted(found, key=lambda each: ((ALWAYS, SOME, NEVER).index(each[0]), each[1] == "Python", *each[1:]))
    lines = ["| factions | worked out | by | otherwise, or why not natively |", "|---|---|---|---|"]
    return "\n".join([*lines, *(f"| {', '.join(found[each])} | {' | '.join(each)} |" for each in order)])


def page() -> str:
    """Give the page with the table as it is now."""
    head, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    return f"{head}{BEGIN}\n{table()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
