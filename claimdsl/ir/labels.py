"""How a card is written: `faction:value`, or `faction:face` where the faction has a word for the value; and read again.

This is the one place that knows it.  Only a game knows which value a face stands for: `Binding.value_of`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

FACE = "[A-Za-z][A-Za-z0-9_-]*"
CARD = re.compile(f"([a-z][a-z0-9_]*):(0|[1-9][0-9]?|{FACE})")
_SPOKEN = "([A-Za-z][A-Za-z0-9_]*)(?: +|:)([A-Za-z0-9_-]+)"


def label_of(faction: str, value: int, faces: Mapping[int, str]) -> str:
    """Write a card.

    >>> label_of("hearts", 7, {12: "Q"}), label_of("hearts", 12, {12: "Q"})
    ('hearts:7', 'hearts:Q')
    """
    return f"{faction}:{faces.get(value, value)}"


def parts(label: str) -> tuple[str, str]:
    """Give the faction of a card and its value or face; "" and the word itself for what is no card.

    >>> parts("hearts:Q"), parts("keep")
    (('hearts', 'Q'), ('', 'keep'))
    """
    faction, _, word = label.rpartition(":")
    return faction, word


def faction_of(label: str) -> str:
    """Give the faction of a card; "" for what is no card."""
    return parts(label)[0]


def is_card(word: str) -> bool:
    """Say whether a word is written as a card is."""
    return ":" in word


def spoken(text: str) -> str:
    """Write cards as people do, with a blank; any other text stays as it is.

    >>> spoken("goblins:7"), spoken("play goblins:7"), spoken("score.1")
    ('goblins 7', 'play goblins 7', 'score.1')
    """
    return text.replace(":", " ")


def card_in(text: str) -> tuple[str, str] | None:
    """Take a text for a card, with a blank or a colon; give what would be its faction and its value or face.

    >>> card_in("hearts Q"), card_in("hearts:12"), card_in("take the deck")
    (('hearts', 'Q'), ('hearts', '12'), None)
    """
    match = re.fullmatch(_SPOKEN, text)
    return (match[1], match[2]) if match else None
