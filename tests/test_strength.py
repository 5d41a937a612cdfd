"""What deals say of strength: against values worked out elsewhere, and sequential tests by simulated deals."""

from __future__ import annotations

from math import log, sqrt

import pytest

from claimdsl.engine.chance import Rng
from claimdsl.sim.strength import Score, Sequential, elo, expected


def score(*results: float) -> Score:
    found = Score(0, 0.0, 0.0)
    for result in results:
        found = found.with_deal(result)
    return found


@pytest.mark.parametrize(("rate", "rating"), [(0.5, 0.0), (0.64, 100.0), (0.76, 200.2), (0.91, 401.9), (0.36, -100.0)])
def test_elo_of_two_sides_is_the_usual_one(rate: float, rating: float) -> None:
    assert elo(rate, 2) == pytest.approx(rating, abs=0.3)
    assert expected(rating, 2) == pytest.approx(rate, abs=0.001)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_equal_agents_are_0_apart(sides: int) -> None:
    assert elo(1 / sides, sides) == pytest.approx(0.0)
    assert expected(elo(0.45, sides), sides) == pytest.approx(0.45)


def test_the_interval_is_that_of_deals_and_not_of_games() -> None:
    """Deals of one half each are no spread at all; the same games as wins and losses of whole deals are much."""
    even, uneven = score(*[0.5] * 100), score(*[1.0, 0.0] * 50)
    narrow, wide = (one.interval[1] - one.interval[0] for one in (even, uneven))
    assert wide == pytest.approx(2 * 1.96 * 0.5 / sqrt(100), abs=0.01)
    assert narrow < wide / 5


def test_of_deals_that_are_all_won_the_interval_is_not_empty() -> None:
    low, high = score(*[1.0] * 50).interval
    assert 0.85 < low < 0.97
    assert high == 1.0


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    rng, held = Rng(5), 0
    for _ in range(400):
        low, high = score(*[(rng.below(10) < 7) / 2 + (rng.below(10) < 7) / 2 for _ in range(60)]).interval
        held += low <= 0.7 <= high
    assert 0.92 <= held / 400 <= 0.98


def test_the_ratio_is_that_of_normal_deals() -> None:
    test, found = Sequential(0.0, 100.0, 0.05, 0.05), score(*[1.0, 0.5, 0.5, 0.0] * 25)
    low, high = expected(0, 2), expected(100, 2)
    by_hand = sum(
        ((result - low) ** 2 - (result - high) ** 2) / (2 * found.variance) for result in [1.0, 0.5, 0.5, 0.0] * 25
    )
    assert test.ratio(found, 2) == pytest.approx(by_hand)
    assert test.bounds == (pytest.approx(log(0.05 / 0.95)), pytest.approx(log(0.95 / 0.05)))


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "elo1"), (100.0, "elo0")])
def test_a_sequential_test_errs_as_seldom_as_it_says(truth: float, wrong: str) -> None:
    test, rng = Sequential(0.0, 100.0, 0.05, 0.05), Rng(11)
    chance = int(expected(truth, 2) * 1000)
    verdicts = [verdict_of(test, rng, chance) for _ in range(200)]
    assert set(verdicts) <= {"elo0", "elo1"}
    assert verdicts.count(wrong) / 200 < 0.1


def verdict_of(test: Sequential, rng: Rng, chance: int) -> str:
    found = Score(0, 0.0, 0.0)
    while not (verdict := test.verdict(found, 2)):
        found = found.with_deal((rng.below(1000) < chance) / 2 + (rng.below(1000) < chance) / 2)
    return verdict
