"""The last phase of a game of two, searched by native code: positions out of frames, questions with a yes or a no."""

from __future__ import annotations

from claimdsl.engine import layout as at
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, mask, number
from claimdsl.engine.stop import Stop
from claimdsl.native.bounds import Bounds, bounds_of
from claimdsl.native.compiled import Code
from claimdsl.native.lanes import Lanes, lanes_of, shape_of
from claimdsl.native.questions import MARGIN, VALUE, Counts, Questions, counts_of
from claimdsl.native.refusal import NotNative
from claimdsl.native.tricks import Tricks


class Solver:
    """Answers for one kind of game.  One root at a time: `begin` says from where and for whom."""

    def __init__(self, game: Game, plainly: bool = False) -> None:
        """See whether the game can be searched natively; `plainly`: without lanes, and so without any shortcut.

        Raises: NotNative.
        """
        pile = game.binding.program.scored_pile
        if not any(spec.name == pile and spec.of == "player" for spec in game.binding.piles):
            raise NotNative("a game that is not counted by scored piles of the players")
        _need_compiler()
        self.game = game
        self._tricks = Tricks(game.binding)
        self._names = frozenset(key[1] for key in self._tricks.changing)
        self._shape = None if plainly else shape_of(game.binding)
        self._bounds: dict[tuple[int, ...], Bounds | None] = {}
        self._codes: dict[tuple[int, bool], Code] = {}
        self._counts: dict[tuple[int, int, str, int], Counts] = {}
        self._slots = {
            each.name: tuple(slot.index for slot in game.layout.slots if slot.pile == each.name)
            for each in game.binding.piles
        }
        self._live = tuple(place for name in sorted(self._names & self._slots.keys()) for place in self._slots[name])
        self._stamps = 0

    def begin(self, v: Frame, seat: int, stop: Stop | None = None) -> Root:
        """Search from a frame on (a trick about to begin, or a card led), for a seat.

        The first `begin` of a kind of game compiles what `value` needs, which takes a second or two where it is not in
        the cache; so an agent with little time begins once before its time runs.  `stop` ends what the root is asked::

            root = solver.begin(state.frame(), state.seat, Stop(0.5))
            values = [root.value(state.apply(action).frame()) for action in state.legal_actions]

        A question that is stopped raises StoppedError, within some 20 ms; answers given before it are exact.

        Raises: NotNative where hands are not as the tricks that are left.
        """
        return Root(self, v, seat, stop)

    def code(self, lanes: int, exact: bool) -> Code:
        """Compile once, or take what was compiled before."""
        if (lanes, exact) not in self._codes:
            self._codes[lanes, exact] = Code(self.game, self._tricks, lanes, exact)
        return self._codes[lanes, exact]

    def stamp(self) -> int:
        """Give a number that no other question has."""
        self._stamps += 8
        return self._stamps

    @property
    def tricks(self) -> Tricks:
        """Give the printer of the game's tricks."""
        return self._tricks

    def lanes(self, v: Frame) -> Lanes | None:
        """Give the lanes of a root; None where the rules count in another way."""
        binding = self.game.binding
        if self._shape is None:
            return None
        key = tuple(self._factions(v, places) for places in self._slots.values())
        if key not in self._bounds:
            lying = dict(zip(self._slots, key, strict=True))
            self._bounds[key] = bounds_of(binding, self._tricks.phase.name, lying)
        bounds = self._bounds[key]
        if bounds is None:
            return None
        scored, live = self.scored(v), self.live(v)
        return lanes_of(binding, self._shape, bounds, scored[0] | scored[1], live)

    def counts(self, lanes: Lanes, about: str, seat: int, v: Frame) -> Counts:
        """Give what can come out at the ends of games with such lanes; the first key reads nothing but votes."""
        key = len(lanes.sure), len(lanes.empty), about, seat
        if key not in self._counts:
            self._counts[key] = counts_of(self.game, lanes, about, seat, v)
        return self._counts[key]

    def _factions(self, v: Frame, places: tuple[int, ...]) -> int:
        """Give the factions that lie in some piles, as a mask."""
        found = 0
        for place in places:
            found |= mask(v, place)
        return sum(1 << number for number, cards in enumerate(self.game.binding.faction_masks) if cards & found)

    def scored(self, v: Frame) -> tuple[int, int]:
        """Give the cards scored by each seat."""
        start = self.game.layout.piles[self.game.binding.program.scored_pile]
        return mask(v, start), mask(v, start + 1)

    def live(self, v: Frame) -> int:
        """Give the cards that may still come to be scored."""
        found = mask(v, at.LYING)
        for place in self._live:
            found |= mask(v, place)
        return found


def _need_compiler() -> None:
    try:
        import llvmlite.binding  # noqa: F401
    except (ImportError, OSError):
        raise NotNative("llvmlite is not there") from None


class Root:
    """The moment from which a game is worked out, and the questions about what may follow."""

    def __init__(self, solver: Solver, v: Frame, seat: int, stop: Stop | None = None) -> None:
        self._solver = solver
        self._stop = stop
        self._seat = seat
        self._first = v
        self._check(v)
        self._lanes = solver.lanes(v)
        self._questions: dict[str, Questions] = {}
        self._asked(VALUE)

    def _check(self, v: Frame) -> None:
        held = [mask(v, self._solver.game.layout.piles["hand"] + seat).bit_count() for seat in range(2)]
        played = number(v, at.PLAYED)
        if played:
            held[number(v, at.LEADER)] += played
        left = self._solver.tricks.limit - number(v, at.TRICK_NUMBER) + 1
        if held[0] != held[1] or held[0] > left or played > 1:
            raise NotNative("hands that are not as long as there are tricks")

    def value(self, v: Frame) -> int:
        """Give the result of a frame for the seat: 1, 0 or -1.

        Raises: StoppedError.
        """
        return self._asked(VALUE).best(v)

    def margin(self, v: Frame) -> int:
        """Give the margin of votes of a frame for the seat.

        Raises: StoppedError.
        """
        return self._asked(MARGIN).best(v)

    @property
    def nodes(self) -> int:
        """Count the positions looked at."""
        return sum(asked.nodes for asked in self._questions.values())

    def _asked(self, about: str) -> Questions:
        if about not in self._questions:
            self._questions[about] = Questions(self._solver, self._lanes, about, self._seat, self._first, self._stop)
        return self._questions[about]
