"""Whether moves may be taken back: only while nobody has been shown a card that they did not know.

For each person two things are compared: which cards they knew when the first of the moves was to be made, with those
that they could tell by counting, and what they have been shown since.  So in a last phase of two, in which nothing is
hidden any more, every move may be taken back; before it, mostly those that only chose.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from claimdsl.engine.events import HIDDEN, Drew, Event, Moved, Showed
from claimdsl.engine.state import State
from claimdsl.ui.speech import msg
from claimdsl.ui.words import Words


def last_decision(states: Sequence[State], seat: int, *, forced: bool) -> int:
    """Count the moves since the last decision of a seat; 0 where it has made none.

    `forced` counts a move as one although there was no other.
    """
    for count, state in enumerate(reversed(states[:-1]), start=1):
        if state.seat == seat and (forced or len(state.legal_actions) > 1):
            return count
    return 0


def why_not(states: Sequence[State], count: int, seats: Sequence[int], words: Words) -> str:
    """Say why so many moves may not be taken back; "" where they may.  `seats`: the people who must learn nothing."""
    speech = words.speech
    if not count:
        return speech.phrase("You have made no move yet.")
    shown = _shown_since(states, count, seats)
    if not shown:
        return ""
    told = msg("{card} was hidden then and has been shown since; --practice lifts that")
    return speech.sentence(speech.phrase(told, card=words.card(shown)))


def _shown_since(states: Sequence[State], count: int, seats: Sequence[int]) -> str:
    """Name a card that one of the seats has come to know in the last moves, or give ""."""
    before, game = states[-1 - count], states[-1].game
    cards = range(len(game.binding.labels))
    events = states[-1].events_since(len(before.events))
    for seat in seats:
        known = _known(before, seat)
        names = {game.label(card) for card in known}
        fresh = (
            game.label(card) for state in states[-count:] for card in cards
            if card not in known and state.knows(seat, card)
        )
        shown = next(fresh, "") or next(_shown(events, seat, names), "")
        if shown:
            return shown
    return ""


def _known(state: State, seat: int) -> frozenset[int]:
    """Give the cards of which a seat knows where they lie: all, where those that it has not seen lie in one pile."""
    cards = frozenset(range(len(state.game.binding.labels)))
    unknown = frozenset(card for card in cards if not state.knows(seat, card))
    places = {state.place_of(card) for card in unknown}
    in_one = len(places) == 1 and not any(place.pile in state.game.ordered for place in places)
    return cards if in_one else cards - unknown


def _shown(events: Sequence[Event], seat: int, names: Collection[str]) -> Iterator[str]:
    """Run through the cards that a seat was shown, if only for a moment, and all that chance has named."""
    for event in events:
        match event:
            case Moved() | Showed():
                yield from (label for label in event.as_seen(seat).cards if label != HIDDEN and label not in names)
            case Drew() if event.known >> seat & 1:
                yield event.card
            case _:
                pass
