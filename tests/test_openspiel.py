"""Every ruleset is a game of OpenSpiel: its own checks, and ours of numbers, chance, knowledge and copies."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from functools import cache
from math import isclose, perm, prod
from pathlib import Path

import pytest

from claimdsl.ai.agent import AGENTS
from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import Rng
from claimdsl.engine.state import State
from claimdsl.openspiel import register, spiel_game
from tests import shelf

pyspiel = pytest.importorskip("pyspiel")

from benchmarks.openspiel_match import lines, match  # noqa: E402
from claimdsl.openspiel.bots import AgentBot, Playouts, SearchBot, draw_of, start_of  # noqa: E402
from claimdsl.openspiel.game import SpielGame, SpielState  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
SMALL = ROOT / "tests" / "small"
PAGE = (ROOT / "docs" / "openspiel.md").read_text(encoding="utf-8")
KINDS = [
    ("base", 2), ("base", 3), ("base", 4), ("claim2", 2), ("german-whist", 2), ("french", 2), ("printed-2017", 2),
]


@cache
def shipped(name: str, players: int) -> SpielGame:
    return spiel_game(name, players)


@cache
def some(number: int) -> SpielGame:
    """Give a game of a random line-up in which a faction of a set plays."""
    players, factions = 2 + number % 3, [faction for those in shelf.SETS.values() for faction in those]
    wanted = factions[Rng(number).below(len(factions))]
    game = shelf.some_game("base", shelf.ALL_SETS, players, (wanted,), number)
    return spiel_game("base", players, game.factions, game.options, shelf.tweaks(shelf.ALL_SETS))


Kind = int | tuple[str, int]


def game_of(kind: Kind) -> SpielGame:
    """Give a shipped ruleset for so many players, or a random line-up by its number."""
    return some(kind) if isinstance(kind, int) else shipped(*kind)


def step(state: SpielState, rng: Rng) -> None:
    """Make any move."""
    if state.is_chance_node():
        state.apply_action(draw_of(state))
    else:
        legal = state.legal_actions()
        state.apply_action(legal[rng.below(len(legal))])


def later(game: SpielGame, seed: int, most: int = 40) -> SpielState:
    """Give a random moment in which a seat decides."""
    state, rng = start_of(game, seed), Rng(seed)
    for _ in range(rng.below(most)):
        ahead = state.clone()
        step(ahead, rng)
        if ahead.is_terminal():
            break
        state = ahead
    while state.is_chance_node():
        step(state, rng)
    return state


def ours(state: SpielState) -> State:
    known = state.moment.known
    assert known is not None
    return known


# --- OpenSpiel's checks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), KINDS)
def test_shipped_rulesets_pass_its_checks(name: str, players: int) -> None:
    pyspiel.random_sim_test(shipped(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("number", range(10))
def test_any_line_up_passes_its_checks(number: int) -> None:
    pyspiel.random_sim_test(some(number), num_sims=1, serialize=True, verbose=False)


# --- numbers of actions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(6))
def test_a_number_is_the_same_action_in_every_state(number: int) -> None:
    game = some(number)
    texts: dict[int, str] = {}
    state, rng = start_of(game, number), Rng(number)
    while not state.is_terminal():
        if not state.is_chance_node():
            legal = state.legal_actions()
            written = [state.action_to_string(action) for action in legal]
            assert legal == sorted(set(legal)) and max(legal) < game.num_distinct_actions()
            assert sorted(written) == sorted(map(str, ours(state).legal_actions))
            for action, text in zip(legal, written, strict=True):
                if not game.rules.numbering.text(action).startswith("option "):
                    assert texts.setdefault(action, text) == text == game.rules.numbering.text(action)
        step(state, rng)
    assert len(set(texts.values())) == len(texts)


def test_a_number_to_choose_is_told_by_its_place(tmp_path: Path) -> None:
    (tmp_path / "bids.yaml").write_text(
        "claimdsl: 1\nname: bids\ntitle: {en: Bids}\nextends: base\nfactions:\n  goblins:\n    powers:\n      bid:\n"
        "        on_play: choose n from filter(x in 1..3, x < 3 or any(trick)) by player\n"
        "        worth: base + (play.n otherwise 0)\n", encoding="utf-8",
    )
    game = spiel_game(str(tmp_path / "bids.yaml"), 2)
    state = start_of(game, 3)
    while ours(state).verb != "n":
        step(state, Rng(1))
    first = state.legal_actions()[0]
    assert (state.action_to_string(first), game.rules.numbering.text(first)) == ("n 1", "option 1")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


# --- chance -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["left_out", "packed", "small"])
def test_every_deal_is_as_likely_as_the_next(kind: str) -> None:
    """Equal cards are one outcome, so a deal counts for each way to choose among them."""
    game = spiel_game(str(SMALL / f"{kind}.yaml"))
    chances, found = game.rules.chances, []
    copies = Counter(game.rules.game.cards)
    for seed in range(8):
        state = game.rules.game.deal(seed)
        laid = chances.laid(state.deal)
        assert len(laid) == chances.steps
        shares = [dict(chances.deal(laid[:place])) for place in range(len(laid))]
        assert all(isclose(sum(share.values()), 1) for share in shares)
        ways = prod(perm(copies[card], dealt) for card, dealt in Counter(state.deck).items())
        found.append(prod(share[card] for share, card in zip(shares, laid, strict=True)) / ways)
    assert all(isclose(one, found[0]) for one in found)


def test_a_draw_is_a_chance_node() -> None:
    game = spiel_game(str(SMALL / "drawn.yaml"))
    state, nodes = start_of(game, 1), 0
    while not state.is_terminal():
        if state.is_chance_node():
            assert isclose(sum(share for _, share in state.chance_outcomes()), 1)
            nodes += 1
        step(state, Rng(nodes))
    assert nodes


# --- what a seat knows ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [("base", 2), ("claim2", 3), 1, 5, 8])
def test_texts_are_equal_where_information_states_are(kind: Kind) -> None:
    game = game_of(kind)
    for seed in range(3):
        state = later(game, seed)
        seat = state.current_player()
        others = [state.drawn(seat, Rng(number)) for number in range(3)]
        for other in others:
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.legal_actions() == state.legal_actions()
        for one, other in zip([state, *others], others, strict=False):
            for player in range(game.num_players()):
                are_equal = ours(one).information_state(player) == ours(other).information_state(player)
                texts = one.information_state_string(player), other.information_state_string(player)
                assert (texts[0] == texts[1]) == are_equal


def test_a_text_that_grew_move_by_move_is_that_of_a_copy() -> None:
    state, rng = start_of(shipped("base", 2), 4), Rng(4)
    while not state.is_terminal():
        fresh = state.get_game().deserialize_state(state.serialize())
        assert all(state.information_state_string(seat) == fresh.information_state_string(seat) for seat in (0, 1))
        step(state, rng)


def test_openspiel_can_deal_anew_with_its_own_chance() -> None:
    state = later(shipped("base", 2), 7)
    seat = state.current_player()
    other = state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(5, 0.0, 1.0))
    assert other.information_state_string(seat) == state.information_state_string(seat)
    assert str(other) != str(state)


# --- copies -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [("base", 3), 2, 4])
def test_a_state_of_ours_has_the_history_that_leads_to_it(kind: Kind) -> None:
    game = game_of(kind)
    state = later(game, 3)
    state = state.drawn(state.current_player(), Rng(1))
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert [(made.player, made.action) for made in again.full_history()] == [
        (made.player, made.action) for made in state.full_history()
    ]
    assert again.serialize() == state.serialize()
    assert ours(again) == ours(state)


def test_games_and_states_are_read_from_text() -> None:
    game = some(0)
    state = later(game, 2)
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert len(copy.history()) == len(state.history()) + 1


def test_a_second_registration_changes_nothing() -> None:
    register()
    register()
    assert pyspiel.registered_names().count("claim") == 1


# --- returns ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [("base", 2), ("base", 3), ("base", 4)])
def test_winners_have_what_the_others_lose(name: str, players: int) -> None:
    game = shipped(name, players)
    for seed in range(5):
        state = start_of(game, seed)
        assert state.returns() == [0.0] * players
        evaluated = Playouts(game.rules, Rng(seed)).evaluate(state)
        while not state.is_terminal():
            step(state, Rng(seed))
        outcome = ours(state).outcome
        assert outcome is not None
        for returns in (state.returns(), evaluated):
            assert isclose(sum(returns), 0, abs_tol=1e-9)
        side_of = game.rules.game.binding.side_of
        best = {seat for seat, won in enumerate(state.returns()) if won == max(state.returns())}
        assert best == {seat for seat in range(players) if side_of[seat] in outcome.winners}


# --- players ----------------------------------------------------------------------------------------------------------


def test_an_agent_plays_as_in_a_match() -> None:
    from claimdsl.play.match import Match

    game = shipped("base", 2)
    told = Match(game.rules.game.deal(5), [AGENTS["random"](), AGENTS["greedy"]()], 5)
    for _ in told.run():
        pass
    state = start_of(game, 5)
    bots = [AgentBot(AGENTS[name](), 5) for name in ("random", "greedy")]
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(draw_of(state) if seat < 0 else bots[seat].step(state))
    assert ours(state).history == told.state.history


@pytest.mark.parametrize("kind", [("german-whist", 2), 3])
def test_its_search_plays_a_game(kind: Kind) -> None:
    game = game_of(kind)
    state, bot = start_of(game, 1), SearchBot(game, 1, simulations=2)
    while not state.is_terminal():
        legal = state.legal_actions()
        action = draw_of(state) if state.is_chance_node() else bot.step(state)
        assert action in legal
        state.apply_action(action)
    assert bot.simulations > 0


def test_a_search_that_has_no_time_still_moves() -> None:
    state, bot = later(shipped("base", 2), 1, most=4), SearchBot(shipped("base", 2), 1, seconds=1e-9)
    assert bot.step(state) in state.legal_actions()
    assert bot.simulations == 2


def test_a_match_changes_sides() -> None:
    game = shipped("german-whist", 2)
    seats: list[tuple[int, int]] = []

    def random(seat: int, seed: int) -> AgentBot:
        seats.append((seat, seed))
        return AgentBot(AGENTS["random"](), seed)

    score = match(game, random, lambda seat, seed: AgentBot(AGENTS["random"](), seed), [3, 4])
    assert seats == [(0, 3), (1, 3), (0, 4), (1, 4)]
    assert score.of_pairs == [1.0, 1.0]
    assert score.wins + score.shared + score.lost == 4
    assert lines(score, ("one", "other"))[2].startswith("win rate 50.0%, 95% interval 15.0% to 85.0%")


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
def test_the_example_runs(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "openspiel.md", "exec"), {})
    assert "claim(" in capsys.readouterr().out


def test_the_page_tells_the_pieces_of_the_tensor_in_order() -> None:
    game = shipped("base", 2)
    told = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", PAGE[PAGE.index("| piece |"):], re.MULTILINE)))
    assert told == list(game.make_py_observer().dict)
    assert CHANCE == pyspiel.PlayerId.CHANCE
