"""A game as it is kept: JSON text to a `Record` with exact reasons for what is wrong, and back (claim-record/1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from claimdsl.diagnostics.errors import RecordError
from claimdsl.frozen import Frozen, replace
from claimdsl.ir.labels import CARD
from claimdsl.play.json_text import Json, kind_of, parse_json, shortened, shown, write_json

FORMAT = "claim-record/1"
PRACTICE, DEALT_BEFORE = "practice", "dealt_before"
"""Marks of games that do not count."""
LONGEST = 4 * 1024 * 1024
"""Unit: characters of one record."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LONGEST_NAME = 200
_NEEDED = frozenset({
    "format", "ruleset", "with", "ruleset_sha256", "players", "factions", "options", "first_leader", "deck",
    "side_decks", "moves",
})


class Record(Frozen):
    """One game: what was dealt and every decision.

    `with_` are the tweaks.  `extra` are the fields that we do not know, and those that a replay does not need (`seed`,
    `agents`, `date`, `tool`, `comments`) where another program wrote them in a form of its own.
    """

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

    @property
    def is_practice(self) -> bool:
        """Say whether moves could be taken back at will."""
        return (PRACTICE, True) in self.extra

    @property
    def is_dealt_before(self) -> bool:
        """Say whether it could be known how the cards lie, from a game before."""
        return (DEALT_BEFORE, True) in self.extra

    def marked(self, mark: str) -> Record:
        """Give the record with a mark that says why it does not count."""
        return self if (mark, True) in self.extra else replace(self, extra=(*self.extra, (mark, True)))

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
    if "moves" not in value:
        _check_moveless(value, journal=journal)
    players = _number(value, "players", 2, 4)
    factions = value.get("factions")
    sha = value.get("ruleset_sha256")
    notes = _Notes.of(value)
    return Record(
        ruleset=_word(value, "ruleset"),
        players=players,
        first_leader=_number(value, "first_leader", 0, players - 1),
        deck=_cards(_list(_needed(value, "deck"), "deck"), "deck"),
        moves=() if journal else _texts(_list(value["moves"], "moves"), "moves"),
        factions=None if factions is None else _names(_list(factions, "factions"), "factions"),
        options=_options(value),
        side_decks=_side_decks(value),
        with_=_texts(_list(_optional(value, "with", ()), "with"), "with"),
        ruleset_sha256=None if sha is None else _text(sha, "ruleset_sha256"),
        seed=notes.seed, agents=notes.agents, date=notes.date, tool=notes.tool, comments=notes.comments,
        extra=tuple((key, item) for key, item in value.items() if key not in _NEEDED and key not in notes.read),
    )


class _Notes(Frozen):
    """What a record tells beside the game itself, as far as it is understood; `read` names the fields that were."""

    read: frozenset[str]
    seed: int | None
    agents: tuple[str, ...]
    date: str
    tool: str
    comments: Mapping[str, str]

    @staticmethod
    def of(value: Mapping[str, Json]) -> _Notes:
        """Read what is understood."""
        seed, agents, comments = value.get("seed"), _all_texts(value.get("agents")), value.get("comments")
        date, tool = value.get("date"), value.get("tool")
        number = seed if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**64 else None
        names = tuple(comments) if isinstance(comments, Mapping) else ()
        texts = _all_texts([comments[name] for name in names]) if isinstance(comments, Mapping) else None
        read = {
            "seed": number is not None, "agents": agents is not None, "date": isinstance(date, str),
            "tool": isinstance(tool, str), "comments": texts is not None,
        }
        return _Notes(
            frozenset(name for name, understood in read.items() if understood), number, agents or (),
            date if isinstance(date, str) else "", tool if isinstance(tool, str) else "",
            dict(zip(names, texts or (), strict=False)),
        )


def _all_texts(value: Json) -> tuple[str, ...] | None:
    """Give a list of texts; None where it is anything else."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return None
    texts = tuple(item for item in value if isinstance(item, str))
    return texts if len(texts) == len(value) else None


def _check_format(value: Mapping[str, Json]) -> None:
    given = _needed(value, "format")
    if given == FORMAT:
        return
    if isinstance(given, str) and given.startswith("claim-record/"):
        raise RecordError(f"format: {shown(given)} is not known to this version; it knows '{FORMAT}'")
    raise RecordError(f"format: '{FORMAT}' is meant, not {kind_of(given)}")


def _check_moveless(value: Mapping[str, Json], *, journal: bool) -> None:
    """See that a record without moves is the header of a journal, and not one whose moves are misspelt."""
    from claimdsl.diagnostics.nearest import nearest

    meant = next((key for key in value if key not in _NEEDED and nearest(key, ("moves",))), None)
    if meant is not None:
        raise RecordError(f"moves: missing; {shown(meant)} is not known")
    if not journal:
        raise RecordError("moves: missing")


def _needed(value: Mapping[str, Json], name: str) -> Json:
    if name not in value:
        raise RecordError(f"{name}: missing")
    return value[name]


def _optional(value: Mapping[str, Json], name: str, default: Json) -> Json:
    """Give a field that may be missing; null is as good as missing."""
    given = value.get(name)
    return default if given is None else given


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
        if not CARD.fullmatch(card):
            raise RecordError(f"{where}[{index}]: a card is written faction:value, not {shown(card)}")
    return cards


def _object(value: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    given = _optional(value, name, {})
    if not isinstance(given, Mapping):
        raise RecordError(f"{name}: an object is meant, not {kind_of(given)}")
    return given


def _names(items: Sequence[Json], where: str) -> tuple[str, ...]:
    return tuple(_name(item, f"{where}[{index}]") for index, item in enumerate(items))


def _name(value: Json, where: str) -> str:
    name = _text(value, where)
    if len(name) > _LONGEST_NAME or not _NAME.fullmatch(name):
        raise RecordError(f"{where}: a name is meant, not {shown(name)}")
    return name


def _options(value: Mapping[str, Json]) -> dict[str, str]:
    return {_name(key, "options"): _name(item, f"options.{key}") for key, item in _object(value, "options").items()}


def _side_decks(value: Mapping[str, Json]) -> dict[str, tuple[str, ...]]:
    packs = _object(value, "side_decks")
    return {
        _name(pile, "side_decks"): _cards(_list(cards, f"side_decks.{pile}"), f"side_decks.{pile}")
        for pile, cards in packs.items()
    }
