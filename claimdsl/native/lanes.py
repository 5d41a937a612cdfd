"""Scoring as rows of numbers that only grow for the better: what a search may compare, where the rules allow it.

A faction's vote is the sign of a sum over its cards, those of the other side taken off: so much for each card, and a
little more for its rank where that decides between equal counts.  This is read off the typed rules; where they count
in another way there are no lanes, and ends are counted by the rules themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import Folder, is_true
from claimdsl.engine.rules import concerns, rules_of
from claimdsl.engine.runtime import bits
from claimdsl.ir import nodes as ir
from claimdsl.ir.walk import every
from claimdsl.native.bounds import Bounds

CASCADE, HIGHEST = "cascade", "highest"
_MOST_SUM = 1 << 28


@dataclass(frozen=True)
class Shape:
    """How a binding counts, as far as lanes go.

    `ties` for each faction what decides between equal counts; `keys` the later keys of the ranking as a number for each
    card of a faction that is won; None where they are no such sums.
    """

    ties: tuple[str, ...]
    keys: tuple[tuple[int, ...], ...] | None


def shape_of(binding: Binding) -> Shape | None:
    """Recognise how the game is counted; None where it is not by sums."""
    program, folder = binding.program, Folder(binding, "")
    if not program.scored_pile or not all(_is_plain(binding, folder, hook) for hook in ("weight", "scores_as")):
        return None
    if not program.ranks:
        return None
    ties = []
    for faction in binding.factions:
        tie = _tie(binding, folder, faction)
        if tie is None:
            return None
        ties.append(tie)
    if not all(_reads_votes(part) for part in every(iter((folder.fold(program.ranks[0].value),)))):
        return None
    keys: list[tuple[int, ...]] = []
    for key in program.ranks[1:]:
        column = _summed(binding, folder.fold(key.value))
        if column is None:
            return Shape(tuple(ties), None)
        keys.append(column)
    return Shape(tuple(ties), tuple(key for key in keys if any(key)))


def _is_plain(binding: Binding, folder: Folder, hook: str) -> bool:
    """Say whether the table alone answers a hook: a card counts once, and for its own faction."""
    for _, rule in rules_of(binding, hook, ""):
        if rule.when is not None or rule.value is None or rule.origin.faction:
            return False
        match folder.fold(rule.value):
            case ir.Literal(value=1) | ir.AsMany(operand=ir.Field(of=ir.Known(name="card"), name="faction")):
                pass
            case _:
                return False
    return True


def _reads_votes(part: ir.Expr) -> bool:
    match part:
        case ir.Literal() | ir.If() | ir.Compare() | ir.AllOf() | ir.AnyOf() | ir.Not() | ir.Sum() | ir.AsMaybe():
            return True
        case ir.Field(of=ir.Known(name="side"), name="votes") | ir.Known(name="side"):
            return True
        case _:
            return False


def _tie(binding: Binding, folder: Folder, faction: str) -> str | None:
    """Say what decides between equal counts of a faction; None where its vote is no matter of counts."""
    for _, rule in reversed(rules_of(binding, "majority", "")):
        if rule.keys is None or not concerns(rule, faction):
            continue
        if rule.when is not None and not is_true(folder.fold(rule.when)) or len(rule.keys) != 2:
            return None
        if not _counts(folder.fold(rule.keys[0].value)):
            return None
        return _values(folder.fold(rule.keys[1].value))
    return None


def _counts(value: ir.Expr) -> bool:
    match value:
        case ir.Fold(function="sum", domain=ir.Known(name="cards"), condition=None, key=ir.Field(name="weight", of=of)):
            return isinstance(of, ir.Local)
        case _:
            return False


def _values(value: ir.Expr) -> str | None:
    match value:
        case ir.Fold(function="descending", domain=ir.Known(name="cards"), condition=None, key=ir.Field(name="value")):
            return CASCADE
        case ir.Top(items=items, count=ir.Literal(value=1)) if _values(items) == CASCADE:
            return HIGHEST
        case _:
            return None


def _summed(binding: Binding, value: ir.Expr) -> tuple[int, ...] | None:
    """Give what each card adds to a key, where it is a sum over the cards of factions won."""
    zero = (0,) * len(binding.cards)
    match value:
        case ir.Literal():
            return zero
        case ir.AsMaybe(operand=operand):
            return _summed(binding, operand)
        case ir.Fold(
            function="sum", domain=ir.Field(of=ir.Known(name="side"), name="won"), condition=None,
            key=ir.Field(of=ir.Local(), name=name),
        ):
            return {"weight": (1,) * len(zero), "value": tuple(value for _, value in binding.cards)}.get(name)
        case _:
            return None


# --- lanes -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lanes:
    """Lanes of one root: for each card its vote; `sure` factions cannot be tied.

    `empty` factions have no card any more; cards of `alike` ones differ by nothing but single tricks.
    """

    votes: tuple[int, ...]
    keys: tuple[tuple[int, ...], ...] | None
    cards: int
    sure: frozenset[int]
    empty: frozenset[int]
    alike: frozenset[int]

    def reachable(self, factions: int) -> Iterator[tuple[int, int]]:
        """Run through the numbers of votes that two sides may have at the end."""
        open_ = factions - len(self.empty)
        for mine in range(open_ + 1):
            for theirs in range(open_ - mine + 1):
                if mine + theirs >= len(self.sure):
                    yield mine, theirs

    def later(self) -> tuple[int, ...] | None:
        """Put the later keys together, the earlier the heavier: what each card adds; None where that is no sum."""
        if not self.keys:
            return None if self.keys is None else ()
        found = [0] * len(self.votes)
        for key in self.keys:
            most = 1 + sum(key[card] for card in bits(self.cards))
            found = [before * most + value for before, value in zip(found, key, strict=True)]
        return tuple(found) if sum(found[card] for card in bits(self.cards)) <= _MOST_SUM else None


def lanes_of(binding: Binding, shape: Shape, bounds: Bounds, scored: int, live: int) -> Lanes | None:
    """Give the lanes of a root; None where the vote of a faction is no sum."""
    votes = [0] * len(binding.cards)
    sure: set[int] = set()
    empty: set[int] = set()
    for number, tie in enumerate(shape.ties):
        cards = bits((scored | live) & binding.faction_masks[number])
        found = _weights([binding.cards[card][1] for card in cards], number in bounds.fixed, tie)
        if found is None:
            return None
        weights, is_sure = found
        for card, weight in zip(cards, weights, strict=True):
            votes[card] = weight
        if is_sure:
            sure.add(number)
        if not cards:
            empty.add(number)
    if sum(votes) > _MOST_SUM:
        return None
    return Lanes(tuple(votes), shape.keys, scored | live, frozenset(sure), frozenset(empty), bounds.alike)


def _weights(values: list[int], fixed: bool, tie: str) -> tuple[list[int], bool] | None:
    """Give each card's weight, and whether the faction cannot be tied."""
    if not values or fixed and len(values) % 2:
        return [1] * len(values), bool(values)
    copies = Counter(values)
    ranks = sorted(copies, reverse=True)
    if tie == HIGHEST:
        if not fixed or copies[ranks[0]] > 1:
            return None
        return [3 if value == ranks[0] else 2 for value in values], True
    odd = next((place for place, value in enumerate(ranks) if copies[value] % 2), None) if fixed else None
    deciding = ranks if odd is None else ranks[: odd + 1]
    digits, total = dict.fromkeys(ranks, 0), 0
    for value in reversed(deciding):
        digits[value] = total + 1
        total += digits[value] * copies[value]
    return [total + 1 + digits[value] for value in values], odd is not None
