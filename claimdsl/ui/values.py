"""Values of the language as a person reads them."""

from __future__ import annotations

from claimdsl.engine.asking import Plain
from claimdsl.ir.types import Kind, Type
from claimdsl.ui.words import NAMES


def told(of: Type, value: Plain) -> str:
    """Write a value of a type.

    >>> from claimdsl.ir.types import BOOL, CARD, PLAYER
    >>> told(BOOL, True), told(PLAYER, 1), told(CARD.listed(2), ("goblins:7",)), told(PLAYER.maybe, None)
    ('yes', 'seat 1', 'goblins 7', 'nothing')
    """
    if isinstance(value, tuple):
        return ", ".join(told(of.item, item) for item in value) or "none"
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{_NOUNS[of.kind]} {value}" if of.kind in _NOUNS else str(value)
        case str():
            return NAMES.card(value)


_NOUNS = {Kind.PLAYER: "seat", Kind.SIDE: "side"}
