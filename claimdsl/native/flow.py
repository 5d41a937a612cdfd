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
from claimdsl.native.choices import Choices
from claimdsl.native.effects import Effects
from claimdsl.native.ending import Ending
from claimdsl.native.frame import Frame
from claimdsl.native.going import share
from claimdsl.native.greedy import Greedy, Prospect
from claimdsl.native.maps import Operand, Value
from claimdsl.native.moves import LYING, Moves
from claimdsl.native.ranking import ahead, key_of, ranked
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Items, Scope
from claimdsl.native.taking import Taking
from claimdsl.native.values import Values

LEADER = ("leader", "", 0)


@dataclass(frozen=True)
class Lane:
    """One of the games that run side by side."""

    frame: Frame
    chance: Chance


class LanePhase:
    """Prints what one lane does in one phase ("" for what lies outside phases)."""

    choices_of: type[Choices] = Choices
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
        moves = Moves(self.values, self.chains)
        choices = self.choices_of(self.values, self.chance, self.greedy, moves)
        self.effects = Effects(self.values, moves, choices, self._live)
        self.taken = self.taking_of(self.values, self.chains, self.chance, self.effects, self.greedy, self._live)
        self.ending = Ending(self.values, self.chains, phase, limit, self._live)
        self.last: Value = 0
        self.are_hands_small = False
        self._leads_live = any(
            changes_lead(self.values.folder.fold(rule.value))
            for _, rule in self.chains.rules("leads") if rule.value is not None
        )

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
        if "play" in scope.names:
            scope = scope.named(card=self.values.card_at(scope.names["play"], scope))
        if self._leads_live and scope.made:
            scope = scope.named(led=self.leads(scope))
        return scope

    def _asked(self, hook: str, play: int, scope: Scope) -> Value:
        """Print the answer of a hook that is asked of a play."""
        return self.chains.one(hook, self.of_play(scope, play), self._faction(play))

    def _faction(self, play: int) -> Value:
        return self.values.fact(self.frame.cards[play], "faction", False)

    def leads(self, scope: Scope) -> Value:
        """Print what the first play calls for now."""
        return self._asked("leads", 0, scope)

    # --- a trick ---------------------------------------------------------------------------------------------------

    def begin(self, scope: Scope) -> None:
        """Print the start of a trick."""
        self.frame.put(LYING, 0)
        self.frame.cards.clear()
        for field in self._chosen_fields():
            for play in range(self.frame.players):
                key = (f"chosen {field}", "", play)
                self.frame.add(key, NUM)
                self.frame.put(key, NOTHING)
        empty = self.taken.sizes.expect_empty()
        self.events("before_trick", scope)
        self.taken.sizes.count_revealed(empty)

    def _chosen_fields(self) -> list[str]:
        """Name the fields of plays that hold what was chosen in on_play."""
        choices = [
            effect.variable for _, rule in self.chains.rules("on_play") for effect in all_effects(rule.effects or ())
            if isinstance(effect, ir.Choose) and effect.field
        ]
        if any(variable.type.kind is Kind.INT for variable in choices):
            raise NotNative("a number chosen in on_play")
        return [variable.name for variable in choices]

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
        nth = self.chance.nth_of_few if self.are_hands_small else self.chance.nth
        drawn = nth(options, self.chance.below(count, draws), number)
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
        counts = self.chains.one("counts_as", self._live(self.of_play(scope, number)), self._faction(number))
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
            return Prospect(ahead(self.asm, self._graded(scope)[1]), made, ())
        scope = self.rank(scope)
        live, lying, goes = self._live(scope), self.frame.get(LYING), []
        for play, card in enumerate(self.frame.cards):
            there = self.asm.has(lying, card)
            targets = self.chains.targets("goes_to", self.of_play(live, play), self._faction(play))
            for (pile, seat), condition in targets.items():
                if pile == self.binding.program.scored_pile and self.frame.owners[pile] == "player":
                    goes.append((self.asm.fixed(self.asm.both(there, condition), BOOL), card, seat))
        return Prospect(scope.names["winning_play"], made, tuple(goes))

    def rank(self, scope: Scope) -> Scope:
        """Print the ranking; give the scope after it."""
        asm = self.asm
        scope, keys = self._graded(scope)
        ranking = ranked(asm, keys)
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
            scope = scope.named(**{f"worth {play}": self._asked("worth", play, scope)})
        keys: list[Value] = []
        for play in range(scope.made):
            tier = self._asked("tier", play, scope)
            scope = scope.named(**{f"tier {play}": tier})
            strength = self._asked("strength", play, scope)
            scope = scope.named(**{f"strength {play}": strength})
            keys.append(key_of(self.asm, tier, strength))
        return scope, keys

    def _hidden(self, play: int, scope: Scope) -> Value:
        """Print whether a play lies face down now."""
        return self._asked("face_down", play, scope)

    def _worth_now(self, play: int, scope: Scope) -> Value:
        """Print what a play is worth where an expression asks for it."""
        with self.frame.ran.paused("worth"):
            return self._asked("worth", play, scope)

    # --- going -----------------------------------------------------------------------------------------------------

    def settle(self, scope: Scope) -> None:
        """Print where the cards of the trick go, and who leads next."""
        asm, frame = self.asm, self.frame
        every: list[tuple[int, Targets]] = []
        live = self._live(scope)
        for play in range(scope.made):
            faction = self._faction(play)
            there = asm.has(frame.get(LYING), frame.cards[play]) if frame.ran else 1
            every.append((play, self.chains.targets("goes_to", self.of_play(live, play), faction, there)))
        lying = frame.get(LYING)
        moves: list[tuple[tuple[str, Value], Value]] = []
        for key in dict.fromkeys(key for _, targets in every for key in targets):
            conditions = [targets.get(key, 0) for _, targets in every]
            moves.append((key, asm.fixed(share(asm, conditions, lying, frame.cards), MASK)))
        left: Value = lying
        for key, mask in moves:
            self.effects.moves.put({key: 1}, mask)
            left = asm.without(left, mask)
        frame.put(LYING, left)
        self.events("after_trick", scope)
        seat = self.chains.one("next_leader", self._live(scope), NOTHING)
        answer = next((rule for _, rule in reversed(self.chains.rules("next_leader")) if rule.value), None)
        if answer is not None and answer.value is not None and may_be_absent(answer.value):
            seat = asm.select(asm.compare(">=", seat, 0), seat, scope.names["winner"])
        frame.put(LEADER, seat)
