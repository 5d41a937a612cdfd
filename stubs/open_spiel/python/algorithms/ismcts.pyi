"""The search of OpenSpiel, as far as claimdsl uses it."""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

import numpy as np
import pyspiel

_State = TypeVar("_State", bound=pyspiel.State)
_Read = TypeVar("_Read", bound=pyspiel.State, contravariant=True)

class Evaluator(Protocol[_Read]):
    def evaluate(self, state: _Read, /) -> list[float]: ...
    def prior(self, state: _Read, /) -> list[tuple[int, float]]: ...

class ISMCTSNode:
    total_visits: int

class ISMCTSBot(pyspiel.Bot, Generic[_State]):
    _root_node: ISMCTSNode
    def __init__(
        self, game: pyspiel.Game, evaluator: Evaluator[_State], uct_c: float, max_simulations: int, *,
        random_state: np.random.RandomState,
    ) -> None: ...
    def set_resampler(self, cb: Callable[[_State, int], _State]) -> None: ...
    def run_search(self, state: _State) -> list[tuple[int, float]]: ...
    def get_final_policy(self, state: _State, node: ISMCTSNode) -> list[tuple[int, float]]: ...
