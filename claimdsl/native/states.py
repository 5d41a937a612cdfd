"""States of a game that native code plays on: they are what any `State` is, and quicker to step through.

A state keeps a row of bytes (`step_rows`), and native code makes the next one of it and an answer.  The frame of the
Python engine is worked out where something asks for it.
"""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from claimdsl.diagnostics.errors import IllegalActionError
from claimdsl.engine import layout as at
from claimdsl.engine.action import Action
from claimdsl.engine.dealing import Deal
from claimdsl.engine.effects import Decision
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame
from claimdsl.engine.outcome import Outcome, outcome
from claimdsl.engine.state import State
from claimdsl.native.entrance import Entrance
from claimdsl.native.step_actions import Actions
from claimdsl.native.step_module import ENTRY, StepModule
from claimdsl.native.step_rows import ACTOR, DECISION, END, ILLEGAL, OPTIONS, PHASE, STATUS, TRICK, place_of
from claimdsl.native.tree_text import NONE
from claimdsl.native.tree_worlds import Worlds

if TYPE_CHECKING:
    from claimdsl.engine.state import Past

_new = object.__new__
_BEFORE = (1 << 64) - 1
_NOBODY = at.OVER + 2


class _Out(threading.local):
    """The row that native code writes, for each thread its own: where it lies, and what gives its bytes."""

    def __init__(self, size: int) -> None:
        row = array("Q", bytes(size))
        self.row = ctypes.byref(ctypes.c_uint64.from_buffer(row)), row.tobytes


class NativeStates:
    """Deals games of one kind, whose states native code plays on.

    >>> from claimdsl import load_ruleset
    >>> state = NativeStates(load_ruleset("base").game()).deal(seed=7)
    >>> while not state.is_over:
    ...     state = state.apply(state.legal_actions[0])
    >>> len(state.history), state.outcome.votes
    (52, (3, 2))
    """

    def __init__(self, game: Game, *, keep: bool = True, level: int = 2) -> None:
        """Compile a game, or with `keep` take it from the disk, where it is then kept.

        Raises: NotNative, where llvmlite is missing too.
        """
        self.game = game
        self.worlds = Worlds(game)
        self._place = place_of(self.worlds.shape)
        self.actions = Actions(game, self.worlds.shape)
        # a list gives what is at a place in half the time that a tuple takes
        self.pick = tuple([table.__getitem__ if table else None for table in self.actions.tables])
        self.answers = self.actions.answers
        self.out = _Out(self._place.size)
        self._entrance = Entrance(
            game, ("steps", f"level={level}"), ENTRY, lambda bmi: StepModule(game.binding, bmi).text(), keep, level
        )
        # a step is shorter than to give the interpreter's lock away and to take it back
        # and arguments whose types are not declared are passed in half the time
        self.step: Callable[[bytes, int, object], None] = ctypes.PYFUNCTYPE(None)(self._entrance.address)

    def deal(
        self, seed: int | None = None, *, deck: Sequence[str] | None = None, first_leader: int | None = None,
        side_decks: Mapping[str, Sequence[str]] | None = None,
    ) -> State:
        """Deal a game as `Game.deal` does.

        Raises: SetupError where the deck, a side deck or the leader does not fit this game.
        """
        if isinstance(seed, int) and deck is None and first_leader is None and side_decks is None:
            return self.begin(self.game.shuffled(seed)[0])
        return self.begin(self.game.deal(seed, deck=deck, first_leader=first_leader, side_decks=side_decks).deal)

    def begin(self, deal: Deal) -> State:
        """Begin a game; where it is none for native code, its states are those of the Python engine."""
        rows, _ = self.worlds.rows([(self.game.frame_of(deal), [])])
        rows[0], rows[2] = 0, _BEFORE
        row = self.stepped(bytes(self._place.world) + rows.tobytes(), NONE)
        return State.begin(self.game, deal, False) if row[STATUS] else _state(self, row, deal, None, None)

    def of(self, state: State) -> State:
        """Give the native state of the same game, dealt and played alike."""
        found = self.begin(state.deal)
        for _, action, code in state.plies():
            found = found.assume(action, code)
        return found

    def stepped(self, row: bytes, answer: int) -> bytes:
        """Give the row after an answer."""
        place, written = self.out.row
        self.step(row, answer, place)
        return written()

    def ending(self, row: bytes) -> Frame:
        """Give the frame of a row that is over, as far as ends are counted by it."""
        return self.worlds.read(row[self._place.world :])


class NativeState(State):
    """One moment of a game, between decisions.  `_near` is the frame of an ancestor, or its own, and what led there."""

    __slots__ = ("_by", "_near", "_row")

    _by: NativeStates
    _row: bytes
    _near: tuple[Past, Frame] | None

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Give what may be done now, as every state does."""
        found = self._actions
        if found is None:
            row = self._row
            pick = self._by.pick[row[DECISION]]
            if pick is not None:
                found = tuple(map(pick, row[OPTIONS : row[END]]))
            elif self._by.actions.is_secret(row[DECISION]):
                found = super().legal_actions
            else:
                found = self._by.actions.told(row)
            self._actions = found
        return found

    def apply(self, action: Action | str) -> State:
        """Give the state after an action, as every state does.

        Raises: IllegalActionError with the reason and the legal actions.
        """
        by, row = self._by, self._row
        known = by.answers.get(id(action))
        if known is None or self._tracer is not None:
            return super().apply(action)
        option, answer, code = known
        place, written = by.out.row
        by.step(row, answer, place)
        row = written()
        if row[STATUS]:
            return super().apply(action)
        state = _new(NativeState)  # as `_state` does, without a call
        state.game = self.game
        state._by = by
        state._row = row
        state._deal = self._deal
        state._past = (self._past, option, code)
        state._near = self._near
        state._tracer = None
        state._actions = None
        return state

    def assume(self, action: Action, code: int) -> State:
        """Give the state after an action that is taken to be legal; one that keeps a log goes on in Python."""
        if self._tracer is None:
            row = self._by.stepped(self._row, self._by.actions.answer(self._row, code))
            if row[STATUS] == ILLEGAL:
                raise IllegalActionError(str(action), self.refusal(action).text, tuple(map(str, self.legal_actions)))
            if not row[STATUS]:
                return _state(self._by, row, self._deal, (self._past, action, code), self._near)
        return super().assume(action, code)

    def _code(self, action: Action) -> int:
        if self._by.actions.is_secret(self._row[DECISION]):
            return super()._code(action)
        actions = self.legal_actions
        for place, legal in enumerate(actions):
            if legal is action:
                return self._by.actions.code(self._row, place)
        if action not in actions:
            raise IllegalActionError(str(action), self.refusal(action).text, tuple(map(str, actions)))
        return self._by.actions.code(self._row, actions.index(action))

    def __deepcopy__(self, memo: dict[int, object]) -> NativeState:
        """Give the state itself: it never changes, and native code cannot be copied."""
        return self

    # --- what can be read off a row --------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """Say which seat decides, as every state does."""
        return self._row[ACTOR] - 2

    @property
    def is_over(self) -> bool:
        """Say whether the game has ended."""
        return self._row[ACTOR] == _NOBODY

    @property
    def _decision(self) -> Decision:
        return self._by.actions.decisions[self._row[DECISION]]

    @property
    def phase(self) -> str:
        """Name the phase."""
        return self.game.phases[self._row[PHASE]]

    @property
    def trick_number(self) -> int:
        """Give the number of the trick in its phase, from 1."""
        return self._row[TRICK]

    @property
    def outcome(self) -> Outcome | None:
        """Give the result; None while the game goes on."""
        return outcome(self.game, self._by.ending(self._row)) if self.is_over else None

    # --- the frame of the Python engine ----------------------------------------------------------------------------

    @property
    def _v(self) -> Frame:
        near, past, codes = self._near, self._past, []
        if near is not None and near[0] is past:
            return near[1]
        while past is not None and (near is None or past is not near[0]):
            past, _, code = past
            codes.append(code)
        v = self.game.frame_of(self._deal) if near is None else near[1].copy()
        if near is None:
            self.game.run(v, None)
        for code in reversed(codes):
            v[at.ANSWER] = code
            self.game.run(v, None)
        self._near = self._past, v
        return v

    @_v.setter
    def _v(self, v: Frame) -> None:
        self._near = self._past, v


def _state(by: NativeStates, row: bytes, deal: Deal, past: Past, near: tuple[Past, Frame] | None) -> NativeState:
    """Make a state; it takes a third less time without a constructor."""
    state = _new(NativeState)
    state.game = by.game
    state._by = by
    state._row = row
    state._deal = deal
    state._past = past
    state._near = near
    state._tracer = None
    state._actions = None
    return state
