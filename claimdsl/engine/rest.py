"""What can still happen in the last phase of a game: its rules, without what the options of the game rule out."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import Folder, is_false, is_true
from claimdsl.engine.rules import rules_of
from claimdsl.ir import nodes as ir
from claimdsl.ir.vocabulary import HOOKS
from claimdsl.ir.walk import effect_parts, every, roots


def remaining_rules(binding: Binding, phase: str) -> Iterator[ir.HookRule]:
    """Run through the rules that can still be asked in the last phase and at the end."""
    for hook in HOOKS:
        if hook in ("at_start", "before_phase"):
            continue
        place = "" if hook == "at_end" else phase
        folder = Folder(binding, place)
        for _, rule in rules_of(binding, hook, place):
            if rule.when is None or not is_false(folder.fold(rule.when)):
                yield rule


def live_effects(effects: tuple[ir.Effect, ...], folder: Folder) -> Iterator[ir.Effect]:
    """Run through effects and those inside them, without what the options of the game rule out."""
    for effect in effects:
        yield effect
        match effect:
            case ir.When(condition=condition, yes=yes, no=no):
                folded = folder.fold(condition)
                yield from () if is_false(folded) else live_effects(yes, folder)
                yield from () if is_true(folded) else live_effects(no, folder)
            case ir.Each(body=body):
                yield from live_effects(body, folder)
            case _:
                pass


def piles_read(binding: Binding, phase: str) -> frozenset[str]:
    """Give the piles that a rule may still look into or take cards from; where cards only come to is none of them."""
    folder, found = Folder(binding, phase), set()
    for rule in remaining_rules(binding, phase):
        found |= _piles(_looked_at(rule, folder))
    return frozenset(found | _piles(folder.fold(key.value) for key in binding.program.ranks))


def piles_seen(binding: Binding, phase: str) -> frozenset[str]:
    """Give those of them that what happens between two tricks may depend on, and not what is counted at the end."""
    folder, found = Folder(binding, phase), set()
    for rule in remaining_rules(binding, phase):
        if rule.hook not in _AT_THE_END:
            found |= _piles(_looked_at(rule, folder))
    return frozenset(found)


_AT_THE_END = ("after_phase", "at_end", "weight", "scores_as", "majority")
_PLACES = ("goes_to", "takes_to")


def _piles(exprs: Iterator[ir.Expr]) -> set[str]:
    return {part.pile for part in every(exprs) if isinstance(part, ir.PileOf)}


def _looked_at(rule: ir.HookRule, folder: Folder) -> Iterator[ir.Expr]:
    """Run through the expressions of a rule, without the piles that cards only come to."""
    if rule.effects is None:
        for expr in roots(rule):
            folded = folder.fold(expr)
            yield from _deciding(folded) if rule.hook in _PLACES and expr is rule.value else (folded,)
        return
    if rule.when is not None:
        yield folder.fold(rule.when)
    for effect in live_effects(rule.effects, folder):
        match effect:
            case ir.Move(cards=cards, pile=pile):
                yield folder.fold(cards)
                yield from () if pile.owner is None else (folder.fold(pile.owner),)
            case _:
                yield from (folder.fold(part) for part in effect_parts(effect))


def _deciding(place: ir.Expr) -> Iterator[ir.Expr]:
    """Run through all that decides which pile a rule answers with."""
    match place:
        case ir.PileOf(owner=owner):
            yield from () if owner is None else (owner,)
        case ir.If(condition=condition, yes=yes, no=no):
            yield condition
            yield from _deciding(yes)
            yield from _deciding(no)
        case _:
            yield place
