"""The end of a game: who has each faction's vote and why, and what decided between the sides.

Source: rules.md sections 5 and 6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdsl.engine.kernel import Value
from claimdsl.engine.layout import Frame, mask
from claimdsl.engine.runtime import NO_NUMBER
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
    piles = [0 for _ in game.sides]
    for slot in game.layout.slots:
        if slot.pile == game.ruleset.scored_pile:
            for side, seats in enumerate(game.sides):
                if slot.owner is None or slot.owner in seats:
                    piles[side] |= mask(v, slot.index)
    return [game.scoring.held(v, side, cards) for side, cards in enumerate(piles)]


def _faction(game: Game, v: Frame, name: str, held: list[tuple[int, ...]]) -> FactionResult:
    number = game.binding.faction_ids[name]
    cards = [found[number] for found in held]
    counts = tuple(game.scoring.weights(v, side, own) for side, own in enumerate(cards))
    answers = [game.scoring.majority(v, number, side, own) for side, own in enumerate(cards)]
    rule = game.binding.program.hooks[answers[0][0]].origin if answers[0][0] >= 0 else None
    left = list(range(len(cards)))
    compared: list[tuple[str, tuple[Value, ...]]] = []
    for index, key in enumerate(game.key_names(answers[0][0])):
        column = tuple(keys[index] for _, keys in answers)
        compared.append((key, column))
        left = _best(left, column)
        if len(left) == 1:
            return FactionResult(name, counts, tuple(compared), left[0], key, rule)
    return FactionResult(name, counts, tuple(compared), None, "", rule)


def _rank(game: Game, v: Frame, votes: list[int], won: list[int]) -> tuple[tuple[Step, ...], tuple[int, ...], str]:
    left = list(range(len(votes)))
    steps: list[Step] = []
    for index, key in enumerate(game.binding.program.ranks):
        values = tuple(game.scoring.rank(v, index, side, votes[side], won[side]) for side in range(len(votes)))
        left = _best(left, values)
        steps.append(Step(key.name, values, tuple(left)))
        if len(left) == 1:
            return tuple(steps), tuple(left), key.name
    return tuple(steps), tuple(left), SHARED


def _best(sides: list[int], values: tuple[Value, ...]) -> list[int]:
    """Keep the sides with the greatest value."""
    best = max(_order(values[side]) for side in sides)
    return [side for side in sides if _order(values[side]) == best]


def _order(value: Value) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def value_text(value: Value) -> str:
    """Write a key's value for people."""
    if isinstance(value, tuple):
        return " ".join(str(part) for part in value) or "-"
    return "-" if value == NO_NUMBER else str(value)
