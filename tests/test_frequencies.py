"""`claim simulate` has the frequencies of another simulation: Claim written by hand, with another source of chance."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import pytest

pytest.importorskip("llvmlite", reason="native code needs llvmlite")

from benchmarks.plain_claim import FACTIONS, GOBLINS, KNIGHTS, PlainClaim, cards
from tests.console import Console

GAMES, PLAIN_GAMES = 100_000, 8_000
LIMITS = {1: 15.1, 2: 18.4, 3: 21.1, 4: 23.5, 5: 25.7}
"""Of as many degrees of freedom, what the distance exceeds once in 10,000."""

Table = dict[str, Counter[str]]


@pytest.fixture(scope="module")
def plain() -> Table:
    """Play the games by hand; count who won, what decided, who had each vote, and whether a Knight beat Goblins."""
    found: Table = {name: Counter() for name in ("winner", "decided", "charge", *FACTIONS)}
    chance, pack = random.Random(2017), cards()
    for _ in range(PLAIN_GAMES):
        game, charged = PlainClaim(chance.sample(pack, len(pack)), chance.randrange(2)), False
        while not game.is_over:
            led, card = game.led, chance.choice(game.legal())
            charged |= led is not None and (led.faction, card.faction) == (GOBLINS, KNIGHTS)
            game.play(card)
        result = game.result()
        found["winner"][" ".join(map(str, result.winners))] += 1
        found["decided"][result.decided_by] += 1
        found["charge"][str(charged)] += 1
        for faction in FACTIONS:
            found[faction][_holder(game, faction)] += 1
    return found


def _holder(game: PlainClaim, faction: str) -> str:
    one, other = ([card.value for card in player.score if card.faction == faction] for player in game.players)
    keys = [(len(values), sorted(values, reverse=True)) for values in (one, other)]
    return "nobody" if keys[0] == keys[1] else str(int(keys[1] > keys[0]))


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Read the same from what the command prints."""
    with pytest.MonkeyPatch.context() as patch:
        claim = Console(tmp_path_factory.mktemp("simulated"), patch)
        found = claim.json("simulate", "--games", str(GAMES), "--seed", "3", "--format", "json")
    assert found["engine"] == "native"
    zero, one = _counts(found["wins"])
    decided = {str(row["key"]): int(str(row["count"])) for row in _rows(found["decided_by"])}
    charge = next(int(str(row["count"])) for row in _rows(found["powers"]) if row["power"] == "charge")
    table = {
        "winner": Counter({"0": zero, "1": one, "0 1": int(str(found["draws"]))}), "decided": Counter(decided),
        "charge": Counter({"True": charge, "False": GAMES - charge}),
    }
    for row in _rows(found["faction_votes"]):
        sides, nobody = _rows(row["sides"]), row["nobody"]
        assert isinstance(nobody, dict)
        held = {str(side): int(str(share["count"])) for side, share in enumerate(sides)}
        table[str(row["faction"])] = Counter({**held, "nobody": int(str(nobody["count"]))})
    return table


def _rows(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value


def _counts(value: object) -> list[int]:
    assert isinstance(value, list)
    return value


def distance(one: Mapping[str, int], other: Mapping[str, int]) -> tuple[float, int]:
    """Give the chi-square distance of two counts, and its degrees of freedom; what is seldom is put together."""
    sizes = sum(one.values()), sum(other.values())
    both = {key: one.get(key, 0) + other.get(key, 0) for key in {*one, *other}}
    seldom = {key for key, count in both.items() if count * min(sizes) < 5 * sum(sizes)}
    groups = [*({key} for key in both.keys() - seldom), *([seldom] if seldom else [])]
    total = 0.0
    for group in groups:
        all_ = sum(both[key] for key in group)
        for counts, size in zip((one, other), sizes, strict=True):
            wanted = all_ * size / sum(sizes)
            total += (sum(counts.get(key, 0) for key in group) - wanted) ** 2 / wanted if wanted else 0.0
    return total, len(groups) - 1


@pytest.mark.parametrize("what", ["winner", "decided", "charge", *FACTIONS])
def test_frequencies_are_those_of_a_simulation_by_hand(plain: Table, simulated: Table, what: str) -> None:
    assert sum(simulated[what].values()) == GAMES
    found, freedom = distance(plain[what], simulated[what])
    assert found < LIMITS[max(freedom, 1)], (plain[what], simulated[what])


def test_the_distance_tells_frequencies_apart() -> None:
    assert distance({"a": 50, "b": 50}, {"a": 500, "b": 500}) == (0.0, 1)
    assert distance({"a": 4000, "b": 4000}, {"a": 52_500, "b": 47_500})[0] > LIMITS[1]
