"""Printing how cards move: out of the piles that they lie in, into others, and two of them into each other's place."""

from __future__ import annotations

from claimdsl.engine.effect_facts import source_of
from claimdsl.engine.fold import may_be_absent
from claimdsl.engine.runtime import NOTHING
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import every, mentions
from claimdsl.native.asm import BOOL, MASK
from claimdsl.native.chains import Chains, Targets
from claimdsl.native.maps import Operand, Value
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Scope
from claimdsl.native.values import Values

LYING = ("pile", "trick", 0)


class Moves:
    """Prints the moves of one lane.  `hidden` tells, while a card is taken, whether it lies on the stock."""

    def __init__(self, values: Values, chains: Chains) -> None:
        self._values = values
        self._chains = chains
        self._asm = values.asm
        self._frame = values.frame
        self._frame.add(LYING, MASK)
        self.hidden: tuple[Value, str] | None = None
        self._in_order: dict[int | str, set[str]] = {}

    def _fold(self, expr: ir.Expr) -> ir.Expr:
        return self._values.folder.fold(expr)

    def follow(self, variable: ir.Local, source: ir.Expr, field: bool = False) -> None:
        """Note of a variable, and of a play's field of its name, that its card may lie in a pile with an order."""
        piles = self._piles_in_order(source)
        if piles:
            self._in_order[variable.id] = piles
        if piles and field:
            self._in_order[variable.name] = self._in_order.get(variable.name, set()) | piles

    def move(self, effect: ir.Move, scope: Scope, when: Value) -> None:
        """Print a move, where a condition holds."""
        asm = self._asm
        cards = self._fold(effect.cards)
        target = self._chains.target(self._fold(effect.pile), scope, {})
        somewhere: Value = 0
        for condition in target.values():
            somewhere = asm.either(somewhere, condition)
        present = asm.both(when, somewhere)
        with self._values.sets.taking_out():
            taken = self._values.sets.mask(cards, scope)
        mask = asm.fixed(asm.kept(present, taken), MASK)
        self._take_out(cards, mask, present, scope)
        self.put(target, mask)

    def put(self, targets: Targets, mask: Value) -> None:
        """Print that cards come to a pile."""
        asm, frame = self._asm, self._frame
        for (pile, index), condition in targets.items():
            if pile in frame.ordered:
                raise NotNative(f"cards come to '{pile}', which has an order")
            cards = asm.fixed(asm.kept(condition, mask), MASK)
            frame.lay(pile, index, cards)

    def _take_out(self, cards: ir.Expr, mask: Value, present: Value, scope: Scope) -> None:
        asm, frame = self._asm, self._frame
        pile = source_of(cards)
        if pile is None or pile.owner is not None and pile.owner.type.kind is Kind.SIDE:
            if not self._is_due(cards) and mentions(cards, self._is_hidden_due):
                raise NotNative("a card that is taken unseen is moved with others")
            for name in sorted(self._piles_in_order(cards)):
                frame.sift(name, mask)
            self.lift(mask, present, self._is_due(cards))
        elif pile.pile not in frame.ordered:
            owner: Value = 0
            if pile.owner is not None:
                owner = self._values.sets.place_in(pile.pile, self._values.one(pile.owner, scope), pile.owner)
            frame.scatter("pile", pile.pile, owner, lambda old, _: asm.without(old, mask))
        elif isinstance(cards, ir.Top):
            taken: Value = 0
            with self._values.sets.taking_out():
                tops = self._values.sets.top_cards(pile.pile, cards.count, scope)
            for there, _ in tops:
                taken = asm.add(taken, asm.widen(there))
            frame.pop(pile.pile, asm.select(present, taken, 0), len(tops))
        elif isinstance(cards, ir.PileOf):
            frame.empty(pile.pile, present)
        else:
            frame.sift(pile.pile, mask)

    def _is_due(self, cards: ir.Expr) -> bool:
        match cards:
            case ir.AsMany(operand=operand) | ir.AsMaybe(operand=operand):
                return self._is_due(operand)
            case _:
                return isinstance(cards, ir.Known) and cards.name == "due"

    def _piles_in_order(self, expr: ir.Expr) -> set[str]:
        """Name the piles with an order that an expression speaks of; cards of the deck may lie in any."""
        found: set[str] = set()
        for part in every(iter((expr,))):
            match part:
                case ir.PileOf(pile=pile) if pile in self._frame.ordered:
                    found.add(pile)
                case ir.Known(name="deck"):
                    found |= self._frame.ordered
                case ir.Local(id=number):
                    found |= self._in_order.get(number, set())
                case ir.Field(name=name):
                    found |= self._in_order.get(name, set())
                case _:
                    pass
        return found

    def _is_hidden_due(self, expr: ir.Expr) -> bool:
        return self.hidden is not None and isinstance(expr, ir.Known) and expr.name == "due"

    def lift(self, mask: Value, present: Value, is_due: bool) -> None:
        """Print that cards leave whatever piles they lie in."""
        asm, frame = self._asm, self._frame
        for name, of in [*frame.owners.items(), ("trick", "table")]:
            if name in frame.ordered:
                continue
            for index in range(frame.count(of)):
                key = ("pile", name, index)
                frame.put(key, asm.without(frame.get(key), mask))
        if is_due and self.hidden is not None:
            taken, pile = self.hidden
            frame.pop(pile, asm.widen(asm.both(present, taken)))

    # --- swaps -----------------------------------------------------------------------------------------------------

    def swap(self, effect: ir.Swap, scope: Scope, when: Value) -> None:
        """Print a swap of two cards, where a condition holds."""
        asm, frame = self._asm, self._frame
        left, right = self._fold(effect.left), self._fold(effect.right)
        tops = [_top_of(side, frame.ordered) for side in (left, right)]
        if tops[0] is not None and tops[1] is not None:
            raise NotNative("a swap of two cards that lie in piles with an order")
        if any(top is None and (mentions(side, self._is_hidden_due) or self._piles_in_order(side))
               for top, side in zip(tops, (left, right), strict=True)):
            raise NotNative("a swap of a card in the middle of a pile with an order")
        one, other = (self._card(side, scope) for side in (left, right))
        real = when
        for card, expr in ((one, left), (other, right)):
            if may_be_absent(expr):
                real = asm.both(real, asm.compare(">=", card, 0))
        real = asm.fixed(real, BOOL)
        one, other = (asm.fixed(asm.select(real, card, 0)) for card in (one, other))
        lay = [asm.both(frame.get(LYING), asm.bit(card), MASK) for card in (one, other)]
        lying = [asm.both(asm.some(bits), real) for bits in lay]
        self._exchange(one, other, real, tops)
        self._replay(one, other, lying, scope.made)

    def _replay(self, one: Value, other: Value, lying: list[Value], made: int) -> None:
        """Print that each of two cards, if it lies in the trick, has been played for the other."""
        asm, frame = self._asm, self._frame
        for play in range(made):
            played: Value = frame.cards[play]
            first = asm.both(lying[0], asm.compare("==", played, one))
            second = asm.both(lying[1], asm.compare("==", played, other))
            changed = asm.fixed(asm.select(first, other, asm.select(second, one, played)))
            assert isinstance(changed, Operand)
            frame.cards[play] = Operand(changed.text, play)

    def _card(self, expr: ir.Expr, scope: Scope) -> Value:
        pile = _top_of(expr, self._frame.ordered)
        if pile is not None:
            present, card = self._frame.peek(pile, 0, checked=True)
            return self._asm.select(present, card, NOTHING)
        match expr:
            case ir.Top():
                raise NotNative("a swap with some cards of a list")
            case _:
                return self._asm.fixed(self._values.one(expr, scope))

    def _exchange(self, one: Value, other: Value, real: Value, tops: list[str | None]) -> None:
        """Put each of two cards where the other lies."""
        asm, frame = self._asm, self._frame
        bits = asm.fixed(asm.kept(real, asm.either(asm.bit(one), asm.bit(other), MASK)), MASK)
        for name, of in [*frame.owners.items(), ("trick", "table")]:
            if name in frame.ordered:
                continue
            for index in range(frame.count(of)):
                key = ("pile", name, index)
                old = frame.get(key)
                inside = asm.fixed(asm.both(old, bits, MASK), MASK)
                single = asm.compare("==", asm.count(inside), 1)
                frame.put(key, asm.differ(old, asm.kept(single, bits), MASK))
        for pile, card in zip(tops, (other, one), strict=True):
            if pile is not None:
                _, before = frame.peek(pile, 0, checked=False)
                frame.poke(pile, 0, asm.select(real, card, before))


def _top_of(expr: ir.Expr, ordered: frozenset[str]) -> str | None:
    """Name the pile whose top card an expression is."""
    match expr:
        case ir.Top(items=ir.PileOf(pile=pile), count=ir.Literal(value=1)) if pile in ordered:
            return pile
        case (
            ir.AsMaybe(operand=operand) | ir.AsMany(operand=operand)
            | ir.Fold(function="first", domain=operand, condition=None)
        ):
            return _top_of(operand, ordered)
        case ir.PileOf(pile=pile) if pile in ordered:
            return pile
        case _:
            return None
