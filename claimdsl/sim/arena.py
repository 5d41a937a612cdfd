"""Two agents against each other on the same deals: each deal is played once with the first agent on each side.

The result of a deal is the mean of these games for the first agent, a shared game counting its share.  Deals are taken
in order whoever played them, so that the figures are the same for any number of processes.
"""

from __future__ import annotations

import time
from array import array
from collections import deque
from collections.abc import Callable, Iterator

from claimdsl.ai.agent import seated
from claimdsl.ai.budget import Budget
from claimdsl.engine.action import Action
from claimdsl.engine.binding import Binding
from claimdsl.engine.chance import Rng, seed_of
from claimdsl.engine.game import Game
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen, replace
from claimdsl.play.match import Agent, Match, View
from claimdsl.sim.processes import Piece, Processes, Work
from claimdsl.sim.strength import Score, Sequential

_POLL = 0.1
"""Unit: seconds between two looks at whether to stop."""


class Wish(Frozen):
    """What is to be played: by which two agents, how many deals of a seed, and how long a move may take."""

    agents: tuple[str, str]
    pairs: int
    seed: int
    budget: Budget | None
    sequential: Sequential | None
    threads: int


class Pace:
    """How long an agent took over its moves.  Unit: seconds of wall time."""

    def __init__(self) -> None:
        self.times = array("f")

    @property
    def seconds(self) -> float:
        """Give the time of all moves together."""
        return sum(self.times)

    def within(self, share: float) -> float:
        """Give the time within which such a share of the moves was made."""
        times = sorted(self.times)
        return times[min(len(times) - 1, int(share * len(times)))] if times else 0.0


class Found(Frozen):
    """What was found so far: the results of deals, the pace of each agent, and what the sequential test says."""

    score: Score
    paces: tuple[Pace, Pace]
    verdict: str


class Watch(Frozen):
    """What looks on: told how many deals are done, and asked whether to stop."""

    done: Callable[[int], None]
    is_stopped: Callable[[], bool]


def contest(game: Game, wish: Wish, watch: Watch) -> Found:
    """Play until all deals are done, the sequential test has an answer, or it is to stop.

    Raises: ClaimError where a process that plays is lost.
    """
    found = Found(Score(0, 0.0, 0.0), (Pace(), Pace()), "")
    for played in _deals(game, wish, watch.is_stopped):
        result, moves = played[0], 2 + int(played[1])
        for pace, times in zip(found.paces, (played[2:moves], played[moves:]), strict=True):
            pace.times.extend(times)
        found = Found(found.score.with_deal(result), found.paces, "")
        watch.done(found.score.deals)
        if wish.sequential is not None:
            verdict = wish.sequential.verdict(found.score, len(game.sides))
            if verdict:
                return replace(found, verdict=verdict)
    return found


def _deals(game: Game, wish: Wish, is_stopped: Callable[[], bool]) -> Iterator[tuple[float, ...]]:
    """Give what came of each deal in order."""
    player = _Player(game.binding, wish.agents, wish.budget, wish.seed)
    if min(wish.threads, wish.pairs) < 2:
        for number in range(wish.pairs):
            played = player.played(game, number, is_stopped)
            if played is None:
                return
            yield played
        return
    processes = Processes(player, min(wish.threads, wish.pairs))
    try:
        yield from _by_processes(processes, wish, is_stopped)
    finally:
        processes.close()


def _by_processes(
    processes: Processes, wish: Wish, is_stopped: Callable[[], bool]
) -> Iterator[tuple[float, ...]]:
    waiting: deque[Piece] = deque()
    for number in range(wish.pairs + 2 * wish.threads):
        if number < wish.pairs:
            waiting.append(processes.begin(number, 0, 0))
        if len(waiting) > wish.threads or number >= wish.pairs and waiting:
            piece = waiting.popleft()
            while not (is_done := piece.is_done(_POLL)) and not is_stopped():
                pass
            if not is_done or is_stopped():
                return
            yield tuple(array("d", piece.wait()))


# --- playing ---------------------------------------------------------------------------------------------------------


class _Timed:
    """An agent whose moves are timed."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.times: list[float] = []

    def choose(self, view: View, rng: Rng) -> Action:
        """Choose as the agent does."""
        start = time.perf_counter()
        action = self._agent.choose(view, rng)
        self.times.append(time.perf_counter() - start)
        return action


class _Player(Frozen):
    """Plays deals, here or in another process."""

    binding: Binding
    agents: tuple[str, str]
    budget: Budget | None
    seed: int

    def __call__(self) -> Work:
        """Be ready to play the deals whose numbers are sent."""
        game = Game(Ruleset(self.binding.program), self.binding)
        return lambda number, _, __: array("d", self.played(game, number, lambda: False) or ()).tobytes()

    def played(self, game: Game, number: int, is_stopped: Callable[[], bool]) -> tuple[float, ...] | None:
        """Play a deal with the first agent on each side in turn; None when stopped.

        Shape: its mean share, how many moves it made, the time of each, the times of the other agent's moves.
        """
        agents = [_Timed(seated(name, self.budget)) for name in self.agents]
        total = 0.0
        for side in range(len(game.sides)):
            seats = [agents[game.binding.side_of[seat] != side] for seat in range(game.players)]
            seed = seed_of(self.seed, number)
            ended = _ended(Match(game.deal(seed, follow=True), seats, seed), is_stopped)
            if ended is None:
                return None
            outcome = ended.outcome
            assert outcome is not None
            total += (side in outcome.winners) / max(1, len(outcome.winners))
        one, other = agents
        return total / len(game.sides), len(one.times), *one.times, *other.times


def _ended(match: Match, is_stopped: Callable[[], bool]) -> State | None:
    while match.step():
        if is_stopped():
            return None
    return match.state
