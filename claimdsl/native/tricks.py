"""The last phase of a game of two as native functions over positions: what may be played, a whole trick, the end.

A position is a row of numbers: the hands, who leads, and each pile and state of the game between two tricks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import Folder
from claimdsl.engine.rest import piles_read, piles_seen
from claimdsl.native.asm import BOOL, MASK, NUM, Asm
from claimdsl.native.blocks import function
from claimdsl.native.chance import Chance
from claimdsl.native.flow import LEADER, Lane, LanePhase
from claimdsl.native.frame import Frame, Key
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row
from claimdsl.native.refusal import NotNative
from claimdsl.native.scoring import Scoring

TRICK: Key = ("trick number", "", 0)
HANDS: tuple[Key, Key] = (("pile", "hand", 0), ("pile", "hand", 1))
_CHOICE = "%choice"


class _Position(Frame):
    """A frame that begins as a position; piles with an order do not take part."""

    def __init__(self, asm: Asm, binding: Binding) -> None:
        super().__init__(asm, binding)
        self.written: set[Key] = set()
        self.hands: list[Value] = []

    def gather(self, what: str, name: str, index: Value) -> Value:
        """Read the place of a seat, and keep what is read of hands."""
        found = super().gather(what, name, index)
        if name == HANDS[0][1]:
            self.hands.append(found)
        return found

    def put(self, key: Key, value: Value) -> None:
        """Write a place, and remember that it was written."""
        self.written.add(key)
        super().put(key, value)

    def peek(self, pile: str, offset: int, checked: bool) -> tuple[Value, Operand]:
        """Refuse to look into a pile that has an order."""
        raise NotNative(f"the pile '{pile}', which has an order, in the last phase")

    def pop(self, pile: str, count: Value, most: int = 1) -> None:
        """Refuse to take cards off a pile that has an order."""
        self.peek(pile, 0, False)

    def empty(self, pile: str, when: Value) -> None:
        """Refuse to take all cards off a pile that has an order."""
        self.peek(pile, 0, False)

    def scatter(self, what: str, name: str, index: Value, change: Callable[[Value, Value], Value]) -> None:
        """Change the place of a seat, and remember that it may be any of that name."""
        self.written |= {key for key in self.keys if key[:2] == (what, name)}
        super().scatter(what, name, index, change)


class _Given(Chance):
    """Cards are played as given to the function, instead of drawn; what may be played is kept."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame, False)
        self.options: list[Value] = []
        self.legal: list[Value] = []
        self.cards: tuple[str, ...] = ("%card0", "%card1")

    def distinct(self, mask: Value) -> Value:
        """Keep what could be chosen."""
        self.legal.append(mask)
        self.options.append(super().distinct(mask))
        return self.options[-1]

    def below(self, count: Value, active: Value = 1) -> Value:
        """Stand for a choice; a function in which one is left is refused."""
        return Operand(_CHOICE)

    def nth(self, mask: Value, number: Value, rank: int = -1) -> Operand:
        """Give the card that is to be played."""
        return Operand(self.cards[rank], rank) if 0 <= rank < 2 else Operand(_CHOICE)


class Tricks:
    """Prints the functions of one binding.

    `keys` are the places of a position in order, the hands first; `changing` those that a trick may change and that
    something may still read.
    """

    def __init__(self, binding: Binding) -> None:
        """Refuse what positions cannot hold.

        Raises: NotNative.
        """
        self.binding = binding
        self.phase = binding.program.phases[-1]
        asm = Asm(len(binding.cards))
        if asm.width != 64 or binding.players != 2:
            raise NotNative("more than 64 cards, or more than two players")
        places = [key for key in Frame(asm, binding).keys if key[0] in ("pile", "state")]
        self.keys: tuple[Key, ...] = (*HANDS, LEADER, TRICK, *(key for key in places if key not in HANDS))
        self._tables: dict[tuple[str, tuple[int, ...]], str] = {}
        self._written: set[Key] = set()
        self._leads_freely = False
        self._refuse()

    @cached_property
    def changing(self) -> tuple[Key, ...]:
        """Give the places by which positions differ, the scored piles not among them."""
        assert self.text
        read = piles_read(self.binding, self.phase.name) | {"hand"}
        return tuple(
            key for key in self.keys
            if key in self._written and key != TRICK and key != LEADER
            and (key[0] == "state" or key[1] in read and key[1] != self.binding.program.scored_pile)
        )

    @cached_property
    def sees_scored(self) -> bool:
        """Say whether tricks depend on what has been scored, so that positions differ by that too."""
        return self.binding.program.scored_pile in piles_seen(self.binding, self.phase.name)

    @cached_property
    def leads_freely(self) -> bool:
        """Say whether every card of a hand may be led, whatever the position."""
        assert self.text
        return self._leads_freely

    @property
    def limit(self) -> int:
        """Give the number of tricks of the phase."""
        return Folder(self.binding, self.phase.name).number(self.phase.tricks)

    def _refuse(self) -> None:
        lane = self._phase(self._lane(), self.phase.name)
        for hook in ("ends", "offers", "before_trick", "face_down"):
            if lane.chains.rules(hook):
                raise NotNative(f"a rule that answers {hook} in the last phase")
        if any(self.binding.in_play(faction) for faction, _ in self.phase.extra):
            raise NotNative("a faction that asks for more tricks")

    def _lane(self) -> Lane:
        asm = Asm(len(self.binding.cards))
        asm.tables = self._tables
        frame = _Position(asm, self.binding)
        for key in (LEADER, TRICK, ("fault", "", 0)):
            frame.add(key, NUM)
        return Lane(frame, _Given(frame))

    def _phase(self, lane: Lane, name: str) -> LanePhase:
        return LanePhase(lane, name, self.limit, (False, False))

    # --- functions -------------------------------------------------------------------------------------------------

    @cached_property
    def text(self) -> str:
        """Print all functions, and what they read and call.

        Raises: NotNative.
        """
        texts = [
            self._function("i64 @leads(ptr %from)", self._leads),
            self._function("i64 @replies(ptr %from, i64 %card0)", self._replies),
            self._function("void @trick(ptr %from, i64 %card0, i64 %card1, ptr %to)", self._trick),
            self._function("void @finish(ptr %from, ptr %to)", self._finish),
        ]
        if self.binding.program.scored_pile:
            texts.append(self._function("i64 @record(ptr %from)", self._record))
        asm = self._lane().frame.asm
        return "\n".join((*asm.globals(), *asm.declared(), *texts))

    def _function(self, head: str, body: Callable[[Lane], Value | None]) -> str:
        lane = self._lane()
        asm = lane.frame.asm
        for index, key in enumerate(self.keys):
            lane.frame.put(key, Row(asm, "%from").read(index))
        assert isinstance(lane.frame, _Position)
        lane.frame.written.clear()
        found = body(lane)
        text = function(asm, head, found)
        if _CHOICE in text:
            raise NotNative("a choice in the last phase")
        return text

    def _leads(self, lane: Lane) -> Value:
        found = self._options(lane, ("0",))
        assert isinstance(lane.frame, _Position) and isinstance(lane.chance, _Given)
        self._leads_freely = lane.chance.legal == lane.frame.hands[:1]
        return found

    def _replies(self, lane: Lane) -> Value:
        return self._options(lane, ("%card0", "0"))

    def _options(self, lane: Lane, cards: tuple[str, ...]) -> Value:
        """Print what may be played in place of the last of some cards."""
        phase, chance = self._phase(lane, self.phase.name), lane.chance
        assert isinstance(chance, _Given)
        chance.cards = cards
        scope = phase.table(lane.frame.get(LEADER), lane.frame.get(TRICK))
        phase.begin(scope)
        for play in range(len(cards)):
            chance.options.clear()
            scope = phase.play(scope, play)
        return chance.options[0]

    def _trick(self, lane: Lane) -> None:
        frame, asm = lane.frame, lane.frame.asm
        phase = self._phase(lane, self.phase.name)
        number = frame.get(TRICK)
        scope = phase.table(frame.get(LEADER), number)
        phase.begin(scope)
        for play in range(2):
            scope = phase.play(scope, play)
        left = asm.either(frame.get(HANDS[0]), frame.get(HANDS[1]), MASK)
        last = asm.either(asm.compare("==", left, 0, MASK), asm.compare(">=", number, self.limit))
        scope = phase.rank(scope).named(last_trick=asm.fixed(last, BOOL))
        phase.taken.write(scope)
        phase.settle(scope)
        frame.put(TRICK, asm.add(frame.get(TRICK), 1))
        self._store(lane)

    def _store(self, lane: Lane) -> None:
        asm = lane.frame.asm
        assert isinstance(lane.frame, _Position)
        self._written |= lane.frame.written
        for index, key in enumerate(self.keys):
            Row(asm, "%to").write(index, lane.frame.get(key))

    def _finish(self, lane: Lane) -> None:
        leader = lane.frame.get(LEADER)
        phase, outside = self._phase(lane, self.phase.name), self._phase(lane, "")
        phase.events("after_phase", phase.table(leader))
        outside.values.holder = Scoring(lane.frame, leader).holder
        outside.events("at_end", outside.table(lane.frame.get(LEADER)))
        self._store(lane)

    def _record(self, lane: Lane) -> Value:
        return Scoring(lane.frame, lane.frame.get(LEADER)).result().record
