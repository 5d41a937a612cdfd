"""Printing the count at the end of a game: who has each faction's vote, and what decides between the sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from claimdsl.engine.fold import Folder, is_true
from claimdsl.engine.rules import cards_of, concerns
from claimdsl.engine.runtime import NO_NUMBER
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.native.asm import BOOL, MASK, NUM
from claimdsl.native.chains import Chains
from claimdsl.native.folds import is_ascending
from claimdsl.native.frame import Frame
from claimdsl.native.maps import Operand, Value
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Items, Scope
from claimdsl.native.values import Values

WINNERS, DECIDED, VOTES = 0, 4, 8
VOTE_BITS = 3


@dataclass(frozen=True)
class Result:
    """What is kept of a game: a packed number, and one to compare games by."""

    record: Value
    digest: Callable[[], Value]


class Scoring:
    """Prints the count of one lane."""

    def __init__(self, frame: Frame, leader: Value) -> None:
        self._frame = frame
        self._asm = frame.asm
        self._binding = frame.binding
        self._values = Values(frame, Folder(frame.binding, ""))
        self._chains = Chains(self._values, "")
        self._values.folds.weights = self._weights  # type: ignore[method-assign]
        n = frame.players
        seats: Items = tuple((1, seat) for seat in range(n))
        around: Items = tuple((1, frame.around(leader, step)) for step in range(n))
        sides: Items = tuple((1, side) for side in range(len(self._binding.sides)))
        self._table = Scope({"leader": leader}, {"seats": seats, "players": around, "sides": sides})

    def result(self) -> Result:
        """Print the count and pack it."""
        asm, program = self._asm, self._binding.program
        sides = range(len(self._binding.sides))
        held = [self._held(side) for side in sides] if program.scored_pile else []
        self._note_weights(held)
        wins: list[list[Value]] = []
        record: Value = 0
        for number, faction in enumerate(self._binding.factions if held else ()):
            won = self._vote(faction, [masks[number] for masks in held])
            wins.append(won)
            place = VOTES + VOTE_BITS * number
            for side, has in enumerate(won):
                record = asm.either(record, asm.times(asm.widen(has), (side + 1) << place), NUM)
        winners, decided = self._rank(wins, held)
        for side, left in enumerate(winners):
            record = asm.either(record, asm.times(asm.widen(left), 1 << (WINNERS + side)), NUM)
        record = asm.either(record, asm.times(decided, 1 << DECIDED), NUM)
        return Result(record, self._digest)

    def first(self) -> list[Value]:
        """Print the first key of each side, where no votes are counted."""
        asm, key = self._asm, self._binding.program.ranks[0]
        scopes = [self._table.named(side=side, votes=0, won=0) for side in range(len(self._binding.sides))]
        return [asm.fixed(self._key(key, scope)) for scope in scopes]

    def holder(self, faction: str) -> list[Value]:
        """Print which side has a faction's vote as the cards lie now, as a truth for each."""
        with self._frame.ran.paused("weight", "scores_as"):
            return self._holder(faction)

    def _holder(self, faction: str) -> list[Value]:
        number = self._binding.factions.index(faction)
        held = [self._held(side)[number] for side in range(len(self._binding.sides))]
        return [self._asm.fixed(has, BOOL) for has in self._vote(faction, held)]

    def _pile(self, side: int) -> Value:
        pile, found = self._binding.program.scored_pile, 0
        mask: Value = found
        if self._frame.owners[pile] != "player":
            raise NotNative("the pile that is scored is not a player's")
        for seat in self._binding.sides[side]:
            mask = self._asm.either(mask, self._frame.get(("pile", pile, seat)), MASK)
        return self._asm.fixed(mask, MASK)

    def _digest(self) -> Value:
        """Mix what lies in every pile without an order into one number."""
        asm, frame = self._asm, self._frame
        total: Value = 0
        factor = 1
        for name, of in frame.owners.items():
            if name in frame.ordered:
                continue
            for index in range(frame.count(of)):
                mask = self._alike(frame.get(("pile", name, index)))
                for word in range(asm.width // 64):
                    moved = asm.op(f"lshr {asm.mask} {mask.text}, {64 * word}")
                    part = moved if asm.width == 64 else asm.op(f"trunc {asm.mask} {moved.text} to i64")
                    factor = factor * 0x9E3779B97F4A7C15 % (1 << 64)
                    folded = asm.op(f"xor i64 {part.text}, {asm.op(f'lshr i64 {part.text}, 32').text}")
                    mixed = asm.op(f"mul i64 {folded.text}, {asm.literal(factor, NUM)}")
                    total = mixed if total == 0 else asm.op(f"add i64 {asm.text(total)}, {mixed.text}")
        return total

    def _alike(self, mask: Operand) -> Operand:
        """Take equal cards for the first of them, so that it does not matter which of them is which."""
        asm, found = self._asm, mask
        for group in dict.fromkeys(copies for copies in self._binding.copies if copies & (copies - 1)):
            first = (group & -group).bit_length() - 1
            inside = asm.text(asm.both(mask, group, MASK), MASK)
            count = asm.op(f"call {asm.mask} @llvm.ctpop.{asm.mask}({asm.mask} {inside})")
            low = asm.op(f"sub {asm.mask} {asm.op(f'shl {asm.mask} 1, {count.text}').text}, 1")
            moved = asm.op(f"shl {asm.mask} {low.text}, {first}")
            found = asm.op(f"or {asm.mask} {asm.text(asm.without(found, group), MASK)}, {moved.text}")
        return found

    # --- factions --------------------------------------------------------------------------------------------------

    def _held(self, side: int) -> list[Value]:
        """Print a side's cards as a mask for each faction that they count for."""
        asm, binding = self._asm, self._binding
        pile = self._pile(side)
        live = self._live_cards("scores_as")
        masks: list[Value] = []
        for faction in binding.factions:
            masks.append(asm.both(pile, binding.faction_masks[binding.faction_ids[faction]] & ~live, MASK))
        if not live:
            return masks
        places = [asm.slot(asm.mask) for _ in masks]
        for place, mask in zip(places, masks, strict=True):
            asm.line(f"store {asm.mask} {asm.text(mask, MASK)}, ptr {place}")
        scope = self._table.named(side=side)

        def body(card: Operand) -> None:
            bit = asm.fixed(asm.bit(card), MASK)
            for number, place in enumerate(places):
                counts = self._counts_for(card, number, scope)
                old = asm.op(f"load {asm.mask}, ptr {place}")
                text = asm.text(asm.either(old, asm.kept(counts, bit), MASK), MASK)
                asm.line(f"store {asm.mask} {text}, ptr {place}")

        self._values.folds.each_card(asm.both(pile, live, MASK), body)
        return [asm.op(f"load {asm.mask}, ptr {place}") for place in places]

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
                return asm.select(
                    test, self._among(yes, faction, base, scope), self._among(no, faction, base, scope), BOOL
                )
            case ir.Join(lists=lists):
                found: Value = 0
                for part in lists:
                    found = asm.either(found, self._among(part, faction, base, scope))
                return found
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

    def _weights(self, cards: Value, scope: Scope) -> Value:
        """Say how much cards count together."""
        asm = self._asm
        live = self._live_cards("weight")
        if not live:
            return asm.count(cards)
        place = asm.slot("i64")
        plain = asm.count(asm.both(cards, asm.everything & ~live, MASK))
        asm.line(f"store i64 {asm.text(plain)}, ptr {place}")

        def body(card: Operand) -> None:
            with self._frame.ran.paused():
                value = self._chains.one("weight", scope.named(card=card), self._values.fact(card, "faction", False))
            total = asm.add(asm.op(f"load i64, ptr {place}"), value)
            asm.line(f"store i64 {asm.text(total)}, ptr {place}")

        self._values.folds.each_card(asm.both(cards, live, MASK), body)
        return asm.op(f"load i64, ptr {place}")

    def _note_weights(self, held: list[list[Value]]) -> None:
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

    # --- votes -----------------------------------------------------------------------------------------------------

    def _vote(self, faction: str, held: list[Value]) -> list[Value]:
        """Print which side has a faction's vote, as a truth for each."""
        keys = self._keys(faction)
        if keys is None:
            return [0 for _ in held]
        columns = [
            [self._key(key, self._table.named(side=side, cards=cards)) for side, cards in enumerate(held)]
            for key in keys
        ]
        if len(held) == 2:
            return self._greater(columns)
        left = self._left(columns, len(held))
        return self._alone(left)

    def _greater(self, columns: list[list[Value]]) -> list[Value]:
        """Say which of two sides is ahead by the first key that separates them."""
        asm = self._asm
        ahead: list[Value] = [0, 0]
        for one, other in reversed(columns):
            same = asm.compare("==", one, other)
            ahead = [
                asm.either(asm.compare(">", mine, theirs), asm.both(same, then))
                for (mine, theirs), then in zip(((one, other), (other, one)), ahead, strict=True)
            ]
        return ahead

    def _keys(self, faction: str) -> tuple[ir.Key, ...] | None:
        for _, rule in reversed(self._chains.rules("majority")):
            if rule.keys is None or not concerns(rule, faction):
                continue
            if rule.when is not None and not is_true(self._values.folder.fold(rule.when)):
                raise NotNative("a majority under a condition")
            self._frame.ran.rule(rule, 1)
            return rule.keys
        return None

    def _alone(self, left: list[Value]) -> list[Value]:
        """Say of each side whether it is the only one left."""
        asm = self._asm
        found = []
        for side, here in enumerate(left):
            alone = here
            for other, there in enumerate(left):
                if other != side:
                    alone = asm.both(alone, asm.denied(there))
            found.append(alone)
        return found

    def _left(self, columns: list[list[Value]], count: int) -> list[Value]:
        """Keep the sides with the greatest value of each key in turn."""
        left: list[Value] = [1] * count
        for column in columns:
            left = self._best(left, column)
        return left

    def _best(self, left: list[Value], column: list[Value]) -> list[Value]:
        asm = self._asm
        lowest = -(1 << 62)
        shown = [asm.fixed(asm.select(here, value, lowest)) for here, value in zip(left, column, strict=True)]
        best: Value = shown[0]
        for value in shown[1:]:
            best = asm.select(asm.compare(">", value, best), value, best)
        return [
            asm.fixed(asm.both(here, asm.compare("==", value, best)), BOOL)
            for here, value in zip(left, shown, strict=True)
        ]

    def _rank(self, wins: list[list[Value]], held: list[list[Value]]) -> tuple[list[Value], Value]:
        """Print the winners, and the number of the key that decided (as many as there are keys: shared)."""
        asm, count = self._asm, len(self._binding.sides)
        left: list[Value] = [1] * count
        keys = self._binding.program.ranks
        decided: Value = len(keys)
        open_: Value = 1
        for number, key in enumerate(keys):
            column = []
            for side in range(count):
                votes: Value = 0
                won: Value = 0
                for faction, has in enumerate(wins):
                    votes = asm.add(votes, asm.widen(has[side]))
                    won = asm.either(won, asm.kept(has[side], held[side][faction]), MASK)
                column.append(self._key(key, self._table.named(side=side, votes=votes, won=won)))
            left = self._best(left, column)
            single: Value = 0
            for alone in self._alone(left):
                single = asm.either(single, alone)
            decided = asm.select(asm.both(open_, single), number, decided)
            open_ = asm.both(open_, asm.denied(single))
        return left, decided

    # --- keys ------------------------------------------------------------------------------------------------------

    def _key(self, key: ir.Key, scope: Scope) -> Value:
        """Print a key as a number; a list of card numbers as one that compares alike."""
        value = self._values.folder.fold(key.value)
        if not value.type.is_many:
            found = self._values.one(value, scope)
            return self._asm.widen(found) if value.type.kind is Kind.BOOL else found
        match value:
            case ir.Fold(function="descending"):
                return self._descending(value, scope)
            case ir.Top(items=ir.Fold(function="descending") as fold, count=ir.Literal(value=1)):
                return self._first_of(fold, scope)
            case _:
                raise NotNative("a key that is a list of an unusual kind")

    def _numbers(self, fold: ir.Fold, scope: Scope) -> tuple[Value, tuple[int, ...]]:
        key = fold.key if fold.key is not None else fold.variable
        if fold.domain.type.kind is not Kind.CARD:
            raise NotNative("a list of numbers that are not of cards")
        column = self._values.sets.column(key, fold.variable)
        if column is None or min(column) < 0:
            raise NotNative("a list of numbers that are not on cards")
        return self._values.folds.filtered(fold, scope), column

    def _descending(self, fold: ir.Fold, scope: Scope) -> Value:
        """Count the cards of each number, the highest number in the highest place."""
        asm = self._asm
        cards, column = self._numbers(fold, scope)
        within = asm.possible(cards)
        start = (within & -within).bit_length() - 1
        if isinstance(cards, Operand) and within.bit_length() - start < 62 and is_ascending(column, within):
            moved = asm.op(f"lshr {asm.mask} {asm.text(cards, MASK)}, {start}") if start else asm.fixed(cards, MASK)
            assert isinstance(moved, Operand)
            return asm.narrow(moved)
        keys = sorted({key for card, key in enumerate(column) if within >> card & 1})
        rows = [sum(1 << card for card, key in enumerate(column) if key == number) & within for number in keys]
        total: Value = 0
        place = 0
        for run in _runs(rows):
            part = asm.both(cards, sum(run), MASK)
            total = asm.add(total, asm.times(asm.count(part) if len(run) == 1 else self._moved(part), 1 << place))
            place += run[0].bit_count().bit_length() if len(run) == 1 else len(run)
        if place > 62:
            raise NotNative("lists of too many numbers")
        return total

    def _moved(self, cards: Value) -> Value:
        """Give cards that lie side by side as a number, the first of them its lowest place."""
        asm = self._asm
        within = asm.possible(cards)
        start = (within & -within).bit_length() - 1
        known = asm.lift(lambda mask: mask >> start, cards)
        if known is not None:
            return known
        return asm.narrow(asm.op(f"lshr {asm.mask} {asm.text(cards, MASK)}, {start}"))

    def _first_of(self, fold: ir.Fold, scope: Scope) -> Value:
        """Give the highest number, and for an empty list less than any."""
        highest = self._values.folds.one(
            ir.Fold(fold.type.item.maybe, "max", fold.variable, fold.domain, fold.condition, fold.key), scope
        )
        return self._asm.select(self._asm.compare("==", highest, NO_NUMBER), -1, highest)


def _runs(rows: list[int]) -> list[list[int]]:
    """Put single cards together that follow one another in the deck; each other set of cards stands alone."""
    found: list[list[int]] = []
    for row in rows:
        last = found[-1][-1] if found else 0
        if last.bit_count() == 1 and row == last << 1:
            found[-1].append(row)
        else:
            found.append([row])
    return found


def _is_plain(value: ir.Expr | None, rule: ir.HookRule) -> bool:
    """Say whether a rule of the table answers as if it were not there: weight 1, a card's own faction."""
    if rule.when is not None or value is None:
        return False
    match value:
        case ir.Literal(value=1) | ir.AsMany(operand=ir.Field(of=ir.Known(name="card"), name="faction")):
            return True
        case _:
            return False
