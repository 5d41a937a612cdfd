"""A game as it is kept: JSON text to a `Record` with exact reasons for what is wrong, and back (claim-record/1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from claimdsl.diagnostics.errors import RecordError
from claimdsl.frozen import Frozen
from claimdsl.play.json_text import Json, kind_of, parse_json, shortened, shown, write_json

FORMAT = "claim-record/1"
LONGEST = 4 * 1024 * 1024
"""Unit: characters of one record."""

_CARD = re.compile(r"[a-z][a-z0-9_]*:(0|[1-9][0-9]?)")
_WORDS = frozenset({
    "format", "ruleset", "with", "ruleset_sha256", "players", "factions", "options", "first_leader", "deck",
    "side_decks", "seed", "agents", "date", "tool", "moves", "comments",
})


class Record(Frozen):
    """One game: what was dealt and every decision.  `with_` are the tweaks; `extra` the fields that we do not know."""

    ruleset: str
    players: int
    first_leader: int
    deck: tuple[str, ...]
    moves: tuple[str, ...] = ()
    factions: tuple[str, ...] | None = None
    options: Mapping[str, str] = {}
    side_decks: Mapping[str, tuple[str, ...]] = {}
    with_: tuple[str, ...] = ()
    ruleset_sha256: str | None = None
    seed: int | None = None
    agents: tuple[str, ...] = ()
    date: str = ""
    tool: str = ""
    comments: Mapping[str, str] = {}
    extra: tuple[tuple[str, Json], ...] = ()

    def to_object(self, *, moves: bool = True) -> dict[str, Json]:
        """Give the record as a JSON object; without its moves it is the header of a journal."""
        found: dict[str, Json] = {"format": FORMAT, "ruleset": self.ruleset}
        optional: tuple[tuple[str, Json], ...] = (
            ("with", list(self.with_)), ("ruleset_sha256", self.ruleset_sha256),
        )
        found |= {name: value for name, value in optional if value}
        found["players"] = self.players
        if self.factions is not None:
            found["factions"] = list(self.factions)
        if self.options:
            found["options"] = dict(self.options)
        found["first_leader"] = self.first_leader
        found["deck"] = list(self.deck)
        if self.side_decks:
            found["side_decks"] = {pile: list(cards) for pile, cards in self.side_decks.items()}
        if self.seed is not None:
            found["seed"] = self.seed
        rest: tuple[tuple[str, Json], ...] = (
            ("agents", list(self.agents)), ("date", self.date), ("tool", self.tool), ("comments", dict(self.comments)),
        )
        found |= {name: value for name, value in rest if value}
        found |= dict(self.extra)
        if moves:
            found["moves"] = list(self.moves)
        return found

    def to_json(self) -> str:
        """Write the record on one line."""
        return write_json(self.to_object())


def parse_record(text: str) -> Record:
    """Read a record from JSON text.

    Raises: RecordError with the field that is wrong.
    """
    if len(text) > LONGEST:
        raise RecordError("the record is too long: no game needs more than 4 MiB")
    return record_from(parse_json(text))


def record_from(value: Json, *, journal: bool = False) -> Record:
    """Read a record from a JSON value; the header of a journal has no moves.

    Raises: RecordError with the field that is wrong.
    """
    if not isinstance(value, Mapping):
        raise RecordError(f"a record is an object, not {kind_of(value)}")
    _check_format(value)
    if not journal and "moves" not in value:
        raise RecordError("moves: missing")
    factions = value.get("factions")
    sha = value.get("ruleset_sha256")
    return Record(
        ruleset=_word(value, "ruleset"),
        players=_number(value, "players", 2, 4),
        first_leader=_number(value, "first_leader", 0, _number(value, "players", 2, 4) - 1),
        deck=_cards(_list(_needed(value, "deck"), "deck"), "deck"),
        moves=() if journal else _texts(_list(value["moves"], "moves"), "moves"),
        factions=None if factions is None else _texts(_list(factions, "factions"), "factions"),
        options=_words(value, "options"),
        side_decks=_side_decks(value),
        with_=_texts(_list(value.get("with", ()), "with"), "with"),
        ruleset_sha256=None if sha is None else _text(sha, "ruleset_sha256"),
        seed=None if value.get("seed") is None else _number(value, "seed", 0, 2**64 - 1),
        agents=_texts(_list(value.get("agents", ()), "agents"), "agents"),
        date=_text(value.get("date", ""), "date"),
        tool=_text(value.get("tool", ""), "tool"),
        comments=_words(value, "comments"),
        extra=tuple((key, item) for key, item in value.items() if key not in _WORDS),
    )


def _check_format(value: Mapping[str, Json]) -> None:
    given = _needed(value, "format")
    if given == FORMAT:
        return
    if isinstance(given, str) and given.startswith("claim-record/"):
        raise RecordError(f"format: {shown(given)} is not known to this version; it knows '{FORMAT}'")
    raise RecordError(f"format: '{FORMAT}' is meant, not {kind_of(given)}")


def _needed(value: Mapping[str, Json], name: str) -> Json:
    if name not in value:
        raise RecordError(f"{name}: missing")
    return value[name]


def _number(value: Mapping[str, Json], name: str, low: int, high: int) -> int:
    given = _needed(value, name)
    if isinstance(given, bool) or not isinstance(given, int):
        raise RecordError(f"{name}: a whole number is meant, not {kind_of(given)}")
    if not low <= given <= high:
        raise RecordError(f"{name}: {shortened(str(given))} is not within {low} to {high}")
    return given


def _word(value: Mapping[str, Json], name: str) -> str:
    text = _text(_needed(value, name), name)
    if not text:
        raise RecordError(f"{name}: is empty")
    return text


def _text(value: Json, where: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{where}: a text is meant, not {kind_of(value)}")
    return value


def _list(value: Json, where: str) -> Sequence[Json]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise RecordError(f"{where}: a list is meant, not {kind_of(value)}")
    return value


def _texts(items: Sequence[Json], where: str) -> tuple[str, ...]:
    return tuple(_text(item, f"{where}[{index}]") for index, item in enumerate(items))


def _cards(items: Sequence[Json], where: str) -> tuple[str, ...]:
    cards = _texts(items, where)
    for index, card in enumerate(cards):
        if not _CARD.fullmatch(card):
            raise RecordError(f"{where}[{index}]: a card is written faction:value, not {shown(card)}")
    return cards


def _object(value: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    given = value.get(name, {})
    if not isinstance(given, Mapping):
        raise RecordError(f"{name}: an object is meant, not {kind_of(given)}")
    return given


def _words(value: Mapping[str, Json], name: str) -> dict[str, str]:
    return {key: _text(item, f"{name}.{shortened(key)}") for key, item in _object(value, name).items()}


def _side_decks(value: Mapping[str, Json]) -> dict[str, tuple[str, ...]]:
    packs = _object(value, "side_decks")
    return {
        pile: _cards(_list(cards, f"side_decks.{shortened(pile)}"), f"side_decks.{shortened(pile)}")
        for pile, cards in packs.items()
    }
