"""A misspelt word is given the word that was meant, and a foreign one none."""

from __future__ import annotations

import pytest

from claimdsl.diagnostics.nearest import nearest

WORDS = ("goblins", "knights", "goes_to", "takes_to", "tier", "on_play", "on_take", "led", "hand")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("goblin", "goblins"),
        ("gobilns", "goblins"),
        ("goes_too", "goes_to"),
        ("Tier", "tier"),
        ("tier ", "tier"),
        ("goes to", "goes_to"),
        ("goes-to", "goes_to"),
        ("teir", "tier"),
        ("kinghts", "knights"),
        ("HAND", "hand"),
    ],
)
def test_one_or_two_slips_are_seen_through(word: str, meant: str) -> None:
    assert nearest(word, WORDS) == meant


@pytest.mark.parametrize("word", ["", " ", "x", "ox", "dragons", "lid_of", "t" * 5000])
def test_what_is_like_no_word_gets_none(word: str) -> None:
    assert nearest(word, WORDS) is None


def test_of_equally_near_words_the_first_is_given() -> None:
    assert nearest("on_tlay", ["on_clay", "on_play"]) == "on_clay"


def test_a_nearer_word_wins_over_an_earlier_one() -> None:
    assert nearest("takes_to", ["takes_two", "takes_to"]) == "takes_to"


def test_a_word_of_one_letter_is_never_replaced_by_another() -> None:
    assert nearest("a", ["b"]) is None
