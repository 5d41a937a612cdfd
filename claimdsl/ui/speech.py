"""What the interface says, in the reader's language: an English message is its own key in the catalogues.

A message is a whole sentence or line with named places, `{who} plays {card}`; nothing is glued from parts of speech.
English reads no catalogue.  Those of the other languages lie in `claimdsl/locale`; `make translations` writes them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from claimdsl.frozen import Frozen
from claimdsl.ui.text import capital, plural

if TYPE_CHECKING:
    from collections.abc import Mapping
    from gettext import GNUTranslations

ENGLISH = "en"
SPOKEN = (ENGLISH, "fr", "ja", "nl")
"""The languages of the interface."""


def from_environment(environment: Mapping[str, str]) -> str:
    """Give the language that the environment asks for, where the interface has it and the terminal can show it.

    >>> from_environment({"LANG": "ja_JP.UTF-8"}), from_environment({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"})
    ('ja', 'en')
    >>> from_environment({"LANG": "fr_FR.ISO-8859-1"}), from_environment({})
    ('en', 'en')
    """
    asked = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    place, _, encoding = asked.partition("@")[0].partition(".")
    language = place.partition("_")[0]
    shown = encoding.lower().replace("-", "") == "utf8"
    return language if shown and language in SPOKEN else ENGLISH


def msg(message: str) -> str:
    """Mark a text as a message, where it is not said at once."""
    return message


def both(one: str, more: str) -> tuple[str, str]:
    """Mark a word with its plural as a message."""
    return one, more


GAME_WORDS = (
    both("faction", "factions"), both("value", "values"), both("player", "players"), both("seat", "seats"),
    both("deck", "decks"), both("hand", "hands"), both("stock", "stocks"), both("prize", "prizes"),
    both("trick", "tricks"), both("followers", "followers"), both("score", "scores"), both("display", "displays"),
    both("middle", "middles"), both("discard", "discards"), both("pile", "piles"), both("vote", "votes"),
    both("play", "play"), both("take", "take"), both("keep", "keep"), both("accept", "accept"), both("pass", "pass"),
    both("human", "humans"), both("both", "both"), both("setup", "setup"), both("end", "end"),
)
"""Words that stand by themselves on the screens; a ruleset may have its own for most of them."""


class Speech(Frozen):
    """Says messages in one language; without a catalogue in English."""

    language: str = ENGLISH
    catalogue: GNUTranslations | None = None

    @staticmethod
    def of(language: str) -> Speech:
        """Speak a language; English where the interface has none such."""
        if language == ENGLISH or language not in SPOKEN:
            return Speech()
        from gettext import GNUTranslations

        from claimdsl.resources import catalogue_file

        with open(catalogue_file(language), "rb") as file:
            return Speech(language, GNUTranslations(file))

    def phrase(self, message: str, **named: object) -> str:
        """Say a message, its places filled.

        >>> Speech().phrase("{who} plays {card}", who="greedy", card="goblins 7")
        'greedy plays goblins 7'
        """
        said = message if self.catalogue is None else self.catalogue.gettext(message)
        return said.format_map(named)

    def phrases(self, one: str, more: str, number: int, **named: object) -> str:
        """Say a message that depends on a number, which is `{count}` in it.

        >>> Speech().phrases("{count} card", "{count} cards", 3)
        '3 cards'
        """
        english = one if number == 1 else more
        said = english if self.catalogue is None else self.catalogue.ngettext(one, more, number)
        return said.format_map({"count": number, **named})

    def word(self, word: str, number: int = 1) -> str:
        """Give a word of the game, or that word as it is."""
        if self.catalogue is None:
            return word if number == 1 else plural(word)
        more = _plurals().get(word)
        return word if more is None else self.catalogue.ngettext(word, more, number)

    def listed(self, items: Iterable[str]) -> str:
        """Join as a sentence does.

        >>> Speech().listed(["a", "b", "c"])
        'a, b and c'
        """
        return self._joined(items, msg("{some} and {last}"))

    def either(self, items: Iterable[str]) -> str:
        """Join what may be chosen from.

        >>> Speech().either(["a", "b", "c"])
        'a, b or c'
        """
        return self._joined(items, msg("{some} or {last}"))

    def _joined(self, items: Iterable[str], message: str) -> str:
        found = list(items)
        if len(found) < 2:
            return "".join(found)
        return self.phrase(message, some=self.row(found[:-1]), last=found[-1])

    def row(self, items: Iterable[str]) -> str:
        """Join with commas."""
        return self.phrase(", ").join(items)

    def groups(self, items: Iterable[str]) -> str:
        """Join what has commas of its own."""
        return self.phrase("; ").join(items)

    def sentence(self, text: str) -> str:
        """Begin with a capital letter and end with a full stop.

        >>> Speech().sentence("you play goblins 7"), Speech().sentence("Which?")
        ('You play goblins 7.', 'Which?')
        """
        shown = capital(text)
        return shown if shown.endswith((".", "?", "。", "？")) else self.phrase("{sentence}.", sentence=shown)

    def paragraph(self, sentences: Iterable[str]) -> str:
        """Set sentences after one another; after a wide full stop there is no blank."""
        return " ".join(sentences).replace("。 ", "。")


def _plurals() -> Mapping[str, str]:
    return dict(GAME_WORDS)
