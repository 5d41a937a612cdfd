"""The end of a game told: each faction's count, why its vote went where it did, the tie-breaks, who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claimdsl.engine.kernel import Value
from claimdsl.engine.outcome import FactionResult, Outcome, value_text
from claimdsl.ui.names import Names, sentence
from claimdsl.ui.text import listed, plural

Sides = tuple[tuple[int, ...], ...]
_COUNTED = "cards"


def ending(outcome: Outcome, sides: Sides, names: Names) -> Iterator[tuple[str, str]]:
    """Tell an outcome: a text and its style for each line."""
    yield "", ""
    yield "== The end ==", "strong"
    for one in outcome.factions:
        yield sentence(faction_line(one, sides, names)), ""
    if outcome.votes is not None:
        yield sentence(f"{plural(names.words.say('vote'))}: {_each(outcome.votes, sides, names)}"), "strong"
    if outcome.counts is not None:
        yield sentence(f"counts: {_each(outcome.counts, sides, names, outcome.steps[0].key)}"), ""
    yield from _steps(outcome, sides, names)
    yield sentence(_winners(outcome, sides, names)), "strong"


def faction_line(one: FactionResult, sides: Sides, names: Names) -> str:
    """Say a faction's counts, who has its vote and by which key."""
    word = names.words.say("vote")
    counts = f"{names.words.faction(one.faction)}: {_each(one.counts, sides, names)}"
    if one.side is None:
        why = "still equal" if any(one.counts) else "for nobody has a card"
        return f"{counts}; nobody has its {word}, {why}"
    vote = f"{counts}; the {word} goes to {names.side(sides[one.side])}"
    values = _values(one, names, sides)
    if not one.decided_by or one.decided_by == _COUNTED:
        return vote
    return f"{vote}, by {names.words.key(one.decided_by)}{values}"


def _values(one: FactionResult, names: Names, sides: Sides) -> str:
    """Give the values of the key that decided."""
    found = next((values for key, values in one.keys if key == one.decided_by), ())
    return f" ({_each(found, sides, names, one.decided_by)})" if found else ""


def _each(values: Sequence[Value], sides: Sides, names: Names, key: str = "") -> str:
    """Give a value for each side; of a key by which less is better, what is counted, not what it is turned into."""
    turned = key in names.words.turned
    told = [value_text(-value if turned and isinstance(value, int) else value) for value in values]
    return ", ".join(f"{text} for {names.side(seats)}" for seats, text in zip(sides, told, strict=True))


def _steps(outcome: Outcome, sides: Sides, names: Names) -> Iterator[tuple[str, str]]:
    """Tell the keys that were compared, when the first did not decide."""
    if len(outcome.steps) < 2:
        return
    for step in outcome.steps:
        told = _each(step.values, sides, names, step.key)
        still = listed(names.side(sides[side]) for side in step.left)
        verdict = f"still equal: {still}" if len(step.left) > 1 else f"decided for {still}"
        yield sentence(f"compared {names.words.key(step.key)} ({told}): {verdict}"), ""


def _winners(outcome: Outcome, sides: Sides, names: Names) -> str:
    won = [names.side(sides[side]) for side in outcome.winners]
    if len(won) > 1:
        return f"the game is shared by {listed(won)}"
    seats = sides[outcome.winners[0]]
    verb = "win" if len(seats) > 1 or seats[0] == names.viewer else "wins"
    return f"{won[0]} {verb} the game, by {names.words.key(outcome.decided_by)}"
