"""Values of the language as a person reads them."""

from __future__ import annotations

from claimdsl.engine.asking import Plain
from claimdsl.ir.types import Kind, Type
from claimdsl.ui.speech import Speech
from claimdsl.ui.words import NAMES, Words


def told(of: Type, value: Plain, words: Words = NAMES) -> str:
    """Write a value of a type.

    >>> from claimdsl.ir.types import BOOL, CARD, PLAYER
    >>> told(BOOL, True), told(PLAYER, 1), told(CARD.listed(2), ("goblins:7",)), told(PLAYER.maybe, None)
    ('yes', 'seat 1', 'goblins 7', 'nothing')
    """
    speech = words.speech
    if isinstance(value, tuple):
        return speech.row(told(of.item, item, words) for item in value) or speech.phrase("none")
    match value:
        case None:
            return speech.phrase("nothing")
        case bool():
            return speech.phrase("yes") if value else speech.phrase("no")
        case int():
            return _number(of, value, speech)
        case str():
            return words.card(value)


def _number(of: Type, value: int, speech: Speech) -> str:
    match of.kind:
        case Kind.PLAYER:
            return speech.phrase("seat {number}", number=value)
        case Kind.SIDE:
            return speech.phrase("side {number}", number=value)
        case _:
            return str(value)
