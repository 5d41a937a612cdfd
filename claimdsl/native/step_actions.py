"""Options of native rows as actions, and actions as the answers that native code is given."""

from __future__ import annotations

from claimdsl.engine.action import PASS, Action
from claimdsl.engine.effects import Decision
from claimdsl.engine.game import Game
from claimdsl.engine.runtime import NO_NUMBER, NOTHING
from claimdsl.ir.types import Kind
from claimdsl.native import step_rows as rows
from claimdsl.native.step_rows import decisions_of, place_of
from claimdsl.native.tree_worlds import Shape


class Actions:
    """The actions of one kind of game, each one object.

    `tables`: those of each decision by their numbers, to pass last; none where these say too little; `answers`: each
    of these by its identity, with what native code is told for it, and the number by which Python knows it.
    """

    def __init__(self, game: Game, shape: Shape) -> None:
        self.decisions = decisions_of(game.binding)
        self._game = game
        self._names = place_of(shape).names
        self._others = dict[tuple[int, str], Action]()
        self._words = [pile.written if pile.seen_by == "nobody" else "" for pile in game.binding.piles]
        made = [self._made(decision, 64 * shape.words) for decision in self.decisions]
        self.tables = tuple(
            [] if self.is_told(number) else actions + [self._pass(decision)] * (rows.UNSEEN + 1 - len(actions))
            for number, (decision, actions) in enumerate(zip(self.decisions, made, strict=True))
        )
        self.answers = {
            id(action): (action, number << rows.SHIFT | code, code)
            for number, actions in enumerate(made) if self.tables[number] and number != rows.OVER
            for code, action in enumerate(actions)
        } | {
            id(table[-1]): (table[-1], number << rows.SHIFT | rows.UNSEEN, self._nothing(self.decisions[number]))
            for number, table in enumerate(self.tables) if table and self.decisions[number].may
        }

    def is_told(self, number: int) -> bool:
        """Say whether an option's number alone does not say which action it is."""
        return number == rows.TAKE_HIDDEN or self.decisions[number].kind is Kind.PLAY or self.is_secret(number)

    def is_secret(self, number: int) -> bool:
        """Say whether a decision is by chance of cards that are called by where they lie unseen."""
        decision = self.decisions[number]
        return number >= rows.FIRST and decision.verb == "draw" and not decision.named and any(self._words)

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
        places = range(row[rows.END] - rows.OPTIONS)
        return tuple([self._one(row, row[rows.OPTIONS + place], row[self._names + place % 8]) for place in places])

    def _one(self, row: bytes, code: int, name: int) -> Action:
        number = row[rows.DECISION]
        decision, labels = self.decisions[number], self._game.binding.labels
        if number == rows.TAKE_HIDDEN:
            if code != rows.UNSEEN:
                return self.tables[rows.TAKE][code]
            word = self._words[row[rows.PILE]] or labels[row[rows.HIDDEN]]
        else:
            word = PASS if code == rows.UNSEEN else labels[name]
        return self._others.setdefault((number, word), Action(decision.verb, word))

    def code(self, row: bytes, place: int) -> int:
        """Give the number by which the Python engine knows an option."""
        code, number = row[rows.OPTIONS + place], row[rows.DECISION]
        if code != rows.UNSEEN:
            return code
        return row[rows.HIDDEN] if number == rows.TAKE_HIDDEN else self._nothing(self.decisions[number])

    def answer(self, row: bytes, code: int) -> int:
        """Give what native code is answered for a number of the Python engine."""
        number, option = row[rows.DECISION], code if 0 <= code < rows.NO_OPTION else rows.NO_OPTION
        if number == rows.TAKE_HIDDEN:
            number, other = rows.TAKE, row[rows.HIDDEN]
        else:
            other = self._nothing(self.decisions[number])
        return number << rows.SHIFT | (rows.UNSEEN if code == other else option)
