"""Short signs for long names: two letters for each faction in play; and words in ASCII for those that are not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from claimdsl.engine.game import Game
from claimdsl.frozen import replace
from claimdsl.ui.speech import ENGLISH, Speech
from claimdsl.ui.words import Words

_OTHERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def badges(factions: Iterable[str]) -> dict[str, str]:
    """Give each faction two letters of its name, the first ones where nobody else has them.

    >>> badges(["goblins", "gnomes", "golems", "undead"])
    {'goblins': 'Go', 'gnomes': 'Gn', 'golems': 'Gl', 'undead': 'Un'}
    """
    found: dict[str, str] = {}
    for name in factions:
        letters = name.replace("_", "")
        free = [f"{letters[0]}{letter}".capitalize() for letter in f"{letters[1:]}{_OTHERS}"]
        found[name] = next(two for two in free if two not in found.values())
    return found


def in_ascii(game: Game, language: str) -> Words:
    """Give words without those that are not ASCII, so that names stand for themselves there; sentences are English."""
    words = Words.of(game, language if Speech.of(language).catalogue is None else ENGLISH)
    return replace(
        words, factions=_ascii(words.factions), said=_ascii(words.said), phases=_ascii(words.phases)
    )


def _ascii(texts: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in texts.items() if text.isascii()}
