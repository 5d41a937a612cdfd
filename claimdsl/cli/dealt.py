"""Deals that were dealt before: who knows how the cards lie plays for the fun of it, and the game does not count."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from claimdsl.diagnostics.errors import RecordError
from claimdsl.engine.state import State
from claimdsl.play.json_text import Json, parse_json, write_json
from claimdsl.play.record import LONGEST, Record


def lie_of(record: Record) -> str:
    """Write how the cards lay: the same for games in which they lay alike, by whatever rules."""
    return _lie(record.deck, record.side_decks)


def is_dealt_before(folder: str, seed: int, state: State, but: str = "") -> bool:
    """Say whether a folder keeps a game with the cards of another, in a file `but`; it is looked for by its seed."""
    wanted = _lie(state.deck, state.side_decks)
    named = re.compile(rf".*-{seed}(-[0-9]+)?\.json")
    try:
        names = [name for name in os.listdir(folder) if named.fullmatch(name)]
    except OSError:
        return False
    paths = (os.path.join(folder, name) for name in names)
    return any(_kept(path) == wanted for path in paths if os.path.realpath(path) != os.path.realpath(but))


def _lie(deck: Json, packs: Mapping[str, Json]) -> str:
    return write_json([deck, *([pile, packs[pile]] for pile in sorted(packs))])


def _kept(path: str) -> str:
    """Write how the cards lay in a game that is kept: its first line says so, over or not."""
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            value = parse_json(stream.readline(LONGEST))
    except (OSError, RecordError):
        return ""
    if not isinstance(value, Mapping):
        return ""
    packs = value.get("side_decks", {})
    return _lie(value.get("deck"), packs) if isinstance(packs, Mapping) else ""
