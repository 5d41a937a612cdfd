"""Options of native rows as actions, and actions as the answers that native code is given."""

from __future__ import annotations

from claimdsl.engine.action import Action
from claimdsl.engine.effects import Decision
from claimdsl.engine.game import Game
from claimdsl.engine.runtime import NO_NUMBER, NOTHING
from claimdsl.ir.types import Kind
from claimdsl.native.step_rows import (
    COUNT, DECISION, FIRST, HIDDEN, NO_OPTION, OPTIONS, PILE, TAKE_HIDDEN, UNSEEN, decisions_of, place_of,
)
from claimdsl.native.tree_text import OTHER
from claimdsl.native.tree_worlds import Shape


class Actions:
    """The actions of one kind of game, each one object.

    `tables`: those of each decision by their numbers, () where these say too little; `codes`: the numbers of these by
    the identities of the actions, but for the one that is no card seen.
    """

    def __init__(self, game: Game, shape: Shape) -> None:
        self.decisions = decisions_of(game.binding)
        self._game = game
        self._names = place_of(shape).names
        self._unseen = dict[tuple[int, int, int], Action]()
        self._words = [pile.written if pile.seen_by == "nobody" else "" for pile in game.binding.piles]
        made = [self._made(decision, 64 * shape.words) for decision in self.decisions]
        self.tables = tuple(
            () if self.is_told(number) else tuple(actions) + (self._pass(decision),) * (UNSEEN + 1 - len(actions))
            for number, (decision, actions) in enumerate(zip(self.decisions, made, strict=True))
        )
        self.codes = tuple(
            {id(action): code for code, action in enumerate(actions) if self.tables[number]}
            for number, actions in enumerate(made)
        )

    def is_told(self, number: int) -> bool:
        """Say whether an option's number alone does not say which action it is."""
        return number == TAKE_HIDDEN or self.decisions[number].kind is Kind.PLAY or self.is_secret(number)

    def is_secret(self, number: int) -> bool:
        """Say whether a decision is by chance of cards that are called by where they lie unseen."""
        decision = self.decisions[number]
        return number >= FIRST and decision.verb == "draw" and not decision.named and any(self._words)

    def _made(self, decision: Decision, width: int) -> list[Action]:
        """Make the actions that are known before the game."""
        game, count = self._game, {
            Kind.CARD: len(self._game.binding.labels), Kind.FACTION: len(self._game.faction_names),
            Kind.WORD: len(decision.words), Kind.PLAY: 0,
        }
        fresh = game.layout.fresh()
        return [game.action(fresh, decision, code) for code in range(count.get(decision.kind, width))]

    def _pass(self, decision: Decision) -> Action:
        return self._game.action([], decision, self._nothing(decision)) if decision.may else Action("")

    def _nothing(self, decision: Decision) -> int:
        return NO_NUMBER if decision.kind is Kind.INT else NOTHING

    # --- by row ----------------------------------------------------------------------------------------------------

    def told(self, row: bytes) -> tuple[Action, ...]:
        """Give the options of a row that says more of them than their numbers."""
        places = range(row[COUNT])
        return tuple([self._one(row, row[OPTIONS + place], row[self._names + place % 8]) for place in places])

    def _one(self, row: bytes, code: int, name: int) -> Action:
        number = row[DECISION]
        decision, labels = self.decisions[number], self._game.binding.labels
        if number == TAKE_HIDDEN:
            if code != UNSEEN:
                return self.tables[number - 1][code]
            word = self._words[row[PILE]] or labels[row[HIDDEN]]
        elif code == UNSEEN:
            return self._pass(decision)
        else:
            word = labels[name]
        return Action(decision.verb, word)

    def code(self, row: bytes, place: int) -> int:
        """Give the number by which the Python engine knows an option."""
        code, number = row[OPTIONS + place], row[DECISION]
        if code != UNSEEN:
            return code
        return row[HIDDEN] if number == TAKE_HIDDEN else self._nothing(self.decisions[number])

    def answer(self, row: bytes, code: int) -> int:
        """Give what native code is answered for a number of the Python engine."""
        if row[DECISION] == TAKE_HIDDEN and code == row[HIDDEN]:
            return OTHER
        if code == self._nothing(self.decisions[row[DECISION]]):
            return OTHER
        return code if 0 <= code < NO_OPTION else NO_OPTION
