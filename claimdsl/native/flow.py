"""Printing the flow of a game as native code: phases are loops over tricks; inside, several games run side by side."""

from __future__ import annotations

from dataclasses import dataclass

from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import Folder, may_be_absent
from claimdsl.engine.phase import changes_lead
from claimdsl.engine.runtime import NOTHING
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.vocabulary import HOOKS, Asked
from claimdsl.ir.walk import all_effects
from claimdsl.native.asm import BOOL, MASK, NUM, Asm
from claimdsl.native.chains import Chains, Targets
from claimdsl.native.chance import Chance
from claimdsl.native.effects import LYING, Effects
from claimdsl.native.frame import Frame
from claimdsl.native.greedy import Greedy, Prospect
from claimdsl.native.maps import Mapped, Operand, Value
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Items, Scope
from claimdsl.native.taking import Taking
from claimdsl.native.values import Values

LEADER = ("leader", "", 0)
_TIER = 1 << 44
_STRENGTH = 1 << 31


@dataclass(frozen=True)
class Lane:
    """One of the games that run side by side."""

    frame: Frame
    chance: Chance


class LanePhase:
    """Prints what one lane does in one phase ("" for what lies outside phases)."""

    effects_of: type[Effects] = Effects
    taking_of: type[Taking] = Taking

    def __init__(self, lane: Lane, phase: str, limit: int, greedy: tuple[bool, ...]) -> None:
        self.frame = lane.frame
        self.asm: Asm = lane.frame.asm
        self.chance = lane.chance
        self.binding: Binding = lane.frame.binding
        self.limit = limit
        self.values = Values(self.frame, Folder(self.binding, phase))
        self.chains = Chains(self.values, phase)
        self.values.worth = self._worth_now
        self.values.hidden = self._hidden
        self.greedy = Greedy(self.frame, self.values.folds, greedy)
        self.effects = self.effects_of(self.values, self.chains, self.chance, self.greedy)
        self.taken = self.taking_of(self.values, self.chains, self.chance, self.effects, self.greedy, self._live)
        self.last: Value = 0
        self._leads_live = any(
            changes_lead(self.values.folder.fold(rule.value))
            for _, rule in self.chains.rules("leads") if rule.value is not None
        )
        self._fields: set[str] = set()

    # --- scopes ----------------------------------------------------------------------------------------------------

    def table(self, leader: Value, trick_number: Value = 0) -> Scope:
        """Give the scope of a hook that is asked of no play."""
        n = self.frame.players
        if isinstance(leader, Operand):
            self.asm.natural.add(leader.text)
        around = tuple((1, self.frame.around(leader, step)) for step in range(n))
        return Scope(
            {
                "leader": leader, "trick_number": trick_number, "led": NOTHING,
                "deck": (1 << len(self.binding.deck_cards)) - 1,
            },
            {
                "players": around, "seats": tuple((1, seat) for seat in range(n)), "trick": (),
                "sides": tuple((1, side) for side in range(len(self.binding.sides))),
            },
        )

    def _with_plays(self, scope: Scope, made: int) -> Scope:
        trick: Items = tuple((1, play) for play in range(made))
        return Scope(scope.names, {**scope.lists, "trick": trick}, scope.variables, made)

    def of_play(self, scope: Scope, play: int) -> Scope:
        """Give the scope of a hook that is asked of a play."""
        seat = scope.lists["players"][play][1]
        return scope.named(play=play, card=self.frame.cards[play], player=seat)

    # --- events ----------------------------------------------------------------------------------------------------

    def events(self, hook: str, scope: Scope, faction: Value = NOTHING) -> None:
        """Print what all rules do at an event."""
        for _, rule in self.chains.rules(hook):
            if rule.effects is None:
                continue
            live = self._live(scope)
            if HOOKS[hook].asked is not Asked.TABLE:
                faction = self.values.fact(live.names["card"], "faction", False)
            guard = self.chains.guard(rule, live, faction)
            self.chains.asked(rule, guard, live)
            self.effects.rule(rule.effects, live, guard)

    def _live(self, scope: Scope) -> Scope:
        """Bring a scope up to date with what the trick leads to now, and with cards that have been swapped."""
        if isinstance(scope.names.get("play"), int):
            scope = scope.named(card=self.frame.cards[int(str(scope.names["play"]))])
        if self._leads_live and scope.made:
            scope = scope.named(led=self.leads(scope))
        return scope

    def leads(self, scope: Scope) -> Value:
        """Print what the first play calls for now."""
        first = self.of_play(scope, 0)
        return self.chains.one("leads", first, self.values.fact(self.frame.cards[0], "faction", False))

    # --- a trick ---------------------------------------------------------------------------------------------------

    def begin(self, scope: Scope) -> None:
        """Print the start of a trick."""
        self.frame.put(LYING, 0)
        self.frame.cards.clear()
        for field, nothing in self._chosen_fields():
            for play in range(self.frame.players):
                key = (f"chosen {field}", "", play)
                self.frame.add(key, NUM)
                self.frame.put(key, nothing)
        empty = self.taken.expect_empty()
        self.events("before_trick", scope)
        self.taken.count_revealed(empty)

    def _chosen_fields(self) -> list[tuple[str, int]]:
        found = []
        for _, rule in self.chains.rules("on_play"):
            for effect in all_effects(rule.effects or ()):
                match effect:
                    case ir.Choose(variable=variable, field=True):
                        if variable.type.kind is Kind.INT:
                            raise NotNative("a number chosen in on_play")
                        found.append((variable.name, NOTHING))
                    case _:
                        pass
        return found

    def play(self, scope: Scope, number: int) -> Scope:
        """Print one play; give the scope after it."""
        asm, frame = self.asm, self.frame
        seat = scope.lists["players"][number][1]
        hand = asm.fixed(frame.gather("pile", "hand", seat), MASK)
        asking = scope.named(player=seat)
        if self._leads_live and number:
            asking = asking.named(led=self.leads(scope))
        legal = asm.fixed(self.chains.playable(asking, hand), MASK)
        card = self.chosen(asm.fixed(self.chance.distinct(legal), MASK), scope, number)
        self._lay(card, number, seat)
        scope = self._with_plays(scope, number + 1).named(**{f"counts_as {number}": NOTHING})
        self.events("on_play", self.of_play(scope, number))
        return self._counted(scope, number)

    def chosen(self, options: Value, scope: Scope, number: int) -> Operand:
        """Print which of some cards is played."""
        asm, seat = self.asm, scope.lists["players"][number][1]
        count = asm.count(options)
        draws = asm.both(asm.compare(">", count, 1), asm.denied(self.greedy.decides(seat)))
        drawn = self.chance.nth(options, self.chance.below(count, draws), number)
        chosen = self.greedy.instead(seat, drawn, lambda: self.greediest(options, scope, number))
        assert isinstance(chosen, Operand)
        return Operand(chosen.text, number)

    def _lay(self, card: Operand, number: int, seat: Value) -> None:
        """Print that a card leaves its hand for the trick."""
        asm, frame = self.asm, self.frame
        bit = asm.bit(card)
        frame.take("hand", seat, bit)
        frame.put(LYING, asm.either(frame.get(LYING), bit, MASK) if number else bit)
        frame.cards.append(card)

    def _counted(self, scope: Scope, number: int) -> Scope:
        """Print what a play counts as; give the scope in which that is known."""
        frame = self.frame
        asking = self._live(self.of_play(scope, number))
        counts = self.chains.one("counts_as", asking, self.values.fact(frame.cards[number], "faction", False))
        scope = scope.named(**{f"counts_as {number}": counts})
        if number == 0 and not self._leads_live:
            scope = scope.named(led=counts)
        return scope

    def greediest(self, options: Value, scope: Scope, number: int) -> Operand:
        """Print which of some cards a greedy seat plays."""
        frame, seat = self.frame, scope.lists["players"][number][1]
        stakes = self.greedy.stakes()
        kept = {key: frame.get(key) for key in (LYING, *(("pile", "hand", each) for each in range(frame.players)))}

        def weigh(card: Operand) -> Value:
            own = Operand(card.text, number)
            self._lay(own, number, seat)
            with frame.ran.paused():
                prospect = self._prospect(scope, number)
            value = self.asm.fixed(self.greedy.brings(own, number, seat, prospect, stakes))
            frame.cards.pop()
            for key, old in kept.items():
                frame.put(key, old)
            return value

        return self.greedy.most(options, weigh)[0]

    def _prospect(self, scope: Scope, number: int) -> Prospect:
        """Print what would follow from a play that has been laid, before anything that it sets off."""
        made = number + 1
        if number and self.chains.rules("face_down"):
            return Prospect(None, made, ())
        scope = self._with_plays(scope, made).named(**{f"counts_as {number}": NOTHING})
        scope = self._counted(scope, number).named(last_trick=self.last)
        if made < self.frame.players:
            return Prospect(self._ahead(self._graded(scope)[1]), made, ())
        scope = self.rank(scope)
        live, lying, goes = self._live(scope), self.frame.get(LYING), []
        for play, card in enumerate(self.frame.cards):
            faction = self.values.fact(card, "faction", False)
            there = self.asm.has(lying, card)
            for (pile, seat), condition in self.chains.targets("goes_to", self.of_play(live, play), faction).items():
                if pile == self.binding.program.scored_pile and self.frame.owners[pile] == "player":
                    goes.append((self.asm.fixed(self.asm.both(there, condition), BOOL), card, seat))
        return Prospect(scope.names["winning_play"], made, tuple(goes))

    def _ahead(self, keys: list[Value]) -> Value:
        """Print the number of the play with the greatest key, the earlier of equal ones."""
        asm, best = self.asm, keys[0]
        found: Value = 0
        for play, key in enumerate(keys[1:], 1):
            better = asm.compare(">", key, best)
            best, found = asm.select(better, key, best), asm.select(better, play, found)
        return asm.fixed(found)

    def rank(self, scope: Scope) -> Scope:
        """Print the ranking; give the scope after it."""
        asm = self.asm
        scope, keys = self._graded(scope)
        ranking = self._two(keys) if len(keys) == 2 else self._sorted(keys)
        players = tuple(asm.fixed(self.values.player_of(play, scope)) for play in ranking)
        texts = [player.text for player in players if isinstance(player, Operand)]
        asm.unlike |= {(one, other) for one in texts for other in texts if one != other}
        return Scope(
            {**scope.names, "winner": players[0], "winning_play": ranking[0]},
            {**scope.lists, "ranking": tuple((1, play) for play in ranking)}, scope.variables, scope.made,
        )

    def _graded(self, scope: Scope) -> tuple[Scope, list[Value]]:
        """Print tier and strength of each play; give the scope that has them, and what plays are ranked by."""
        if self._leads_live:
            scope = scope.named(led=self.leads(scope))
        for play in range(scope.made):
            scope = scope.named(**{f"worth {play}": self._worth(play, scope)})
        keys: list[Value] = []
        for play in range(scope.made):
            asked = self.of_play(scope, play)
            faction = self.values.fact(self.frame.cards[play], "faction", False)
            tier = self.chains.one("tier", asked, faction)
            scope = scope.named(**{f"tier {play}": tier})
            strength = self.chains.one("strength", self.of_play(scope, play), faction)
            scope = scope.named(**{f"strength {play}": strength})
            keys.append(self._key(tier, strength))
        return scope, keys

    def _hidden(self, play: int, scope: Scope) -> Value:
        """Print whether a play lies face down now."""
        card = self.frame.cards[play]
        return self.chains.one("face_down", self.of_play(scope, play), self.values.fact(card, "faction", False))

    def _worth(self, play: int, scope: Scope) -> Value:
        """Print what a play is worth now."""
        card = self.frame.cards[play]
        return self.chains.one("worth", self.of_play(scope, play), self.values.fact(card, "faction", False))

    def _worth_now(self, play: int, scope: Scope) -> Value:
        """Print what a play is worth where an expression asks for it."""
        with self.frame.ran.paused("worth"):
            return self._worth(play, scope)

    def _key(self, tier: Value, strength: Value) -> Value:
        asm = self.asm
        return asm.add(asm.times(tier, _TIER), asm.add(strength, _STRENGTH))

    def _two(self, keys: list[Value]) -> tuple[Value, Value]:
        second = self.asm.fixed(self.asm.compare(">", keys[1], keys[0]), BOOL)
        first = self.asm.widen(second)
        return first, self.asm.other(first)

    def _sorted(self, keys: list[Value]) -> tuple[Value, ...]:
        """Sort by key; of equal ones the earlier play is stronger."""
        asm, n = self.asm, len(keys)
        marked = [asm.fixed(asm.add(asm.times(key, 4), 3 - play)) for play, key in enumerate(keys)]
        for low, high in {3: [(0, 1), (1, 2), (0, 1)], 4: [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)]}[n]:
            a, b = marked[low], marked[high]
            more = asm.compare(">", a, b)
            marked[low], marked[high] = asm.fixed(asm.select(more, a, b)), asm.fixed(asm.select(more, b, a))
        places = []
        for mark in marked:
            place = asm.op(f"xor i64 {asm.op(f'and i64 {asm.text(mark)}, 3').text}, 3")
            asm.natural.add(place.text)
            places.append(place)
        return tuple(places)

    # --- going -----------------------------------------------------------------------------------------------------

    def settle(self, scope: Scope) -> None:
        """Print where the cards of the trick go, and who leads next."""
        asm, frame = self.asm, self.frame
        every: list[tuple[int, Targets]] = []
        live = self._live(scope)
        for play in range(scope.made):
            faction = self.values.fact(frame.cards[play], "faction", False)
            there = asm.has(frame.get(LYING), frame.cards[play]) if frame.ran else 1
            every.append((play, self.chains.targets("goes_to", self.of_play(live, play), faction, there)))
        lying = frame.get(LYING)
        moves: list[tuple[tuple[str, Value], Value]] = []
        for key in dict.fromkeys(key for _, targets in every for key in targets):
            conditions = [targets.get(key, 0) for _, targets in every]
            moves.append((key, asm.fixed(self._share(conditions, lying), MASK)))
        left: Value = lying
        for key, mask in moves:
            self.effects.put({key: 1}, mask)
            left = asm.without(left, mask)
        frame.put(LYING, left)
        self.events("after_trick", scope)
        seat = self.chains.one("next_leader", self._live(scope), NOTHING)
        answer = next((rule for _, rule in reversed(self.chains.rules("next_leader")) if rule.value), None)
        if answer is not None and answer.value is not None and may_be_absent(answer.value):
            seat = asm.select(asm.compare(">=", seat, 0), seat, scope.names["winner"])
        frame.put(LEADER, seat)

    def _share(self, conditions: list[Value], lying: Operand) -> Value:
        """Give the cards of the trick that go to a pile, by the condition on each play."""
        asm = self.asm
        common = self._common(conditions)
        if common is not None:
            asked, yes, no = common
            return asm.select(asked, asm.both(lying, yes, MASK), asm.both(lying, no, MASK), MASK)
        found: Value = 0
        for play, condition in enumerate(conditions):
            bit = asm.both(lying, asm.bit(self.frame.cards[play]), MASK)
            found = asm.either(found, asm.kept(condition, bit), MASK)
        return found

    def _common(self, conditions: list[Value]) -> tuple[Value, int, int] | None:
        """Give one thing that decides over all plays alike, and the cards that go where it holds and where not."""
        found: set[tuple[Value, int, int]] = set()
        for play, condition in enumerate(conditions):
            parts = self.asm.cofactors(condition)
            if parts is None:
                return None
            yes, no = (self._column(part, play) for part in parts[1:])
            if yes is None or no is None:
                return None
            found.add((parts[0], yes, no))
        return found.pop() if len(found) == 1 else None

    def _column(self, known: Value, play: int) -> int | None:
        """Give the cards for which a truth about a play holds that is known before the game."""
        if isinstance(known, Mapped):
            whole = sum(1 << card for card, yes in enumerate(known.values) if yes)
            return whole if known.card == self.frame.cards[play] else None
        return ((1 << self.asm.width) - 1 if known else 0) if isinstance(known, int) else None
