"""A whole game told from its states, to one who looks on or to a seat."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.events import PhaseBegan, TrickBegan, TrickEnded
from claimdsl.engine.state import State
from claimdsl.play.record import Record
from claimdsl.ui.names import Names
from claimdsl.ui.narrate import Line, narrate
from claimdsl.ui.speech import msg
from claimdsl.ui.text import Page, capital
from claimdsl.ui.words import ENGLISH, Words


def introduce(state: State, names: Names, page: Page) -> None:
    """Say which game it is, who sits where, and what is in play."""
    for text, style in introduction(state, names):
        page.say(text, style)


def introduction(state: State, names: Names) -> Iterator[Line]:
    """Give the lines that say which game it is, who sits where, and what is in play."""
    game, words, speech = state.game, names.words, names.words.speech
    told = [
        speech.phrase("{seat} {number}: {who}", seat=words.say("seat"), number=seat, who=names.who(seat))
        for seat in range(game.players)
    ]
    players, title = words.many("player"), game.ruleset.title(words.language)
    yield speech.phrase(
        "{title}, {count} {players} ({seats})", title=title, count=game.players, players=players, seats=speech.row(told)
    ), "strong"
    if len(game.sides) < game.players:
        sides = speech.phrase(" against ").join(map(names.side, game.sides))
        yield speech.phrase("Partners: {sides}.", sides=sides), ""
    titles = speech.row(words.faction(name) for name in game.factions)
    yield speech.phrase("{factions}: {list}.", factions=capital(words.many("faction")), list=titles), ""
    usual = game.ruleset.options
    turned = [f"{words.say(name)} {value}" for name, value in game.options.items() if usual[name][0] != value]
    if turned:
        yield speech.phrase("Switches: {list}.", list=speech.row(turned)), ""


def tell(state: State, names: Names, page: Page, told: int) -> int:
    """Tell what happened after the first `told` events; give how many there are now."""
    for text, style in narrate(state.events_since(told), names):
        page.say(text, style)
    page.flush()
    return len(state.events)


def after_the_deal(state: State) -> int:
    """Say which event to begin with: the deal is not told."""
    return next((n for n, event in enumerate(state.events) if isinstance(event, PhaseBegan | TrickBegan)), 0)


def trick_began(state: State) -> int:
    """Say with which event the present trick began."""
    found = (place for place, event in enumerate(state.events) if isinstance(event, TrickBegan))
    return max(found, default=0)


def last_trick(state: State, seat: int) -> TrickEnded | None:
    """Give the last finished trick, as a seat saw it."""
    ended = (event for event in reversed(state.events) if isinstance(event, TrickEnded))
    return next((event.as_seen(seat) for event in ended), None)


def tell_ending(state: State, names: Names, page: Page) -> None:
    """Tell how a finished game ended."""
    from claimdsl.ui.endings import ending

    if state.outcome is not None:
        for text, style in ending(state.outcome, state.game.sides, names):
            page.say(text, style)


def tell_game(
    first: State, last: State, record: Record, page: Page, language: str = ENGLISH, viewer: int | None = None
) -> None:
    """Tell a recorded game from its deal to `last`: its last move, or the last one before one that may not be made.

    `viewer`: the seat that is told no more than it sees; None for one who looks on.
    """
    players = first.game.players
    words = Words.of(first.game, language)
    names = Names.of(record.agents if len(record.agents) == players else ("",) * players, viewer, words)
    introduce(first, names, page)
    tell(last, names, page, after_the_deal(first))
    tell_ending(last, names, page)
    speech, made, whole = words.speech, len(last.history), len(record.moves)
    if made < whole:
        page.say()
        told = msg("Told as far as the rules allow: {made} of {count} moves; the next one is not legal.")
        page.say(speech.phrase(told, made=made, count=whole))
    elif not last.is_over:
        page.say()
        page.say(speech.phrase("The record ends here, after {count} moves; the game goes on.", count=made))
    if viewer is not None:
        page.say(speech.phrase("It is told as you see it; --open tells all."))
    for move, text in record.comments.items():
        page.say(speech.phrase("Comment at move {move}: {text}", move=move, text=text))
