"""A state of a game: immutable, so that it can be kept, shared and searched from.

A state is a frame and the actions that led to it.  What happened and who knows what is worked out when it is asked for,
by running the traced program over the same actions, and then carried on from state to state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from claimdsl.diagnostics.errors import ClaimError, IllegalActionError
from claimdsl.engine import layout as at
from claimdsl.engine.action import Action
from claimdsl.engine.board import CHANCE, Board
from claimdsl.engine.chance import Rng
from claimdsl.engine.dealing import Deal
from claimdsl.engine.events import Event, Place
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, mask, number, row
from claimdsl.engine.observation import Observation
from claimdsl.engine.ruling import Ruling, refusal
from claimdsl.engine.runtime import bits, union
from claimdsl.engine.tracer import Tracer
from claimdsl.engine.views import as_seen, piles_seen, plays_seen, states_seen

if TYPE_CHECKING:
    from claimdsl.engine.foresight import Foreseen

    Past = tuple["Past", Action, int] | None


class State(Board):
    """One moment of a game, between decisions.

    >>> from claimdsl import load_ruleset
    >>> state = load_ruleset("base").game().deal(seed=7)
    >>> while not state.is_over:
    ...     state = state.apply(state.legal_actions[0])
    >>> len(state.history), state.outcome.votes
    (52, (3, 2))
    """

    __slots__ = ("_actions", "_deal", "_past", "_tracer")

    def __init__(self, game: Game, v: Frame, deal: Deal, past: Past, tracer: Tracer | None) -> None:
        super().__init__(game, v)
        self._deal = deal
        self._past = past
        self._tracer = tracer
        self._actions: tuple[Action, ...] | None = None

    @staticmethod
    def begin(game: Game, deal: Deal, follow: bool) -> State:
        """Begin a game; `Game.deal` is what people call."""
        v = game.frame_of(deal)
        tracer = Tracer(game) if follow else None
        if tracer is not None:
            tracer.begun(v)
        game.run(v, tracer)
        return State(game, v, deal, None, tracer)

    def __repr__(self) -> str:
        if self.is_over:
            return f"<State of {self.game.ruleset.name}, over>"
        turn = f"{self.phase} {self.trick_number}, seat {self.seat} to {self.verb or 'decide'}"
        return f"<State of {self.game.ruleset.name}, {self.game.players} players: {turn}>"

    def __eq__(self, other: object) -> bool:
        """States are equal when the same game was dealt alike and played alike."""
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self._deal == other._deal and self._steps() == other._steps()

    def __hash__(self) -> int:
        return hash((self._deal.deck, self._deal.first_leader, tuple(self._steps())))

    # --- what may be done ------------------------------------------------------------------------------------------

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Give what may be done now; empty only when the game is over.

        Shape: cards in deck order, equal cards once; then unseen cards; seats ascending; `pass` last.
        """
        if self._actions is None:
            if self.is_over:
                self._actions = ()
            else:
                decision, action, v = self._decision, self.game.action, self._v
                self._actions = tuple([action(v, decision, code) for code in row(v, at.OPTIONS)])
        return self._actions

    def _code(self, action: Action) -> int:
        """Find the number that the program knows an action by.

        Raises: IllegalActionError.
        """
        actions = self.legal_actions
        for index, legal in enumerate(actions):
            if legal is action:
                return row(self._v, at.OPTIONS)[index]
        if action not in actions:
            raise IllegalActionError(str(action), self.refusal(action).text, tuple(map(str, actions)))
        return row(self._v, at.OPTIONS)[actions.index(action)]

    def apply(self, action: Action | str) -> State:
        """Give the state after an action.

        Raises: IllegalActionError with the reason and the legal actions.
        """
        wanted = action if isinstance(action, Action) else Action.parse(str(action))
        return self.assume(wanted, self._code(wanted))

    def assume(self, action: Action, code: int) -> State:
        """Give the state after an action that is taken to be legal, by the number that the program knows it by."""
        v = self._v.copy()
        tracer = None
        if self._tracer is not None:
            tracer = self._tracer.copy()
            tracer.decided(v, self._decision, action, code)
        v[at.ANSWER] = code
        self.game.run(v, tracer)
        return State(self.game, v, self._deal, (self._past, action, code), tracer)

    def draw(self, rng: Rng) -> Action:
        """Let chance choose an action, each card that it draws from being equally likely.

        Raises: ClaimError where it is not chance's turn.
        """
        if self.seat != CHANCE:
            raise ClaimError("it is not for chance to decide")
        pool = bits(number(self._v, at.POOL))
        label = self.game.label(pool[rng.below(len(pool))])
        codes = row(self._v, at.OPTIONS)
        return next(
            action for action, code in zip(self.legal_actions, codes, strict=True) if self.game.label(code) == label
        )

    def foresee(self, action: Action) -> Foreseen:
        """Give what would follow from a play, as far as all can tell.

        Raises: IllegalActionError.
        """
        return self.game.foresight.of(self._v, self.seat, self._code(action))

    def refusal(self, action: Action | str) -> Ruling:
        """Say why an action may not be taken, and by which rule; for a legal one, which rule allows it."""
        wanted = Action.parse(action) if isinstance(action, str) else action
        return refusal(self.game, self._v, wanted, self.legal_actions)

    # --- where it came from ----------------------------------------------------------------------------------------

    @property
    def history(self) -> tuple[Action, ...]:
        """Give every action since the deal."""
        return tuple(action for action, _ in self._steps())

    def _steps(self) -> list[tuple[Action, int]]:
        steps: list[tuple[Action, int]] = []
        past = self._past
        while past is not None:
            past, action, code = past
            steps.append((action, code))
        return steps[::-1]

    @property
    def deal(self) -> Deal:
        """Give how the game began, by card numbers."""
        return self._deal

    def chance(self) -> Rng:
        """Give the stream that the next draw is to be made from: that of the deal's seed, after all earlier draws."""
        rng = self.game.stream(self._deal.seed or 0)
        for action, _ in self._steps():
            if action.verb == "draw":
                rng.next()
        return rng

    def plies(self) -> Iterator[tuple[Frame, Action, int]]:
        """Run through the decisions since the deal: the frame before each, the action, and its number.

        The frame is one list that goes on changing.
        """
        v = self.game.frame_of(self._deal)
        self.game.run(v, None)
        for action, code in self._steps():
            yield v, action, code
            v[at.ANSWER] = code
            self.game.run(v, None)

    @property
    def deck(self) -> tuple[str, ...]:
        """Give the deck as it was dealt, its top first."""
        return tuple(self.game.label(card) for card in self._deal.deck)

    @property
    def side_decks(self) -> Mapping[str, tuple[str, ...]]:
        """Give the side packs as they lay, top first."""
        return {pile: tuple(self.game.label(card) for card in cards) for pile, cards in self._deal.packs}

    @property
    def first_leader(self) -> int:
        """Say who led the first trick."""
        return self._deal.first_leader

    @property
    def seed(self) -> int | None:
        """Give the seed of the deal, if it had one."""
        return self._deal.seed

    def without_log(self) -> State:
        """Give the same state, from which going on is cheaper; its log is made again when it is asked for."""
        return State(self.game, self._v, self._deal, self._past, None)

    def _traced(self) -> Tracer:
        if self._tracer is None:
            self._tracer = Tracer(self.game)
            self.follow(self._tracer)
        return self._tracer

    def follow(self, tracer: Tracer) -> Frame:
        """Tell a new tracer all that has happened since the deal; give the frame that results."""
        v = self.game.frame_of(self._deal)
        tracer.begun(v)
        self.game.run(v, tracer)
        for action, code in self._steps():
            tracer.decided(v, self.game.decisions[number(v, at.DECISION)], action, code)
            v[at.ANSWER] = code
            self.game.run(v, tracer)
        return v

    @property
    def events(self) -> tuple[Event, ...]:
        """Give all that has happened since the deal."""
        return tuple(self._traced().events)

    def events_since(self, count: int) -> tuple[Event, ...]:
        """Give what has happened after the first `count` events."""
        return tuple(self._traced().events[count:])

    def knows(self, seat: int, card: int) -> bool:
        """Say whether a seat knows which card one is, by its number, and where it lies."""
        return self._traced().known[seat] >> card & 1 == 1

    def place_of(self, card: int) -> Place:
        """Say where a card lies, by its number."""
        place = self.game.place(self._v, card)
        slot = next(slot for slot in self.game.layout.all_slots() if slot.index == place)
        return Place(slot.pile, self.game.owner(slot))

    def exchanged(self, names: Mapping[int, int]) -> State:
        """Give a state in which each card named, by its number, is another, and all else is as it was."""
        v, every = self._v.copy(), union(names)
        for slot in self.game.layout.all_slots():
            pile = v[slot.index]
            if isinstance(pile, tuple):
                v[slot.index] = tuple([names.get(card, card) for card in pile])
            elif pile & every:
                v[slot.index] = pile & ~every | union(names[card] for card in bits(pile & every))
        return State(self.game, v, self._deal, self._past, self._tracer)

    def placed(self, v: Frame) -> State:
        """Give the state of a frame of this game as if it began there; each seat knows what lies in piles it sees."""
        tracer = Tracer(self.game)
        for slot in self.game.layout.all_slots():
            for seat in range(self.game.players):
                tracer.known[seat] |= mask(v, slot.index) if slot.seen >> seat & 1 else 0
        tracer.trick(v)
        self.game.run(v, tracer)
        return State(self.game, v, self._deal, None, tracer)

    # --- what a seat knows -----------------------------------------------------------------------------------------

    def information_state(self, seat: int, since: int = 0) -> tuple[str, ...]:
        """Give all that a seat has seen since the deal, in order: equal for all games that it cannot tell apart.

        `since` leaves out so many events.
        """
        return tuple(as_seen(event, seat) for event in self._traced().events[since:])

    def observation(self, seat: int) -> Observation:
        """Give what a seat sees now.

        Raises: ClaimError where there is no such seat.
        """
        if seat not in range(self.game.players):
            raise ClaimError(f"there is no seat {seat}; seats run from 0 to {self.game.players - 1}")
        game, v, known, mine = self.game, self._v, self._traced().known[seat], self.seat == seat
        return Observation(
            seat, self.phase, self.trick_number, self.leader, self.seat, self.verb if mine else "",
            self.legal_actions if mine else (), plays_seen(game, v, known), piles_seen(game, v, known),
            states_seen(game, v),
        )
