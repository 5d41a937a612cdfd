"""How often powers fire: native code counts it as the Python engine does, game for game, or leaves it to a sample."""

from __future__ import annotations

from array import array
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="native code needs llvmlite")

from claimdsl import load_ruleset
from claimdsl.engine.firing import Power
from claimdsl.engine.game import Game
from claimdsl.native.engine import NativeGame
from claimdsl.native.module import FAULTY
from claimdsl.sim import engines
from claimdsl.sim.engines import Engine, Played
from claimdsl.sim.fires import Fires
from claimdsl.sim.sample import Sample
from tests import native_kinds as kinds
from tests import shelf
from tests.console import Console

AGENTS = ("random", "greedy")
UNEVEN = """claimdsl: 1
name: uneven
extends: base
factions:
  goblins:
    powers:
      rob:
        phase: collect
        when: winning_play.faction == goblins
        after_trick: |
          if winning_play.value == 3 and any(c in winner.hand):
            draw c from winner.hand
            move c to discard
"""
PROBES = """claimdsl: 1
name: probes
extends: base
factions:
  goblins:
    powers:
      begin:
        at_start: |
          if leader == first(seats): show top(stock, 1) to seats
      shy: {may_play: if card.value == 9 and trick_number == 3 then false else base}
      bold: {may_play: if trick_number < 13 or card.value != 8 then base else true}
      gone:
        phase: recruit
        on_play: |
          if card.value == 7: move card to discard
      late: {phase: recruit, goes_to: if card.value == 7 then player.score else base}
      sent: {phase: collect, goes_to: if card.value != 6 or play.counts_as == knights then base else discard}
      seldom: {tier: if trick_number != 5 or card.value != 4 then base else base + 1}
      grown: {worth: if card.value == 2 and trick_number == 7 then base + 3 else base}
      strong:
        strength: |
          if card.value == 1 then base
          else if card.value == 5 and trick_number == 2 then base + 1 else base
      mask: {counts_as: if led == undead and card.value == 9 then undead else base}
      onward: {next_leader: if winning_play.value == 9 and trick_number == 4 then loser else base}
      grab:
        on_take: |
          if card.value == 9 and trick_number == 2: show due to player
      pocket: {phase: recruit, takes_to: if card.value == 8 and trick_number == 6 then player.score else base}
      offer:
        phase: recruit
        offers: if card.value == 0 and trick_number == 9 then top(stock, 1) else base
      after:
        phase: collect
        after_trick: |
          for p in trick:
            if p.faction == goblins and p.value == 0 and trick_number == 8:
              if p.player == winner: show p.card to seats
      heavy: {weight: if card.value == 9 and count(side.score) > 26 then 2 else base}
      double: {scores_as: if card.value == 8 and count(side.score) > 26 then base + knights else base}
"""
"""A power for each hook, which fires in some games only, by something that it is easy to miss."""


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


def different(game: Game, games: int, agents: tuple[str, ...] = ()) -> tuple[list[tuple[int, Power]], set[Power]]:
    """Give the games and powers of which the engines say different things, and the powers that are not counted."""
    sample = Sample(game, agents or ("random",) * game.players)
    native = NativeGame(game, lanes=2, level=0, agents=agents, watched=sample.watched)
    wrong, uncounted = [], set[Power]()
    for number in range(games):
        records, _, fired = native.counted(5, number, 1)
        shown = sample.again(5, number)[1] if records[0] != FAULTY else frozenset()
        for power, count in zip(native.powers, fired, strict=True):
            if count == engines.UNKNOWN:
                uncounted.add(power)
            elif count != (power in shown):
                wrong.append((number, power))
    return wrong, uncounted


@pytest.mark.parametrize(("name", "players", "games", "agents"), [
    ("base", 2, 2000, ()), ("base", 3, 300, ()), ("base", 4, 300, ()), ("claim2", 2, 300, ()), ("claim2", 4, 300, ()),
    ("base", 2, 20, AGENTS), ("claim2", 2, 20, AGENTS),
])
def test_native_code_counts_each_power_in_the_games_in_which_it_fires(
    name: str, players: int, games: int, agents: tuple[str, ...]
) -> None:
    assert different(shelf.ruleset(name).game(players), games, agents) == ([], set())


@pytest.mark.parametrize("players", [2, 3])
def test_powers_of_every_hook_are_counted(claim: Console, players: int) -> None:
    claim.write("probes.yaml", PROBES)
    game = load_ruleset(claim.folder / "probes.yaml").game(players)
    assert different(game, 150) == ([], set())


@pytest.mark.parametrize("kind", tuple(kinds.each_faction())[11::6], ids=str)
def test_powers_of_other_factions_too(kind: kinds.Kind) -> None:
    assert different(kind.game(), 50)[0] == []


def test_what_is_asked_anew_each_time_is_left_to_the_sample() -> None:
    kind = next(kind for kind in kinds.each_faction() if kind.wanted == ("sandworms",))
    wrong, uncounted = different(kind.game(), 20)
    assert (wrong, uncounted) == ([], {("sandworms", "burrow")})


def test_games_that_python_plays_again_are_counted(claim: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    claim.write("uneven.yaml", UNEVEN)
    monkeypatch.setattr(engines, "FEW", 0)
    monkeypatch.setattr(engines, "SOME", 0)
    found = claim.json("simulate", "--ruleset", "uneven.yaml", "--games", "500", "--format", "json", "--seed", "4")
    assert found["engine"] == "native"
    assert int(str(found["replayed"])) > 0
    sample = Sample(load_ruleset(claim.folder / "uneven.yaml").game(), ("random", "random"))
    fired = Counter(power for number in range(500) for power in sample.again(4, number)[1])
    rows = found["powers"]
    assert isinstance(rows, list)
    assert {row["games"] for row in rows} == {500}
    assert {(row["faction"], row["power"]): row["count"] for row in rows} == dict(fired)


def test_native_code_that_counts_otherwise_than_the_sample_is_not_believed() -> None:
    sample = Sample(shelf.ruleset().game(), ("random", "random"))
    records = sample.play(1, 0, 30)
    right = array("q", [sample.fired[power] for power in sample.watched.powers])
    wrong = array("q", [right[0] + 1, *right[1:]])
    fires = Fires(sample, Engine("native", "", lambda seed, first, count: Played(records, wrong)), 1, 30)
    fires.add(array("q", [1000 for _ in right]))
    shares = [(share.count, share.of) for _, _, share in fires.shares(5000)]
    assert shares == [(right[0], 30), *((1000, 5000) for _ in right[1:])]


def test_the_sample_of_the_python_engine_grows_with_what_is_asked(
    claim: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    from claimdsl.sim import simulate

    monkeypatch.setattr(simulate, "_SAMPLE", 20)
    monkeypatch.setattr(simulate, "_LEAST_SAMPLE", 5)
    monkeypatch.setattr(engines, "FEW", 1001)
    for games, sampled in ((300, 20), (1000, 50)):
        monkeypatch.setattr(simulate, "_MOST", 10 if sampled != 20 else 1)
        rows = claim.json("simulate", "--games", str(games), "--format", "json")["powers"]
        assert isinstance(rows, list)
        assert {row["games"] for row in rows} == {sampled}
