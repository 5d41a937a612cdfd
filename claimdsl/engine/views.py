"""A frame as one seat sees it: what it knows is shown, the rest is counted."""

from __future__ import annotations

from claimdsl.engine import events as ev
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, number
from claimdsl.engine.observation import PileView, StateView


def plays_seen(game: Game, v: Frame, known: int) -> tuple[tuple[int, str], ...]:
    """Give seat and card of each play; `known` is the mask of the cards that the seat knows."""
    card = game.layout.plays["card"]
    return tuple(
        (who, label if known >> number(v, card + index) & 1 else ev.HIDDEN)
        for index, (who, label) in enumerate(game.plays(v))
    )


def piles_seen(game: Game, v: Frame, known: int) -> tuple[PileView, ...]:
    """Give every pile."""
    views = []
    for slot in game.layout.slots:
        cards = game.card_numbers(v, slot)
        seen = tuple(game.label(card) for card in game.by_name(cards) if known >> card & 1)
        if slot.ordered and seen:
            seen = tuple(game.label(card) if known >> card & 1 else ev.HIDDEN for card in cards)
        views.append(PileView(slot.pile, game.owner(slot), seen, len(cards) - len(seen)))
    return tuple(views)


def states_seen(game: Game, v: Frame) -> tuple[StateView, ...]:
    """Give every state, which all see."""
    views = []
    for spec in game.binding.states:
        start = game.layout.states[spec.name]
        owners: tuple[int | None, ...] = tuple(range(game.players)) if spec.of == "player" else (None,)
        for index, owner in enumerate(owners):
            views.append(StateView(spec.name, owner, game.word(spec.type.kind, number(v, start + index))))
    return tuple(views)


def as_seen(event: ev.Event, seat: int) -> str:
    """Write an event as a seat saw it."""
    match event:
        case ev.Chose() | ev.Moved() | ev.Showed() | ev.Drew() | ev.Ruled() | ev.TrickEnded():
            return repr(event.as_seen(seat))
        case _:
            return repr(event)
