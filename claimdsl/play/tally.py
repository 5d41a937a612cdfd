"""Your own games counted: records that people played in, to how often they won, by ruleset and by opponents."""

from __future__ import annotations

from collections.abc import Iterable

from claimdsl.engine.outcome import Outcome
from claimdsl.frozen import Frozen


class Played(Frozen):
    """One finished game of a person: at which ruleset, against whom, and how it ended (1 won, 0 shared, -1 lost)."""

    ruleset: str
    players: int
    against: str
    result: int
    is_practice: bool


class Row(Frozen):
    """How a person fared at one ruleset against the same opponents."""

    ruleset: str
    players: int
    against: str
    won: int
    shared: int
    lost: int

    @property
    def games(self) -> int:
        """Count the games."""
        return self.won + self.shared + self.lost


def result_for(seat: int, sides: tuple[tuple[int, ...], ...], ended: Outcome) -> int:
    """Say how a game ended for a seat: 1 won, 0 shared, -1 lost."""
    side = next(number for number, seats in enumerate(sides) if seat in seats)
    if side not in ended.winners:
        return -1
    return 1 if len(ended.winners) == 1 else 0


def counted(games: Iterable[Played]) -> tuple[Row, ...]:
    """Count games, by ruleset, number of players and opponents, sorted by these; practice is left out.

    >>> counted([Played("base", 2, "greedy", 1, False), Played("base", 2, "greedy", 0, False)])
    (Row(ruleset='base', players=2, against='greedy', won=1, shared=1, lost=0),)
    """
    results: dict[tuple[str, int, str], list[int]] = {}
    for game in games:
        if not game.is_practice:
            results.setdefault((game.ruleset, game.players, game.against), []).append(game.result)
    return tuple(
        Row(*kind, found.count(1), found.count(0), found.count(-1)) for kind, found in sorted(results.items())
    )
