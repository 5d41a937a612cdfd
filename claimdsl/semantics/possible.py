"""What an expression can be: of conditions which answers are possible, of numbers between which they lie.

One `Possible` looks at one rule, in one phase and for one player count; whatever is not known there may be anything.
"""

from __future__ import annotations

from claimdsl.ir import nodes
from claimdsl.ir.types import Kind, Shape
from claimdsl.ir.vocabulary import HOOKS, Asked
from claimdsl.semantics.ranges import (
    ANY,
    EITHER,
    FAR,
    NO,
    YES,
    Answers,
    Range,
    all_of,
    either,
    exactly,
    negated,
    ordered,
    same_word,
)
from claimdsl.semantics.seats import bare, seat_of
from claimdsl.semantics.world import World

_SEATS = frozenset(("players", "seats"))


class Possible:
    """Works out what is possible in one setting."""

    def __init__(self, world: World, rule: nodes.HookRule, phase: str, setup: nodes.SetupSpec) -> None:
        self._world = world
        self._rule = rule
        self._phase = phase
        self._setup = setup
        self._numbers = dict(setup.numbers)
        self._words = dict(setup.words)
        self._players = setup.players
        self._locals: dict[int, Range] = {}
        self._cards = "all" if HOOKS[rule.hook].asked in (Asked.TABLE, Asked.FACTION) else rule.cards

    def answers(self, node: nodes.Expr) -> Answers:
        """Give the answers that a condition can have."""
        match node:
            case nodes.Literal(value=value):
                return YES if value else NO
            case nodes.Not(operand=operand):
                return negated(self.answers(operand))
            case nodes.AllOf(operands=operands):
                return all_of([self.answers(operand) for operand in operands])
            case nodes.AnyOf(operands=operands):
                return negated(all_of([negated(self.answers(operand)) for operand in operands]))
            case nodes.If():
                return frozenset(answer for branch in self._branches(node) for answer in self.answers(branch))
            case nodes.Compare():
                return self._compare(node)
            case nodes.Member():
                return NO if self.size(node.items).high == 0 else EITHER
            case nodes.Fold(function="any" | "all"):
                return self._over(node)
            case _:
                return EITHER

    def _branches(self, node: nodes.If) -> list[nodes.Expr]:
        known = self.answers(node.condition)
        return [branch for answer, branch in ((True, node.yes), (False, node.no)) if answer in known]

    # --- comparing -------------------------------------------------------------------------------------------------

    def _compare(self, node: nodes.Compare) -> Answers:
        maybe = Shape.MAYBE in (node.left.type.shape, node.right.type.shape)
        match node.left.type.kind:
            case Kind.INT:
                return self._order(node)
            case Kind.WORD:
                same = same_word(self.words(node.left), self.words(node.right))
            case Kind.FACTION:
                same = self._same_faction(node.left, node.right, maybe)
            case Kind.PLAYER:
                same = self._same_player(node.left, node.right)
            case _:
                same = YES if bare(node.left) == bare(node.right) else EITHER
        if maybe and same == YES:
            same = EITHER
        return same if node.operator == "==" else negated(same)

    def _order(self, node: nodes.Compare) -> Answers:
        left, right = self.number(node.left), self.number(node.right)
        if left is None or right is None:
            return frozenset((node.operator == "!=",))
        found = ordered(node.operator, left, right, bare(node.left) == bare(node.right))
        return found | {node.operator == "!="} if left.maybe or right.maybe else found

    def words(self, node: nodes.Expr) -> frozenset[str] | None:
        """Give the words that a word can be; None where it may be any."""
        match node:
            case nodes.WordLiteral(word=word):
                return frozenset((word,))
            case nodes.Known(name="phase") if self._phase:
                return frozenset((self._phase,))
            case nodes.OptionValue(option=option):
                return frozenset(self._world.options[option])
            case nodes.SetupValue(row=row) if row in self._words:
                return frozenset((self._words[row],))
            case _:
                return None

    def _same_faction(self, left: nodes.Expr, right: nodes.Expr, maybe: bool) -> Answers:
        one, other = self._faction(left), self._faction(right)
        if any(names is not None and not names for names in (one, other)):
            return NO
        if one is None or other is None:
            return YES if not maybe and bare(left) == bare(right) else EITHER
        return same_word(one, other)

    def _faction(self, node: nodes.Expr) -> frozenset[str] | None:
        """Give the factions that one can be, those left out that are not in play; None where it may be any."""
        match bare(node):
            case nodes.FactionName(name=name):
                owner = self._rule.origin.faction
                if name in self._world.factions and self._players not in self._world.company.counts(owner, name):
                    return frozenset()
                return frozenset((name,))
            case nodes.Field(of=nodes.Known(name="card" | "play"), name="faction") if self._cards == "own":
                return frozenset((self._rule.origin.faction,)) if self._rule.origin.faction else None
            case _:
                return None

    def _same_player(self, left: nodes.Expr, right: nodes.Expr) -> Answers:
        one, other = seat_of(left, self._partners), seat_of(right, self._partners)
        if one is None or other is None:
            return NO
        if one[0] != other[0]:
            return EITHER
        return YES if (one[1] - other[1]) % self._players == 0 else NO

    @property
    def _partners(self) -> int:
        """Say how many places clockwise a partner sits; 0 for none."""
        return self._players // 2 if self._words.get("sides") == "opposite" else 0

    def _over(self, node: nodes.Fold) -> Answers:
        size = self.size(node.domain)
        self.bind(node)
        met = YES if node.condition is None else self.answers(node.condition)
        stops = node.function == "any"
        if size.high <= 0 or met == frozenset((not stops,)):
            return frozenset((not stops,))
        return frozenset((stops,)) if size.low > 0 and met == frozenset((stops,)) else EITHER

    # --- numbers ---------------------------------------------------------------------------------------------------

    def number(self, node: nodes.Expr) -> Range | None:
        """Say between which numbers one lies; None for nothing."""
        maybe = node.type.shape is Shape.MAYBE
        match node:
            case nodes.Nothing():
                return None
            case nodes.Literal(value=value):
                return exactly(value)
            case nodes.SetupValue(row=row) if row in self._numbers:
                return exactly(self._numbers[row])
            case nodes.Local(id=number):
                found = self._locals.get(number, ANY)
                return Range(found.low, found.high, maybe)
            case nodes.Known(name="trick_number"):
                return Range(1, self._tricks())
            case nodes.Field(of=of, name="value") if of.type.kind in (Kind.CARD, Kind.PLAY):
                found = self._value(of)
                return Range(found.low, found.high, maybe)
            case nodes.StateOf():
                return self._state(node, maybe)
            case nodes.If():
                return either([self.number(branch) for branch in self._branches(node)])
            case nodes.Otherwise(operands=operands):
                found = either([self.number(operand) for operand in operands]) or ANY
                return Range(found.low, found.high, maybe)
            case nodes.AsMaybe(operand=operand):
                return self.number(operand)
            case nodes.Sum():
                return self._sum(node)
            case nodes.Fold():
                return self._folded(node, maybe)
            case _:
                return Range(maybe=maybe)

    def _tricks(self) -> int:
        phase = self._world.phases.get(self._phase)
        if phase is None:
            return FAR
        found = [self.number(tricks) for tricks in (phase.tricks, *(extra for _, extra in phase.extra))]
        return max((range_.high for range_ in found if range_ is not None), default=FAR)

    def _value(self, of: nodes.Expr) -> Range:
        asked = isinstance(of, nodes.Known) and of.name in ("card", "play") and self._cards == "own"
        return self._world.values.get(self._rule.origin.faction if asked else "", ANY)

    def _state(self, node: nodes.StateOf, maybe: bool) -> Range:
        spec = self._world.states[node.state]
        low, high = spec.low, spec.high
        if spec.name not in self._world.set_states:
            low = high = max(low, min(0, high))
        times = self._players if node.owner is not None and node.owner.type.kind is Kind.SIDE else 1
        return Range(min(low, low * times), max(high, high * times), maybe)

    def _sum(self, node: nodes.Sum) -> Range:
        total = self.number(node.first) or ANY
        for sign, operand in node.rest:
            part = self.number(operand) or ANY
            low, high = (part.low, part.high) if sign == "+" else (-part.high, -part.low)
            total = Range(max(-FAR, total.low + low), min(FAR, total.high + high))
        return total

    def _folded(self, node: nodes.Fold, maybe: bool) -> Range:
        size = self.size(node.domain)
        self.bind(node)
        match node.function:
            case "count":
                return self._met(node, size)
            case "max" | "min" if node.key is not None:
                found = self.number(node.key) or ANY
            case "max" | "min" | "first" | "last" | "most" | "least" if node.domain.type.kind is Kind.INT:
                found = self._items(node.domain)
            case _:
                found = ANY
        return Range(found.low, found.high, maybe)

    def _met(self, node: nodes.Fold, size: Range) -> Range:
        """Say how many elements of a list meet a fold's condition."""
        met = YES if node.condition is None else self.answers(node.condition)
        if met == NO:
            return exactly(0)
        return size if met == YES else Range(0, size.high)

    def bind(self, node: nodes.Fold) -> None:
        """Note what the variable of a fold can be."""
        if node.domain.type.kind is Kind.INT:
            self._locals[node.variable.id] = self._items(node.domain)

    def _items(self, node: nodes.Expr) -> Range:
        """Say between which numbers the elements of a list lie."""
        match node:
            case nodes.Numbers(low=low, high=high):
                least, greatest = self.number(low) or ANY, self.number(high) or ANY
                return Range(least.low, max(least.low, greatest.high))
            case nodes.Top(items=items):
                return self._items(items)
            case nodes.AsMany(operand=operand):
                return self.number(operand) or ANY
            case nodes.Fold(function="each" | "descending", key=key) if key is not None:
                self.bind(node)
                return self.number(key) or ANY
            case nodes.Fold(domain=domain) if domain.type.kind is Kind.INT:
                return self._items(domain)
            case _:
                return ANY

    # --- lists -----------------------------------------------------------------------------------------------------

    def size(self, node: nodes.Expr) -> Range:
        """Say how many elements a list can have."""
        match node:
            case nodes.Known(name=name) if name in _SEATS:
                return exactly(self._players)
            case nodes.Known(name="sides"):
                return exactly(self._partners or self._players)
            case nodes.Known(name="ranking"):
                return Range(1, self._players)
            case nodes.Known(name="trick"):
                asking = self._rule.hook == "may_play"
                return Range(0 if asking else 1, self._players - asking)
            case nodes.Field(of=of, name="opponents") if of.type.shape is Shape.ONE:
                count = self._players - (2 if self._partners else 1)
                return exactly(count)
            case nodes.Top(items=items, count=count):
                wanted, there = self.number(count) or Range(0, 0), self.size(items)
                return Range(max(0, min(wanted.low, there.low)), max(0, min(wanted.high, there.high)))
            case nodes.Fold(function="filter", domain=domain):
                self.bind(node)
                return self._met(node, self.size(domain))
            case nodes.Fold(function="each" | "descending", domain=domain) if node.condition is None:
                return self.size(domain)
            case nodes.AsMany(operand=operand):
                return Range(0 if operand.type.shape is Shape.MAYBE else 1, 1)
            case nodes.Join(lists=lists):
                parts = [self.size(part) for part in lists]
                return Range(max(part.low for part in parts), sum(part.high for part in parts))
            case _:
                one = node.type.shape is Shape.ONE
                return Range(1 if one else 0, node.type.most)
