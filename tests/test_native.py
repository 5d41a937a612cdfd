"""Native games are those of the Python engine: game for game, the same result and the same cards in the same piles."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("llvmlite", reason="without llvmlite there are no native games")

from claimdsl import load_ruleset
from claimdsl.ai.greedy import GreedyAgent
from claimdsl.engine.batch import Batch
from claimdsl.engine.game import Game
from claimdsl.engine.layout import mask
from claimdsl.native.engine import NativeGame
from claimdsl.native.module import FAULTY
from claimdsl.native.refusal import NotNative
from claimdsl.play.match import Match
from tests import native_kinds as kinds
from tests import shelf
from tests.native_kinds import Kind

GAMES = 20_000


@dataclass(frozen=True)
class Case:
    """A kind of game, how many are played, and how."""

    kind: Kind
    games: int
    lanes: int = 1
    bmi: bool | None = None

    def __str__(self) -> str:
        return f"{self.kind}-{self.lanes}" + ("-plain" if self.bmi is False else "")


CASES = (
    *(Case(kind, 300, 4 if kind.players == 2 else 2) for kind in kinds.rulesets()),
    *(Case(kind, 160, 1, bmi=False) for kind in kinds.rulesets()),
    *(Case(kind, 120, 1 + place % 2) for place, kind in enumerate(kinds.switches())),
    *(Case(kind, 170) for kind in kinds.each_faction()),
)


def test_enough_games_are_played() -> None:
    assert sum(case.games for case in CASES) >= GAMES


@pytest.mark.parametrize("case", CASES, ids=str)
def test_native_games_are_those_of_the_python_engine(case: Case) -> None:
    wrong, left = kinds.different(case.kind.game(), case.games, lanes=case.lanes, bmi=case.bmi)
    assert not wrong
    assert left <= case.games // 10, "too many games are left to the Python engine"


SMALL = sorted(
    path for folder in ("small", "notions") for path in (Path(__file__).parent / folder).glob("*.yaml")
    if not path.stem.endswith(".test")
)


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_small_games_with_each_notion_are_those_of_the_python_engine(path: Path) -> None:
    rules = load_ruleset(path)
    for players in rules.player_counts:
        game = rules.game(players)
        if not kinds.refusal(game):
            assert kinds.different(game, 40)[0] == []


def test_all_factions_are_native() -> None:
    reasons = {kind.wanted[0]: kinds.refusal(kind.game()) for kind in kinds.each_faction()}
    assert not {faction: reason for faction, reason in reasons.items() if reason}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_line_up_of_the_core_is_native(players: int) -> None:
    """Under the switches as they stand, and under each in every other position for some line-up."""
    rules, possible = shelf.ruleset(), shelf.line_ups("base", (), players, ())
    for place in range(0, len(possible), 1 if players == 2 else 3):
        assert not kinds.refusal(rules.game(players, possible[place])), possible[place]


# --- what native code finds out, and leaves to the Python engine -----------------------------------------------------


UNEVEN = """
  reward:
    phase: collect
    after_trick: |
      if winning_play.value == 9 and any(c in winner.hand):
        draw c from winner.hand
        move c to middle
"""
DRY = """
  burn:
    phase: recruit
    after_trick: |
      if winning_play.value <= 3: move top(stock, 4) to discard
"""
ROBBED = """
  rob:
    phase: collect
    on_play: |
      if play == first(trick) and trick_number == setup.tricks: move player.left.hand to discard
"""
SPILT = """
  spill:
    phase: recruit
    on_play: |
      if card.value > 4: swap play with first(c in prizes, c.value < 7)
      if card.value == 6 or card.faction == knights: move first(player.followers) to player.score
"""
TAKEN = """
  thief:
    phase: recruit
    on_take: |
      if winning_play.value == 3: move prizes to winner.score
"""
LED = """
  goblins_are_led:
    leads: if play.value >= 5 then goblins else base
"""
WITHIN = """
  pairs:
    phase: collect
    after_trick: |
      if count(c in winner.score, any(d in winner.score, d.value == c.value and d.faction != c.faction)) > 4:
        move first(c in winner.score, all(d in winner.score, d == c or d.value != c.value)) to loser.score
      move most(c in winner.score by count(d in winner.score, d.value < c.value)) to middle
"""
LOWEST = """
  lowest:
    may_play: if void then not any(c in player.hand, c.value < card.value) else base
"""
WHERE = """
  where:
    phase: collect
    may_play: if trick_number < 5 then base or count(c in player.hand, c.value == card.value) > 1 else base
"""
BY_TURNS = """
  by_turns:
    phase: collect
    after_trick: |
      if trick_number > 6: move middle to loser.score
      if trick_number == 9: move discard to winner.score
  aside: {phase: collect, goes_to: if card.value == 3 then middle else base}
"""
CALLED = """
  called:
    phase: recruit
    after_trick: |
      if trick_number == 2:
        draw called from filter(c in deck, c.value == 9)
        move called to winner.score
"""
WISHED = """
  wished:
    phase: recruit
    on_play: |
      if card.value == 2:
        choose wish from filter(c in deck, c.value == 3) by player
    after_trick: |
      for p in trick: move p.wish to p.player.score
"""
BARTERED = """
  barter:
    phase: recruit
    on_play: |
      if card.value > 4: swap play with first(c in prizes, c.value < 7)
      if card.value == 6 or card.faction == knights: move first(discard) to player.score
"""
SUBSTITUTED = """
  substitute:
    phase: recruit
    on_take: |
      if card.value < 4: swap play with first(c in discard, c.value > 4)
      if card.value == 6: move first(discard) to player.score
  after:
    phase: recruit
    on_take: |
      if card.faction == goblins: move first(discard) to player.score
factions: {remove: [ghosts]}
"""

EARLY = """
  early:
    phase: collect
    ends: any(p in players, count(c in p.score, c.value > 5) > 5)
    after_trick: |
      if last_trick and trick_number < 9: move middle to winner.score
      if last_trick:
        for p in players: move top(p.hand, 2) to p.score
    after_phase: |
      for p in players: move p.hand to discard
  aside:
    phase: collect
    goes_to: if card.value == 3 then middle else if last_trick then discard else base
"""
EACH = """
  listed:
    phase: collect
    after_trick: |
      if count(f in each(c in winner.score by c.faction), f == winning_play.faction) > 3: move middle to loser.score
      if sum(v in each(c in loser.score, c.value > 2 by c.value)) > 30: move top(loser.score, 1) to middle
      if least(f in each(c in winner.score by c.faction) by count(c in winner.score, c.faction == f)) == goblins:
        move first(c in winner.score) to middle
      if most(v in each(c in loser.score by c.value) by count(c in loser.score, c.value == v)) > 4:
        move middle to discard
"""
REFUSED = """
  odd:
    phase: recruit
    on_take: swap due with first(c in discard)
"""


def house_game(folder: Path, rule: str, players: int = 2) -> Game:
    """Give a game of `base` with a rule more."""
    path = folder / "house.yaml"
    path.write_text(f"claimdsl: 1\nname: house\nextends: base\nrules:{rule}", encoding="utf-8")
    return load_ruleset(str(path)).game(players)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rule", [UNEVEN, DRY, ROBBED, SPILT], ids=["uneven", "dry", "robbed", "spilt"])
def test_games_in_which_hands_or_the_stock_run_out_are_left_to_python(tmp_path: Path, rule: str, players: int) -> None:
    wrong, left = kinds.different(house_game(tmp_path, rule, players), 100)
    assert not wrong
    assert left > 50


def test_only_games_with_uneven_hands_are_left(tmp_path: Path) -> None:
    game = house_game(tmp_path, UNEVEN)
    records, _ = NativeGame(game, level=0).play(1, 0, 100)
    for number, record in enumerate(records):
        given = mask(Batch(game).frame(1, number), game.layout.piles["middle"])
        assert (record == FAULTY) == (given != 0)


HOUSE_RULES = {
    "taken": TAKEN, "led": LED, "within": WITHIN, "lowest": LOWEST, "where": WHERE, "by_turns": BY_TURNS,
    "early": EARLY, "each": EACH,
    "called": CALLED, "wished": WISHED, "bartered": BARTERED, "substituted": SUBSTITUTED,
}


@pytest.mark.parametrize("rule", HOUSE_RULES.values(), ids=HOUSE_RULES)
def test_house_rules_are_played_alike(tmp_path: Path, rule: str) -> None:
    for players in (2, 3, 4):
        game = house_game(tmp_path, rule, players)
        wrong, left = kinds.different(game, 60, lanes=2)
        assert not wrong
        assert left < 60
        assert kinds.different(game, 6, agents=("greedy",) * players)[0] == []


@pytest.mark.parametrize(("rule", "reason"), [
    (REFUSED, "swap"),
    (
        "\n  odd:\n    after_trick: |\n      choose odd from filter(c in deck, c.value == 9) by winner\n"
        "      swap odd with first(c in discard)\n", "swap",
    ),
])
def test_what_is_not_native_is_refused_with_a_reason(tmp_path: Path, rule: str, reason: str) -> None:
    assert reason in kinds.refusal(house_game(tmp_path, rule))


def test_an_unknown_agent_is_refused() -> None:
    with pytest.raises(NotNative, match="sleepy"):
        NativeGame(shelf.ruleset().game(2), agents=("sleepy", "random"))


# --- decks of more than a word or two --------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", [18, 25, 36])
@pytest.mark.parametrize("bmi", [None, False], ids=["fast", "plain"])
def test_large_decks(tmp_path: Path, hand: int, bmi: bool | None) -> None:
    game = large_game(tmp_path, hand)
    assert len(game.cards) == 4 * hand
    assert kinds.different(game, 60, lanes=2, bmi=bmi) == ([], 0)
    assert kinds.different(game, 4, bmi=bmi, agents=("greedy", "random")) == ([], 0)


def large_game(folder: Path, hand: int) -> Game:
    """Give a game for two that is like `base` but for its many cards, some of them equal."""
    names = ("goblins", "knights", "undead", "dwarves", "doppelgangers")
    sizes = [4 * hand // 5 + (place < 4 * hand % 5) for place in range(5)]
    cards = "\n".join(
        f'  {name}: {{cards: "0 x3, 1..{size - 3}"}}' for name, size in zip(names, sizes, strict=True)
    )
    path = folder / "large.yaml"
    path.write_text(
        "claimdsl: 1\nname: large\nextends: base\n"
        f"setup:\n  remove: [3, 4]\n  2: {{hand: {hand}, tricks: {hand}}}\nline_up: {{remove: [3, 4]}}\n"
        f"factions:\n{cards}\n", encoding="utf-8",
    )
    return load_ruleset(str(path)).game(2, names)


# --- greedy ----------------------------------------------------------------------------------------------------------


GREEDY = (*kinds.rulesets(), *list(kinds.each_faction())[::3])


@pytest.mark.parametrize("kind", GREEDY, ids=str)
def test_greedy_is_greedy(kind: Kind) -> None:
    game = kind.game()
    mixed = tuple("greedy" if (seat + len(kind.wanted)) % 2 else "random" for seat in range(game.players))
    for agents in (("greedy",) * game.players, mixed):
        assert kinds.different(game, 8, agents=agents) == ([], 0)


@pytest.mark.parametrize("kind", GREEDY, ids=str)
def test_greedy_in_a_batch_is_the_player_of_the_house(kind: Kind) -> None:
    game = kind.game()
    match = Match(game.deal(5), [GreedyAgent()] * game.players, 1)
    for _ in match.run():
        pass
    ended = Batch(game, ("greedy",) * game.players).play(5, 0)
    assert match.state.outcome == ended
