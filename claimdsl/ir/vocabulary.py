"""The one table of facts about the language: sections, hooks, names in scope, fields, folds and verbs.

The checker, the compiler, the JSON Schema, the reference in `grammar/README.md` and the hints read it.
"""

from __future__ import annotations

from enum import Enum

from claimdsl.frozen import Frozen
from claimdsl.ir.types import (
    BOOL,
    CARD,
    FACTION,
    INT,
    MOST_FACTIONS,
    MOST_PLAYERS,
    PLAY,
    PLAYER,
    SIDE,
    Kind,
    Shape,
    Type,
    cards,
    pile,
)


class Body(Enum):
    """What stands in a hook."""

    VALUE = "value"
    EVENT = "event"
    KEYS = "keys"


class Asked(Enum):
    """Of what a hook is asked; says whose card `own` means, and which of player, card, play are in scope."""

    CARD = "each card in hand"
    PLAY = "a play"
    TAKER = "the taker, with the play that he made"
    SCORED = "a card in a scoring pile"
    FACTION = "a faction and a side"
    TABLE = "the table"


class Knower(Enum):
    """Who must be able to know what a hook reads."""

    PLAYER = "the player asked"
    ALL = "all players"
    NOBODY = "nobody: hidden cards may be read"


class HookFact(Frozen):
    """One hook.  `names` are what it may read beside what is always there; `default` answers where no rule does."""

    name: str
    body: Body
    asked: Asked
    knower: Knower
    type: Type | None
    names: frozenset[str]
    default: str
    text: str


class NameFact(Frozen):
    """One name that the engine supplies."""

    name: str
    type: Type
    text: str


class FieldFact(Frozen):
    """One field of a kind; `hooks` empty means everywhere, else only there."""

    of: Kind
    name: str
    type: Type
    text: str
    hooks: frozenset[str] = frozenset()


class FoldFact(Frozen):
    """One function over a list.  `key`: "no", "may", "must"; `gives`: items, maybe, bool, int, maybe_int, keys."""

    name: str
    key: str
    gives: str
    text: str


class VerbFact(Frozen):
    """One effect."""

    name: str
    form: str
    text: str


_ASKED_NAMES: dict[Asked, frozenset[str]] = {
    Asked.CARD: frozenset({"player", "card"}),
    Asked.PLAY: frozenset({"player", "card", "play"}),
    Asked.TAKER: frozenset({"player", "card", "play"}),
    Asked.SCORED: frozenset({"card", "side"}),
    Asked.FACTION: frozenset({"cards", "side"}),
    Asked.TABLE: frozenset(),
}
_PHASE = frozenset({"phase", "leader", "trick_number"})
_TRICK = _PHASE | {"trick", "led"}
_RANKED = _TRICK | {"ranking", "winner", "winning_play", "last_trick"}
_NONE: frozenset[str] = frozenset()

PLAYERS = PLAYER.listed(MOST_PLAYERS)
PLAYS = PLAY.listed(MOST_PLAYERS)

ALWAYS = frozenset({"players", "seats", "sides", "deck"})

NAMES: dict[str, NameFact] = {fact.name: fact for fact in (
    NameFact("players", PLAYERS, "all players, clockwise from the leader"),
    NameFact("seats", PLAYERS, "all players, clockwise from seat 0"),
    NameFact("sides", SIDE.listed(MOST_PLAYERS), "all sides, by their first seat: single players, or partners"),
    NameFact("deck", cards(), "all cards of the deck in play, wherever they lie: all know which there are"),
    NameFact("phase", Type(Kind.WORD, Shape.ONE, 1, "phase"), "the phase being played"),
    NameFact("leader", PLAYER, "who leads this trick (between tricks: the next)"),
    NameFact("trick_number", INT, "the number of this trick in its phase, from 1"),
    NameFact("trick", PLAYS, "the plays made so far, in order"),
    NameFact("led", FACTION.maybe, "the faction that the first play calls for; nothing before it"),
    NameFact("ranking", PLAYS, "the plays from strongest to weakest"),
    NameFact("winner", PLAYER, "who made the strongest play"),
    NameFact("winning_play", PLAY, "the strongest play"),
    NameFact("last_trick", BOOL, "whether the phase is over after this trick"),
    NameFact("player", PLAYER, "who is asked, or who made the play asked about"),
    NameFact("card", CARD, "the card asked about"),
    NameFact("play", PLAY, "the play asked about"),
    NameFact("due", CARD.maybe, "the card that the taker is about to take"),
    NameFact("cards", cards(), "the side's cards that count for the faction"),
    NameFact("side", SIDE, "the side asked about"),
)}


def _hook(
    name: str, body: Body, asked: Asked, knower: Knower, gives: Type | None, names: frozenset[str], default: str,
    text: str,
) -> HookFact:
    return HookFact(name, body, asked, knower, gives, ALWAYS | names | _ASKED_NAMES[asked], default, text)


HOOKS: dict[str, HookFact] = {fact.name: fact for fact in (
    _hook("at_start", Body.EVENT, Asked.TABLE, Knower.ALL, None, frozenset({"leader"}), "",
          "once, when the deck lies shuffled in the stock"),
    _hook("before_phase", Body.EVENT, Asked.TABLE, Knower.ALL, None, frozenset({"phase", "leader"}), "",
          "before the first trick of a phase"),
    _hook("before_trick", Body.EVENT, Asked.TABLE, Knower.ALL, None, _PHASE, "", "before the leader plays"),
    _hook("may_play", Body.VALUE, Asked.CARD, Knower.PLAYER, BOOL, _TRICK, "true",
          "may this card be played?  If none may, all may"),
    _hook("on_play", Body.EVENT, Asked.PLAY, Knower.ALL, None, _TRICK, "", "when a card has been played"),
    _hook("face_down", Body.VALUE, Asked.PLAY, Knower.ALL, BOOL, _TRICK, "false", "does this play lie face down now?"),
    _hook("counts_as", Body.VALUE, Asked.PLAY, Knower.ALL, FACTION, _TRICK, "card.faction",
          "the faction that the card stands for in this trick; asked once, when on_play is done"),
    _hook("leads", Body.VALUE, Asked.PLAY, Knower.ALL, FACTION.maybe, _PHASE | {"trick"}, "play.counts_as",
          "the faction that a first play calls for; asked anew each time"),
    _hook("worth", Body.VALUE, Asked.PLAY, Knower.ALL, INT, _TRICK, "card.value",
          "what the card is worth in this trick: its number with all that powers add; asked anew until the ranking"),
    _hook("tier", Body.VALUE, Asked.PLAY, Knower.ALL, INT, _TRICK, "0", "the class of a play; the higher class wins"),
    _hook("strength", Body.VALUE, Asked.PLAY, Knower.ALL, INT, _TRICK, "play.worth",
          "what decides within a class; equal: the earlier play"),
    _hook("offers", Body.VALUE, Asked.TAKER, Knower.ALL, cards(), _RANKED, "no cards",
          "the cards that a player may take one of; each player in ranking order"),
    _hook("takes_to", Body.VALUE, Asked.TAKER, Knower.ALL, pile(), _RANKED, "",
          "the pile that a taken card goes to"),
    _hook("on_take", Body.EVENT, Asked.TAKER, Knower.ALL, None, _RANKED | {"due"}, "",
          "when the card due is known and has not moved yet"),
    _hook("goes_to", Body.VALUE, Asked.PLAY, Knower.ALL, pile(), _RANKED, "",
          "the pile that a played card goes to after the trick"),
    _hook("after_trick", Body.EVENT, Asked.TABLE, Knower.ALL, None, _RANKED, "",
          "when the cards of the trick have gone"),
    _hook("next_leader", Body.VALUE, Asked.TABLE, Knower.ALL, PLAYER.maybe, _RANKED, "winner",
          "who leads the next trick; nothing means the winner"),
    _hook("ends", Body.VALUE, Asked.TABLE, Knower.ALL, BOOL, _RANKED - {"last_trick"}, "false",
          "is the phase over after this trick?"),
    _hook("after_phase", Body.EVENT, Asked.TABLE, Knower.ALL, None, frozenset({"phase", "leader"}), "",
          "after the last trick of a phase"),
    _hook("at_end", Body.EVENT, Asked.TABLE, Knower.NOBODY, None, frozenset({"leader"}), "",
          "once, before the cards are counted"),
    _hook("weight", Body.VALUE, Asked.SCORED, Knower.NOBODY, INT, _NONE, "1", "how much a card counts"),
    _hook("scores_as", Body.VALUE, Asked.SCORED, Knower.NOBODY, FACTION.listed(MOST_FACTIONS), _NONE, "card.faction",
          "the factions that a card counts for"),
    _hook("majority", Body.KEYS, Asked.FACTION, Knower.NOBODY, None, _NONE, "",
          "how the vote of a faction is decided: the first key that separates the sides"),
)}

RANK_NAMES = ALWAYS | {"side"}
RANKS = "ranks"
_COUNTED = frozenset({"majority", RANKS})
_RANKS_ONLY = frozenset({RANKS})
_AT_END = frozenset({"at_end"})
_TIERED = frozenset({"strength"}) | {name for name, fact in HOOKS.items() if "ranking" in fact.names}
_WORTHY = _TIERED | {"on_play", "tier"}
_PLAYING = frozenset({"may_play", "on_play", "counts_as", "worth", "tier", "strength"})
_COUNTING = frozenset(HOOKS) - {"worth"} | _RANKS_ONLY

FIELDS: dict[tuple[Kind, str], FieldFact] = {(fact.of, fact.name): fact for fact in (
    FieldFact(Kind.FACTION, "holder", SIDE.maybe, "the side with its vote as the cards lie now (in at_end)", _AT_END),
    FieldFact(Kind.CARD, "faction", FACTION, "the card's own faction"),
    FieldFact(Kind.CARD, "value", INT, "the number on the card"),
    FieldFact(Kind.CARD, "weight", INT, "how much the card counts for this side (in majority and ranks)", _COUNTED),
    FieldFact(Kind.PLAY, "card", CARD, "the card played"),
    FieldFact(Kind.PLAY, "player", PLAYER, "who played it"),
    FieldFact(Kind.PLAY, "faction", FACTION, "the card's own faction"),
    FieldFact(Kind.PLAY, "value", INT, "the number on the card"),
    FieldFact(Kind.PLAY, "counts_as", FACTION, "the faction that it stands for in this trick", _COUNTING),
    FieldFact(Kind.PLAY, "worth", INT, "what it is worth: now (in on_play), or in the ranking", _WORTHY),
    FieldFact(Kind.PLAY, "tier", INT, "its class (in strength and after the ranking)", _TIERED),
    FieldFact(Kind.PLAY, "face_down", BOOL, "does it lie face down now?", _PLAYING),
    FieldFact(Kind.PLAYER, "left", PLAYER, "the next player clockwise"),
    FieldFact(Kind.PLAYER, "right", PLAYER, "the next player the other way round"),
    FieldFact(Kind.PLAYER, "opponents", PLAYERS, "players of other sides, clockwise from this one"),
    FieldFact(Kind.PLAYER, "partner", PLAYER.maybe, "the other player of the side, if there is one"),
    FieldFact(Kind.PLAYER, "play", PLAY.maybe, "the play that this player made in this trick"),
    FieldFact(Kind.SIDE, "players", PLAYERS, "the players of the side"),
    FieldFact(Kind.SIDE, "votes", INT, "how many factions the side won (in ranks)", _RANKS_ONLY),
    FieldFact(Kind.SIDE, "won", cards(), "the side's cards of the factions that it won (in ranks)", _RANKS_ONLY),
)}

FOLDS: dict[str, FoldFact] = {fact.name: fact for fact in (
    FoldFact("filter", "no", "items", "the elements that meet the condition"),
    FoldFact("each", "must", "keys", "the key of each element, in order"),
    FoldFact("first", "no", "maybe", "the first element that meets the condition"),
    FoldFact("last", "no", "maybe", "the last element that meets the condition"),
    FoldFact("most", "must", "maybe", "the element with the greatest key; equal: the earlier"),
    FoldFact("least", "must", "maybe", "the element with the least key; equal: the earlier"),
    FoldFact("any", "no", "bool", "is there an element that meets the condition?"),
    FoldFact("all", "no", "bool", "do all elements meet the condition?"),
    FoldFact("count", "no", "int", "how many elements meet the condition"),
    FoldFact("sum", "may", "int", "the sum of the keys"),
    FoldFact("max", "may", "maybe_int", "the greatest key; nothing of an empty list"),
    FoldFact("min", "may", "maybe_int", "the least key; nothing of an empty list"),
    FoldFact("descending", "may", "keys", "the keys, greatest first"),
)}

TOP = "top"

VERBS: dict[str, VerbFact] = {fact.name: fact for fact in (
    VerbFact("move", "move CARDS to PILE [unseen]", "cards change place; unseen: it reveals nothing"),
    VerbFact("swap", "swap CARD with CARD", "two cards change places"),
    VerbFact("draw", "draw NAME from CARDS", "chance names one of the cards, of a pile or of any list"),
    VerbFact("show", "show CARDS to PLAYERS", "players see cards where they lie"),
    VerbFact("set", "set STATE to VALUE", "a state gets a value, drawn into its range"),
    VerbFact("choose", "choose NAME from LIST by PLAYER", "a player chooses; one option is taken by itself"),
    VerbFact("may", "may choose NAME from LIST by PLAYER", "the same, and the player may pass"),
    VerbFact("stop", "stop", "ends the innermost `for` around it"),
)}

KEYWORDS = (
    "if", "then", "else", "for", "in", "move", "to", "choose", "may", "draw", "from", "by", "show", "swap", "with",
    "set", "stop", "and", "or", "not", "otherwise", "true", "false", "unseen", "base", "nothing",
)

POWER_KEYS = ("description", "phase", "player_counts", "when", "cards", "priority")
