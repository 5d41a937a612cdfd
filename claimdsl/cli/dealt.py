"""Deals that were dealt before: who knows how the cards lie plays for the fun of it, and the game does not count."""

from __future__ import annotations

import os
import re

from claimdsl.diagnostics.errors import RecordError
from claimdsl.engine.state import State
from claimdsl.play.record import Record

Lie = tuple[tuple[str, ...], frozenset[tuple[str, tuple[str, ...]]]]


def lie_of(record: Record) -> Lie:
    """Give how the cards lay: equal for games in which they lay alike, by whatever rules."""
    return record.deck, frozenset((pile, tuple(cards)) for pile, cards in record.side_decks.items())


def is_dealt_before(folder: str, seed: int, state: State) -> bool:
    """Say whether a folder keeps a game with the cards of a new one; it is looked for by its seed."""
    wanted = state.deck, frozenset((pile, tuple(cards)) for pile, cards in state.side_decks.items())
    named = re.compile(rf".*-{seed}(-[0-9]+)?\.json")
    try:
        names = [name for name in os.listdir(folder) if named.fullmatch(name)]
    except OSError:
        return False
    return any(_lie(os.path.join(folder, name)) == wanted for name in names)


def _lie(path: str) -> Lie | None:
    from claimdsl.play.reading import read_games

    try:
        with open(path, "rb") as stream:
            record = next(read_games(path, stream).entries).record
    except (OSError, RecordError):
        return None
    return None if record is None else lie_of(record)
