"""Scoring as rows of numbers that only grow for the better: what a search may compare, where the rules are known to allow it.

A faction's vote is the sign of a sum over its cards, each side's with its own sign: so much for the card, and so much
less for its rank as still decides between equal counts.  What is known is read off the typed rules; where they count in
another way there are no lanes, and ends are counted by the rules themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import Folder, is_true, may_be_absent
from claimdsl.engine.rest import live_effects, remaining_rules
from claimdsl.engine.rules import rules_of
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import effect_parts, every, parts

CASCADE, HIGHEST = "cascade", "highest"
_MOST_SUM = 1 << 28
_FREE_OF_STATE = ("may_play", "counts_as", "leads", "worth", "tier", "strength", "goes_to", "next_leader")
_BY_SETS = ("any", "all", "count", "filter")


@dataclass(frozen=True)
class Shape:
    """How a binding counts, as far as lanes go.

    `ties` for each faction what decides between equal counts; `keys` the later keys of the ranking as a number for each
    card of a faction that is won; None where they are no such sums.
    """

    ties: tuple[str, ...]
    keys: tuple[tuple[int, ...], ...] | None


@dataclass(frozen=True)
class Bounds:
    """What may happen to cards in the last phase: `fixed` factions are all scored; `alike` ones are told apart by
    nothing but what single tricks do with them.
    """

    fixed: frozenset[int]
    alike: frozenset[int]


def shape_of(binding: Binding) -> Shape | None:
    """Recognise how the game is counted; None where it is not by sums."""
    program, folder = binding.program, Folder(binding, "")
    if not program.scored_pile or not _is_plain(binding, folder, "weight") or not _is_plain(binding, folder, "scores_as"):
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
        own = rule.origin.faction
        if rule.keys is None or own and rule.cards != "all" and (own == faction) != (rule.cards == "own"):
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
        case ir.Fold(
            function="sum", domain=ir.Field(of=ir.Known(name="side"), name="won"), condition=None,
            key=ir.Field(of=ir.Local(), name=name),
        ):
            return {"weight": (1,) * len(zero), "value": tuple(value for _, value in binding.cards)}.get(name)
        case _:
            return None


# --- what may happen to cards ----------------------------------------------------------------------------------------


def bounds_of(binding: Binding, phase: str, lying: Mapping[str, int]) -> Bounds | None:
    """Work out what may happen to the cards of each faction; `lying` gives the factions now in a pile, as a mask.

    None where scored cards may move again.
    """
    everything = (1 << len(binding.faction_ids)) - 1
    goes = {number: _goes(binding, phase, name) for name, number in binding.faction_ids.items()}
    touched = 0
    content = _content(binding, phase, lying, goes)
    for rule in remaining_rules(binding, phase):
        if rule.effects is None:
            continue
        found = _touched(binding, phase, rule, content)
        if found is None:
            return None
        touched |= found
    fixed = frozenset(
        number for number, piles in goes.items()
        if piles == frozenset((binding.program.scored_pile,)) and not touched >> number & 1
    )
    pure = all(_is_pure(binding, phase, rule) for rule in remaining_rules(binding, phase))
    return Bounds(fixed, frozenset(number for number in fixed if pure and everything >> number & 1))


def _goes(binding: Binding, phase: str, faction: str) -> frozenset[str]:
    """Give the piles that a faction's cards may go to from a trick; "" where one may stay."""
    found: frozenset[str] = frozenset(("",))
    folder = Folder(binding, phase)
    for _, rule in rules_of(binding, "goes_to", phase):
        own = rule.origin.faction
        if rule.value is None or own and rule.cards != "all" and (own == faction) != (rule.cards == "own"):
            continue
        value = folder.fold(rule.value)
        piles = frozenset(part.pile for part in every(iter((value,))) if isinstance(part, ir.PileOf))
        surely = isinstance(value, ir.PileOf) and (value.owner is None or not may_be_absent(value.owner))
        found = piles if surely and rule.when is None else found | piles
    return found


def _content(
    binding: Binding, phase: str, lying: Mapping[str, int], goes: dict[int, frozenset[str]]
) -> dict[str, int]:
    """Give the factions that each pile may hold in the rest of the game, as masks."""
    found = {pile.name: lying[pile.name] for pile in binding.piles}
    everything = (1 << len(binding.faction_ids)) - 1
    for number, piles in goes.items():
        for pile in piles - {""}:
            found[pile] |= 1 << number
    folder = Folder(binding, phase)
    for rule in remaining_rules(binding, phase):
        for effect in live_effects(rule.effects or (), folder):
            match effect:
                case ir.Move(pile=pile) if pile.pile != binding.program.scored_pile:
                    found[pile.pile] = everything
                case ir.Swap():
                    found = dict.fromkeys(found, everything)
                case _:
                    pass
    return found


def _touched(binding: Binding, phase: str, rule: ir.HookRule, content: dict[str, int]) -> int | None:
    """Give the factions whose cards a rule with effects may look at or move; None where it may move scored cards."""
    everything = (1 << len(binding.faction_ids)) - 1
    folder, found = Folder(binding, phase), 0
    for expr in _looked_at(rule, folder):
        for part in every(iter((expr,))):
            match part:
                case ir.PileOf(pile=pile) if pile == binding.program.scored_pile:
                    return None
                case ir.PileOf(pile=pile):
                    found |= content[pile]
                case ir.FactionName(name=name) if name in binding.faction_ids:
                    found |= 1 << binding.faction_ids[name]
                case ir.Known(name=name) if name in ("deck", "card", "play", "due", "led", "ranking", "winning_play"):
                    found |= everything
                case _:
                    pass
        found |= everything if _sees_trick(expr) else 0
    return found


def _looked_at(rule: ir.HookRule, folder: Folder) -> Iterator[ir.Expr]:
    if rule.when is not None:
        yield folder.fold(rule.when)
    for effect in live_effects(rule.effects or (), folder):
        match effect:
            case ir.Move(cards=cards, pile=pile):
                yield folder.fold(cards)
                if pile.owner is not None:
                    yield folder.fold(pile.owner)
            case _:
                yield from (folder.fold(part) for part in effect_parts(effect))


def _sees_trick(expr: ir.Expr) -> bool:
    """Say whether an expression looks at the plays of a trick other than at those of a named faction."""
    match expr:
        case ir.Known(name="trick"):
            return True
        case ir.Fold(domain=ir.Known(name="trick"), condition=condition) if condition is not None and _names_one(condition):
            return False
        case ir.Member(item=item, items=ir.AsCard(operand=ir.Known(name="trick"))):
            return _sees_trick(item)
        case _:
            return any(_sees_trick(part) for part in parts(expr))


def _names_one(condition: ir.Expr) -> bool:
    """Say whether a condition holds only for plays of one faction, which it names."""
    match condition:
        case ir.Compare(operator="==", left=ir.Field(of=ir.Local(), name="faction"), right=right):
            return any(isinstance(part, ir.FactionName) for part in every(iter((right,))))
        case ir.AllOf(operands=operands):
            return any(map(_names_one, operands))
        case _:
            return False


def _is_pure(binding: Binding, phase: str, rule: ir.HookRule) -> bool:
    """Say whether what a rule answers depends on the two cards of a trick alone, and in hands on factions alone."""
    if rule.hook not in _FREE_OF_STATE:
        return True
    folder = Folder(binding, phase)
    exprs = [folder.fold(expr) for expr in (rule.when, rule.value) if expr is not None]
    return all(_is_harmless(rule.hook, part) for part in every(iter(exprs)))


def _is_harmless(hook: str, part: ir.Expr) -> bool:
    match part:
        case ir.StateOf() | ir.Known(name="last_trick" | "trick_number" | "deck"):
            return False
        case ir.PileOf(pile=pile):
            return hook == "goes_to" or hook == "may_play" and pile == "hand"
        case ir.Field(name=name, of=of) if hook == "may_play" and of.type.kind in (Kind.CARD, Kind.PLAY):
            return name in ("faction", "counts_as", "player")
        case ir.Fold(function=function) if hook == "may_play":
            return function in _BY_SETS
        case _:
            return True


# --- lanes -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lanes:
    """Lanes of one root: for each card its vote, and what it adds to the later keys; `sure` factions cannot be tied.

    `empty` factions have no card any more.
    """

    votes: tuple[int, ...]
    later: tuple[int, ...] | None
    sure: frozenset[int]
    empty: frozenset[int]

    def reachable(self, factions: int) -> Iterator[tuple[int, int]]:
        """Run through the numbers of votes that two sides may have at the end."""
        open_ = factions - len(self.empty)
        for mine in range(open_ + 1):
            for theirs in range(open_ - mine + 1):
                if mine + theirs >= len(self.sure):
                    yield mine, theirs


def lanes_of(binding: Binding, shape: Shape, bounds: Bounds, scored: int, live: int) -> Lanes | None:
    """Give the lanes of a root; None where the vote of a faction is no sum."""
    votes = [0] * len(binding.cards)
    sure, empty = set(), set()
    for number, tie in enumerate(shape.ties):
        cards = [card for card in range(len(votes)) if (scored | live) >> card & 1 and binding.cards[card][0] == number]
        found = _weights([binding.cards[card][1] for card in cards], number in bounds.fixed, tie)
        if found is None:
            return None
        weights, is_sure = found
        for card, weight in zip(cards, weights, strict=True):
            votes[card] = weight
        (sure if is_sure else set()).add(number)
        if not cards:
            empty.add(number)
    later = _later(shape, scored | live)
    if sum(votes) > _MOST_SUM or later is not None and sum(later) > _MOST_SUM:
        return None
    return Lanes(tuple(votes), later, frozenset(sure), frozenset(empty))


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


def _later(shape: Shape, cards: int) -> tuple[int, ...] | None:
    """Put the later keys together, the earlier the heavier."""
    if shape.keys is None:
        return None
    if not shape.keys:
        return ()
    found = [0] * len(shape.keys[0])
    for key in shape.keys:
        most = 1 + sum(value for card, value in enumerate(key) if cards >> card & 1)
        found = [before * most + value for before, value in zip(found, key, strict=True)]
    return tuple(found)
