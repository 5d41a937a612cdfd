"""A bound program as one LLVM module: the function that plays many games and keeps a number or two of each."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.engine.batch import AGENTS
from claimdsl.engine.binding import Binding
from claimdsl.engine.chance import STRIDE
from claimdsl.engine.effect_facts import source_of
from claimdsl.engine.firing import Watched
from claimdsl.engine.fold import Folder
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import DECK_PILE
from claimdsl.ir.walk import all_effects, effect_parts, every, mentions
from claimdsl.native.alike import matters
from claimdsl.native.asm import MASK, NUM, Asm
from claimdsl.native.chance import RNG, Chance, functions
from claimdsl.native.flow import LEADER, Lane, LanePhase
from claimdsl.native.frame import FAULT, Frame
from claimdsl.native.maps import Operand, Value
from claimdsl.native.refusal import NotNative
from claimdsl.native.scoring import Scoring

ENTRY = "play_batch"
FAULTY = -1
LANES = 4


class Module:
    """Prints one binding; `lanes` games run side by side."""

    def __init__(
        self, binding: Binding, bmi: bool, lanes: int = LANES, agents: tuple[str, ...] = (), digests: bool = True,
        watched: Watched | None = None,
    ) -> None:
        """Seat agents by name, one a seat, all of them random where none are named; refuse what cannot be native.

        Without `digests` only the results are kept, and what is of no account for them is not even worked out.  Of
        powers that are `watched` it is counted in how many games they fire.

        Raises: NotNative.
        """
        self.binding = binding
        self._bmi = bmi
        self._digests = digests
        self.asm = Asm(len(binding.cards))
        unknown = next((name for name in agents if name not in AGENTS), None)
        if unknown is not None:
            raise NotNative(f"the agent '{unknown}'")
        self._greedy = tuple(name == "greedy" for name in agents or ("random",) * binding.players)
        self._lanes: list[Lane] = []
        for _ in range(lanes):
            frame = Frame(self.asm, binding, watched)
            chance = Chance(frame, bmi)
            for key in (LEADER, FAULT):
                frame.add(key, NUM)
            self._lanes.append(Lane(frame, chance))
        if not 2 <= binding.players <= 4:
            raise NotNative(f"{binding.players} players")

    def text(self) -> str:
        """Print the module."""
        asm, lanes = self.asm, self._lanes
        index = asm.slot("i64")
        body_of = self._games(index)
        tables = [
            f"{name} = internal constant [{len(values)} x {asm.type_of(kind)}] "
            f"[{', '.join(f'{asm.type_of(kind)} {asm.literal(value, kind)}' for value in values)}]"
            for (kind, values), name in asm.tables.items()
        ]
        mask = asm.mask
        declared = [f"declare {mask} @llvm.ctpop.{mask}({mask})", f"declare {mask} @llvm.cttz.{mask}({mask}, i1)",
                    f"declare {mask} @llvm.ctlz.{mask}({mask}, i1)"]
        if mask != "i64":
            declared += ["declare i64 @llvm.cttz.i64(i64, i1)", "declare i64 @llvm.ctpop.i64(i64)"]
        taken = "i64 %seed, i64 %first, i64 %count, ptr %records, ptr %digests, ptr %fired"
        head = f"define void @{ENTRY}({taken}) {{\nentry:"
        arrays = [line for lane in lanes for line in lane.frame.allocations()]
        text = [*tables, *declared, functions(asm.width, self._bmi), head, *asm.heads, *arrays, *body_of, "}"]
        return "\n".join(text) + "\n"

    def _games(self, index: str) -> list[str]:
        """Print the loop over the games, so many at a time as there are lanes."""
        asm = self.asm
        head, inside, after = asm.label(), asm.label(), asm.label()
        asm.line(f"store i64 0, ptr {index}")
        asm.goto(head)
        asm.start(head)
        number = asm.op(f"load i64, ptr {index}")
        asm.branch(asm.op(f"icmp slt i64 {number.text}, %count"), inside, after)
        asm.start(inside)
        self._deal(index)
        self._play()
        self._finish(index)
        asm.goto(head)
        asm.start(after)
        for lane in self._lanes:
            lane.frame.ran.mark("%fired")
        asm.line("ret void")
        return asm.lines

    # --- the deal --------------------------------------------------------------------------------------------------

    def _deal(self, index: str) -> None:
        asm = self.asm
        number = asm.op(f"load i64, ptr {index}")
        game = asm.op(f"add i64 %first, {number.text}")
        for place, lane in enumerate(self._lanes):
            own = asm.op(f"add i64 {game.text}, {place}")
            stride = asm.op(f"mul i64 {own.text}, {asm.literal(STRIDE, NUM)}")
            lane.frame.put(RNG, asm.op(f"add i64 %seed, {stride.text}"))
            self._clear(lane)
        self._deal_parts()
        self._shuffle([lane.frame.arrays[DECK_PILE] for lane in self._lanes], self._dealt())
        if matters(self.binding):
            for lane in self._lanes:
                self._number(lane.frame.arrays[DECK_PILE])
        for pile, cards in self.binding.packs:
            for lane in self._lanes:
                self._fill(lane.frame.arrays[pile], cards)
            self._shuffle([lane.frame.arrays[pile] for lane in self._lanes], len(cards))
        for lane in self._lanes:
            lane.frame.put(LEADER, lane.chance.below(self.binding.players))

    def _clear(self, lane: Lane) -> None:
        """Empty all piles and put every state at its start."""
        frame = lane.frame
        for name, of in frame.owners.items():
            if name in frame.ordered:
                frame.put(("top", name, 0), 0)
            else:
                for place in range(frame.count(of)):
                    frame.put(("pile", name, place), 0)
        for state in self.binding.states:
            start = max(state.low, min(0, state.high)) if frame.is_number(state.name) else (
                0 if state.type.kind.value == "Bool" else -1
            )
            for place in range(1 if state.of == "table" else self.binding.players):
                frame.put(("state", state.name, place), start)
        frame.put(FAULT, 0)
        frame.ran.clear()

    def _dealt(self) -> int:
        return sum(spec.deal or len(spec.values) for spec in self.binding.specs)

    def _deal_parts(self) -> None:
        """Lay out the deck in order; of factions that are dealt in part, so many cards that chance chooses."""
        start, place = 0, 0
        for spec in self.binding.specs:
            own = tuple(range(start, start + len(spec.values)))
            start += len(own)
            if not spec.deal:
                for lane in self._lanes:
                    self._fill(lane.frame.arrays[DECK_PILE], own, place)
            else:
                self._part(own, spec.deal, spec.rest, place)
            place += spec.deal or len(own)

    def _part(self, own: tuple[int, ...], count: int, rest: str, place: int) -> None:
        asm = self.asm
        scratch = [asm.slot(f"[{len(own)} x i8]") for _ in self._lanes]
        for array in scratch:
            self._fill(array, own)
        self._shuffle(scratch, len(own))
        for array, lane in zip(scratch, self._lanes, strict=True):
            mask: Value = 0
            for index in range(count):
                mask = asm.either(mask, asm.bit(self._cell(array, index)), MASK)
            chosen = asm.fixed(mask, MASK)
            if rest in lane.frame.ordered:
                raise NotNative(f"the rest of a faction lies in '{rest}', which has an order")
            whole = sum(1 << card for card in own)
            lane.frame.put(("pile", rest, 0), asm.without(whole, chosen))
            left: Value = chosen
            for index in range(count):
                card = asm.lowest(left)
                left = asm.without(left, asm.bit(card))
                self._write(lane.frame.arrays[DECK_PILE], place + index, card)

    def _cell(self, array: str, index: int) -> Value:
        asm = self.asm
        cell = asm.op(f"getelementptr inbounds i8, ptr {array}, i64 {index}")
        return asm.op(f"zext i8 {asm.op(f'load i8, ptr {cell.text}').text} to i64")

    def _write(self, array: str, index: int, card: Value) -> None:
        asm = self.asm
        cell = asm.op(f"getelementptr inbounds i8, ptr {array}, i64 {index}")
        small = asm.op(f"trunc i64 {asm.text(card)} to i8")
        asm.line(f"store i8 {small.text}, ptr {cell.text}")

    def _fill(self, array: str, cards: tuple[int, ...], place: int = 0) -> None:
        asm = self.asm
        for index, card in enumerate(cards):
            cell = asm.op(f"getelementptr inbounds i8, ptr {array}, i64 {place + index}")
            asm.line(f"store i8 {card - 256 if card > 127 else card}, ptr {cell.text}")

    def _shuffle(self, arrays: list[str], size: int) -> None:
        """Print a shuffle of the first cells of an array in each lane, all lanes in one loop."""
        asm = self.asm
        if size < 2:
            return
        place = asm.slot("i64")
        asm.line(f"store i64 {size - 1}, ptr {place}")
        head, after = asm.label(), asm.label()
        asm.goto(head)
        asm.start(head)
        last = asm.op(f"load i64, ptr {place}")
        count = asm.op(f"add i64 {last.text}, 1")
        for array, lane in zip(arrays, self._lanes, strict=True):
            other = lane.chance.below(count)
            cells = [
                asm.op(f"getelementptr inbounds i8, ptr {array}, i64 {asm.text(cell)}").text for cell in (last, other)
            ]
            cards = [asm.op(f"load i8, ptr {cell}").text for cell in cells]
            asm.line(f"store i8 {cards[1]}, ptr {cells[0]}")
            asm.line(f"store i8 {cards[0]}, ptr {cells[1]}")
        less = asm.op(f"sub i64 {last.text}, 1")
        asm.line(f"store i64 {less.text}, ptr {place}")
        asm.branch(asm.op(f"icmp sgt i64 {less.text}, 0"), head, after)
        asm.start(after)

    def _number(self, deck: str) -> None:
        """Print that equal cards are numbered as they lie in the deck."""
        asm, size = self.asm, self._dealt()
        following = asm.slot(f"[{size} x i8]")
        self._fill(following, tuple(range(size)))
        firsts = tuple((copies & -copies).bit_length() - 1 for copies in self.binding.copies)
        place = asm.slot("i64")
        asm.line(f"store i64 0, ptr {place}")
        head, after = asm.label(), asm.label()
        asm.goto(head)
        asm.start(head)
        index = asm.op(f"load i64, ptr {place}")
        cell = asm.op(f"getelementptr inbounds i8, ptr {deck}, i64 {index.text}")
        card = asm.op(f"zext i8 {asm.op(f'load i8, ptr {cell.text}').text} to i64")
        first = asm.lookup(NUM, firsts, card)
        counter = asm.op(f"getelementptr inbounds i8, ptr {following}, i64 {first.text}")
        number = asm.op(f"load i8, ptr {counter.text}")
        asm.line(f"store i8 {number.text}, ptr {cell.text}")
        asm.line(f"store i8 {asm.op(f'add i8 {number.text}, 1').text}, ptr {counter.text}")
        step = asm.op(f"add i64 {index.text}, 1")
        asm.line(f"store i64 {step.text}, ptr {place}")
        asm.branch(asm.compare("<", step, size), head, after)
        asm.start(after)

    # --- the game --------------------------------------------------------------------------------------------------

    def _play(self) -> None:
        outside = [LanePhase(lane, "", 0, self._greedy) for lane in self._lanes]
        for lane in outside:
            lane.events("at_start", lane.table(lane.frame.get(LEADER)))
        for phase in self.binding.program.phases:
            self._phase(phase)
        for lane in outside:
            leader = lane.frame.get(LEADER)
            lane.values.holder = Scoring(lane.frame, leader).holder
            lane.events("at_end", lane.table(leader))

    def _limit(self, phase: ir.PhaseSpec) -> int:
        folder = Folder(self.binding, phase.name)
        asked = [folder.number(tricks) for faction, tricks in phase.extra if self.binding.in_play(faction)]
        if asked:
            raise NotNative("a faction that asks for more tricks")
        return folder.number(phase.tricks)

    def _phase(self, phase: ir.PhaseSpec) -> None:
        asm, limit = self.asm, self._limit(phase)
        lanes = [LanePhase(lane, phase.name, limit, self._greedy) for lane in self._lanes]
        if lanes[0].chains.rules("ends"):
            raise NotNative("a rule that ends a phase")
        touched = self._hands_change(phase.name)
        for lane in lanes:
            lane.events("before_phase", lane.table(lane.frame.get(LEADER)))
            if not touched:
                self._check_hands(lane, limit)
        place = asm.slot("i64")
        asm.line(f"store i64 0, ptr {place}")
        head, after = asm.label(), asm.label()
        asm.goto(head)
        asm.start(head)
        number = asm.op(f"add i64 {asm.op(f'load i64, ptr {place}').text}, 1")
        asm.line(f"store i64 {number.text}, ptr {place}")
        for lane in lanes:
            lane.frame.rounds = limit
        self._trick(lanes, number, limit, touched)
        asm.branch(asm.compare("<", number, limit), head, after)
        asm.start(after)
        for lane in lanes:
            lane.frame.rounds = 1
            lane.events("after_phase", lane.table(lane.frame.get(LEADER)))

    def _check_hands(self, lane: LanePhase, least: Value) -> None:
        """Find out a game in which a hand is shorter than there are tricks: such a game is not for native code."""
        asm, frame = self.asm, lane.frame
        fault = frame.get(FAULT)
        found: Value = fault
        for seat in range(self.binding.players):
            hand = frame.get(("pile", "hand", seat))
            wrong = asm.denied(asm.some(hand)) if least == 1 else asm.compare("<", asm.count(hand), least)
            found = asm.either(found, asm.widen(wrong), NUM)
        frame.put(FAULT, found)

    def _hands_change(self, phase: str) -> bool:
        """Say whether rules of a phase move cards to or from hands while it is played."""

        def is_hand(part: ir.Expr) -> bool:
            return isinstance(part, ir.PileOf) and part.pile == "hand"

        for rule in self.binding.program.hooks:
            if not self.binding.in_play(rule.origin.faction) or rule.phases is not None and phase not in rule.phases:
                continue
            if rule.hook in ("at_start", "before_phase", "after_phase", "at_end"):
                continue
            if rule.hook in ("takes_to", "goes_to") and rule.value is not None and mentions(rule.value, is_hand):
                return True
            for effect in all_effects(rule.effects or ()):
                if isinstance(effect, ir.Move | ir.Swap) and (
                    any(map(is_hand, every(iter(effect_parts(effect))))) or self._may_take_any(effect)
                ):
                    return True
        return False

    def _may_take_any(self, effect: ir.Move | ir.Swap) -> bool:
        """Say whether an effect may take a card from wherever it lies."""
        return isinstance(effect, ir.Swap) or source_of(effect.cards) is None

    def _trick(self, lanes: list[LanePhase], number: Value, limit: int, touched: bool) -> None:
        asm = self.asm
        last = asm.fixed(asm.compare(">=", number, limit), "bool")
        scopes = [lane.table(lane.frame.get(LEADER), number) for lane in lanes]
        for lane, scope in zip(lanes, scopes, strict=True):
            lane.last = last
            if touched:
                self._check_hands(lane, 1)
            lane.begin(scope)
            if touched:
                self._check_hands(lane, 1)
        for play in range(self.binding.players):
            scopes = [lane.play(scope, play) for lane, scope in zip(lanes, scopes, strict=True)]
        scopes = [lane.rank(scope).named(last_trick=last) for lane, scope in zip(lanes, scopes, strict=True)]
        for lane, scope in zip(lanes, scopes, strict=True):
            lane.taken.write(scope)
        for lane, scope in zip(lanes, scopes, strict=True):
            lane.settle(scope)

    # --- the end ---------------------------------------------------------------------------------------------------

    def _finish(self, index: str) -> None:
        asm = self.asm
        for lane in self._lanes:
            frame = lane.frame
            scored = Scoring(frame, frame.get(LEADER)).result()
            dry = asm.compare("<", frame.remaining(DECK_PILE), 0)
            fault = asm.either(dry, asm.compare("!=", frame.get(FAULT), 0))
            record = asm.fixed(asm.select(fault, FAULTY, scored.record))
            self._keep(index, record, scored.digest, lane)

    def _keep(self, index: str, record: Value, digest: Callable[[], Value], lane: Lane) -> None:
        """Print that a game's numbers are kept, if the game was asked for, and go on to the next."""
        asm = self.asm
        number = asm.op(f"load i64, ptr {index}")
        inside, after = asm.label(), asm.label()
        asm.branch(asm.op(f"icmp slt i64 {number.text}, %count"), inside, after)
        asm.start(inside)
        self._put_into("%records", number, record)
        lane.frame.ran.count("%fired", asm.compare("!=", record, FAULTY))
        if self._digests:
            self._put_into("%digests", number, asm.fixed(digest()))
        asm.goto(after)
        asm.start(after)
        asm.line(f"store i64 {asm.op(f'add i64 {number.text}, 1').text}, ptr {index}")

    def _put_into(self, array: str, number: Operand, value: Value) -> None:
        asm = self.asm
        cell = asm.op(f"getelementptr inbounds i64, ptr {array}, i64 {number.text}")
        asm.line(f"store i64 {asm.text(value)}, ptr {cell.text}")
