"""The keys at the table, the pages they open, and the page that explains them."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.game import Game
from claimdsl.ui.messages import Line
from claimdsl.ui.rules import faction_lines, rule_lines
from claimdsl.ui.speech import msg
from claimdsl.ui.words import Words

KEYS = {
    "?": ("help", msg("help")), "h": ("hint", msg("hint")), "w": ("why", msg("why")), "u": ("undo", msg("undo")),
    "l": ("log", msg("log")), "s": ("score", msg("scores")), "t": ("last", msg("last trick")),
    "q": ("quit", msg("quit")),
}
TITLES = {
    "why": msg("Why"), "log": msg("The game so far"), "score": msg("Scores"), "last": msg("Last trick"),
    "rules": msg("Rules"), "factions": msg("Factions"), "help": msg("Help"),
}
_HELP = (
    msg("Play a card: its number and Enter, or its name clearly begun and Enter; or arrows and Enter; or the mouse."),
    msg("A key alone does what the last line says; where a card's name may begin with it, Enter after it."),
    msg("Escape takes back what is typed.  < marks who is to play, *stars* a power that has just acted."),
)


def help_lines(game: Game, words: Words) -> Iterator[Line]:
    """Explain the keys, then the factions in play and the rules of this ruleset."""
    for line in _HELP:
        yield words.speech.phrase(line), ""
    for lines in (faction_lines(game, words), rule_lines(game, words)):
        yield "", ""
        yield from ((line, "") for line in lines)
