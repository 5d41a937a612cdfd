"""Printing which cards of the scored piles count for which faction, and how much."""

from __future__ import annotations

from claimdsl.engine.rules import cards_of
from claimdsl.ir import nodes as ir
from claimdsl.native.asm import BOOL, MASK, NUM
from claimdsl.native.chains import Chains
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Variable
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Scope
from claimdsl.native.values import Values


class Scored:
    """Prints what the sides of one lane have scored; `table` is the scope of a hook that is asked of nobody."""

    def __init__(self, values: Values, chains: Chains, table: Scope) -> None:
        self._values = values
        self._chains = chains
        self._table = table
        self._asm = values.asm
        self._frame = values.frame
        self._binding = values.binding

    def of(self, side: int) -> list[Value]:
        """Print a side's cards as a mask for each faction that they count for."""
        asm, binding = self._asm, self._binding
        pile = self._pile(side)
        live = self._live_cards("scores_as")
        masks: list[Value] = []
        for faction in binding.factions:
            masks.append(asm.both(pile, binding.faction_masks[binding.faction_ids[faction]] & ~live, MASK))
        if not live:
            return masks
        places = [Variable(asm, MASK) for _ in masks]
        for place, mask in zip(places, masks, strict=True):
            place.write(mask)
        scope = self._table.named(side=side)

        def body(card: Operand) -> None:
            bit = asm.fixed(asm.bit(card), MASK)
            for number, place in enumerate(places):
                place.unite(asm.kept(self._counts_for(card, number, scope), bit))

        self._values.folds.each_card(asm.both(pile, live, MASK), body)
        return [place.read() for place in places]

    def won(self, side: int, has: list[Value], held: list[Value]) -> Value:
        """Print the cards that a side has for the factions whose votes it has."""
        asm, whole = self._asm, not self._live_cards("scores_as")
        ids, own = self._binding.faction_ids, self._binding.faction_masks
        masks: list[Value] = [own[ids[name]] for name in self._binding.factions] if whole else held
        found: Value = 0
        for vote, mask in zip(has, masks, strict=True):
            found = asm.either(found, asm.kept(vote, mask), MASK)
        return asm.both(self._pile(side), found, MASK) if whole else found

    def _live_cards(self, hook: str) -> int:
        """Give the cards for which more than the table answers a hook."""
        mask = 0
        for _, rule in self._chains.rules(hook):
            if not rule.origin.faction:
                if not _is_plain(self._values.folder.fold(rule.value) if rule.value is not None else None, rule):
                    return self._asm.everything
                continue
            mask |= cards_of(self._binding, rule)
        return mask

    def _counts_for(self, card: Operand, faction: int, scope: Scope) -> Value:
        """Say whether a card counts for a faction: its own, or one that a rule names."""
        asm = self._asm
        own = self._values.fact(card, "faction", False)
        answer = asm.compare("==", own, faction)
        for _, rule in self._chains.rules("scores_as"):
            if rule.value is None or not rule.origin.faction and _is_plain(self._values.folder.fold(rule.value), rule):
                continue
            asked = scope.named(card=card)
            guard = self._chains.guard(rule, asked, own)
            if faction == 0:
                self._chains.asked(rule, guard, asked)
            value = self._among(self._values.folder.fold(rule.value), faction, answer, asked)
            answer = asm.select(guard, value, answer, BOOL)
        return answer

    def _among(self, expr: ir.Expr, faction: int, base: Value, scope: Scope) -> Value:
        """Say whether a faction is in a list of factions."""
        asm = self._asm
        match expr:
            case ir.Known(name="base"):
                return base
            case ir.If(condition=condition, yes=yes, no=no):
                test = self._values.one(condition, scope)
                answers = [self._among(part, faction, base, scope) for part in (yes, no)]
                return asm.select(test, answers[0], answers[1], BOOL)
            case ir.Join(lists=lists):
                return self._among_one(lists, faction, base, scope)
            case ir.AsMaybe(operand=operand):
                return self._among(operand, faction, base, scope)
            case ir.AsMany(operand=operand):
                return asm.compare("==", self._values.one(operand, scope), faction)
            case ir.Nothing():
                return 0
            case ir.Fold(function="filter", domain=domain, condition=condition, variable=variable):
                inside = self._among(domain, faction, base, scope)
                test = 1 if condition is None else self._values.one(condition, scope.bound(variable.id, faction))
                return asm.both(inside, test)
            case _:
                raise NotNative("factions that a card counts for, worked out in an unusual way")

    def _among_one(self, lists: tuple[ir.Expr, ...], faction: int, base: Value, scope: Scope) -> Value:
        found: Value = 0
        for part in lists:
            found = self._asm.either(found, self._among(part, faction, base, scope))
        return found

    def weights(self, cards: Value, scope: Scope) -> Value:
        """Say how much cards count together."""
        asm = self._asm
        live = self._live_cards("weight")
        if not live:
            return asm.count(cards)
        total = Variable(asm, NUM)
        total.write(asm.count(asm.both(cards, asm.everything & ~live, MASK)))

        def body(card: Operand) -> None:
            with self._frame.ran.paused():
                value = self._chains.one("weight", scope.named(card=card), self._values.fact(card, "faction", False))
            total.add(value)

        self._values.folds.each_card(asm.both(cards, live, MASK), body)
        return total.read()

    def note_weights(self, held: list[list[Value]]) -> None:
        """Note which rules say how much the cards that are held count."""
        rules = [rule for _, rule in self._chains.rules("weight") if rule.origin.faction] if self._frame.ran else []
        for side, masks in enumerate(held if rules else ()):
            scope = self._table.named(side=side)

            def body(card: Operand, scope: Scope = scope) -> None:
                asked = scope.named(card=card)
                for rule in rules:
                    guard = self._chains.guard(rule, asked, self._values.fact(card, "faction", False))
                    self._chains.asked(rule, guard, asked)

            for mask in masks:
                self._values.folds.each_card(mask, body)

    def _pile(self, side: int) -> Value:
        pile, found = self._binding.program.scored_pile, 0
        mask: Value = found
        if self._frame.owners[pile] != "player":
            raise NotNative("the pile that is scored is not a player's")
        for seat in self._binding.sides[side]:
            mask = self._asm.either(mask, self._frame.get(("pile", pile, seat)), MASK)
        return self._asm.fixed(mask, MASK)


def _is_plain(value: ir.Expr | None, rule: ir.HookRule) -> bool:
    """Say whether a rule of the table answers as if it were not there: weight 1, a card's own faction."""
    if rule.when is not None or value is None:
        return False
    match value:
        case ir.Literal(value=1) | ir.AsMany(operand=ir.Field(of=ir.Known(name="card"), name="faction")):
            return True
        case _:
            return False
