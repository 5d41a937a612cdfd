"""The greedy player in native code: the reckoning of `engine.weighing`, printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from claimdsl.engine.weighing import KEEP, PRIZES, SURE, Weighing
from claimdsl.native.asm import MASK, NUM, Asm
from claimdsl.native.blocks import behind
from claimdsl.native.folds import Folds
from claimdsl.native.frame import Frame
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Variable
from claimdsl.native.scope import Items

LEAST = -(1 << 60)


@dataclass(frozen=True)
class Stakes:
    """What is to be won: the cards whose faction's vote is open, what the best prize is worth, whether there is one."""

    open_: Value
    prize: Value
    any_prize: Value


@dataclass(frozen=True)
class Prospect:
    """What would follow from a play: which play is ahead (None: that cannot be told), of how many, what goes where.

    `goes` has, for each card, whether it would go to a scored pile, the card, and the seat.
    """

    ahead: Value | None
    made: int
    goes: tuple[tuple[Value, Operand, Value], ...]


class Greedy:
    """Prints what greedy seats choose in one lane; `seats` says which they are."""

    def __init__(self, frame: Frame, folds: Folds, seats: tuple[bool, ...]) -> None:
        self._frame = frame
        self._asm: Asm = frame.asm
        self._folds = folds
        self._seats = seats

    @cached_property
    def _weighing(self) -> Weighing:
        return Weighing(self._frame.binding)

    def decides(self, seat: Value) -> Value:
        """Say whether a seat is greedy."""
        if len(set(self._seats)) == 1:
            return int(self._seats[0])
        if isinstance(seat, int):
            return int(self._seats[seat])
        found: Value = 0
        for number, greedy in enumerate(self._seats):
            if greedy:
                found = self._asm.either(found, self._asm.compare("==", seat, number))
        return self._asm.fixed(found, "bool")

    def instead(self, seat: Value, drawn: Value, choose: Callable[[], Value]) -> Value:
        """Give what was drawn, or behind a branch, where the seat is greedy, what it chooses."""
        asm, decides = self._asm, self.decides(seat)
        if decides == 0:
            return drawn
        card = Variable(asm, NUM, drawn)
        with behind(asm, decides):
            card.write(choose())
        return card.read()

    # --- what is to be won -----------------------------------------------------------------------------------------

    def stakes(self) -> Stakes:
        """Print what is to be won now."""
        asm, weighing = self._asm, self._weighing
        open_ = asm.fixed(self._open(), MASK)
        if not weighing.shows_prizes:
            return Stakes(open_, 0, 0)
        prizes = self._frame.get(("pile", PRIZES, 0))
        some = asm.some(prizes)
        _, best = self.best(prizes, open_)
        return Stakes(open_, asm.select(some, asm.sub(best, weighing.half), 0), some)

    def _open(self) -> Value:
        """Print the cards whose faction's vote is open: no side has more than half of them."""
        asm, binding, weighing = self._asm, self._frame.binding, self._weighing
        if not weighing.shows_scored:
            return asm.everything
        piles: list[Value] = []
        for side in binding.sides:
            pile: Value = 0
            for seat in side:
                pile = asm.either(pile, self._frame.get(("pile", weighing.scored, seat)), MASK)
            piles.append(pile)
        found: Value = 0
        for own, whole in zip(binding.faction_masks, weighing.wholes, strict=True):
            settled: Value = 0
            for pile in piles:
                count = asm.count(asm.both(pile, own, MASK))
                settled = asm.either(settled, asm.compare(">", count, whole // 2))
            found = asm.either(found, asm.kept(asm.denied(settled), own), MASK)
        return found

    def worth(self, card: Operand, open_: Value) -> Value:
        """Print what a card is worth to have."""
        asm, weighing = self._asm, self._weighing
        rank = asm.lookup(NUM, tuple(4 * rank for rank in weighing.ranks), card)
        return asm.add(rank, asm.select(asm.has(open_, card), 2 * weighing.cards, 0))

    def best(self, mask: Value, open_: Value) -> tuple[Operand, Operand]:
        """Print the card of a mask that is worth most, the first of equal ones, and its worth."""
        return self.most(mask, lambda card: self.worth(card, open_))

    def most(self, mask: Value, weigh: Callable[[Operand], Value]) -> tuple[Operand, Operand]:
        """Print the card of a mask that weighs most, the first of equal ones, and its weight."""
        asm = self._asm
        best, choice = Variable(asm, NUM, LEAST), Variable(asm, NUM, 0)

        def body(card: Operand) -> None:
            value, old = asm.fixed(weigh(card)), best.read()
            better = asm.fixed(asm.compare(">", value, old), "bool")
            best.write(asm.select(better, value, old))
            choice.write(asm.select(better, Operand(card.text), choice.read()))

        self._folds.each_card(mask, body)
        return choice.read(), best.read()

    # --- choices ---------------------------------------------------------------------------------------------------

    def chosen_card(self, mask: Value, other: Value) -> Value:
        """Print the best card of a mask; or -1 where `other`, worth a half, is there and is worth more."""
        asm, weighing = self._asm, self._weighing
        card, worth = self.best(mask, asm.fixed(self._open(), MASK))
        return asm.select(asm.both(other, asm.compare("<", worth, weighing.half)), -1, card)

    def chosen_play(self, items: Items, cards: tuple[Operand, ...], last: Value | None) -> Value:
        """Print the number of the best of some plays among those that are there, by what its card is worth.

        `last` is the number of the choice to take none of them, if there is one.
        """
        asm = self._asm
        open_ = asm.fixed(self._open(), MASK)
        best: Value = LEAST
        chosen: Value = 0
        place: Value = 0
        for (present, _), card in zip(items, cards, strict=True):
            better = asm.both(present, asm.compare(">", self.worth(card, open_), best))
            best = asm.select(better, self.worth(card, open_), best)
            chosen = asm.select(better, place, chosen)
            place = asm.add(place, asm.widen(present))
        return chosen if last is None else asm.select(asm.compare("<", best, self._weighing.half), last, chosen)

    # --- plays -----------------------------------------------------------------------------------------------------

    def brings(self, card: Operand, number: int, seat: Value, seen: Prospect, stakes: Stakes) -> Value:
        """Print what a play brings, the play having this number in its trick."""
        asm, weighing, players = self._asm, self._weighing, self._frame.players
        left = players - seen.made
        unknown = tuple(weighing.once(rank) for rank in weighing.ranks)
        chance: Value = asm.lookup(NUM, unknown if seen.ahead is None else weighing.chances[left], card)
        if seen.ahead is not None:
            chance = asm.select(self._is_ours(seen.ahead, number), chance, 0)
        ahead = asm.sub(asm.times(2, chance), SURE)
        total = asm.times(asm.times(2, ahead), stakes.prize)
        is_scored = seen.made == players and bool(weighing.scored)
        usual: Value = 0 if is_scored else asm.select(
            stakes.any_prize, 0, asm.times(ahead, 5 * weighing.cards * players)
        )
        total = asm.add(total, self._gain(seat, seen, stakes, usual))
        return asm.sub(total, asm.lookup(NUM, tuple(KEEP * rank for rank in weighing.ranks), card))

    def _is_ours(self, ahead: Value, number: int) -> Value:
        """Say whether a play is of the side that made another."""
        binding, players = self._frame.binding, self._frame.players
        found: Value = 0
        for play in range(players):
            if binding.side_of[play] == binding.side_of[number]:
                found = self._asm.either(found, self._asm.compare("==", ahead, play))
        return found

    def _gain(self, seat: Value, seen: Prospect, stakes: Stakes, usual: Value) -> Value:
        """Print what the cards bring that go to scored piles; where there are none, what is usual."""
        asm, weighing = self._asm, self._weighing
        any_goes: Value = 0
        total: Value = 0
        for goes, card, owner in seen.goes:
            any_goes = asm.either(any_goes, goes)
            value = asm.select(asm.has(stakes.open_, card), 3, 1)
            signed = asm.select(self._same_side(seat, owner), value, asm.sub(0, value))
            total = asm.add(total, asm.select(goes, signed, 0))
        return asm.select(any_goes, asm.times(total, 2560 * weighing.cards), usual)

    def _same_side(self, seat: Value, other: Value) -> Value:
        asm, side_of = self._asm, self._frame.binding.side_of
        sides = [asm.lookup(NUM, side_of, asm.fixed(one), -1) for one in (seat, other)]
        return asm.compare("==", sides[0], sides[1])



