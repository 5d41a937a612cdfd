"""What a seat sees, as text and as numbers: see `docs/openspiel.md` for the pieces of the tensor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from claimdsl.engine.observation import Observation, StateView
from claimdsl.openspiel.moment import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from claimdsl.openspiel.game import SpielState


class Observer:
    """Reads states for a seat.  With `recall` it gives all that the seat has seen, as text alone."""

    def __init__(self, rules: Rules, recall: bool) -> None:
        self._recall = recall
        self._rules = rules
        game = rules.game
        self._columns = {label: column for column, label in enumerate(dict.fromkeys(game.binding.labels))}
        self._words = {"no": 0, "yes": 1, "nothing": 0}
        self._words |= {name: number for number, name in enumerate(game.faction_names, 1)}
        states = sum(game.players if state.of == "player" else 1 for state in game.binding.states)
        cards, slots, seats = len(self._columns), len(game.layout.slots), game.players
        shapes = {} if recall else {
            "seat": (seats,), "to_move": (seats,), "leader": (seats,), "phase": (len(game.phases),), "trick": (1,),
            "plays": (seats, cards + 1), "piles": (slots, cards + 1), "states": (states,),
        }
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor: NDArray[np.float32] | None = None if recall else np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, shape in shapes.items():
            if self.tensor is not None:
                self.dict[name] = self.tensor[start : start + sizes[name]].reshape(shape)
            start += sizes[name]

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor for a seat; while cards are laid it is empty but for the seat."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        self.dict["seat"][player] = 1
        ours = state.moment.known
        if ours is not None:
            self._fill(ours.observation(player))

    def _fill(self, seen: Observation) -> None:
        pieces, columns = self.dict, self._columns
        if seen.to_move >= 0:
            pieces["to_move"][seen.to_move] = 1
        pieces["leader"][seen.leader] = 1
        pieces["phase"][self._rules.game.phases.index(seen.phase)] = 1
        pieces["trick"][0] = seen.trick_number
        for seat, card in seen.plays:
            pieces["plays"][seat, columns.get(card, -1)] = 1
        for row, view in zip(pieces["piles"], seen.piles, strict=True):
            for card in view.cards:
                row[columns.get(card, -1)] += 1
            row[-1] += view.hidden
        pieces["states"][:] = [self._value(view) for view in seen.states]

    def _value(self, view: StateView) -> int:
        return view.value if isinstance(view.value, int) else self._words[view.value]

    def string_from(self, state: SpielState, player: int) -> str:
        """Write what a seat sees now, or all that it has seen."""
        if self._recall:
            return state.moment.information_state(player)
        ours = state.moment.known
        return f"seat {player}" if ours is None else repr(ours.observation(player))
