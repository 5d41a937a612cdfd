"""What a state of OpenSpiel stands for: cards that are being laid, or a state of ours with what each seat has read."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine import layout as at
from claimdsl.engine.action import Action
from claimdsl.engine.board import CHANCE, NOBODY
from claimdsl.engine.chance import Rng
from claimdsl.engine.determinize import Determinizer
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, number, row
from claimdsl.engine.outcome import outcome
from claimdsl.engine.state import State
from claimdsl.openspiel.chances import Chances, Outcomes
from claimdsl.openspiel.numbers import Length, Numbering, longest


class Rules:
    """What all states of one game share."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.chances = Chances(game)
        self.numbering = Numbering(game)
        self.length: Length = longest(game)
        self.nothing = [0.0] * game.players
        self.start = Moment(self, (), None)

    def returns(self, v: Frame) -> list[float]:
        """Give each seat of an ended game 1 for a win, less where sides share it; all seats together have 0."""
        game, winners = self.game, outcome(self.game, v).winners
        sides = len(game.sides)
        worth = [((sides / len(winners) if side in winners else 0) - 1) / (sides - 1) for side in range(sides)]
        return [worth[side] for side in game.binding.side_of]


class Moment:
    """A moment of a game; it never changes, so copies of states share it.  Written out it is nothing.

    `state` keeps no log, so that games can be played out at speed; `known` has it, and is made when it is asked for
    from that of an `earlier` moment.
    """

    __slots__ = ("_earlier", "_known", "_options", "_read", "_samplers", "_step", "laid", "rules", "seat", "state")

    def __init__(
        self, rules: Rules, laid: tuple[int, ...], known: State | None, state: State | None = None,
        earlier: Moment | None = None, step: tuple[Action, int] | None = None,
    ) -> None:
        """Keep a state, with its log or without; or what is laid so far.

        `seat` decides: CHANCE (-1), also while cards are laid, or NOBODY (-2).
        """
        self.rules = rules
        self.laid = laid
        self.state = known.without_log() if known is not None else state
        self.seat = CHANCE if self.state is None else self.state.seat
        self._known = known
        self._earlier = earlier
        self._step = step
        self._options: dict[int, int] | None = None
        self._samplers: dict[int, Determinizer] = {}
        self._read: dict[int, tuple[int, str]] = {} if earlier is None else earlier._read.copy()

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        return type(None), ()

    @property
    def known(self) -> State | None:
        """Give the state with its log."""
        steps, moment = [], self
        while moment._known is None and moment._earlier is not None and moment._step is not None:
            steps.append(moment._step)
            moment = moment._earlier
        known = moment._known
        if known is not None and steps:
            for action, code in reversed(steps):
                known = known.assume(action, code)
            self._known = known
            self._earlier = None
        return known

    @property
    def options(self) -> dict[int, int]:
        """Give the number of each action of a seat, ascending, with its place among the legal actions."""
        if self._options is None:
            self._options = {} if self.state is None else self.rules.numbering.of(self.state.legal_actions)
        return self._options

    @property
    def outcomes(self) -> Outcomes:
        """Give what chance can do now, with probabilities."""
        chances = self.rules.chances
        return chances.deal(self.laid) if self.state is None else chances.draw(self.state)

    def after(self, chosen: int) -> Moment:
        """Give the moment after an action or an outcome of chance."""
        state, rules = self.state, self.rules
        if state is None:
            laid = (*self.laid, chosen)
            return Moment(rules, laid, rules.chances.begun(laid) if len(laid) == rules.chances.steps else None)
        codes = row(state.frame(), at.OPTIONS)
        place = codes.index(chosen) if state.seat == CHANCE else self.options[chosen]
        step = state.legal_actions[place], codes[place]
        return Moment(rules, self.laid, None, state.assume(*step), self, step)

    def text(self, chosen: int) -> str:
        """Write an action or an outcome."""
        state, rules = self.state, self.rules
        if state is None:
            return rules.chances.name(chosen, len(self.laid))
        if state.seat == CHANCE:
            return str(state.legal_actions[row(state.frame(), at.OPTIONS).index(chosen)])
        place = self.options.get(chosen)
        return rules.numbering.text(chosen) if place is None else str(state.legal_actions[place])

    def information_state(self, seat: int) -> str:
        """Write all that a seat has seen: equal for all games that it cannot tell apart."""
        count, text = self._read.get(seat, (0, f"seat {seat}"))
        known = self.known
        new = () if known is None else known.information_state(seat, count)
        if new:
            count, text = count + len(new), "\n".join((text, *new))
            self._read[seat] = count, text
        return text

    def returns(self) -> list[float]:
        """Give what each seat has won; nothing while the game goes on."""
        return self.rules.returns(self.state.frame()) if self.state is not None and self.is_over else self.rules.nothing

    def drawn(self, seat: int, rng: Rng) -> Moment:
        """Deal anew all that a seat cannot know.

        Raises: NoDealError where no such deal was found.
        """
        known = self.known
        if known is None:
            return self
        if seat not in self._samplers:
            self._samplers[seat] = Determinizer(known, seat, exact=False)
        other = self._samplers[seat].draw(rng)
        drawn = Moment(self.rules, self.rules.chances.laid(other.deal), other)
        self.information_state(seat)
        drawn._read[seat] = self._read[seat]
        return drawn

    def history(self) -> Iterator[tuple[int, int]]:
        """Run through all that has happened: who decided, chance too, and the number of the action or outcome."""
        yield from ((CHANCE, card) for card in self.laid)
        for v, action, code in () if self.state is None else self.state.plies():
            seat = number(v, at.ACTOR)
            yield seat, code if seat == CHANCE else self.rules.numbering.made(v, action, code)

    @property
    def is_over(self) -> bool:
        """Say whether the game has ended."""
        return self.seat == NOBODY

    def __str__(self) -> str:
        chances = self.rules.chances
        lines = [chances.name(card, place) for place, card in enumerate(self.laid)]
        return "\n".join(lines if self.state is None else [*lines, *map(str, self.state.history)])
