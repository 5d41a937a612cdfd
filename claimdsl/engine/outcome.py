"""The end of a game: who has each faction's vote and why, and what decided between the sides.

Source: rules.md sections 5 and 6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdsl.engine.kernel import Value
from claimdsl.engine.layout import Frame
from claimdsl.engine.runtime import NO_NUMBER
from claimdsl.engine.votes import Votes, best
from claimdsl.frozen import Frozen
from claimdsl.ir.nodes import Origin

if TYPE_CHECKING:
    from claimdsl.engine.game import Game

SHARED = "shared"


class FactionResult(Frozen):
    """One faction's vote.

    `counts`: how many cards (by weight) each side has; `keys`: for each key that was compared, its name and each side's
    value; `side`: who has the vote, or None; `decided_by`: the key that separated, or "" for no vote; `rule`: that
    which says so.
    """

    faction: str
    counts: tuple[int, ...]
    keys: tuple[tuple[str, tuple[Value, ...]], ...]
    side: int | None
    decided_by: str
    rule: Origin | None = None


class Step(Frozen):
    """One key of the ranking of sides: each side's value, and the sides still in after it."""

    key: str
    values: tuple[Value, ...]
    left: tuple[int, ...]


class Outcome(Frozen):
    """The result.  `counts` is set where no factions are scored: each side's value of the first key."""

    factions: tuple[FactionResult, ...]
    votes: tuple[int, ...] | None
    counts: tuple[int, ...] | None
    winners: tuple[int, ...]
    decided_by: str
    steps: tuple[Step, ...]


def outcome(game: Game, v: Frame) -> Outcome:
    """Count a finished game."""
    held = held_cards(game, v)
    results = tuple(_faction(game, v, name, held) for name in game.factions) if game.ruleset.scored_pile else ()
    votes = [0 for _ in game.sides]
    won = [0 for _ in game.sides]
    for result in results:
        if result.side is not None:
            votes[result.side] += 1
            won[result.side] |= held[result.side][game.binding.faction_ids[result.faction]]
    steps, winners, decided_by = _rank(game, v, votes, won)
    counts = None if results else tuple(value for value in steps[0].values if isinstance(value, int))
    return Outcome(results, tuple(votes) if results else None, counts, winners, decided_by, steps)


def tally(game: Game, v: Frame) -> tuple[FactionResult, ...]:
    """Give each faction's vote as the scored piles stand now; none where factions are not scored."""
    if not game.ruleset.scored_pile:
        return ()
    held = held_cards(game, v)
    return tuple(_faction(game, v, name, held) for name in game.factions)


def held_cards(game: Game, v: Frame) -> list[tuple[int, ...]]:
    """Give each side's scored cards as a mask for each faction that they count for."""
    return _votes(game).held(v)


def _votes(game: Game) -> Votes:
    return Votes(game.binding, game.layout, game.scoring)


def _faction(game: Game, v: Frame, name: str, held: list[tuple[int, ...]]) -> FactionResult:
    vote = _votes(game).vote(v, game.binding.faction_ids[name], held)
    rule = game.binding.program.hooks[vote.rule].origin if vote.rule >= 0 else None
    return FactionResult(name, vote.counts, vote.keys, vote.side, vote.decided_by, rule)


def _rank(game: Game, v: Frame, votes: list[int], won: list[int]) -> tuple[tuple[Step, ...], tuple[int, ...], str]:
    left = list(range(len(votes)))
    steps: list[Step] = []
    for index, key in enumerate(game.binding.program.ranks):
        values = tuple(game.scoring.rank(v, index, side, votes[side], won[side]) for side in range(len(votes)))
        left = best(left, values)
        steps.append(Step(key.name, values, tuple(left)))
        if len(left) == 1:
            return tuple(steps), tuple(left), key.name
    return tuple(steps), tuple(left), SHARED


def value_text(value: Value) -> str:
    """Write a key's value for people."""
    if isinstance(value, tuple):
        return " ".join(str(part) for part in value) or "-"
    return "-" if value == NO_NUMBER else str(value)
