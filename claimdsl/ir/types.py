"""The types of the ruleset language.  There is no null: "maybe one" is a list of at most one."""

from __future__ import annotations

from enum import Enum

from claimdsl.frozen import Frozen


class Kind(Enum):
    """What a value is."""

    INT = "Int"
    BOOL = "Bool"
    FACTION = "Faction"
    PLAYER = "Player"
    CARD = "Card"
    PLAY = "Play"
    SIDE = "Side"
    WORD = "Word"
    UNKNOWN = "Unknown"


class Shape(Enum):
    """How many: exactly one, at most one, a list, or a pile (a place that cards can move to, read as a list)."""

    ONE = "one"
    MAYBE = "maybe"
    LIST = "list"
    PILE = "pile"


class Type(Frozen):
    """A kind, how many, the greatest length of a list, and for words the name of their value set.

    `name` is the option ("dwarf_tie"), "phase", or "setup.sides".

    >>> str(Type(Kind.CARD, Shape.LIST, 52))
    'List[Card,52]'
    """

    kind: Kind
    shape: Shape = Shape.ONE
    most: int = 1
    name: str = ""

    def __str__(self) -> str:
        base = f"Word[{self.name}]" if self.kind is Kind.WORD else self.kind.value
        match self.shape:
            case Shape.ONE:
                return base
            case Shape.MAYBE:
                return f"{base}?"
            case Shape.LIST:
                return f"List[{base},{self.most}]"
            case Shape.PILE:
                return f"Pile[{self.most}]"

    @property
    def is_many(self) -> bool:
        """Say whether the value is a list or a pile."""
        return self.shape in (Shape.LIST, Shape.PILE)

    @property
    def item(self) -> Type:
        """Give the type of one element."""
        return Type(self.kind, Shape.ONE, 1, self.name)

    @property
    def maybe(self) -> Type:
        """Give the type of at most one element."""
        return Type(self.kind, Shape.MAYBE, 1, self.name)

    def listed(self, most: int) -> Type:
        """Give the type of a list of at most `most` elements."""
        return Type(self.kind, Shape.LIST, most, self.name)


INT = Type(Kind.INT)
BOOL = Type(Kind.BOOL)
FACTION = Type(Kind.FACTION)
PLAYER = Type(Kind.PLAYER)
CARD = Type(Kind.CARD)
PLAY = Type(Kind.PLAY)
SIDE = Type(Kind.SIDE)
UNKNOWN = Type(Kind.UNKNOWN)

MAY_BE_NOTHING = frozenset({Kind.FACTION, Kind.PLAYER})  # states of these kinds begin as nothing and may become it

MOST_PLAYERS = 4
MOST_CARDS = 256
MOST_FACTIONS = 16


def cards(most: int = MOST_CARDS) -> Type:
    """Give the type of a list of cards."""
    return CARD.listed(most)


def pile(most: int = MOST_CARDS) -> Type:
    """Give the type of a pile."""
    return Type(Kind.CARD, Shape.PILE, most)
