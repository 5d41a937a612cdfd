"""A whole game told from its states: for replays, where nothing is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimdsl.engine.events import PhaseBegan, TrickBegan
from claimdsl.engine.state import State
from claimdsl.ui.endings import ending
from claimdsl.ui.names import Names
from claimdsl.ui.narrate import narrate
from claimdsl.ui.text import Page


def introduce(state: State, names: Names, page: Page) -> None:
    """Say which game it is, who sits where, and what is in play."""
    game = state.game
    seats = ", ".join(f"seat {seat}: {names.who(seat)}" for seat in range(game.players))
    page.say(f"{game.ruleset.title()}, {game.players} players ({seats})", "strong")
    if len(game.sides) < game.players:
        page.say(f"Partners: {' against '.join(names.side(side) for side in game.sides)}.")
    word = game.ruleset.display_word("faction")
    page.say(f"{word[:1].upper()}{word[1:]}s: {', '.join(game.factions)}.")
    usual = game.ruleset.options
    turned = [f"{name} {value}" for name, value in game.options.items() if usual[name][0] != value]
    if turned:
        page.say(f"Switches: {', '.join(turned)}.")


def tell(state: State, names: Names, page: Page, told: int) -> int:
    """Tell what happened after the first `told` events; give how many there are now."""
    for text, style in narrate(state.events_since(told), names):
        page.say(text, style)
    page.flush()
    return len(state.events)


def after_the_deal(state: State) -> int:
    """Say which event to begin with: the deal is not told."""
    return next((n for n, event in enumerate(state.events) if isinstance(event, PhaseBegan | TrickBegan)), 0)


def tell_ending(state: State, names: Names, page: Page) -> None:
    """Tell how a finished game ended."""
    if state.outcome is not None:
        for text, style in ending(state.outcome, state.game.sides, names):
            page.say(text, style)


def tell_game(
    first: State, last: State, agents: Sequence[str], comments: Mapping[str, str], page: Page,
) -> None:
    """Tell a recorded game from its deal to its last move."""
    known = len(agents) == first.game.players
    names = Names.of(agents if known else [f"seat {seat}" for seat in range(first.game.players)], None)
    introduce(first, names, page)
    tell(last, names, page, after_the_deal(first))
    if last.is_over:
        tell_ending(last, names, page)
    else:
        page.say()
        page.say(f"The record ends here, after {len(last.history)} moves; the game goes on.")
    for move, text in comments.items():
        page.say(f"Comment at move {move}: {text}")
