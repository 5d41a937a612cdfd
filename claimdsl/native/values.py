"""Printing expressions as native code: single values; sets of cards are in `sets`, other lists in `lists`."""

from __future__ import annotations

from collections.abc import Callable

from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import FLIPPED, Folder, absent, is_false, is_true, may_be_absent
from claimdsl.engine.runtime import NO_NUMBER, NOTHING
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.native.asm import BOOL, MASK, NUM, Asm
from claimdsl.native.folds import Folds
from claimdsl.native.frame import Frame
from claimdsl.native.lists import Lists
from claimdsl.native.maps import Mapped, Operand, Value, is_static
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Scope
from claimdsl.native.sets import Sets


def kind_of(expr: ir.Expr) -> str:
    """Say what kind of native value an expression has."""
    if expr.type.kind is Kind.BOOL:
        return BOOL
    return MASK if expr.type.is_many else NUM


def _unknown(play: int, scope: Scope) -> Value:
    raise NotNative("what a play is now, asked outside a trick")


def _unknown_holder(faction: str) -> list[Value]:
    raise NotNative("the holder of a faction, asked before the end")


class Values:
    """Prints expressions of one binding, phase and lane."""

    def __init__(self, frame: Frame, folder: Folder) -> None:
        self.frame = frame
        self.asm: Asm = frame.asm
        self.binding: Binding = frame.binding
        self.folder = folder
        self.sets = Sets(self)
        self.lists = Lists(self)
        self.folds = Folds(self)
        self._ranks = 1000
        self.worth: Callable[[int, Scope], Value] = _unknown
        self.hidden: Callable[[int, Scope], Value] = _unknown
        self.holder: Callable[[str], list[Value]] = _unknown_holder
        self.last: Callable[[Scope], Value] | None = None

    def new_card(self, card: Operand) -> Operand:
        """Make a card operand of its own, about which facts can be looked up."""
        self._ranks += 1
        return Operand(card.text, self._ranks) if card.rank < 0 else card

    # --- single values ---------------------------------------------------------------------------------------------

    def one(self, expr: ir.Expr, scope: Scope) -> Value:
        """Print a single value."""
        asm = self.asm
        match expr:
            case ir.Literal(value=value):
                return value
            case ir.FactionName(name=name):
                return self.binding.faction_number(name)
            case ir.Nothing():
                return absent(expr)
            case ir.Known(name="last_trick") if self.last is not None:
                return self.last(scope)
            case ir.Known(name=name):
                if name not in scope.names:
                    raise NotNative(f"the name '{name}'")
                return scope.names[name]
            case ir.Local(id=number, name=name):
                if number not in scope.variables:
                    raise NotNative(f"the variable '{name}'")
                return scope.variables[number]
            case ir.Field():
                return self._field(expr, scope)
            case ir.StateOf():
                return self._state(expr, scope)
            case ir.If(condition=condition, yes=yes, no=no):
                if is_true(condition) or is_false(condition):
                    return self.one(yes if is_true(condition) else no, scope)
                return asm.select(self.one(condition, scope), self.one(yes, scope), self.one(no, scope), kind_of(expr))
            case ir.AnyOf(operands=operands):
                return self._chain(asm.either, 0, operands, scope)
            case ir.AllOf(operands=operands):
                return self._chain(asm.both, 1, operands, scope)
            case ir.Not(operand=operand):
                return asm.denied(self.one(operand, scope))
            case ir.Compare():
                return self._compare(expr, scope)
            case ir.Member(item=item, items=items):
                return self._member(item, items, scope)
            case ir.Sum(first=first, rest=rest):
                total = self.one(first, scope)
                for sign, part in rest:
                    total = (asm.add if sign == "+" else asm.sub)(total, self.one(part, scope))
                return total
            case ir.Otherwise(operands=operands):
                return self._otherwise(operands, absent(expr), scope)
            case ir.Fold():
                return self.folds.one(expr, scope)
            case ir.AsCard(operand=operand):
                return self._card_of(operand, scope)
            case ir.AsMaybe(operand=operand):
                return self.one(operand, scope)
            case _:
                raise NotNative(f"a value of the kind {type(expr).__name__}")

    def _chain(
        self, join: Callable[[Value, Value], Value], start: int, operands: tuple[ir.Expr, ...], scope: Scope
    ) -> Value:
        found: Value = start
        for operand in operands:
            found = join(found, self.one(operand, scope))
            if found == 1 - start:
                break
        return found

    def _otherwise(self, operands: tuple[ir.Expr, ...], nothing: int, scope: Scope) -> Value:
        found = self.one(operands[-1], scope)
        for operand in reversed(operands[:-1]):
            value = self.one(operand, scope)
            if not is_static(value):
                value = self.asm.fixed(value)
            found = self.asm.select(self.asm.compare("!=", value, nothing), value, found)
        return found

    # --- fields ----------------------------------------------------------------------------------------------------

    def fact(self, card: Value, name: str, maybe: bool) -> Value:
        """Look up the faction or the number of a card."""
        column, nothing = (
            (self.binding.card_factions, NOTHING) if name == "faction" else (self.binding.card_values, NO_NUMBER)
        )
        if isinstance(card, int):
            return column[card] if card >= 0 else nothing
        if isinstance(card, Operand) and card.rank >= 0 and not maybe:
            return Mapped(card, column)
        return self.asm.lookup(NUM, column, self.asm.fixed(card), nothing)

    def _field(self, expr: ir.Field, scope: Scope) -> Value:
        maybe = may_be_absent(expr.of)
        match expr.of.type.kind, expr.name:
            case Kind.CARD, ("faction" | "value") as name:
                return self.fact(self.one(expr.of, scope), name, maybe)
            case Kind.CARD, "weight":
                return self.folds.weigh(self.one(expr.of, scope), scope)
            case Kind.PLAY, ("faction" | "value") as name:
                return self.fact(self._card_of(expr.of, scope), name, maybe)
            case Kind.PLAY, "card":
                return self._card_of(expr.of, scope)
            case Kind.PLAY, "player":
                return self.player_of(self.one(expr.of, scope), scope, maybe)
            case Kind.PLAY, "face_down":
                found = self._of_play("face_down", self.one(expr.of, scope), NOTHING, scope)
                return self.asm.compare("!=", found, 0) if not maybe else found
            case Kind.PLAY, name:
                return self._of_play(name, self.one(expr.of, scope), absent(expr), scope)
            case Kind.PLAYER, "play":
                return self.play_of(self.one(expr.of, scope), scope, maybe)
            case Kind.PLAYER, ("left" | "right") as name:
                seat = self.one(expr.of, scope)
                next_one = self.frame.around(seat, 1 if name == "left" else self.frame.players - 1)
                return self._unless_nobody(seat, next_one, maybe)
            case Kind.PLAYER, "partner":
                return self._partner(self.one(expr.of, scope), maybe)
            case Kind.SIDE, name if name in scope.names:
                return scope.names[name]
            case _:
                raise NotNative(f"the field '{expr.name}'")

    def _unless_nobody(self, seat: Value, value: Value, maybe: bool) -> Value:
        return self.asm.if_there(self.asm.compare(">=", seat, 0), value) if maybe else value

    def _partner(self, seat: Value, maybe: bool) -> Value:
        side = next(iter(self.binding.sides))
        if len(side) < 2:
            return NOTHING
        return self._unless_nobody(seat, self.frame.around(seat, self.frame.players // 2), maybe)

    def player_of(self, play: Value, scope: Scope, maybe: bool = False) -> Value:
        """Give who made a play."""
        if isinstance(play, int) and play < 0:
            return NOTHING
        seat = self.frame.around(scope.names["leader"], play)
        return self._unless_nobody(play, seat, maybe)

    def play_of(self, seat: Value, scope: Scope, maybe: bool = False) -> Value:
        """Give the play that a seat made in this trick, if it has."""
        asm = self.asm
        steps = next((step for step, text in enumerate(self._seats(scope)) if text == seat), None)
        number = self.frame.between(scope.names["leader"], seat) if steps is None else steps
        if isinstance(number, int):
            return number if number < scope.made else NOTHING
        if scope.made < self.frame.players:
            number = asm.select(asm.compare("<", number, scope.made), number, NOTHING)
        return self._unless_nobody(seat, number, maybe)

    def _seats(self, scope: Scope) -> tuple[Value, ...]:
        return tuple(seat for _, seat in scope.lists.get("players", ()))

    def _card_of(self, play: ir.Expr, scope: Scope) -> Value:
        return self.card_at(self.one(play, scope), scope, may_be_absent(play))

    def card_at(self, play: Value, scope: Scope, maybe: bool = False) -> Value:
        """Give the card of a play."""
        cards = self.frame.cards
        if isinstance(play, int):
            return cards[play] if play >= 0 else NOTHING
        if not scope.made:
            return NOTHING
        play = self.asm.fixed(play)
        found: Value = cards[scope.made - 1]
        for number in reversed(range(scope.made - 1)):
            found = self.asm.select(self.asm.compare("==", play, number), cards[number], found)
        if maybe:
            return self.asm.select(self.asm.compare(">=", play, 0), found, NOTHING)
        return self.new_card(found) if isinstance(found, Operand) else found

    def _of_play(self, name: str, play: Value, nothing: int, scope: Scope) -> Value:
        """Read what is kept of a play: counts_as, tier, strength, or what was chosen in on_play."""
        asm = self.asm
        if isinstance(play, int):
            return self._kept(name, play, scope) if play >= 0 else nothing
        play = asm.fixed(play)
        found: Value = nothing
        for number in range(scope.made):
            found = asm.select(asm.compare("==", play, number), self._kept(name, number, scope), found)
        return found

    def _kept(self, name: str, play: int, scope: Scope) -> Value:
        known = scope.names.get(f"{name} {play}")
        if known is not None:
            return known
        if name == "face_down":
            return self.asm.widen(self.hidden(play, scope))
        return self.worth(play, scope) if name == "worth" else self.frame.get((f"chosen {name}", "", play))

    def _state(self, expr: ir.StateOf, scope: Scope) -> Value:
        frame, asm = self.frame, self.asm
        if expr.owner is None:
            found: Value = frame.get(("state", expr.state, 0))
        elif expr.owner.type.kind is Kind.SIDE:
            found = 0
            for seat in self.side_seats(self.one(expr.owner, scope)):
                found = asm.add(found, frame.get(("state", expr.state, seat)))
        else:
            owner = self.one(expr.owner, scope)
            found = frame.gather("state", expr.state, owner)
            if may_be_absent(expr.owner):
                found = asm.select(asm.compare(">=", owner, 0), found, absent(expr))
        return asm.compare("!=", found, 0) if expr.type.kind is Kind.BOOL else found

    def side_seats(self, side: Value) -> tuple[int, ...]:
        """Give the seats of a side, which must be known."""
        if not isinstance(side, int):
            raise NotNative("a side that is worked out in the game")
        return self.binding.sides[side]

    # --- comparisons -----------------------------------------------------------------------------------------------

    def _compare(self, expr: ir.Compare, scope: Scope) -> Value:
        asm, left, right, operator = self.asm, expr.left, expr.right, expr.operator
        if Kind.WORD in (left.type.kind, right.type.kind):
            raise NotNative("a comparison of words in the game")
        if operator in (">", ">="):
            left, right, operator = right, left, FLIPPED[operator]
        a, b, nothing = self.one(left, scope), self.one(right, scope), absent(left)
        if operator in ("==", "!="):
            same = asm.compare("==", a, b, kind_of(left))
            if may_be_absent(left) and may_be_absent(right):
                same = asm.both(same, asm.compare("!=", a, nothing))
            return same if operator == "==" else asm.denied(same)
        found = asm.compare(operator, a, b)
        return asm.both(found, asm.compare("!=", a, nothing)) if may_be_absent(left) else found

    def _member(self, item: ir.Expr, items: ir.Expr, scope: Scope) -> Value:
        asm, value = self.asm, self.one(item, scope)
        if items.type.kind is Kind.CARD:
            return asm.some(asm.both(self.sets.mask(items, scope), asm.maybe_bit(asm.fixed(value)), MASK))
        found: Value = 0
        for present, element in self.lists.items(items, scope):
            found = asm.either(found, asm.both(present, asm.compare("==", value, element)))
        return found
