"""The last phase of a game of two, searched by native code: positions out of frames, questions with a yes or a no."""

from __future__ import annotations

import ctypes
import mmap
import os
import threading
from array import array
from collections.abc import Callable

from claimdsl.engine import layout as at
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, mask, number
from claimdsl.engine.runtime import bits
from claimdsl.native.chance import functions
from claimdsl.native.engine import compile_text
from claimdsl.native.flow import LEADER
from claimdsl.native.lanes import Bounds, Lanes, bounds_of, lanes_of, shape_of
from claimdsl.native.refusal import NotNative
from claimdsl.native.search import AT, FIELDS, MOST_CARDS, TIED, UNDECIDED, Search
from claimdsl.native.tricks import HANDS, TRICK, Tricks

_SIZE_BITS = int(os.environ.get('TTB','18'))
_SOON = 1 << 18
_FEW, _SOME, _MANY = 8, 16, 32
VALUE, MARGIN = "value", "margin"


class Code:
    """The functions of one kind of game with so many lanes, compiled; `exact`: without lanes that mean anything."""

    def __init__(self, tricks: Tricks, lanes: int, exact: bool) -> None:
        body = tricks.functions()
        self.keys = tricks.keys
        scored = tuple(self.keys.index(("pile", tricks.binding.program.scored_pile, seat)) for seat in range(2))
        told = [self.keys.index(key) for key in tricks.changing]
        told += [place for place in scored if exact and place not in told]
        places = [what == "pile" for what, _, _ in self.keys]
        self.search = Search(places, told, self.keys.index(LEADER), (scored[0], scored[1]), lanes)
        self.text = "\n".join((*_tables(tricks), _DECLARED, functions(64, False), body, self.search.text(exact)))
        self._table = 0
        self._load(compile_text(self.text))

    def table(self, entries: int) -> int:
        """Give the address of the table of positions, which all searches share; memory comes when it is first used."""
        if not self._table:
            self._memory = mmap.mmap(-1, entries * self.search.entry_bytes)
            self._table = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        return self._table

    def _load(self, code: bytes) -> None:
        import llvmlite.binding as llvm

        target = llvm.Target.from_default_triple().create_target_machine(jit=True)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        p, i = ctypes.c_void_p, ctypes.c_int64
        self.ask = ctypes.CFUNCTYPE(i, p, p, p, p, i)(self._engine.get_function_address("ask"))
        self.prepare = ctypes.CFUNCTYPE(None, p, p)(self._engine.get_function_address("prepare"))
        self.compare = ctypes.CFUNCTYPE(None, p, p, i, i, i)(self._engine.get_function_address("compare"))


_DECLARED = "\n".join(
    f"declare i64 @llvm.{name}.i64({arguments})"
    for name, arguments in (("ctpop", "i64"), ("cttz", "i64, i1"), ("ctlz", "i64, i1"))
)


def _tables(tricks: Tricks) -> list[str]:
    tricks.functions()
    found = []
    for (kind, values), name in tricks.tables.items():
        of = {"num": "i64", "bool": "i1", "mask": "i64"}[kind]
        cells = ", ".join(f"{of} {value - (1 << 64) if value >> 63 and value > 0 else value}" for value in values)
        found.append(f"{name} = internal constant [{len(values)} x {of}] [{cells}]")
    return found


class Solver:
    """Answers for one kind of game.  One root at a time: `begin` says from where and for whom."""

    def __init__(self, game: Game, plainly: bool = False) -> None:
        """See whether the game can be searched natively; `plainly`: without lanes, and so without any shortcut.

        Raises: NotNative.
        """
        pile = game.binding.program.scored_pile
        if not any(spec.name == pile and spec.of == "player" for spec in game.binding.piles):
            raise NotNative("a game that is not counted by scored piles of the players")
        self.game = game
        self._tricks = Tricks(game.binding)
        self._tricks.functions()
        self._names = frozenset(key[1] for key in self._tricks.changing)
        self._shape = None if plainly else shape_of(game.binding)
        self._bounds: dict[tuple[int, ...], Bounds | None] = {}
        self._codes: dict[tuple[int, bool], Code] = {}
        self._stamps = 0

    def begin(self, v: Frame, seat: int) -> Root:
        """Search from a frame on (a trick about to begin, or a card led), for a seat.

        Raises: NotNative where hands are not as the tricks that are left.
        """
        return Root(self, v, seat)

    def code(self, lanes: int, exact: bool) -> Code:
        """Compile, once."""
        if (lanes, exact) not in self._codes:
            self._codes[lanes, exact] = Code(self._tricks, lanes, exact)
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

        lying = {pile.name: self._factions(v, pile.name) for pile in binding.piles}
        key = tuple(lying.values())
        if key not in self._bounds:
            self._bounds[key] = bounds_of(binding, self._tricks.phase.name, lying)
        bounds = self._bounds[key]
        if bounds is None:
            return None
        self.bounds = bounds
        scored, live = self.scored(v), self.live(v)
        return lanes_of(binding, self._shape, bounds, scored[0] | scored[1], live)

    def _factions(self, v: Frame, pile: str) -> int:
        """Give the factions that lie in piles of a name, as a mask."""
        found = 0
        for slot in self.game.layout.slots:
            if slot.pile == pile:
                found |= mask(v, slot.index)
        return sum(1 << place for place, cards in enumerate(self.game.binding.faction_masks) if cards & found)

    def scored(self, v: Frame) -> tuple[int, int]:
        """Give the cards scored by each seat."""
        start = self.game.layout.piles[self.game.binding.program.scored_pile]
        return mask(v, start), mask(v, start + 1)

    def live(self, v: Frame) -> int:
        """Give the cards that may still come to be scored."""
        layout, found = self.game.layout, mask(v, at.LYING)
        names = self._names
        for slot in layout.slots:
            if slot.pile in names:
                found |= mask(v, slot.index)
        return found


class Root:
    """The moment from which a game is worked out, and the questions about what may follow."""

    def __init__(self, solver: Solver, v: Frame, seat: int) -> None:
        self._solver = solver
        self.seat = seat
        self.nodes = 0
        game = solver.game
        held = [mask(v, game.layout.piles["hand"] + each).bit_count() for each in range(2)]
        left = solver.tricks.limit - number(v, at.TRICK_NUMBER) + 1
        played = number(v, at.PLAYED)
        if sum(held) + played != 2 * max(held) or max(held) > left or (played and held[number(v, at.LEADER)] != max(held) - 1):
            raise NotNative("hands that are not as long as there are tricks")
        self._lanes = solver.lanes(v)
        self._tables: dict[str, _Questions] = {}
        self._root = v

    def value(self, v: Frame) -> int:
        """Give the result of a frame for the seat: 1, 0 or -1."""
        asked = self._questions(VALUE)
        if asked.reaches(v, 1):
            return 1
        return 0 if asked.may_tie and asked.reaches(v, 0) else -1

    def margin(self, v: Frame) -> int:
        """Give the margin of votes of a frame for the seat."""
        asked = self._questions(MARGIN)
        low, high = 0, len(asked.steps) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if asked.reaches(v, asked.steps[middle]):
                low = middle
            else:
                high = middle - 1
        return asked.steps[low]

    def _questions(self, about: str) -> _Questions:
        if about not in self._tables:
            self._tables[about] = _Questions(self._solver, self, self._lanes, about, self._root)
        return self._tables[about]


class _Questions:
    """Questions about the value, or about the margin, from one root."""

    def __init__(self, solver: Solver, root: Root, lanes: Lanes | None, about: str, v: Frame) -> None:
        self._solver = solver
        self._root = root
        self._about = about
        count = len(solver.game.binding.factions)
        self.lanes = lanes
        self.may_tie = True
        self.steps = tuple(range(-count, count + 1))
        later: tuple[int, ...] = ()
        if lanes is not None:
            pairs = list(lanes.reachable(count))
            self.steps = tuple(sorted({mine - theirs for mine, theirs in pairs}))
            if about == VALUE:
                self._ranks = {pair: self._rank(pair, v) for pair in pairs}
                self.may_tie = 0 in self._ranks.values()
                if self.may_tie and lanes.later is None or not self._grows():
                    self.lanes = None
                elif self.may_tie:
                    later = lanes.later or ()
        rows = count * (3 if later else 1)
        width = next((width for width in (_FEW, _SOME, _MANY) if rows <= width), 0)
        if not width:
            self.lanes, width = None, _FEW
        self._later = later if self.lanes is not None else ()
        self._code = solver.code(width, self.lanes is None)
        self._count = count
        self._context = _Context(self._code, solver, self.lanes, self._later, root, v)
        self._goals: dict[int, tuple[int, array[int]]] = {}

    def _rank(self, pair: tuple[int, int], v: Frame) -> int:
        kernel, seat = self._solver.game.plain, self._root.seat
        mine, theirs = (kernel.rank(v, 0, side, votes, 0) for side, votes in ((seat, pair[0]), (1 - seat, pair[1])))
        return (mine > theirs) - (mine < theirs)  # type: ignore[operator]

    def _grows(self) -> bool:
        """Say whether a vote more is never the worse, and one of the other side never the better."""
        return all(
            self._ranks.get((mine + 1, theirs), rank) >= rank >= self._ranks.get((mine, theirs + 1), rank)
            for (mine, theirs), rank in self._ranks.items()
        )

    def reaches(self, v: Frame, least: int) -> bool:
        """Say whether the seat reaches so much from a frame on."""
        if least not in self._goals:
            self._goals[least] = self._solver.stamp(), self._goal(least)
        stamp, goals = self._goals[least]
        found, nodes = self._context.ask(v, stamp, goals, self._least(least))
        self._root.nodes += nodes
        return found

    def _least(self, least: int) -> int:
        if self.lanes is None:
            return int(self._about == MARGIN)
        return least if self._about == VALUE else 0

    def _goal(self, least: int) -> array[int]:
        """Say for each number of votes of both sides, or each ending, whether the goal is reached."""
        if self.lanes is None:
            return self._ending(least)
        goals = array("b", bytes(256))
        reachable = dict(self._ranks) if self._about == VALUE else {}
        for mine in range(16):
            for theirs in range(16):
                reached = UNDECIDED
                if self._about == MARGIN:
                    reached = int(mine - theirs >= least)
                elif (mine, theirs) in reachable:
                    rank = reachable[mine, theirs]
                    reached = int(rank > 0) if rank else TIED if self._later else int(least <= 0)
                goals[mine * 16 + theirs] = reached
        return goals

    def _ending(self, least: int) -> array[int]:
        goals, seat = array("b", bytes(256)), self._root.seat
        goals[0] = UNDECIDED
        if self._about == VALUE:
            for winners in range(1, 4):
                value = 0 if winners == 3 else 1 if winners == 1 << seat else -1
                goals[winners] = int(value >= least)
        else:
            for ahead in range(-self._count, self._count + 1):
                goals[16 + ahead] = int((ahead if seat == 0 else -ahead) >= least)
        return goals


class _Context:
    """What a search reads and writes: tables for its cards, and the table of positions."""

    def __init__(
        self, code: Code, solver: Solver, lanes: Lanes | None, later: tuple[int, ...], root: Root, v: Frame
    ) -> None:
        self._code = code
        self._solver = solver
        self._layout = solver.game.layout
        width, binding = code.search.lanes, solver.game.binding
        count = len(binding.factions) if lanes is not None else 0
        self._rows = [array("i", bytes(4 * width * MOST_CARDS)) for _ in range(3)]
        worths, lane_of, alike = array("q", bytes(8 * MOST_CARDS)), array("q", bytes(8 * MOST_CARDS)), array("Q", bytes(8 * MOST_CARDS))
        live, scored = solver.live(v), solver.scored(v)
        if lanes is not None:
            self._fill(lanes, later, count, width, root.seat, live | scored[0] | scored[1])
            for card, (faction, _) in enumerate(binding.cards):
                lane_of[card] = min(faction, width - 1)
                worths[card] = lanes.votes[card] and 1
        signs, apart = array("b", bytes(2 * MOST_CARDS * MOST_CARDS)), array("Q", bytes(8 * MOST_CARDS * MOST_CARDS))
        entries = 1 << _SIZE_BITS
        self._table = code.table(entries)
        self._stop = array("q", [0])
        self._fields = array("Q", bytes(8 * len(FIELDS)))
        kin = array("Q", bytes(8 * MOST_CARDS))
        answers, openings = array("q", bytes(8 * 2 * MOST_CARDS * MOST_CARDS)), array("q", bytes(8 * 2 * MOST_CARDS))
        self._arrays = {"answers": answers, "kin": kin, "openings": openings, "signs": signs, "apart": apart, "alike": alike, "worths": worths, "lane_of": lane_of,
                        "scores0": self._rows[0], "scores1": self._rows[1], "left": self._rows[2], "stop": self._stop}
        for name, row in self._arrays.items():
            self._fields[AT[name]] = row.buffer_info()[0]
        self._fields[AT["table"]] = self._table
        self._fields[AT["mask"]] = entries - 1
        self._fields[AT["me"]] = root.seat
        self._fields[AT["factions"]] = len(binding.factions)
        self._fields[AT["lanes"]] = sum(1 << lane for lane in range(count) if lanes is not None and lane not in lanes.empty)
        self._prepare(v, (alike, kin) if lanes is not None else None, bool(later))

    def _fill(self, lanes: Lanes, later: tuple[int, ...], count: int, width: int, me: int, cards: int) -> None:
        binding = self._solver.game.binding
        for card, (faction, _) in enumerate(binding.cards):
            if not cards >> card & 1 or faction >= count:
                continue
            for seat in range(2):
                row, sign = self._rows[seat], 1 if seat == me else -1
                row[card * width + faction] = sign * lanes.votes[card]
                if later:
                    row[card * width + faction + (count if seat == me else 2 * count)] = sign * later[card]
            self._rows[2][card * width + faction] = -lanes.votes[card]

    def _prepare(self, v: Frame, pairs: tuple[array[int], array[int]] | None, later: bool) -> None:
        hands = [mask(v, self._layout.piles["hand"] + seat) for seat in range(2)]
        if number(v, at.PLAYED):
            hands[number(v, at.LEADER)] |= mask(v, at.LYING)
        place = self.position(v, hands)
        self._code.prepare(self._fields.buffer_info()[0], place.buffer_info()[0])
        if pairs is None:
            return
        alike, kin = pairs
        binding, fields = self._solver.game.binding, self._fields.buffer_info()[0]
        width = self._code.search.lanes
        rows = [tuple(self._rows[0][card * width : (card + 1) * width]) for card in range(len(binding.cards))]
        whole = hands[0] | hands[1]
        every = [card for card in bits(whole) if binding.cards[card][0] in self._solver.bounds.alike]
        for number_, one in enumerate(every):
            for two in every[number_ + 1 :]:
                same = rows[one] == rows[two]
                if binding.cards[one][0] == binding.cards[two][0] and (same or not later):
                    for row in (alike, kin) if same else (kin,):
                        row[one] |= 1 << two
                        row[two] |= 1 << one
                    self._code.compare(fields, place.buffer_info()[0], one, two, whole & ~(1 << one | 1 << two))

    def position(self, v: Frame, hands: list[int]) -> array[int]:
        """Make a position of a frame, with the hands as they were when the trick began."""
        layout, found = self._layout, array("Q")
        for what, name, index in self._code.keys:
            if (what, name, index) in HANDS:
                found.append(hands[index])
            elif (what, name, index) == LEADER:
                found.append(number(v, at.LEADER))
            elif (what, name, index) == TRICK:
                found.append(number(v, at.TRICK_NUMBER))
            elif what == "pile":
                found.append(mask(v, layout.piles[name] + index))
            else:
                found.append(number(v, layout.states[name] + index) & (1 << 64) - 1)
        return found

    def ask(self, v: Frame, stamp: int, goals: array[int], least: int) -> tuple[bool, int]:
        """Ask whether the goal is reached from a frame on; give also how many positions were looked at."""
        hands = [mask(v, self._layout.piles["hand"] + seat) for seat in range(2)]
        led = -1
        if number(v, at.PLAYED):
            led = number(v, self._layout.plays["card"])
            hands[number(v, at.LEADER)] |= 1 << led
        place = self.position(v, hands)
        taken = self._solver.scored(v)
        total, open_ = self._sum(0, taken[0]), self._sum(2, self._solver.live(v), -1)
        for lane, more in enumerate(self._sum(1, taken[1])):
            total[lane] += more
        fields = self._fields
        fields[AT["nodes"]] = 0
        fields[AT["stamp"]] = stamp
        fields[AT["goals"]] = goals.buffer_info()[0]
        fields[AT["least"]] = least & (1 << 64) - 1
        rows = (fields.buffer_info()[0], place.buffer_info()[0], total.buffer_info()[0], open_.buffer_info()[0])
        return bool(self._run(lambda: self._code.ask(*rows, led))), fields[AT["nodes"]]

    def _sum(self, row: int, cards: int, sign: int = 1) -> array[int]:
        width, of = self._code.search.lanes, self._rows[row]
        total = array("i", bytes(4 * width))
        for card in bits(cards):
            for lane in range(width):
                total[lane] += sign * of[card * width + lane]
        return total

    def _run(self, ask: Callable[[], int]) -> int:
        """Ask at once where it is soon answered; else beside this thread, which can be interrupted meanwhile."""
        self._fields[AT["limit"]] = _SOON
        found = ask()
        if not self._stop[0]:
            return found
        self._stop[0] = 0
        self._fields[AT["limit"]] = -1 & (1 << 64) - 1
        answers: list[int] = []
        thread = threading.Thread(target=lambda: answers.append(ask()))
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.05)
        except BaseException:
            self._stop[0] = 1
            thread.join()
            raise
        return answers[0]
