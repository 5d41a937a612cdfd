"""The one table of what a ruleset file may hold: every section and key, what stands there, and a line on what it is.

The JSON Schema, the reading of documents, the reference and the completion are made from it.
"""

from __future__ import annotations

from enum import Enum

from claimdsl.frozen import Frozen
from claimdsl.ir.types import BOOL
from claimdsl.ir.vocabulary import FOLDS, HOOKS, KEYWORDS, NAMES, TOP, Body, HookFact

COUNTS = ("2", "3", "4")
SIDES = ("each", "opposite")
REMOVE = "remove"

# Words of the screens that a ruleset may replace by its own under `words`; names of its piles and options may stand
# there too.
DISPLAY_WORDS = (
    "faction", "value", "player", "seat", "deck", "hand", "stock", "prize", "lead", "trick", "followers", "score",
    "display", "middle", "discard", "pile", "vote",
)


class Kind(Enum):
    """What one scalar may be; the value says it in words."""

    VERSION = "the number 1"
    NUMBER = "a whole number"
    SIGNED = "a whole number, which may have a minus"
    COUNT = "a player count: 2, 3 or 4"
    WORD = "a word"
    VALUE = "a word of the option"
    CHOICE = "a word of a fixed list"
    SLUG = "a name"
    REFERENCE = "the name or path of a ruleset"
    TEXT = "text"
    EXPRESSION = "an expression"
    CONDITION = "a condition"
    EFFECTS = "effects"
    CARDS = "cards, as in `0 x5, 1..9`"
    RANGE = "a range, as in `0..9`"
    REMOVED = "a name or a player count"


class Names(Enum):
    """Which names the author may choose for the entries of a section."""

    FIXED = "the keys are given"
    KEY = "any name"
    PART = "any name but the words of the grammar"
    BARE = "any name but the words of the grammar and the names that the engine supplies"
    FACE = "a word of letters, which may have digits, _ and - behind the first one"
    LANGUAGE = "a language"


class Needed(Enum):
    """Where a key must stand."""

    NO = "may be left out"
    FILE = "in every file"
    RESOLVED = "in the ruleset once all its files are put together"


class One(Frozen):
    """One scalar; `words` is the fixed list of a CHOICE."""

    kind: Kind
    words: tuple[str, ...] = ()


class ListOf(Frozen):
    """A list; `distinct` where nothing may stand twice."""

    item: Value
    distinct: bool = False
    some: bool = True


class In(Frozen):
    """A mapping as the section of that name says."""

    section: str


class Either(Frozen):
    """One of several forms; no two of them are of the same shape, or both are scalars."""

    forms: tuple[Value, ...]


Value = One | ListOf | In | Either


class Section(Frozen):
    """One kind of mapping.  `meant` says in words what it is; `entry` what an entry of it is."""

    name: str
    meant: str
    names: Names = Names.FIXED
    removes: bool = True


class Row(Frozen):
    """One key of a section; the key `*` is any name that the author chooses."""

    section: str
    key: str
    value: Value
    text: str
    needed: Needed = Needed.NO


WORD = One(Kind.WORD)
TEXT = Either((One(Kind.TEXT), In("text")))
EXPRESSION = One(Kind.EXPRESSION)
NAMES_LIST = ListOf(WORD, distinct=True)
PAIRS = ListOf(ListOf(WORD, distinct=True), some=False)
VALUE = One(Kind.VALUE)
VALUES = ListOf(VALUE, distinct=True)
REFERENCES = ListOf(One(Kind.REFERENCE), distinct=True, some=False)

# What no pile, state, term, option or faction may be called; `remove` and `table` are words of the sections themselves.
TAKEN = frozenset({*KEYWORDS, *NAMES, *FOLDS, TOP, "setup", REMOVE, "table"})
# What nothing that an expression names may be called.
WORDS_OF_GRAMMAR = frozenset({*KEYWORDS, REMOVE})

SECTIONS: dict[str, Section] = {section.name: section for section in (
    Section("ruleset", "a ruleset", removes=False),
    Section("text", "texts by language, `en: ...`", Names.LANGUAGE, removes=False),
    Section("words", "a mapping of words, `faction: suit`", Names.KEY),
    Section("setup", "a mapping of player counts, `2: {...}`"),
    Section("column", "a mapping of rows, `hand: 13`", Names.PART),
    Section("line_up", "a mapping of player counts, `2: {...}`"),
    Section("pairs", "a list of lists, `[[first, second]]`, or a mapping with `also`", removes=False),
    Section("seats", "a mapping, `{pairs: 1, free: 3, default: [...]}`"),
    Section("options", "a mapping of options, `name: [first, second]`", Names.BARE),
    Section("option", "a list of values, or a mapping with `also` or `fixed`"),
    Section("piles", "a mapping of piles, `name: {of: ..., seen_by: ...}`", Names.BARE),
    Section("pile", "a mapping, `{of: ..., seen_by: ...}`"),
    Section("states", "a mapping of states, `name: {of: table, range: 0..1}`", Names.BARE),
    Section("state", "a mapping, `{of: table, range: 0..1}`"),
    Section("terms", "a mapping of terms, `name: expression`", Names.BARE),
    Section("phases", "a mapping of phases, `name: {tricks: ...}`", Names.PART),
    Section("phase", "a mapping, `{tricks: ...}`"),
    Section("powers", "a mapping of powers, `name: {...}`", Names.KEY),
    Section("power", "a mapping of hooks, `{tier: ...}`"),
    Section("factions", "a mapping of factions, `name: {cards: ...}`", Names.BARE),
    Section("faction", "a mapping, `{cards: ..., powers: ...}`"),
    Section("faces", "a mapping of words to values, `low: 10`", Names.FACE),
    Section("packs", "a mapping of piles and their cards, `name: 0..9`", Names.BARE),
    Section("pack", "a mapping, `{faction: ..., cards: ...}`"),
    Section("keys", "an ordered mapping of keys, `name: expression`", Names.KEY),
    Section("scoring", "a mapping, `{from: ..., ranks: {...}}`"),
)}


def _hook_row(fact: HookFact) -> Row:
    match fact.body:
        case Body.EVENT:
            value: Value = One(Kind.EFFECTS)
        case Body.KEYS:
            value = In("keys")
        case Body.VALUE:
            value = One(Kind.CONDITION if fact.type == BOOL else Kind.EXPRESSION)
    return Row("power", fact.name, value, fact.text)


_PILE_OWNER = "player, table, or a faction for a pile that belongs to each of its cards"

ROWS: tuple[Row, ...] = (
    Row("ruleset", "claimdsl", One(Kind.VERSION), "the version of the language; always first", Needed.FILE),
    Row("ruleset", "name", One(Kind.SLUG), "how the ruleset is called; without it, as its file"),
    Row("ruleset", "title", TEXT, "the name that people read"),
    Row("ruleset", "description", TEXT, "what is special about it, in a sentence or two"),
    Row("ruleset", "words", In("words"), "the ruleset's own words for what the screens say"),
    Row("ruleset", "extends", One(Kind.REFERENCE), "the one ruleset that this one changes"),
    Row("ruleset", "use", REFERENCES, "files of factions and house rules to bring in"),
    Row("ruleset", "setup", In("setup"), "a column of numbers and words for each player count", Needed.RESOLVED),
    Row("ruleset", "line_up", In("line_up"), "which factions may play together", Needed.RESOLVED),
    Row("ruleset", "options", In("options"), "switches of the rules"),
    Row("ruleset", "piles", In("piles"), "the places where cards can lie", Needed.RESOLVED),
    Row("ruleset", "state", In("states"), "named values that the rules set and read"),
    Row("ruleset", "terms", In("terms"), "names for expressions"),
    Row("ruleset", "phases", In("phases"), "the phases, in the order of play", Needed.RESOLVED),
    Row("ruleset", "rules", In("powers"), "the powers of the table: beneath every faction's", Needed.RESOLVED),
    Row("ruleset", "factions", In("factions"), "the factions, in order", Needed.RESOLVED),
    Row("ruleset", "scoring", In("scoring"), "how the winner is found", Needed.RESOLVED),
    Row("text", "*", One(Kind.TEXT), "the text in that language"),
    Row("words", "*", TEXT, "what the screens say instead"),
    *(Row("setup", count, In("column"), f"the setup for {count} players") for count in COUNTS),
    Row("column", "sides", One(Kind.CHOICE, SIDES), "who plays together: each alone, or those who sit opposite"),
    Row("column", "*", Either((One(Kind.NUMBER), WORD)), "a number or word that expressions read as setup.NAME"),
    Row("line_up", "pairs", Either((PAIRS, In("pairs"))),
        "factions that only play together; one alone stands in for a pair"),
    *(Row("line_up", count, In("seats"), f"the line-up for {count} players") for count in COUNTS),
    Row("pairs", "also", PAIRS, "more of them than the parents have"),
    Row("seats", "pairs", One(Kind.NUMBER), "how many pairs play", Needed.RESOLVED),
    Row("seats", "free", One(Kind.NUMBER), "how many other factions play", Needed.RESOLVED),
    Row("seats", "default", NAMES_LIST, "the factions that play where nobody says otherwise", Needed.RESOLVED),
    Row("options", "*", Either((VALUES, In("option"))), "the values of a switch, the default first"),
    Row("option", "values", VALUES, "all values of a switch, where `fixed` stands beside them"),
    Row("option", "also", VALUES, "more values for a switch of the parent"),
    Row("option", "fixed", VALUE, "the value that the switch is nailed to"),
    Row("piles", "*", In("pile"), "a pile"),
    Row("pile", "of", WORD, _PILE_OWNER, Needed.RESOLVED),
    Row("pile", "seen_by", One(Kind.CHOICE, ("owner", "all", "nobody")), "who sees its cards", Needed.RESOLVED),
    Row("pile", "written", WORD, "how a card of it that nobody sees is written in moves"),
    Row("pile", "holds", One(Kind.NUMBER), "how many cards lie there when the game begins: a check on packs and rests"),
    Row("states", "*", Either((One(Kind.CHOICE, ("Faction", "Player", "Bool")), In("state"))), "a value"),
    Row("state", "of", One(Kind.CHOICE, ("player", "table")), "whose it is; table where it is left out"),
    Row("state", "range", One(Kind.RANGE), "the least and the greatest number that it can be"),
    Row("state", "type", One(Kind.CHOICE, ("Faction", "Player", "Bool")), "what it is, if not a number"),
    Row("state", "shown", One(Kind.CHOICE, ("always", "never")),
        "whether screens tell it; always where it is left out"),
    Row("terms", "*", EXPRESSION, "an expression under a name of its own"),
    Row("phases", "*", In("phase"), "a phase"),
    Row("phase", "title", TEXT, "the name that people read"),
    Row("phase", "tricks", EXPRESSION, "its greatest number of tricks", Needed.RESOLVED),
    Row("powers", "*", In("power"), "a power"),
    Row("power", "description", TEXT, "what it does, in a sentence"),
    Row("power", "phase", Either((WORD, NAMES_LIST)), "the phase, or phases, in which it acts"),
    Row("power", "player_counts", ListOf(One(Kind.COUNT), distinct=True), "the player counts for which it acts"),
    Row("power", "when", One(Kind.CONDITION), "what must hold for it to act"),
    Row("power", "cards", One(Kind.CHOICE, ("own", "others", "all")), "whose cards it answers for; own if left out"),
    Row("power", "priority", One(Kind.SIGNED), "its place among powers that meet; 0 where it is left out"),
    *(_hook_row(fact) for fact in HOOKS.values()),
    Row("factions", "*", In("faction"), "a faction"),
    Row("faction", "title", TEXT, "the name that people read"),
    Row("faction", "description", TEXT, "what is special about it"),
    Row("faction", "cards", One(Kind.CARDS), "its cards: values, ranges, and how many of each", Needed.RESOLVED),
    Row("faction", "faces", In("faces"), "words for values: how cards of such a value are written"),
    Row("faction", "deal", One(Kind.NUMBER), "how many of its cards, drawn at random, are used"),
    Row("faction", "rest", WORD, "the pile for those that are not"),
    Row("faction", "side", In("packs"), "cards beside the deck, shuffled by themselves into a pile"),
    Row("faction", "piles", In("piles"), "piles that only this faction needs"),
    Row("faction", "state", In("states"), "values that only this faction needs"),
    Row("faction", "terms", In("terms"), "terms that only this faction needs"),
    Row("faction", "phases", In("phases"), "a greater number of tricks while this faction plays"),
    Row("faction", "powers", In("powers"), "its powers, by name"),
    Row("faces", "*", One(Kind.NUMBER), "the value that the word stands for"),
    Row("packs", "*", Either((One(Kind.CARDS), In("pack"))), "the cards of that pile"),
    Row("pack", "faction", WORD, "how those cards are called, if not as the faction"),
    Row("pack", "cards", One(Kind.CARDS), "the cards", Needed.RESOLVED),
    Row("keys", "*", EXPRESSION, "a key; the first that separates decides"),
    Row("scoring", "from", WORD, "the pile whose cards count"),
    Row("scoring", "ranks", In("keys"), "the keys that rank the sides, in order", Needed.RESOLVED),
)


def rows_of(section: str) -> tuple[Row, ...]:
    """Give the rows of a section, in the order of the table."""
    return tuple(row for row in ROWS if row.section == section)


def banned(names: Names) -> frozenset[str]:
    """Give the words that an author may not choose as a name in such a section."""
    match names:
        case Names.BARE:
            return TAKEN
        case Names.PART:
            return WORDS_OF_GRAMMAR
        case Names.KEY | Names.FACE:
            return frozenset({REMOVE})
        case Names.FIXED | Names.LANGUAGE:
            return frozenset()
