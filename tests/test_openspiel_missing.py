"""Without OpenSpiel it is said what to install, and what a game is called is checked before."""

from __future__ import annotations

import sys

import pytest

from claimdsl import openspiel
from claimdsl.engine.line_up import SetupError
from claimdsl.openspiel.parameters import DEFAULTS, meant, written


def test_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(openspiel.NoSpielError, match=r"pip install 'claimdsl\[openspiel\]'"):
        openspiel.spiel_game()


def test_parameters_stand_for_the_game_that_was_asked_for() -> None:
    factions = ("goblins", "knights", "undead", "dwarves", "trolls")
    game = meant(written("base", 2, factions, {"dwarf_tie": "earlier"}, ("factions/sea",)))
    assert (set(game.factions), game.players, game.options["dwarf_tie"]) == (set(factions), 2, "earlier")
    assert "sea_monsters" in game.ruleset.factions
    assert meant(DEFAULTS).players == 2


@pytest.mark.parametrize("name", ["a,b.yaml", "(a).yaml", "a=b", "a+b"])
def test_a_path_that_cannot_be_written_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="has a meaning"):
        written(name, None, None, None, ())


def test_an_option_needs_a_value() -> None:
    with pytest.raises(SetupError, match="write dwarf_tie:VALUE"):
        meant({**DEFAULTS, "options": "dwarf_tie"})
