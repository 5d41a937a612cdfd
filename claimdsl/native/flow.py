"""Printing the flow of a game as native code: phases are loops over tricks; inside, several games run side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from claimdsl.engine.binding import Binding
from claimdsl.engine.flow import changes_lead
from claimdsl.engine.fold import Folder, is_false, is_true, may_be_absent
from claimdsl.engine.runtime import NOTHING
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import DECK_PILE
from claimdsl.ir.types import Kind
from claimdsl.ir.vocabulary import HOOKS, Asked
from claimdsl.ir.walk import all_effects, effect_parts, every
from claimdsl.native.asm import BOOL, MASK, NUM, Asm
from claimdsl.native.chains import Chains, Targets
from claimdsl.native.chance import Chance
from claimdsl.native.effects import LYING, Effects
from claimdsl.native.frame import Frame
from claimdsl.native.greedy import Greedy, Prospect
from claimdsl.native.maps import Mapped, Operand, Value
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Items, Scope
from claimdsl.native.values import Values

LEADER = ("leader", "", 0)
FAULT = ("fault", "", 0)
_TIER = 1 << 44
_STRENGTH = 1 << 31


@dataclass(frozen=True)
class Lane:
    """One of the games that run side by side."""

    frame: Frame
    chance: Chance


class LanePhase:
    """Prints what one lane does in one phase ("" for what lies outside phases)."""

    def __init__(self, lane: Lane, phase: str, limit: int, greedy: tuple[bool, ...]) -> None:
        self.frame = lane.frame
        self.asm: Asm = lane.frame.asm
        self.chance = lane.chance
        self.binding: Binding = lane.frame.binding
        self.limit = limit
        self.values = Values(self.frame, Folder(self.binding, phase))
        self.chains = Chains(self.values, phase)
        self.values.worth = self._worth
        self.greedy = Greedy(self.frame, self.values.folds, greedy)
        self.effects = Effects(self.values, self.chains, self.chance, self.greedy)
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
        empty = self._expect_empty()
        self.events("before_trick", scope)
        self._count_revealed(empty)

    # --- piles whose size is known ---------------------------------------------------------------------------------

    def _tidy_piles(self) -> tuple[str, ...]:
        """Give the piles that cards are offered from, and that no rule touches in a trick but to fill them."""
        if not self.chains.rules("offers"):
            return ()
        found = dict.fromkeys(self._open_sources())
        for rule in self.binding.program.hooks:
            if self.binding.in_play(rule.origin.faction) and rule.hook not in ("before_trick", "at_end"):
                touched = _touched(rule.effects or ())
                found = {pile: None for pile in found if touched is not None and pile not in touched}
        return tuple(found)

    def _expect_empty(self) -> tuple[str, ...]:
        """Find out a game in which such a pile is not empty when a trick begins: it is not for native code."""
        self.frame.sizes.clear()
        piles = self._tidy_piles()
        for pile in piles:
            fault = self.frame.get(FAULT)
            some = self.asm.widen(self.asm.some(self.frame.get(("pile", pile, 0))))
            self.frame.put(FAULT, self.asm.either(fault, some, NUM))
        return piles

    def _count_revealed(self, empty: tuple[str, ...]) -> None:
        """Count the cards that rules have laid into such piles before the trick."""
        self.frame.sizes.update(dict.fromkeys(empty, 0))
        for _, rule in self.chains.rules("before_trick"):
            for effect in rule.effects or ():
                match effect:
                    case ir.Move(cards=ir.Top(items=ir.PileOf(pile=under), count=count), pile=ir.PileOf(pile=pile)) if (
                        under == DECK_PILE and pile in self.frame.sizes and rule.when is None
                        and isinstance(self.values.folder.fold(count), ir.Literal)
                    ):
                        self.frame.sizes[pile] += max(self.values.folder.number(count), 0)
                    case _:
                        touched = _touched(rule.effects or ())
                        for pile in tuple(self.frame.sizes) if touched is None else touched:
                            self.frame.sizes.pop(pile, None)

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
        options = asm.fixed(self.chance.distinct(legal), MASK)
        count = asm.count(options)
        draws = asm.both(asm.compare(">", count, 1), asm.denied(self.greedy.decides(seat)))
        drawn = self.chance.nth(options, self.chance.below(count, draws), number)
        chosen = self.greedy.instead(seat, drawn, lambda: self._greediest(options, scope, number))
        assert isinstance(chosen, Operand)
        card = Operand(chosen.text, number)
        self._lay(card, number, seat)
        scope = self._with_plays(scope, number + 1).named(**{f"counts_as {number}": NOTHING})
        self.events("on_play", self.of_play(scope, number))
        return self._counted(scope, number)

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

    def _greediest(self, options: Value, scope: Scope, number: int) -> Operand:
        """Print which of some cards a greedy seat plays."""
        frame, seat = self.frame, scope.lists["players"][number][1]
        stakes = self.greedy.stakes()
        kept = {key: frame.get(key) for key in (LYING, *(("pile", "hand", each) for each in range(frame.players)))}

        def weigh(card: Operand) -> Value:
            own = Operand(card.text, number)
            self._lay(own, number, seat)
            value = self.asm.fixed(self.greedy.brings(own, number, seat, self._prospect(scope, number), stakes))
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
        players = tuple(self.values.player_of(play, scope) for play in ranking)
        return Scope(
            {**scope.names, "winner": asm.fixed(players[0]), "winning_play": ranking[0]},
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

    def _worth(self, play: int, scope: Scope) -> Value:
        """Print what a play is worth now."""
        card = self.frame.cards[play]
        return self.chains.one("worth", self.of_play(scope, play), self.values.fact(card, "faction", False))

    def _key(self, tier: Value, strength: Value) -> Value:
        asm = self.asm
        return asm.add(asm.times(tier, _TIER), asm.add(strength, _STRENGTH))

    def _two(self, keys: list[Value]) -> tuple[Value, Value]:
        second = self.asm.fixed(self.asm.compare(">", keys[1], keys[0]), BOOL)
        first = self.asm.widen(second)
        return first, self.asm.sub(1, first)

    def _sorted(self, keys: list[Value]) -> tuple[Value, ...]:
        """Sort by key; of equal ones the earlier play is stronger."""
        asm, n = self.asm, len(keys)
        marked = [asm.fixed(asm.add(asm.times(key, 8), n - 1 - play)) for play, key in enumerate(keys)]
        for low, high in {3: [(0, 1), (1, 2), (0, 1)], 4: [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)]}[n]:
            a, b = marked[low], marked[high]
            more = asm.compare(">", a, b)
            marked[low], marked[high] = asm.fixed(asm.select(more, a, b)), asm.fixed(asm.select(more, b, a))
        places = []
        for mark in marked:
            low_bits = asm.op(f"and i64 {asm.text(mark)}, 7")
            places.append(asm.sub(n - 1, low_bits))
        return tuple(places)

    # --- taking ----------------------------------------------------------------------------------------------------

    def taking(self, scope: Scope) -> None:
        """Print the taking, if there is any in this phase."""
        if self.chains.rules("offers"):
            for _, play in scope.lists["ranking"]:
                self._take(scope, play)

    def _take(self, scope: Scope, play: Value) -> None:
        asm, frame = self.asm, self.frame
        card = self.values.card_at(play, scope)
        seat = self.values.player_of(play, scope)
        taker = self._live(scope).named(play=play, card=card, player=asm.fixed(seat))
        faction = self.values.fact(card, "faction", False)
        offered = Offered(0, ())
        for _, rule in self.chains.rules("offers"):
            if rule.value is not None:
                guard = self.chains.guard(rule, taker, faction)
                offer = self._offer(self.values.folder.fold(rule.value), taker, offered)
                offered = self._either_offer(asm.fixed(guard, BOOL), offer, offered)
        sizes = self.frame.sizes
        due, hidden, present = self._chosen(offered, asm.fixed(seat))
        for pile in tuple(sizes):
            if offered.size is None or (offered.size and offered.hidden):
                del sizes[pile]
            elif offered.size:
                sizes[pile] -= 1
        self.effects.hidden = hidden
        taker = taker.named(due=asm.select(present, due, NOTHING))
        gone: Value = 0
        if self.chains.rules("on_take"):
            before = self._places_of(due, hidden)
            for _, rule in self.chains.rules("on_take"):
                guard = asm.both(present, self.chains.guard(rule, taker, faction))
                self.effects.rule(rule.effects or (), taker, guard)
            gone = asm.fixed(self._has_gone(before, self._places_of(due, hidden), hidden), BOOL)
        targets = self.chains.targets("takes_to", taker, faction)
        stays = asm.fixed(asm.both(present, asm.denied(gone)), BOOL)
        mask = asm.fixed(asm.bit(asm.select(present, due, 0), stays), MASK)
        for pile in self._open_sources():
            frame.scatter("pile", pile, 0, lambda old, _: asm.without(old, mask))
        if hidden is not None:
            frame.pop(hidden[1], asm.widen(asm.both(stays, hidden[0])))
        self.effects.hidden = None
        self.effects.put(targets, mask)

    def _places_of(self, due: Value, hidden: tuple[Value, str] | None) -> list[Value]:
        """Tell where a card that is taken lies: whether in each pile that it may be taken from, and the hidden top."""
        asm, frame = self.asm, self.frame
        bit = asm.fixed(asm.bit(due), MASK)
        found = [
            asm.fixed(asm.some(asm.both(frame.get(("pile", pile, 0)), bit, MASK)), BOOL)
            for pile in self._open_sources()
        ]
        return found if hidden is None else [*found, asm.fixed(frame.get(("top", hidden[1], 0)))]

    def _has_gone(self, before: list[Value], after: list[Value], hidden: tuple[Value, str] | None) -> Value:
        """Say whether a card has left the place that it was to be taken from."""
        asm = self.asm
        still: Value = 0
        piles = len(self._open_sources())
        for one, other in zip(before[:piles], after[:piles], strict=True):
            still = asm.either(still, asm.both(one, other))
        gone = asm.denied(still)
        return gone if hidden is None else asm.select(hidden[0], asm.compare("!=", before[-1], after[-1]), gone, BOOL)

    def _open_sources(self) -> list[str]:
        """Give the piles of the table, without an order, that cards are offered from."""
        found: dict[str, None] = {}
        for _, rule in self.chains.rules("offers"):
            for part in every(iter((rule.value,) if rule.value is not None else ())):
                match part:
                    case ir.PileOf(pile=pile, owner=None) if pile not in self.frame.ordered:
                        found[pile] = None
                    case ir.PileOf(owner=owner) if owner is not None:
                        raise NotNative("cards are offered from a player's pile")
                    case _:
                        pass
        return list(found)

    def _offer(self, expr: ir.Expr, scope: Scope, base: Offered) -> Offered:
        asm = self.asm
        match expr:
            case ir.Known(name="base"):
                return base
            case ir.If(condition=condition, yes=yes, no=no):
                if is_true(condition) or is_false(condition):
                    return self._offer(yes if is_true(condition) else no, scope, base)
                test = asm.fixed(self.values.one(condition, scope), BOOL)
                return self._either_offer(test, self._offer(yes, scope, base), self._offer(no, scope, base))
            case ir.Join(lists=lists):
                offers = [self._offer(part, scope, base) for part in lists]
                found = offers[0]
                for offer in offers[1:]:
                    size = None if found.size is None or offer.size is None else found.size + offer.size
                    found = Offered(asm.either(found.cards, offer.cards, MASK), found.hidden + offer.hidden, size)
                return found
            case ir.Top(items=ir.PileOf(pile=pile), count=count) if pile in self.frame.ordered:
                number = self.values.one(self.values.folder.fold(count), scope)
                if number != 1:
                    raise NotNative("more than one card of a pile with an order is offered")
                _, card = self.frame.peek(pile, 0, checked=False)
                return Offered(0, ((1, card, pile),))
            case _:
                size = self.frame.sizes.get(expr.pile) if isinstance(expr, ir.PileOf) else None
                return Offered(self.values.mask(expr, scope), (), size)

    def _either_offer(self, test: Value, yes: Offered, no: Offered) -> Offered:
        asm = self.asm
        if isinstance(test, int):
            return yes if test else no
        cards = asm.select(test, yes.cards, no.cards, MASK)
        hidden = [(asm.both(test, there), card, pile) for there, card, pile in yes.hidden]
        for there, card, pile in no.hidden:
            other = asm.both(asm.denied(test), there)
            same = next((place for place, item in enumerate(hidden) if item[2] == pile), None)
            if same is None:
                hidden.append((other, card, pile))
            else:
                hidden[same] = (asm.either(hidden[same][0], other), card, pile)
        return Offered(cards, tuple(item for item in hidden if item[0] != 0), yes.size if yes.size == no.size else None)

    def _chosen(self, offered: Offered, seat: Value) -> tuple[Value, tuple[Value, str] | None, Value]:
        """Print the choice: the card, whether it is the hidden one, whether there is one."""
        asm = self.asm
        if len(offered.hidden) > 1:
            raise NotNative("unseen cards of two piles are offered")
        if offered.size == 1 and not offered.hidden:
            return asm.lowest(offered.cards), None, 1
        if offered.size == 0 and len(offered.hidden) == 1 and offered.hidden[0][0] == 1 and (
            offered.hidden[0][2] == DECK_PILE
        ):
            return offered.hidden[0][1], (1, offered.hidden[0][2]), 1
        left = {pile: asm.compare(">", self.frame.remaining(pile), 0) for _, _, pile in offered.hidden}
        offered = replace(offered, hidden=tuple(
            (asm.fixed(asm.both(there, left[pile]), BOOL), card, pile) for there, card, pile in offered.hidden
        ))
        cards = asm.fixed(self.chance.distinct(offered.cards), MASK)
        open_count = asm.count(cards)
        total = open_count
        for there, _, _ in offered.hidden:
            total = asm.add(total, asm.widen(there))
        total = asm.fixed(total)
        number = self._seldom(total, seat)
        is_open = asm.fixed(asm.compare("<", number, open_count), BOOL)
        # an empty mask has no first card: then the hidden one is taken
        safe = asm.select(asm.some(cards), cards, 1, MASK)
        card: Value = self.chance.nth(safe, asm.select(is_open, number, 0))
        present = asm.fixed(asm.compare(">", total, 0), BOOL)
        there = offered.hidden[0][0] if offered.hidden else 0
        none = asm.compare("==", open_count, 0)
        card = self.greedy.instead(
            seat, card, lambda: asm.select(none, -1, self.greedy.chosen_card(cards, there))
        )
        if self.greedy.decides(seat) != 0:
            is_open = asm.fixed(asm.select(self.greedy.decides(seat), asm.compare(">=", card, 0), is_open, BOOL), BOOL)
        if not offered.hidden:
            return card, None, present
        _, unseen, pile = offered.hidden[0]
        taken = asm.fixed(asm.both(present, asm.denied(is_open)), BOOL)
        return asm.fixed(asm.select(is_open, card, unseen)), (taken, pile), present

    def _seldom(self, count: Value, seat: Value) -> Value:
        """Print a draw that is seldom needed, behind a branch."""
        asm = self.asm
        place = asm.slot("i64")
        asm.line(f"store i64 0, ptr {place}")
        inside, after = asm.label(), asm.label()
        draws = asm.both(asm.compare(">", count, 1), asm.denied(self.greedy.decides(seat)))
        asm.branch(draws, inside, after)
        asm.start(inside)
        asm.line(f"store i64 {asm.text(self.chance.below(count))}, ptr {place}")
        asm.goto(after)
        asm.start(after)
        return asm.op(f"load i64, ptr {place}")

    # --- going -----------------------------------------------------------------------------------------------------

    def settle(self, scope: Scope) -> None:
        """Print where the cards of the trick go, and who leads next."""
        asm, frame = self.asm, self.frame
        every: list[tuple[int, Targets]] = []
        live = self._live(scope)
        for play in range(scope.made):
            faction = self.values.fact(frame.cards[play], "faction", False)
            every.append((play, self.chains.targets("goes_to", self.of_play(live, play), faction)))
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
        columns = {condition.values if isinstance(condition, Mapped) else condition for condition in conditions}
        if len(columns) == 1:
            first = conditions[0]
            if isinstance(first, Mapped) and all(
                isinstance(condition, Mapped) and condition.card == self.frame.cards[play]
                for play, condition in enumerate(conditions)
            ):
                return asm.both(lying, sum(1 << card for card, yes in enumerate(first.values) if yes), MASK)
            if not isinstance(first, Mapped):
                return asm.kept(first, lying)
        found: Value = 0
        for play, condition in enumerate(conditions):
            bit = asm.both(lying, asm.bit(self.frame.cards[play]), MASK)
            found = asm.either(found, asm.kept(condition, bit), MASK)
        return found


def _touched(effects: tuple[ir.Effect, ...]) -> set[str] | None:
    """Give the piles that effects may move cards to or from; None where that may be any."""
    inside = list(all_effects(effects))
    moving = [effect for effect in inside if isinstance(effect, ir.Move | ir.Swap)]
    if not moving:
        return set()
    parts = list(every(part for effect in inside for part in effect_parts(effect)))
    if any(isinstance(part, ir.Known) and part.name in ("due", "deck") for part in parts):
        return None
    return {part.pile for part in parts if isinstance(part, ir.PileOf)}


@dataclass(frozen=True)
class Offered:
    """What is offered: cards that are seen, and unseen ones from the top of a pile: whether, which, and the pile."""

    cards: Value
    hidden: tuple[tuple[Value, Operand, str], ...]
    size: int | None = 0


def each(lanes: list[LanePhase], action: Callable[[LanePhase], None]) -> None:
    """Print the same for every lane."""
    for lane in lanes:
        action(lane)


__all__ = ["DECK_PILE", "FAULT", "Lane", "LanePhase", "each"]
