"""Printing the count at the end of a game: who has each faction's vote, and what decides between the sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from claimdsl.engine.fold import Folder, is_true
from claimdsl.engine.rules import concerns
from claimdsl.ir import nodes as ir
from claimdsl.native.asm import BOOL, NUM
from claimdsl.native.blocks import behind
from claimdsl.native.chains import Chains
from claimdsl.native.digest import digest
from claimdsl.native.frame import Frame
from claimdsl.native.keys import Keys
from claimdsl.native.maps import Value
from claimdsl.native.memory import Variable
from claimdsl.native.refusal import NotNative
from claimdsl.native.scope import Items, Scope
from claimdsl.native.scored import Scored
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
        n = frame.players
        seats: Items = tuple((1, seat) for seat in range(n))
        around: Items = tuple((1, frame.around(leader, step)) for step in range(n))
        sides: Items = tuple((1, side) for side in range(len(self._binding.sides)))
        self._table = Scope({"leader": leader}, {"seats": seats, "players": around, "sides": sides})
        self._keys = Keys(self._values)
        self._scored = Scored(self._values, self._chains, self._table)
        self._values.folds.weights = self._scored.weights  # type: ignore[method-assign]

    def result(self) -> Result:
        """Print the count and pack it."""
        asm, program = self._asm, self._binding.program
        sides = range(len(self._binding.sides))
        held = [self._scored.of(side) for side in sides] if program.scored_pile else []
        self._scored.note_weights(held)
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
        return Result(record, lambda: digest(self._frame))

    def first(self) -> list[Value]:
        """Print the first key of each side, where no votes are counted."""
        asm, key = self._asm, self._binding.program.ranks[0]
        scopes = [self._table.named(side=side, votes=0, won=0) for side in range(len(self._binding.sides))]
        return [asm.fixed(self._keys.one(key, scope)) for scope in scopes]

    def holder(self, faction: str) -> list[Value]:
        """Print which side has a faction's vote as the cards lie now, as a truth for each."""
        with self._frame.ran.paused("weight", "scores_as"):
            return self._holder(faction)

    def _holder(self, faction: str) -> list[Value]:
        number = self._binding.factions.index(faction)
        held = [self._scored.of(side)[number] for side in range(len(self._binding.sides))]
        return [self._asm.fixed(has, BOOL) for has in self._vote(faction, held)]

    def _vote(self, faction: str, held: list[Value]) -> list[Value]:
        """Print which side has a faction's vote, as a truth for each."""
        keys = self._majority(faction)
        if keys is None:
            return [0 for _ in held]
        columns = [
            [self._keys.one(key, self._table.named(side=side, cards=cards)) for side, cards in enumerate(held)]
            for key in keys
        ]
        columns = self._keys.joined(columns)
        if len(held) == 2:
            return self._greater(columns)
        return self._greatest(columns[0]) if len(columns) == 1 else self._alone(self._left(columns, len(held)))

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

    def _greatest(self, column: list[Value]) -> list[Value]:
        """Say of each side whether it has more than any other."""
        asm, found = self._asm, []
        for side, mine in enumerate(column):
            most: Value = -1
            for theirs in column[:side] + column[side + 1:]:
                most = theirs if most == -1 else asm.select(asm.compare(">", theirs, most), theirs, most)
            found.append(asm.compare(">", mine, most))
        return found

    def _majority(self, faction: str) -> tuple[ir.Key, ...] | None:
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
        places = [Variable(self._asm, BOOL, 1) for _ in self._binding.sides]
        decided = Variable(self._asm, NUM)
        self._by_key(0, [1] * len(places), places, decided, lambda key: self._column(key, wins, held))
        return [place.read() for place in places], decided.read()

    def _by_key(
        self, number: int, left: list[Value], places: list[Variable], decided: Variable,
        column: Callable[[ir.Key], list[Value]],
    ) -> None:
        """Print the choice by a key, and behind a branch, as that is seldom needed, by those after it."""
        keys = self._binding.program.ranks
        decided.write(number)
        if number == len(keys):
            return
        left = self._best(left, column(keys[number]))
        for place, here in zip(places, left, strict=True):
            place.write(here)
        with behind(self._asm, self._asm.denied(self._single(left))):
            self._by_key(number + 1, left, places, decided, column)

    def _column(self, key: ir.Key, wins: list[list[Value]], held: list[list[Value]]) -> list[Value]:
        """Print a key of each side."""
        asm, column = self._asm, []
        for side in range(len(self._binding.sides)):
            votes: Value = 0
            for has in wins:
                votes = asm.add(votes, asm.widen(has[side]))
            won = self._scored.won(side, [has[side] for has in wins], held[side]) if held else 0
            column.append(self._keys.one(key, self._table.named(side=side, votes=votes, won=won)))
        return column

    def _single(self, left: list[Value]) -> Value:
        """Say whether there is only one side left."""
        found: Value = 0
        for alone in self._alone(left):
            found = self._asm.either(found, alone)
        return found
