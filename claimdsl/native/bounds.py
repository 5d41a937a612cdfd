"""What may still happen to the cards of each faction in the last phase, read off the typed rules.

A search may leave cards out, or count on their being scored, only as far as is known here; where a rule could look at
more, nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import Folder, may_be_absent
from claimdsl.engine.rest import live_effects, remaining_rules
from claimdsl.engine.rules import concerns, rules_of
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import effect_parts, every, parts

_FREE_OF_STATE = ("may_play", "counts_as", "leads", "worth", "tier", "strength", "goes_to", "next_leader")
_BY_SETS = ("any", "all", "count", "filter")


@dataclass(frozen=True)
class Bounds:
    """What may happen to cards in the last phase: `fixed` factions are all scored; `alike` ones are told apart by
    nothing but what single tricks do with them.
    """

    fixed: frozenset[int]
    alike: frozenset[int]


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
        if rule.value is None or not concerns(rule, faction):
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
        for name in piles - {""}:
            found[name] |= 1 << number
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
        case ir.Fold(domain=ir.Known(name="trick"), condition=test) if test is not None and _names_one(test):
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
    if rule.hook == "goes_to":
        exprs = [part for expr in exprs for part in _asked(expr)]
    return all(_is_harmless(rule.hook, part) for part in every(iter(exprs)))


def _asked(target: ir.Expr) -> Iterator[ir.Expr]:
    """Run through what is asked to find out where a card goes; the pile that it goes to is not looked into."""
    match target:
        case ir.If(condition=condition, yes=yes, no=no):
            yield condition
            yield from _asked(yes)
            yield from _asked(no)
        case ir.AsMaybe(operand=operand):
            yield from _asked(operand)
        case ir.PileOf(owner=owner):
            yield from () if owner is None else (owner,)
        case _:
            yield target


def _is_harmless(hook: str, part: ir.Expr) -> bool:
    match part:
        case ir.StateOf() | ir.Known(name="last_trick" | "trick_number" | "deck"):
            return False
        case ir.PileOf(pile=pile):
            return hook == "may_play" and pile == "hand"
        case ir.Field(name=name, of=of) if hook == "may_play" and of.type.kind in (Kind.CARD, Kind.PLAY):
            return name in ("faction", "counts_as", "player")
        case ir.Fold(function=function) if hook == "may_play":
            return function in _BY_SETS
        case _:
            return True
