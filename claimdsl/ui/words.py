"""What a ruleset calls its factions, piles, switches and the words of the game: names to what people read, and back."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from claimdsl.engine.events import HIDDEN
from claimdsl.engine.game import Game
from claimdsl.frozen import Frozen, replace
from claimdsl.ir.labels import parts
from claimdsl.ir.nodes import Expr, FactionSpec, Literal, Program, Sum
from claimdsl.ir.types import Kind
from claimdsl.ui.speech import ENGLISH as ENGLISH
from claimdsl.ui.speech import Speech
from claimdsl.ui.text import plural

_MANY = 5


class Words(Frozen):
    """The words of one game in one language; without any, names stand for themselves.

    `factions`, `phases` and `said` go from names to what is read.  `seat_verbs` and `seat_states` are the decisions and
    the state in which a number is a seat.  `values` are those of the cards, by name.  `turned` are the keys by which
    less is better, `untold` the states that no screen tells.  `speech` says everything that is not the ruleset's own.
    """

    factions: Mapping[str, str] = {}
    said: Mapping[str, str] = {}
    language: str = ENGLISH
    seat_verbs: frozenset[str] = frozenset()
    seat_states: frozenset[str] = frozenset()
    phases: Mapping[str, str] = {}
    values: Mapping[str, int] = {}
    turned: frozenset[str] = frozenset()
    untold: frozenset[str] = frozenset()
    speech: Speech = Speech()

    @staticmethod
    def of(game: Game, language: str = ENGLISH) -> Words:
        """Read the words of a game's ruleset."""
        numbers = {decision.verb for decision in game.decisions if decision.kind is Kind.INT}
        seats = {decision.verb for decision in game.decisions if decision.kind is Kind.PLAYER}
        return replace(
            Words.of_program(game.ruleset.program, language),
            seat_verbs=frozenset(seats - numbers), values=game.binding.value_of,
        )

    @staticmethod
    def of_program(program: Program, language: str = ENGLISH) -> Words:
        """Read the words of a ruleset before it is a game: those of its cards and decisions are not known."""
        return Words(
            faction_titles(program, language),
            {word: text for word, texts in program.words if (text := in_language(texts, language))},
            language,
            frozenset(),
            frozenset(state.name for state in program.states if state.type.kind is Kind.PLAYER),
            {phase.name: text for phase in program.phases if (text := in_language(phase.titles, language))},
            turned=turned_keys(program),
            untold=frozenset(state.name for state in program.states if not state.shown),
            speech=Speech.of(language),
        )

    def faction(self, name: str) -> str:
        """Give a faction's title."""
        return self.factions.get(name, name)

    def phase(self, name: str) -> str:
        """Give a phase's title."""
        return self.phases.get(name, name)

    def moment(self, name: str) -> str:
        """Give the words for a time at which a faction acts: a phase's title, or a word such as `end`."""
        return self.phases.get(name) or self.speech.word(name)

    def say(self, word: str) -> str:
        """Give the word for a pile, a switch or a word of the game: the ruleset's own, else that of the language."""
        return self.said.get(word) or self.speech.word(word)

    def many(self, word: str) -> str:
        """Give the plural of a word of the game; of a word that is not English the ruleset gives no other form."""
        own = self.said.get(word)
        if own is None:
            return self.speech.word(word, _MANY)
        return plural(own) if self.speech.language == ENGLISH else own

    def key(self, name: str) -> str:
        """Give the words for a key that decides between sides."""
        return self.said.get(name) or self.speech.word(name).replace("_", " ")

    def card(self, label: str) -> str:
        """Write a card, or a word that stands for one.

        >>> Words().card("goblins:7"), Words({"goblins": "Kobolde"}).card("goblins:7"), Words().card("?")
        ('goblins 7', 'Kobolde 7', 'an unseen card')
        """
        if label == HIDDEN:
            return self._unseen(1)
        faction, value = parts(label)
        return f"{self.faction(faction)} {value}" if faction else self.factions.get(label, self.say(label))

    def _unseen(self, number: int) -> str:
        return self.speech.phrases("an unseen card", "{count} unseen cards", number)

    def cards(self, labels: Sequence[str]) -> str:
        """Write some cards; very many are only counted.

        >>> Words().cards(["goblins:7", "?", "?"])
        'goblins 7 and 2 unseen cards'
        """
        if len(labels) > _MANY:
            return self.speech.phrases("{count} card", "{count} cards", len(labels))
        hidden = sum(1 for label in labels if label == HIDDEN)
        words = [self.card(label) for label in labels if label != HIDDEN]
        if hidden:
            words.append(self._unseen(hidden))
        return self.speech.listed(words) or self.speech.phrase("nothing")

    def grouped(self, labels: Sequence[str]) -> str:
        """Write many cards, each faction once.

        >>> Words().grouped(["goblins:7", "knights:9", "goblins:0"])
        'goblins 0 7, knights 9'
        """
        values: dict[str, list[str]] = {}
        for label in sorted(labels, key=self.place):
            faction, value = parts(label)
            values.setdefault(faction, []).append(value)
        return self.speech.row(f"{self.faction(name)} {' '.join(values[name])}" for name in values)

    def place(self, label: str) -> tuple[str, int, str]:
        """Give what cards are sorted by: the faction's name, then the value; a word that is no card comes first."""
        faction, word = parts(label)
        return faction, self.values.get(label, int(word) if word.isdecimal() else -1), label

    def names_of(self, word: str) -> tuple[str, ...]:
        """Give what may be typed for a faction, or for a word that stands for a card."""
        return tuple(dict.fromkeys((word, folded(self.factions.get(word, self.say(word))))))


NAMES = Words()
"""The words of no ruleset: names as they are."""


def faction_titles(program: Program, language: str = ENGLISH) -> dict[str, str]:
    """Give each faction's title; the name too where a title would be taken for another faction."""
    found = {faction.name: in_language(faction.titles, language) or faction.name for faction in program.factions}
    counts = Counter(folded(title) for title in found.values())
    return {
        name: f"{title} ({name})" if folded(title) != name and _unclear(folded(title), counts, found) else title
        for name, title in found.items()
    }


def turned_keys(program: Program) -> frozenset[str]:
    """Name the keys that decide between sides by which less is better: those written `0 - VALUE`."""
    keys = [*program.ranks, *(key for rule in program.hooks for key in rule.keys or ())]
    return frozenset(key.name for key in keys) - {key.name for key in keys if not _is_turned(key.value)}


def _is_turned(value: Expr) -> bool:
    match value:
        case Sum(first=Literal(value=0), rest=(("-", _),)):
            return True
        case _:
            return False


def faces_told(faction: FactionSpec, speech: Speech) -> str:
    """Say which values the faces of a faction stand for; nothing where it has none, or no numbers beside them."""
    if all(value in dict(faction.faces).values() for value in faction.values):
        return ""
    return speech.row(
        speech.phrase("{face} is {value}", face=face, value=value)
        for face, value in sorted(faction.faces, key=lambda pair: pair[1])
    )


def _unclear(title: str, counts: Mapping[str, int], names: Iterable[str]) -> bool:
    return counts[title] > 1 or title in names


def languages(program: Program) -> tuple[str, ...]:
    """Name the languages that a ruleset has any text in; English, which the program itself speaks, is always there."""
    texts = [program.titles, *(texts for _, texts in program.words)]
    texts += [text for faction in program.factions for text in (faction.titles, faction.description)]
    return tuple(sorted({ENGLISH, *(language for text in texts for language, _ in text)}))


def in_language(texts: Sequence[tuple[str, str]], language: str) -> str:
    """Give a text in a language, else in English, else nothing."""
    by_language = dict(texts)
    return by_language.get(language) or by_language.get(ENGLISH) or ""


def folded(text: str) -> str:
    """Write a text so that spellings which a reader takes for the same are the same: case, width, blanks.

    >>> folded("Fire  Ｅlementals ７")
    'fire elementals 7'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
