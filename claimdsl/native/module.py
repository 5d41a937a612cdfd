"""A bound program as one LLVM module: the function that plays many games and keeps a number or two of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from claimdsl.engine.batch import AGENTS
from claimdsl.engine.binding import Binding
from claimdsl.engine.chance import STRIDE
from claimdsl.engine.effect_facts import source_of
from claimdsl.engine.firing import Watched
from claimdsl.engine.fold import Folder
from claimdsl.engine.phase import most_tricks
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import DECK_PILE
from claimdsl.ir.walk import all_effects, effect_parts, every, mentions
from claimdsl.native.asm import BOOL, MASK, NUM, Asm
from claimdsl.native.blocks import behind, counted, during
from claimdsl.native.chance import FEW, RNG, functions
from claimdsl.native.deal import Deal
from claimdsl.native.flow import LEADER, Lane, LanePhase
from claimdsl.native.frame import FAULT, Frame
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Row, Variable
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Scope
from claimdsl.native.scoring import Scoring
from claimdsl.native.stream import Stream, Streams

ENTRY = "play_batch"
FAULTY = -1
LANES = 4
COUNT = Operand("%count")
COPY = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"


class Module:
    """Prints one binding; `lanes` games run side by side."""

    entry = ENTRY

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
        frames = [Frame(self.asm, binding, watched) for _ in range(lanes)]
        self._rows = [Stream(frame, bmi) for frame in frames]
        self._streams = Streams(self.asm, self._rows, frames)
        for frame in frames:
            for key in (LEADER, FAULT):
                frame.add(key, NUM)
        self._lanes = [Lane(frame, stream) for frame, stream in zip(frames, self._rows, strict=True)]
        self._deal = Deal(self.asm, binding, self._lanes, self._rows, self._streams)
        if not 2 <= binding.players <= 4:
            raise NotNative(f"{binding.players} players")

    def text(self) -> str:
        """Print the module."""
        asm, lanes = self.asm, self._lanes
        asm.keeps_tables = True
        body = self._games()
        taken = "i64 %seed, i64 %first, i64 %count, ptr %records, ptr %digests, ptr %fired"
        arrays = [line for lane in lanes for line in lane.frame.allocations()]
        arrays += asm.copies()
        arrays += [line for stream in self._rows for line in stream.allocations()]
        return self.whole(taken, [functions(asm.width, self._bmi), COPY], [*asm.heads, *arrays, *body])

    def whole(self, taken: str, parts: list[str], body: list[str]) -> str:
        """Print a module: the function that is called from outside, what it takes, and what it calls itself."""
        head = f"define void @{self.entry}({taken}) {{\nentry:"
        return "\n".join((*self.asm.globals(), *self.asm.declared(), *parts, head, *body, "}")) + "\n"

    def _games(self) -> list[str]:
        """Print the loop over the games, so many at a time as there are lanes."""
        asm, index = self.asm, Variable(self.asm, NUM, 0)
        with during(asm, lambda: asm.compare("<", index.read(), COUNT)):
            self._seeds(index.read())
            self._whole()
            self._finish(index)
        for lane in self._lanes:
            lane.frame.ran.mark("%fired")
        asm.line("ret void")
        return asm.lines

    def _whole(self) -> None:
        """Print the games from deal to end; once more where these ask for more numbers than can lie ready."""
        mark = self.asm.mark()
        self._deal.write()
        self._play()
        self._streams.end()
        if not self._streams.are_ready:
            self.asm.cut(mark)
            self._deal.write()
            self._play()

    def _seeds(self, index: Operand) -> None:
        """Print where the stream of each lane begins."""
        asm = self.asm
        game = asm.add(Operand("%first"), index)
        for place, lane in enumerate(self._lanes):
            lane.frame.put(RNG, asm.add(Operand("%seed"), asm.times(asm.add(game, place), STRIDE)))

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

    def _phase(self, phase: ir.PhaseSpec) -> None:
        limit = most_tricks(Folder(self.binding, phase.name), phase)
        lanes = self._in_phase(phase, limit)
        touched = self._hands_change(phase.name) or lanes[0].ending.is_open
        for lane in lanes:
            lane.events("before_phase", lane.table(lane.frame.get(LEADER)))
            if not touched:
                self._check_hands(lane, limit)
            lane.are_hands_small = not touched
        self._tricks(lanes, limit, touched)
        for lane in lanes:
            lane.events("after_phase", lane.table(lane.frame.get(LEADER)))

    def _in_phase(self, phase: ir.PhaseSpec, limit: int) -> list[LanePhase]:
        return [LanePhase(lane, phase.name, limit, self._greedy) for lane in self._lanes]

    def _tricks(self, lanes: Sequence[LanePhase], limit: int, touched: bool, before: Variable | None = None) -> None:
        """Print the loop over the tricks of a phase; so many lie `before` them.

        Where games differ in when it ends, each lane has a loop of its own.
        """
        if lanes[0].ending.is_open:
            for lane in lanes:
                self._until_over(lane, limit, before or Variable(self.asm, NUM, 0))
            return
        with counted(self.asm, limit, before) as number:
            for lane in lanes:
                lane.frame.rounds = limit
            self._trick(lanes, self.asm.add(number, 1), limit, touched)
        for lane in lanes:
            lane.frame.rounds = 1

    def _until_over(self, lane: LanePhase, limit: int, number: Variable) -> None:
        """Print the tricks of one lane: one, and more of them until the phase is over."""
        asm, over = self.asm, Variable(self.asm, NUM, 0)
        with during(asm, lambda: asm.compare("==", over.read(), 0)):
            lane.frame.rounds = limit
            number.add(1)
            for scope in self._trick([lane], number.read(), limit, True):
                over.write(asm.widen(lane.ending.over(scope)))
        lane.frame.rounds = 1

    def _check_hands(self, lane: LanePhase, least: Value) -> None:
        """Find out a game in which a hand is shorter than there are tricks, or has more cards than a few.

        Such a game is not for native code.
        """
        for seat in range(self.binding.players):
            self._check_hand(lane, seat, least)

    def _check_hand(self, lane: LanePhase, seat: Value, least: Value) -> None:
        """Find out whether one hand is; then it is given cards, as one must be there to play."""
        asm, frame = self.asm, lane.frame
        hand = asm.fixed(frame.gather("pile", "hand", seat), MASK)
        count = asm.sub(asm.count(hand), least)
        wrong = asm.denied(asm.some(hand)) if least == 1 else self._is_beyond(count, asm.sub(FEW, least))
        wrong = asm.fixed(wrong, BOOL)
        frame.put(FAULT, asm.either(frame.get(FAULT), asm.widen(wrong), NUM))
        cards = asm.fixed(asm.kept(wrong, (1 << min(FEW, len(self.binding.deck_cards))) - 1), MASK)
        frame.scatter("pile", "hand", seat, lambda old, here: asm.either(old, asm.kept(here, cards), MASK))

    def _is_beyond(self, number: Value, most: Value) -> Value:
        """Say whether a number is below 0 or above another."""
        texts = self.asm.text(number), self.asm.text(most)
        return self.asm.op(f"icmp ugt i64 {texts[0]}, {texts[1]}")

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

    def _trick(self, lanes: Sequence[LanePhase], number: Value, limit: int, touched: bool) -> list[Scope]:
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
            for lane, scope in zip(lanes, scopes, strict=True):
                if touched and play and lane.chains.rules("on_play"):
                    self._check_hand(lane, scope.lists["players"][play][1], 1)
            scopes = [lane.play(scope, play) for lane, scope in zip(lanes, scopes, strict=True)]
        scopes = [lane.rank(scope).named(last_trick=last) for lane, scope in zip(lanes, scopes, strict=True)]
        for lane, scope in zip(lanes, scopes, strict=True):
            lane.taken.write(scope)
        for lane, scope in zip(lanes, scopes, strict=True):
            lane.settle(scope)
        return scopes

    # --- the end ---------------------------------------------------------------------------------------------------

    def _finish(self, index: Variable) -> None:
        asm = self.asm
        for lane in self._lanes:
            frame = lane.frame
            scored = Scoring(frame, frame.get(LEADER)).result()
            record = asm.fixed(asm.select(self.fault(frame), FAULTY, scored.record))
            self._keep(index.read(), record, scored.digest, lane)
            index.add(1)

    def fault(self, frame: Frame) -> Value:
        """Print whether a game is none for native code."""
        dry = self.asm.compare("<", frame.remaining(DECK_PILE), 0)
        return self.asm.either(dry, self.asm.compare("!=", frame.get(FAULT), 0))

    def _keep(self, number: Operand, record: Value, digest: Callable[[], Value], lane: Lane) -> None:
        """Print that a game's numbers are kept, if the game was asked for."""
        asm = self.asm
        with behind(asm, asm.compare("<", number, COUNT)):
            Row(asm, "%records").write(number, record)
            lane.frame.ran.count("%fired", asm.compare("!=", record, FAULTY))
            if self._digests:
                Row(asm, "%digests").write(number, asm.fixed(digest()))
