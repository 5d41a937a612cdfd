"""What the benchmarks compare plays the same game, and their table says what was measured."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks import batches, games
from benchmarks.measure import Contender, Sample, Series, games_a_second, in_turns
from benchmarks.plain_claim import PlainClaim, cards
from benchmarks.spawn import measured
from benchmarks.suite import FRONT, PAGE
from benchmarks.table import BEGIN, END, SHORT, Figure, Target, as_lines, as_markdown, replaced
from claimdsl import load_ruleset
from claimdsl.engine.chance import STRIDE, Rng

C_SEED = 12345


@pytest.mark.parametrize("seed", range(30))
def test_plain_claim_plays_the_engines_game(seed: int) -> None:
    state = load_ruleset("base").game(2).deal(seed)
    by_name: dict[str, list[int]] = {}
    pack = cards()
    for card in reversed(pack):
        by_name.setdefault(card.name, []).append(card.number)
    plain = PlainClaim([pack[by_name[label].pop()] for label in state.deck], state.first_leader)
    choose = random.Random(seed)
    while not state.is_over:
        legal = plain.legal()
        assert plain.seat == state.seat
        assert [f"play {card.name}" for card in legal] == [str(action) for action in state.legal_actions]
        choice = choose.randrange(len(legal))
        plain.play(legal[choice])
        state = state.apply(state.legal_actions[choice])
    outcome, result = state.outcome, plain.result()
    assert outcome is not None
    assert plain.is_over
    for seat, player in enumerate(plain.players):
        assert sorted(card.name for card in player.score) == sorted(state.pile("score", seat))
    assert (result.votes, result.winners, result.decided_by) == (outcome.votes, outcome.winners, outcome.decided_by)


def test_plain_games_of_a_turn_are_those_of_the_engine() -> None:
    seeds = games.seeds_of(3, 20)
    ours = games.state_games("base", load_ruleset("base").game(2), 20).turn(3)
    plain = games.plain_turn(seeds)
    assert (ours.games, ours.decisions, ours.wins) == (20, 20 * 52, plain.wins)
    assert plain.decisions == ours.decisions


def test_the_c_program_plays_the_games_of_printed_2017(tmp_path: Path) -> None:
    program = games.compiled_c(tmp_path)
    if isinstance(program, str):
        pytest.skip(program)
    wins = [0, 0, 0]
    for number in range(200):
        wins[_winner_by_the_choices_of_c(number)] += 1
    assert games.c_turn(program, 200).wins == tuple(wins)


def _winner_by_the_choices_of_c(number: int) -> int:
    """Play the game that C plays: one stream, no leader drawn, a draw for forced choices too, copies counted apart."""
    game = load_ruleset("printed-2017").game(2)
    rng = Rng((C_SEED + number * STRIDE) % 2**64)
    deck = list(game.cards)
    order = list(range(len(deck)))
    rng.shuffle(order)
    state = game.deal(deck=[deck[card] for card in order], first_leader=0)
    while not state.is_over:
        legal = {action.option for action in state.legal_actions}
        hand = sorted(state.pile("hand", state.seat), key=deck.index)
        allowed = [card for card in hand if card in legal]
        state = state.apply(f"play {allowed[rng.below(len(allowed))]}")
    assert state.outcome is not None
    winners = state.outcome.winners
    return winners[0] if len(winners) == 1 else 2


def test_contenders_take_turns_and_the_first_round_does_not_count() -> None:
    order: list[str] = []

    def taking(name: str) -> Contender:
        def turn(number: int) -> Sample:
            order.append(f"{name}{number}")
            return Sample(games=number, decisions=0, seconds=2.0)

        return Contender(name, turn)

    taken = in_turns([taking("a"), taking("b")], 3)
    assert order == ["a0", "b0", "a1", "b1", "b2", "a2", "a3", "b3"]
    assert games_a_second(taken["a"]).values == (0.5, 1.0, 1.5)


def test_a_ratio_is_the_median_of_the_ratios_of_the_same_rounds() -> None:
    ours, peer = Series((10.0, 30.0, 8.0)), Series((5.0, 10.0, 8.0))
    assert ours.against(peer) == 2.0
    assert ours.less(peer).values == (5.0, 20.0, 0.0)


def test_a_target_is_of_the_ratio_or_of_the_median() -> None:
    figure = Figure("claim", "ms", Series((50.0, 60.0, 70.0)), 6.0, "bare", Target(8, at_least=False, of_ratio=True))
    assert figure.cells() == ("claim", "ms", "60.0", "50.0", "70.0", "6.00x", "bare", "<= 8.00x", "yes")
    slow = Figure("games", "games/s", Series((1200.0,)), None, "", Target(1500, at_least=True, of_ratio=False))
    assert slow.cells()[-2:] == (">= 1,500", "no")
    assert as_lines([slow])[1].split() == ["games", "games/s", "1,200", "1,200", "1,200", ">=", "1,500", "no"]


def test_the_table_goes_between_the_markers_of_the_page() -> None:
    figure = Figure("claim", "ms", Series((60.0,)))
    page = replaced(f"before\n{BEGIN}\nold\n{END}\nafter\n", as_markdown([figure], ["a note"]))
    assert "old" not in page
    assert "| claim | ms | 60.0 | 60.0 | 60.0 |  |  |  |  |\n\n- a note" in page
    assert page.startswith(f"before\n{BEGIN}\n|") and page.endswith(f"{END}\nafter\n")
    with pytest.raises(ValueError, match="markers"):
        replaced("no markers", "text")


def test_the_shipped_pages_have_the_markers() -> None:
    for page in (PAGE, FRONT):
        assert replaced(page.read_text(encoding="utf-8"), "table")


def test_the_front_page_has_fewer_columns() -> None:
    figure = Figure("claim", "ms", Series((60.0,)), 2.0, "bare", is_short=True)
    assert as_markdown([figure], (), SHORT).splitlines()[1:3] == ["| --- | --- | --: | --: | --- |",
                                                                   "| claim | ms | 60.0 | 2.00x | bare |"]


def test_batches_of_a_turn_are_games_of_the_seed() -> None:
    game = load_ruleset("base").game(2)
    played: list[tuple[int, int, int]] = []
    sample = batches.contender("base", lambda *asked: played.append(asked), 50, 52.0).turn(3)
    assert (sample.games, sample.decisions, played) == (50, 2600, [(batches.SEED, 150, 50)])
    assert batches.decisions_a_game(game) == 52
    batches.wall_time(lambda *asked: played.append(asked), 7, threads=2)
    assert sorted(played[1:]) == [(batches.SEED, 0, 3), (batches.SEED, 3, 4)]


def test_a_run_tells_its_output_status_and_the_mark() -> None:
    run = measured(("/bin/sh", "-c", "read word; echo hello $word; exit 3"), answers="you\n", mark="hello")
    assert (run.output, run.status) == ("hello you\n", 3)
    assert 0 < run.to_mark <= run.wall
    assert run.memory > 0
