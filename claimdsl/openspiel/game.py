"""The classes that OpenSpiel plays with."""

from __future__ import annotations

import pickle
from base64 import b64encode
from collections.abc import Callable

import pyspiel

from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import Rng
from claimdsl.engine.state import State
from claimdsl.ir.types import MOST_PLAYERS
from claimdsl.openspiel.chances import Outcomes
from claimdsl.openspiel.moment import Moment, Rules
from claimdsl.openspiel.observer import Observer
from claimdsl.openspiel.parameters import DEFAULTS, SHORT_NAME, Parameters, meant

_NO_ATTRIBUTES = b64encode(pickle.dumps({})).decode()
"""How OpenSpiel writes that a state of Python has no attributes of its own."""


def game_type() -> pyspiel.GameType:
    """Describe the game to OpenSpiel."""
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name="Claim and its house rules",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class SpielGame(pyspiel.Game):
    """A kind of game.  `rules` is ours."""

    def __init__(self, params: Parameters) -> None:
        asked = {**DEFAULTS, **params}
        self.rules = rules = Rules(meant(asked))
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.numbering.count,
            max_chance_outcomes=rules.chances.most,
            num_players=rules.game.players,
            min_utility=-1 / (len(rules.game.sides) - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=rules.length.decisions,
        )
        super().__init__(game_type(), info, asked)

    def max_chance_nodes_in_history(self) -> int:
        """Bound the outcomes of chance."""
        return self.rules.chances.steps + self.rules.length.draws

    def new_initial_state(self) -> SpielState:
        """Give the state in which no card lies yet."""
        return SpielState(self)

    def state_of(self, state: State) -> SpielState:
        """Give a state of ours, which must be of this game."""
        return self.state_at(Moment(self.rules, self.rules.chances.laid(state.deal), state))

    def state_at(self, moment: Moment) -> SpielState:
        """Give the state of a moment, with its history: read from text, which is quicker than to apply it."""
        steps = list(moment.history())
        text = ",".join(f"{seat}:{number}" for seat, number in steps)
        found = self.deserialize_state(f"history={text}\nmove_number={len(steps)}\n__dict__={_NO_ATTRIBUTES}")
        assert isinstance(found, SpielState)
        found._moment = moment
        return found

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Parameters | None = None
    ) -> Observer:
        """Give what reads states for a seat."""
        return Observer(self.rules, iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):
    """A state.  It follows from its history, so only that is written out."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._moment: Moment | None = game.rules.start

    @property
    def moment(self) -> Moment:
        """Give what is behind it."""
        if self._moment is None:
            game = self.get_game()
            assert isinstance(game, SpielGame)
            self._moment = game.rules.start
            for number in self.history():
                self._moment = self._moment.after(number)
        return self._moment

    def current_player(self) -> int:
        """Say who decides."""
        seat = self.moment.seat
        if seat >= 0:
            return seat
        return pyspiel.PlayerId.CHANCE if seat == CHANCE else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.moment.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.moment.options)

    def chance_outcomes(self) -> Outcomes:
        """Give what chance can do."""
        return self.moment.outcomes

    def _apply_action(self, action: int) -> None:
        self._moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.text(action)

    def returns(self) -> list[float]:
        """Give what each seat has won."""
        return self.moment.returns()

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> SpielState:
        """Give a state that the player cannot tell from this one, all such deals being alike."""
        return self.drawn(player_id, Rng(int(sampler() * 2**32)))

    def drawn(self, seat: int, rng: Rng) -> SpielState:
        """Give a state that a seat cannot tell from this one, drawn from our stream."""
        game = self.get_game()
        assert isinstance(game, SpielGame)
        return game.state_at(self.moment.drawn(seat, rng))

    def __str__(self) -> str:
        return str(self.moment)
