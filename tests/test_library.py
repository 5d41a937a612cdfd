"""The library reads like a board: what it prints, when things are equal, and what misuse says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import claimdsl
from claimdsl.diagnostics.errors import ClaimError
from claimdsl.diagnostics.report import Report
from claimdsl.engine.game import Game
from claimdsl.frontend.loader import FileLoader
from claimdsl.pipeline import check_reference, check_text

GAME = claimdsl.load_ruleset("base").game(players=2)


def test_states_of_the_same_deal_and_moves_are_equal() -> None:
    one, other = GAME.deal(seed=3), claimdsl.load_ruleset("base").game(players=2).deal(seed=3)
    assert one == other and hash(one) == hash(other)
    assert one.apply(one.legal_actions[0]) == other.apply(str(other.legal_actions[0]))
    assert one != one.apply(one.legal_actions[0])
    assert one != GAME.deal(seed=4)


def test_states_and_games_say_what_they_are() -> None:
    assert repr(GAME) == "<Game of base, 2 players: goblins, knights, undead, dwarves, doppelgangers>"
    assert repr(GAME.deal(seed=3, first_leader=1)) == "<State of base, 2 players: recruit 1, seat 1 to play>"


def test_a_game_is_for_the_fewest_players_unless_it_is_said_for_how_many() -> None:
    assert [claimdsl.load_ruleset(name).game().players for name in ("base", "black-maria")] == [2, 3]


MISUSE: dict[str, tuple[Callable[[Game], object], str]] = {
    "players": (lambda game: game.ruleset.game(players=5), "'base' is for 2 or 3 or 4 players, not 5"),
    "text": (lambda game: game.ruleset.game(factions="goblins"), "a line-up is a list of factions"),
    "half": (lambda game: game.ruleset.game(factions=["goblins", "undead"]), "come together or not at all"),
    "option": (lambda game: game.ruleset.game(options={"dwarf": "later"}), "no option is called 'dwarf'"),
    "value": (lambda game: game.ruleset.game(options={"dwarf_tie": "late"}), "cannot be 'late'"),
    "deck": (lambda game: game.deal(deck=["goblins:0"]), "the deck has 1 goblins"),
    "pack": (lambda game: game.deal(seed=1, side_decks={"pyre": []}), "no side pack"),
    "leader": (lambda game: game.deal(seed=1, first_leader=2), "a seat from 0 to 1"),
    "action": (lambda game: game.deal(seed=1).apply("play goblins:99"), "no card is called"),
    "seat": (lambda game: game.deal(seed=1).observation(5), "there is no seat 5"),
}


@pytest.mark.parametrize("name", MISUSE)
def test_misuse_says_what_is_wrong(name: str) -> None:
    act, reason = MISUSE[name]
    with pytest.raises(ClaimError, match=reason):
        act(GAME)


def test_each_ruleset_is_checked_for_itself(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("two")
    texts = {"one.yaml": "goes_too: discard", "two.yaml": "tier: if led == goblin then 2 else base"}
    for name, hook in texts.items():
        power = f"claimdsl: 1\nextends: base\nrules:\n  mine:\n    {hook}\n"
        (folder / name).write_text(power, encoding="utf-8")
    for order in (sorted(texts), sorted(texts, reverse=True)):
        report, loader = Report(), FileLoader()
        for name in order:
            check_reference(str(folder / name), (), loader, report)
        assert sorted(diagnostic.code for diagnostic in report) == ["CLM201", "CLM402"]


def test_a_misspelt_key_does_not_hide_what_is_wrong_behind_it() -> None:
    text = (
        "claimdsl: 1\nextends: base\nfactions:\n  goblins:\n    powers:\n      rage:\n"
        "        goes_too: winer.score\n        tier: if led == goblin then 2 else base\n"
    )
    report = Report()
    assert check_text("house.yaml", text.encode(), report) is not None or report.has_errors
    assert [(found.code, found.suggestion) for found in report] == [
        ("CLM201", "goes_to"), ("CLM401", "winner"), ("CLM402", "goblins"),
    ]
