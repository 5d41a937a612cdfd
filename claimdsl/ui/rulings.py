"""Why a card may be played or not, in the reader's language."""

from __future__ import annotations

from claimdsl.engine.ruling import Ruling
from claimdsl.ui.speech import Speech, msg
from claimdsl.ui.words import Words

_SENTENCES = (
    msg("the game is over"),
    msg("it is one of the options"),
    msg("that card is not in hand"),
    msg("it may be played"),
    msg("no card may be played, so all may"),
    msg("the rules allow other cards of your hand"),
)


def ruled(ruling: Ruling, words: Words) -> str:
    """Say what a ruling says."""
    if ruling.led:
        led = words.faction(ruling.led)
        return words.speech.phrase("{faction} are led and you hold a card that follows", faction=led)
    return sentence_of(ruling.text, words.speech)


def sentence_of(text: str, speech: Speech) -> str:
    """Say a sentence of a ruling; one that names what was typed stays as it is."""
    return speech.phrase(text) if text in _SENTENCES else text
