"""Types and lists in the words of a person who writes house rules."""

from __future__ import annotations

from collections.abc import Sequence

from claimdsl.ir.types import Kind, Shape, Type

_ONE = {
    Kind.INT: "a number", Kind.BOOL: "yes or no", Kind.FACTION: "a faction", Kind.PLAYER: "a player",
    Kind.CARD: "a card", Kind.PLAY: "a play", Kind.SIDE: "a side", Kind.WORD: "a word", Kind.UNKNOWN: "nothing",
}
_MANY = {
    Kind.INT: "numbers", Kind.BOOL: "yes-or-no answers", Kind.FACTION: "factions", Kind.PLAYER: "players",
    Kind.CARD: "cards", Kind.PLAY: "plays", Kind.SIDE: "sides", Kind.WORD: "words", Kind.UNKNOWN: "things",
}


def one(kind: Kind) -> str:
    """Name one value of a kind.

    >>> one(Kind.INT)
    'a number'
    """
    return _ONE[kind]


def say(given: Type) -> str:
    """Name a type in plain words.

    >>> say(Type(Kind.CARD, Shape.LIST, 52))
    'a list of cards'
    """
    if given.kind is Kind.UNKNOWN:
        return "nothing"
    if given.kind is Kind.WORD:
        return f"a value of {given.name}"
    match given.shape:
        case Shape.ONE:
            return _ONE[given.kind]
        case Shape.MAYBE:
            return f"{_ONE[given.kind]} or nothing"
        case Shape.LIST:
            return f"a list of {_MANY[given.kind]}"
        case Shape.PILE:
            return "a pile"


def listing(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does.

    >>> listing(["a", "b", "c"])
    'a, b and c'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, word: str) -> str:
    """Say a number with its word.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card', '2 cards')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
