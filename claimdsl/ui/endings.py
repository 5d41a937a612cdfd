"""The end of a game told: each faction's count, why its vote went where it did, the tie-breaks, who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claimdsl.engine.kernel import Value
from claimdsl.engine.outcome import FactionResult, Outcome, value_text
from claimdsl.ui.names import Names
from claimdsl.ui.speech import msg

Sides = tuple[tuple[int, ...], ...]
_COUNTED = "cards"


def ending(outcome: Outcome, sides: Sides, names: Names) -> Iterator[tuple[str, str]]:
    """Tell an outcome: a text and its style for each line."""
    speech = names.words.speech
    yield "", ""
    yield speech.phrase("== The end =="), "strong"
    for one in outcome.factions:
        yield speech.sentence(faction_line(one, sides, names)), ""
    if outcome.votes is not None:
        each = _each(outcome.votes, sides, names)
        yield speech.sentence(speech.phrase("{votes}: {each}", votes=names.words.many("vote"), each=each)), "strong"
    if outcome.counts is not None:
        each = _each(outcome.counts, sides, names, outcome.steps[0].key)
        yield speech.sentence(speech.phrase("counts: {each}", each=each)), ""
    yield from _steps(outcome, sides, names)
    yield speech.sentence(_winners(outcome, sides, names)), "strong"


def faction_line(one: FactionResult, sides: Sides, names: Names) -> str:
    """Say a faction's counts, who has its vote and by which key."""
    phrase, vote = names.words.speech.phrase, names.words.say("vote")
    faction, counts = names.words.faction(one.faction), _each(one.counts, sides, names)
    if one.side is None:
        equal = msg("{faction}: {counts}; nobody has its {vote}, still equal")
        none = msg("{faction}: {counts}; nobody has its {vote}, for nobody has a card")
        return phrase(equal if any(one.counts) else none, faction=faction, counts=counts, vote=vote)
    side = names.side(sides[one.side])
    if not one.decided_by or one.decided_by == _COUNTED:
        goes = msg("{faction}: {counts}; the {vote} goes to {side}")
        return phrase(goes, faction=faction, counts=counts, vote=vote, side=side)
    by, values = names.words.key(one.decided_by), _values(one, names, sides)
    goes = msg("{faction}: {counts}; the {vote} goes to {side}, by {key}{values}")
    return phrase(goes, faction=faction, counts=counts, vote=vote, side=side, key=by, values=values)


def _values(one: FactionResult, names: Names, sides: Sides) -> str:
    """Give the values of the key that decided."""
    found = next((values for key, values in one.keys if key == one.decided_by), ())
    return f" ({_each(found, sides, names, one.decided_by)})" if found else ""


def _each(values: Sequence[Value], sides: Sides, names: Names, key: str = "") -> str:
    """Give a value for each side; of a key by which less is better, what is counted, not what it is turned into."""
    turned = key in names.words.turned
    told = [value_text(-value if turned and isinstance(value, int) else value) for value in values]
    speech = names.words.speech
    return speech.row(
        speech.phrase("{count} for {side}", count=text, side=names.side(seats))
        for seats, text in zip(sides, told, strict=True)
    )


def _steps(outcome: Outcome, sides: Sides, names: Names) -> Iterator[tuple[str, str]]:
    """Tell the keys that were compared, when the first did not decide."""
    if len(outcome.steps) < 2:
        return
    speech = names.words.speech
    for step in outcome.steps:
        told = _each(step.values, sides, names, step.key)
        left = speech.listed(names.side(sides[side]) for side in step.left)
        equal = msg("compared {key} ({values}): still equal: {sides}")
        decided = msg("compared {key} ({values}): decided for {sides}")
        message = equal if len(step.left) > 1 else decided
        yield speech.sentence(speech.phrase(message, key=names.words.key(step.key), values=told, sides=left)), ""


def _winners(outcome: Outcome, sides: Sides, names: Names) -> str:
    speech, won = names.words.speech, [names.side(sides[side]) for side in outcome.winners]
    if len(won) > 1:
        return speech.phrase("the game is shared by {sides}", sides=speech.listed(won))
    seats, key = sides[outcome.winners[0]], names.words.key(outcome.decided_by)
    if len(seats) > 1:
        return speech.phrase("{side} win the game, by {key}", side=won[0], key=key)
    return names.says(seats[0], msg("you win the game, by {key}"), msg("{who} wins the game, by {key}"), key=key)
