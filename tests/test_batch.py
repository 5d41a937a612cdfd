"""Random games in a batch: the quick program plays the games of the plain one, which are games of the public State."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.engine.batch import Batch, digest_of, record_of
from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import STRIDE, Rng
from claimdsl.engine.firing import Firing
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame
from claimdsl.engine.outcome import outcome
from claimdsl.engine.stream import Stream
from tests import shelf

SEED = 2**64 - 3
KINDS = [(name, players) for name in shelf.RULESETS for players in shelf.ruleset(name).player_counts]


def places(game: Game, v: Frame) -> list[int | tuple[int, ...]]:
    """Give all piles and states of a frame."""
    piles = [v[slot.index] for slot in game.layout.all_slots()]
    width = game.players
    return piles + [v[start + at] for start in game.layout.states.values() for at in range(width)]


def differences(game: Game, games: range) -> list[int]:
    """Play games by both programs and give those that end otherwise."""
    batch, found = Batch(game), []
    for index in games:
        slow, quick = batch.frame(SEED, index), batch.quick_frame(SEED, index)
        record = record_of(game, outcome(game, slow))
        if places(game, slow) != places(game, quick) or record != batch.record(SEED, index):
            found.append(index)
    return found


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_the_quick_program_plays_the_same_games(name: str, players: int) -> None:
    assert differences(shelf.ruleset(name).game(players), range(60)) == []
    for seed in range(3):
        assert differences(shelf.some_game(name, (), players, (), seed), range(10)) == []


@pytest.mark.parametrize("name", shelf.ALL_SETS)
def test_the_quick_program_plays_the_same_games_with_every_faction(name: str) -> None:
    for number, faction in enumerate(shelf.SETS[name]):
        game = shelf.some_game("base", (name,), 2 + number % 3, (faction,), number)
        assert differences(game, range(6)) == []


def noted_otherwise(game: Game, games: range) -> list[int]:
    """Give the games in which other powers are seen to fire by the quick program than by the plain one."""
    batch, found = Batch(game), []
    quick, slow = Firing(game, at_random=True), Firing(game)
    assert (quick.watched.powers, set(quick.watched.numbers)) == (slow.watched.powers, set(slow.watched.numbers))
    for index in games:
        outcome(quick.game, batch.quick_frame(SEED, index, quick.program))
        outcome(slow.game, batch.frame(SEED, index, slow.program))
        if quick.take() != slow.take():
            found.append(index)
    return found


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_the_quick_program_notes_the_same_powers(name: str, players: int) -> None:
    assert noted_otherwise(shelf.ruleset(name).game(players), range(20)) == []


@pytest.mark.parametrize("name", shelf.ALL_SETS)
def test_the_quick_program_notes_the_same_powers_with_every_faction(name: str) -> None:
    for number, faction in enumerate(shelf.SETS[name]):
        game = shelf.some_game("base", (name,), 2 + number % 3, (faction,), number)
        assert noted_otherwise(game, range(6)) == []


def test_a_rule_for_what_may_be_played_is_noted_where_it_is_asked_of_a_card(tmp_path: Path) -> None:
    file = tmp_path / "bold.yaml"
    seen = []
    for answer in ("true", "if card.value >= 0 then true else base"):
        file.write_text(BOLD.replace("ANSWER", answer))
        game = load_ruleset(file).game()
        firing, batch = Firing(game, at_random=True), Batch(game)
        for index in range(30):
            batch.quick_frame(SEED, index, firing.program)
            seen.append(("goblins", "bold") in firing.take())
    assert seen[:30] == seen[30:]
    assert {True, False} == set(seen)


BOLD = """\
claimdsl: 1
name: bold
extends: base
factions:
  goblins:
    powers:
      bold:
        phase: collect
        when: trick_number == 13
        may_play: ANSWER
"""
CROWDED = """\
claimdsl: 1
name: crowded
extends: base
factions:
  knights:
    powers:
      crowded:
        cards: all
        goes_to: if count(winner.score) > count(loser.score) then loser.score else base
"""


def test_where_a_card_goes_may_hang_on_what_lies_there(tmp_path: Path) -> None:
    file = tmp_path / "crowded.yaml"
    file.write_text(CROWDED)
    for players in (2, 3, 4):
        assert differences(load_ruleset(file).game(players), range(20)) == []


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_a_batch_plays_games_of_the_public_state(name: str, players: int) -> None:
    game = shelf.ruleset(name).game(players)
    for index in range(3):
        seed = (SEED + index * STRIDE) % 2**64
        state, rng = game.deal(seed), game.stream(seed)
        while not state.is_over:
            options = state.legal_actions
            if state.seat == CHANCE:
                state = state.apply(state.draw(rng))
            else:
                state = state.apply(options[rng.below(len(options)) if len(options) > 1 else 0])
        ended = state.outcome
        assert ended is not None
        assert Batch(game).record(SEED, index) == record_of(game, ended)
        assert digest_of(game, state.frame()) == digest_of(game, Batch(game).quick_frame(SEED, index))


def test_a_stream_gives_the_numbers_of_the_generator() -> None:
    for seed, game in ((0, 0), (SEED, 5), (12345, 2**40)):
        one, other = Rng(seed, game), Stream(seed, game)
        cards, others = list(range(72)), list(range(72))
        one.shuffle(cards)
        other.shuffle(others)
        assert cards == others
        assert [one.next() >> 32 for _ in range(400)] == [other.draw() for _ in range(400)]


def test_a_lead_that_no_rule_changes_is_not_asked_anew() -> None:
    assert "leads_" not in shelf.ruleset().game(2).plain.text
