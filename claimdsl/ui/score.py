"""The scored piles, faction by faction: what each side has of it, and who would have its vote."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.state import State
from claimdsl.ir.labels import faction_of, parts
from claimdsl.ui.endings import faction_line
from claimdsl.ui.names import Names


def score(state: State, names: Names) -> Iterator[str]:
    """Tell how each faction stands now, and with which cards."""
    game = state.game
    tally = state.tally()
    words, speech = names.words, names.words.speech
    if not tally:
        yield speech.phrase("No {faction} is counted in this game.", faction=words.say("faction"))
    for one in tally:
        if any(one.counts):
            yield speech.sentence(faction_line(one, game.sides, names))
            yield from _cards(state, one.faction, names)
        else:
            yield speech.sentence(speech.phrase("{faction}: nobody has a card yet", faction=words.faction(one.faction)))


def _cards(state: State, faction: str, names: Names) -> Iterator[str]:
    scored = state.game.ruleset.scored_pile
    for seat in range(state.game.players):
        cards = [label for label in state.pile(scored, seat) if faction_of(label) == faction]
        if cards:
            values = " ".join(parts(label)[1] for label in sorted(cards, key=names.words.place))
            yield "  " + names.words.speech.phrase("{who}: {cards}", who=names.who(seat), cards=values)
