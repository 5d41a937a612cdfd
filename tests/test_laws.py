"""The laws of `laws.py`, over every shipped ruleset and faction, player count, line-up and option."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claimdsl.engine.chance import Rng
from tests import laws, shelf

HARD = [(name, faction) for name, factions in shelf.SETS.items() for faction in factions]
PAIRS = list(combinations(["phoenixes", "wizards", "vampires", "sandworms", "satyrs", "ghosts"], 2))
ROOT = Path(__file__).resolve().parent.parent


def test_the_shelf_is_whole() -> None:
    """Every shipped file of factions is played here, and every faction in it."""
    assert {f"factions/{name}" for name in shelf.SETS} | set(shelf.CORE) == shelf.files()
    own = shelf.ruleset().factions
    for name, factions in shelf.SETS.items():
        assert shelf.ruleset(sets=(name,)).factions == own + factions


@pytest.mark.parametrize("name", shelf.RULESETS)
def test_laws_of_shipped_rulesets(name: str) -> None:
    judged = 0
    for players in shelf.ruleset(name).player_counts:
        game = shelf.ruleset(name).game(players)
        judged += laws.check_all(game, 20 + players, name)
        judged += laws.check_all(shelf.some_game(name, (), players, (), 30 + players), 30 + players, name)
    assert judged, "no exchange of hidden cards could be judged"


@pytest.mark.parametrize(("name", "faction"), HARD)
def test_laws_of_hard_factions(name: str, faction: str) -> None:
    judged = 0
    for players in (2, 3, 4):
        game = shelf.some_game("base", (name,), players, (faction,), 40 + players)
        judged += laws.check_all(game, 40 + players, "base", shelf.tweaks((name,)))
    assert judged, "no exchange of hidden cards could be judged"


@pytest.mark.parametrize("pair", PAIRS)
def test_laws_of_hard_factions_together(pair: tuple[str, str]) -> None:
    seed = sum(map(ord, "".join(pair)))
    game = shelf.some_game("base", shelf.ALL_SETS, 2 + seed % 3, pair, seed)
    laws.check_all(game, seed, "base", shelf.tweaks(shelf.ALL_SETS))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(HARD + [("", "ghosts")] * 2), st.sampled_from([2, 3, 4]), st.integers(0, 2**32))
def test_laws_of_any_game(faction: tuple[str, str], players: int, seed: int) -> None:
    sets = (faction[0],) if faction[0] else ()
    game = shelf.some_game("base", sets, players, (faction[1],), seed)
    laws.check_all(game, seed, "base", shelf.tweaks(sets))


@pytest.mark.parametrize(("name", "sets", "wanted"), [
    ("base", (), ("ghosts",)), ("german-whist", (), ()), ("base", ("magic",), ("wizards",)),
    ("base", ("fear",), ("shadows",)),
])
def test_exchanging_what_a_seat_cannot_know_changes_nothing(
    name: str, sets: tuple[str, ...], wanted: tuple[str, ...]
) -> None:
    players = 2 if name == "german-whist" else 3
    game = shelf.some_game(name, sets, players, wanted, 50)
    assert laws.swap_law(laws.play_through(laws.traced(game.deal(50)), Rng(50)), Rng(51), 12) > 4


def test_a_seat_is_told_nothing_that_it_has_not_seen() -> None:
    """Every seat and every moment of a few games with much that is hidden."""
    for name, faction in (("", "ghosts"), ("magic", "wizards"), ("sun", "sandworms"), ("maps", "phoenixes")):
        sets = (name,) if name else ()
        game = shelf.some_game("base", sets, 3, (faction, "seers"), 5)
        states = laws.play_through(laws.traced(game.deal(6)), Rng(6))
        for seat in range(3):
            laws.observations_show_only_what_was_seen(states, seat)


def test_a_card_led_face_down_could_be_any_of_its_faction() -> None:
    compared = 0
    for seed in range(6):
        game = shelf.some_game("base", ("sun",), 2 + seed % 3, ("sandworms",), seed)
        compared += laws.face_down_leads_look_alike(laws.play_through(laws.traced(game.deal(seed)), Rng(seed)))
    assert compared > 10


PROGRAM = """
from claimdsl.engine.chance import Rng
from claimdsl.play.json_text import write_json
from claimdsl.play.record import record_from
from claimdsl.play.replay import trace
from tests import laws, shelf
GAMES = [("base", (), ()), ("german-whist", (), ()), ("base", shelf.ALL_SETS, ("wizards", "awakeners"))]
for name, sets, wanted in GAMES:
    rules = shelf.ruleset(name, sets)
    print(name, rules.digest)
    for players in rules.player_counts:
        game = shelf.some_game(name, sets, players, wanted, 8)
        last = laws.play_through(game.deal(9), Rng(9))[-1]
        record = laws.recorded(last, name, shelf.tweaks(sets))
        print(write_json(record))
        for line in trace(record_from(record), rules):
            print(write_json(line))
        for seat in range(players):
            print(last.information_state(seat))
"""


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    """Other hash seeds, no assertions, nothing compiled before: the same records, traces and digests."""
    found = set()
    for number, (seed, flags) in enumerate([("0", ()), ("1", ()), ("4711", ("-O",))]):
        place = {"PYTHONHASHSEED": seed, "CLAIMDSL_CACHE": str(tmp_path / str(number)), "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, *flags, "-c", PROGRAM], env=os.environ | place, capture_output=True, check=False, cwd=ROOT
        )
        assert done.returncode == 0, done.stderr.decode()
        found.add(done.stdout)
    assert len(found) == 1
    assert len(found.pop()) > 50_000
