"""Random games: through the public `State`, in plain Python, and as compiled C.

Games of a round are the same for every contender that plays the same rules: one seed, one deal, one stream of choices.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.measure import Contender, Sample
from benchmarks.plain_claim import PlainClaim, cards
from benchmarks.spawn import measured
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.state import State
from claimdsl.native.refusal import NotNative

if TYPE_CHECKING:
    from claimdsl.native.states import NativeStates

PEER_REPEATS = 5
_C_FOLDER = Path(__file__).parent / "c"
_SEEDS_A_ROUND = 1_000_000


def seeds_of(number: int, games: int) -> range:
    """Give the seeds of a round."""
    return range(number * _SEEDS_A_ROUND, number * _SEEDS_A_ROUND + games)


def native_states(game: Game) -> NativeStates | str:
    """Let native code play the states of a game, or say why it cannot."""
    try:
        from claimdsl.native.states import NativeStates

        return NativeStates(game)
    except (ImportError, NotNative) as reason:
        return f"the states of base for {game.players} are not native: {reason}"


def state_games(name: str, game: Game | NativeStates, games: int) -> Contender:
    """Play whole games, from the seed to the outcome, one at a time."""
    return Contender(name, lambda number: _state_turn(game, seeds_of(number, games)))


def _state_turn(game: Game | NativeStates, seeds: Sequence[int]) -> Sample:
    choose = random.Random(seeds[0]).random
    wins = [0] * (len(game.deal(0).game.sides) + 1)
    decisions = 0
    began = process_time()
    for seed in seeds:
        state = game.deal(seed)
        while actions := state.legal_actions:
            state = state.apply(actions[int(choose() * len(actions))])
            decisions += 1
        outcome = state.outcome
        assert outcome is not None
        wins[outcome.winners[0] if len(outcome.winners) == 1 else -1] += 1
    return Sample(len(seeds), decisions, process_time() - began, tuple(wins))


def plain_games(name: str, games: int) -> Contender:
    """Play the games of `state_games` for base and two players, as far as it has so many, in plain Python."""
    return Contender(name, lambda number: plain_turn(seeds_of(number, games)))


def plain_turn(seeds: Sequence[int]) -> Sample:
    """Play one turn of plain games."""
    choose = random.Random(seeds[0]).random
    pack = cards()
    wins = [0, 0, 0]
    decisions = 0
    began = process_time()
    for seed in seeds:
        rng = Rng(seed)
        numbers = list(range(len(pack)))
        rng.shuffle(numbers)
        game = PlainClaim([pack[number] for number in numbers], rng.below(2))
        while not game.is_over:
            legal = game.legal()
            game.play(legal[int(choose() * len(legal))])
            decisions += 1
        winners = game.result().winners
        wins[winners[0] if len(winners) == 1 else -1] += 1
    return Sample(len(seeds), decisions, process_time() - began, tuple(wins))


def stepping(name: str, game: Game | NativeStates, games: int) -> Contender:
    """Step through games that are already dealt: legal actions and apply, which leaves the old state whole."""
    return Contender(name, lambda number: _stepping_turn([game.deal(seed) for seed in seeds_of(number, games)], number))


def _stepping_turn(dealt: Sequence[State], number: int) -> Sample:
    choose = random.Random(number).random
    decisions = 0
    began = process_time()
    for state in dealt:
        while actions := state.legal_actions:
            state = state.apply(actions[int(choose() * len(actions))])
            decisions += 1
    return Sample(len(dealt), decisions, process_time() - began)


def compiled_c(folder: Path) -> Path | str:
    """Compile the C baseline, or say why it cannot be."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return "there is no gcc"
    program = folder / "claim_c"
    flags = ["-O3", "-march=native", "-DMAIN", str(_C_FOLDER / "claim_opt.c"), "-o", str(program)]
    made = subprocess.run([compiler, *flags], capture_output=True, text=True, check=False)
    return program if made.returncode == 0 else "gcc cannot compile it for this processor (it needs BMI2)"


def c_games(name: str, program: Path, games: int) -> Contender:
    """Run the C baseline: the rules of printed-2017, five times the same games."""
    return Contender(name, lambda _: c_turn(program, games))


def c_turn(program: Path, games: int) -> Sample:
    """Run one turn of C.  Shape: wins of the first leader, of the other, shared, of one run."""
    run = measured((str(program), str(games)))
    lost, shared, won = (int(word) for word in run.output.splitlines()[0].split()[-3:])
    played = games * PEER_REPEATS
    return Sample(played, played * 52, run.processor, (won, lost, shared))
