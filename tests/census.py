"""Every two factions that can be in one deck, met in random games by the laws: what is played, and what is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from multiprocessing import get_context
from time import process_time
from typing import TypeVar

from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import Rng
from claimdsl.engine.coverage import Covering
from claimdsl.engine.firing import signs
from claimdsl.engine.game import Game
from claimdsl.engine.kernel import build
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from claimdsl.pipeline import load_with_all_sets
from claimdsl.play.laws import LAWS, broken_law, conserved
from tests.laws import outcome_follows_its_own_numbers

Pair = tuple[str, str]
T = TypeVar("T")
LONGEST = 5_000
"""Unit: moves; a game that has not ended then does not end."""
_EVERY_LAW = 2
"""Of how many line-ups one has a game that is looked at by every law."""


@cache
def everything() -> Ruleset:
    """Give `base` with all shipped sets."""
    return load_with_all_sets("base", ())[0]


# --- which line-ups --------------------------------------------------------------------------------------------------


def possible_pairs(ruleset: Ruleset, players: int) -> list[Pair]:
    """Give every two factions that some legal line-up holds."""
    names = [spec.name for spec in ruleset.program.factions if spec.values]
    return [pair for pair in combinations(names, 2) if ruleset.line_ups(players, pair)]


def plan(ruleset: Ruleset, players: int, times: int, rng: Rng) -> list[tuple[str, ...]]:
    """Choose line-ups until each possible pair has been in so many of them, the rarest pairs first."""
    needs = dict.fromkeys(possible_pairs(ruleset, players), times)
    found = []
    while (rarest := max(needs, key=lambda pair: needs[pair])) and needs[rarest] > 0:
        names = _filled(ruleset, players, rarest, needs, rng)
        found.append(names)
        for pair in combinations(names, 2):
            needs[pair] -= 1
    return found


def _filled(
    ruleset: Ruleset, players: int, first: Pair, needs: Mapping[Pair, int], rng: Rng
) -> tuple[str, ...]:
    """Add to a pair, one by one, the factions that are needed most beside those that are there."""
    chosen = first
    names = [spec.name for spec in ruleset.program.factions if spec.values]
    while len(possible := ruleset.line_ups(players, chosen)) > 1:
        gains = {
            name: sum(max(0, needs.get((name, other), 0), needs.get((other, name), 0)) for other in chosen)
            for name in shuffled(names, rng) if name not in chosen
        }
        ranked = sorted(gains, key=lambda name: -gains[name])
        chosen = next(more for name in ranked if ruleset.line_ups(players, more := (*chosen, name)))
    return possible[0]


def shuffled(items: Sequence[T], rng: Rng) -> list[T]:
    """Give some things in random order."""
    order = list(range(len(items)))
    rng.shuffle(order)
    return [items[place] for place in order]


# --- one line-up -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """So many games of one line-up."""

    number: int
    players: int
    names: tuple[str, ...]
    games: int
    seed: int


@dataclass
class Tally:
    """What was seen in some games.  `there` and `fired`: powers, by faction and name.  Unit: processor seconds."""

    games: int = 0
    seconds: float = 0.0
    moves: int = 0
    longest: int = 0
    shared: int = 0
    led: int = 0
    there: set[tuple[str, str]] = field(default_factory=set)
    fired: set[tuple[str, str]] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    whole: int = 0

    def add(self, other: Tally) -> None:
        """Take in other games."""
        self.games += other.games
        self.seconds += other.seconds
        self.moves += other.moves
        self.shared += other.shared
        self.led += other.led
        self.whole += other.whole
        self.longest = max(self.longest, other.longest)
        self.there |= other.there
        self.fired |= other.fired
        self.faults += other.faults

    def silent(self, pair: Pair) -> list[str]:
        """Give the powers of two factions that were there and never fired."""
        return sorted(f"{power} of {name}" for name, power in self.there - self.fired if name in pair)

    def mute(self, pair: Pair) -> list[str]:
        """Give those of two factions of which powers were there, and none ever fired."""
        idle = {name for name, _ in self.there} - {name for name, _ in self.fired}
        return [name for name in pair if name in idle]

    def is_clean(self, pair: Pair) -> bool:
        """Say whether every law held, and each of the two that has powers used one."""
        return not self.faults and not self.mute(pair)


def played(task: Task) -> Tally:
    """Play the games of a task; each with a deal and switches of its own stream."""
    ruleset, rng, tally = everything(), Rng(task.seed, task.number), Tally()
    options = {
        name: values[rng.below(len(values)) if rng.below(2) else 0] for name, values in ruleset.options.items()
    }
    told = f"{task.players} players, {' '.join(task.names)}, {options}"
    try:
        game = ruleset.game(task.players, task.names, options)
        covering = Covering()
        noting = game.covered(covering)
        noting.__dict__["plain"] = build(noting.binding, noting.layout, traced=False, covering=covering)
        for _ in range(task.games):
            _play(noting, rng.next() >> 32, tally)
        _note_powers(noting, covering, tally)
        if task.number % _EVERY_LAW == 0:
            tally.whole += 1
            fault = broken_law(list(_states(game.deal(rng.next() >> 32, follow=True), rng)), LAWS, whole=True)
            tally.faults += [f"{fault} ({told})"] if fault else []
    except Exception as error:  # whatever a game does, the census goes on and tells it
        tally.faults.append(f"{type(error).__name__}: {error} ({told})")
    return tally


def _play(game: Game, seed: int, tally: Tally) -> None:
    """Play one game; count it, and look at what costs little."""
    began = process_time()
    *_, last = _states(game.deal(seed), Rng(seed).child(9))
    outcome = last.outcome
    tally.seconds += process_time() - began
    assert outcome is not None
    fault = conserved(last)
    assert not fault, f"seed {seed}: {fault}"
    outcome_follows_its_own_numbers(last)
    tally.games += 1
    tally.moves += len(last.history)
    tally.longest = max(tally.longest, len(last.history))
    tally.shared += len(outcome.winners) > 1
    tally.led += last.first_leader in game.sides[outcome.winners[0]] and len(outcome.winners) == 1


def _states(state: State, rng: Rng) -> Iterator[State]:
    """Play a game at random to its end."""
    yield state
    for _ in range(LONGEST):
        if state.is_over:
            return
        options = state.legal_actions
        assert options, f"nobody may do anything: {state.history}"
        state = state.apply(state.draw(rng) if state.seat == CHANCE else options[rng.below(len(options))])
        yield state
    raise AssertionError(f"a game has not ended after {LONGEST} moves")


# --- powers ----------------------------------------------------------------------------------------------------------


def _note_powers(game: Game, covering: Covering, tally: Tally) -> None:
    """Note the powers that the program has and those that fired: a rule ran, and did not leave all as it was."""
    ran = covering.take()
    for sign in signs(game, covering):
        tally.there.add(sign.power)
        if sign.shows(ran):
            tally.fired.add(sign.power)


# --- all of them -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Census:
    """What was seen, by player count and pair; `games` counts each game once."""

    pairs: dict[int, dict[Pair, Tally]]
    games: Counter[int]
    line_ups: Counter[int]
    whole: int


def census(players: Sequence[int], games: int, each: int, seed: int, jobs: int, names: Iterable[str] = ()) -> Census:
    """Play at least so many games for every pair, `each` of one line-up; `names`: only pairs of these, for tests."""
    ruleset = everything()
    tasks: list[Task] = []
    for count in players:
        line_ups = plan(ruleset, count, -(-games // each), Rng(seed, count))
        if names:
            line_ups = [one for one in line_ups if len(set(names) & set(one)) > 1][:3]
        tasks += [Task(len(tasks) + n, count, one, each, seed) for n, one in enumerate(line_ups)]
    found = Census({count: {} for count in players}, Counter(), Counter(), 0)
    whole = 0
    with get_context("spawn").Pool(jobs) as pool:
        for task, tally in zip(tasks, pool.imap(played, tasks, chunksize=4), strict=True):
            found.games[task.players] += tally.games
            found.line_ups[task.players] += 1
            whole += tally.whole
            for pair in combinations(task.names, 2):
                found.pairs[task.players].setdefault(pair, Tally()).add(tally)
    return Census(found.pairs, found.games, found.line_ups, whole)
