"""The scored piles, faction by faction: what each side has of it, and who would have its vote."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.state import State
from claimdsl.ir.labels import faction_of, parts
from claimdsl.ui.endings import faction_line
from claimdsl.ui.names import Names
from claimdsl.ui.seen import tally_seen_by


def score(state: State, names: Names) -> Iterator[str]:
    """Tell how each faction stands now as the reader may know it, and with which cards."""
    game, viewer = state.game, names.viewer
    words, speech = names.words, names.words.speech
    tally = state.tally() if viewer is None else tally_seen_by(state, viewer)
    if not game.ruleset.scored_pile:
        yield speech.phrase("No {faction} is counted in this game.", faction=words.say("faction"))
    elif not tally:
        for faction in game.factions:
            hidden = speech.phrase("{faction}: how it stands is hidden", faction=words.faction(faction))
            yield speech.sentence(hidden)
            yield from _cards(state, faction, names)
    for one in tally:
        if any(one.counts):
            yield speech.sentence(faction_line(one, game.sides, names))
            yield from _cards(state, one.faction, names)
        else:
            yield speech.sentence(speech.phrase("{faction}: nobody has a card yet", faction=words.faction(one.faction)))


def _cards(state: State, faction: str, names: Names) -> Iterator[str]:
    scored = state.game.ruleset.scored_pile
    for seat in range(state.game.players):
        cards = [label for label in _scored(state, scored, seat, names.viewer) if faction_of(label) == faction]
        if cards:
            values = " ".join(parts(label)[1] for label in sorted(cards, key=names.words.place))
            yield "  " + names.words.speech.phrase("{who}: {cards}", who=names.who(seat), cards=values)


def _scored(state: State, scored: str, seat: int, viewer: int | None) -> tuple[str, ...]:
    """Give the cards that a seat has scored, as the reader knows them."""
    if viewer is None:
        return state.pile(scored, seat)
    seen = state.observation(viewer).piles
    return next((pile.cards for pile in seen if (pile.pile, pile.owner) == (scored, seat)), ())
