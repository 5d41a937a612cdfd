"""One of our players against OpenSpiel's information-set search, on mirrored deals with equal time a move.

    python benchmarks/openspiel_match.py --agent greedy --pairs 20 --seconds 0.2

Without --seconds the search gets what the player takes on average, but not less than 0.05 s.  With --simulations it
makes so many a move instead, however long that takes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from claimdsl.ai.agent import AGENTS  # noqa: E402
from claimdsl.openspiel import spiel_game  # noqa: E402
from claimdsl.openspiel.game import SpielGame, SpielState  # noqa: E402
from claimdsl.sim.shares import Share  # noqa: E402

LEAST_SECONDS = 0.05


class Bot(Protocol):
    """Someone at the table."""

    def step(self, state: SpielState, /) -> int: ...


@dataclass
class Clock:
    """The time that moves took, forced ones left out."""

    seconds: float = 0.0
    moves: int = 0

    def step(self, bot: Bot, state: SpielState) -> int:
        if len(state.legal_actions()) == 1:
            return state.legal_actions()[0]
        began = time.perf_counter()
        action = bot.step(state)
        self.seconds += time.perf_counter() - began
        self.moves += 1
        return action

    @property
    def mean(self) -> float:
        return self.seconds / max(1, self.moves)


@dataclass
class Score:
    """What the first side has won; `of_pairs` has its points for each pair of games, at most 2."""

    of_pairs: list[float] = field(default_factory=list)
    wins: int = 0
    shared: int = 0
    lost: int = 0
    clocks: tuple[Clock, Clock] = field(default_factory=lambda: (Clock(), Clock()))

    def count(self, returns: float) -> float:
        self.wins += returns > 0
        self.shared += returns == 0
        self.lost += returns < 0
        return (returns + 1) / 2

    @property
    def share(self) -> Share:
        """Give the share of points; half a point that is over does not count."""
        return Share(int(sum(self.of_pairs)), 2 * len(self.of_pairs))


Seats = Callable[[int, int], Bot]
"""Gives the bot for a seat, with a seed."""


def played(game: SpielGame, seed: int, seats: Sequence[Bot], clocks: Sequence[Clock]) -> list[float]:
    """Play one game; each seat has its bot and its clock."""
    from claimdsl.openspiel.bots import draw_of, start_of

    state = start_of(game, seed)
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(draw_of(state) if seat < 0 else clocks[seat].step(seats[seat], state))
    return state.returns()


def match(game: SpielGame, ours: Seats, theirs: Seats, seeds: Sequence[int]) -> Score:
    """Play each deal twice, with sides changed."""
    score, ours_game = Score(), game.rules.game
    for seed in seeds:
        points = 0.0
        for side in (0, 1):
            is_ours = [ours_game.binding.side_of[seat] == side for seat in range(ours_game.players)]
            seats = [(ours if mine else theirs)(seat, seed) for seat, mine in enumerate(is_ours)]
            clocks = [score.clocks[0 if mine else 1] for mine in is_ours]
            points += score.count(played(game, seed, seats, clocks)[is_ours.index(True)])
        score.of_pairs.append(points)
    return score


def lines(score: Score, names: tuple[str, str]) -> list[str]:
    """Say what came out."""
    low, high = score.share.interval
    rate = sum(score.of_pairs) / (2 * len(score.of_pairs))
    won = sum(points > 1 for points in score.of_pairs)
    lost = sum(points < 1 for points in score.of_pairs)
    return [
        f"{names[0]} against {names[1]}: {len(score.of_pairs)} pairs, {won} won, {lost} lost",
        f"games: {score.wins} won, {score.shared} shared, {score.lost} lost",
        f"win rate {rate:.1%}, 95% interval {low:.1%} to {high:.1%}",
        *(f"{name}: {clock.mean:.4f} s a move" for name, clock in zip(names, score.clocks, strict=True)),
    ]


def main(words: Sequence[str]) -> None:
    asked = _asked(words)
    from claimdsl.openspiel.bots import AgentBot, SearchBot

    game = spiel_game(asked.ruleset, asked.players)
    if len(game.rules.game.sides) != 2:
        sys.exit("a match is between two sides")

    def ours(seat: int, seed: int) -> Bot:
        return AgentBot(AGENTS[asked.agent](), seed)

    seconds = asked.seconds
    if not seconds and not asked.simulations:
        seconds = max(LEAST_SECONDS, match(game, ours, ours, range(2)).clocks[0].mean)
    searchers: list[SearchBot] = []

    def theirs(seat: int, seed: int) -> Bot:
        bot = SearchBot(game, seed, simulations=asked.simulations or 1 << 30, seconds=seconds)
        searchers.append(bot)
        return bot

    score = match(game, ours, theirs, range(asked.seed, asked.seed + asked.pairs))
    print("\n".join(lines(score, (asked.agent, "OpenSpiel ISMCTS"))))
    made = sum(bot.simulations for bot in searchers) / max(1, score.clocks[1].moves)
    print(f"OpenSpiel ISMCTS: {made:.1f} simulations a move")


def _asked(words: Sequence[str]) -> argparse.Namespace:
    asking = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asking.add_argument("--agent", default="greedy", choices=sorted(AGENTS))
    asking.add_argument("--ruleset", default="base")
    asking.add_argument("--players", type=int, default=2)
    asking.add_argument("--pairs", type=int, default=20)
    asking.add_argument("--seed", type=int, default=1)
    asking.add_argument("--seconds", type=float, default=0.0)
    asking.add_argument("--simulations", type=int, default=0)
    return asking.parse_args(words)


if __name__ == "__main__":
    main(sys.argv[1:])
