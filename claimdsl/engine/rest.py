"""What can still happen in the last phase of a game: its rules, without what the options of the game rule out.

Where only some cards can still be played, given as a mask, this leaves out too what is for plays of other factions.
"""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.binding import Binding
from claimdsl.engine.fold import Folder, is_false, is_true, truth
from claimdsl.engine.rules import cards_of, rules_of
from claimdsl.ir import nodes as ir
from claimdsl.ir.types import Kind
from claimdsl.ir.vocabulary import HOOKS, Asked
from claimdsl.ir.walk import effect_parts, every, roots

ANY = -1
"""All cards."""


class Remaining(Folder):
    """Folds what is asked while only some cards can be played: no play is of a faction that has none of them."""

    def __init__(self, binding: Binding, phase: str, playable: int) -> None:
        super().__init__(binding, phase)
        names = zip(binding.faction_ids, binding.faction_masks, strict=True)
        self._left = frozenset(name for name, cards in names if cards & playable)

    def _fold(self, expr: ir.Expr) -> ir.Expr:
        folded = super()._fold(expr)
        match folded:
            case ir.Compare(operator="==" | "!=" as operator, left=left, right=right) if (
                self._never(left, right) or self._never(right, left)
            ):
                return truth(operator == "!=")
            case ir.Fold(function="any", condition=test) if test is not None and is_false(test):
                return truth(False)
            case _:
                return folded

    def _never(self, asked: ir.Expr, faction: ir.Expr) -> bool:
        """Say whether no play can be of a faction that one is asked for."""
        return isinstance(faction, ir.FactionName) and faction.name not in self._left and _is_of_play(asked)


def _is_of_play(expr: ir.Expr) -> bool:
    """Say whether an expression is the faction of a play's card."""
    match expr:
        case ir.Field(of=of, name="faction"):
            return of.type.kind is Kind.PLAY or isinstance(of, ir.AsCard)
        case ir.AsMaybe(operand=operand):
            return _is_of_play(operand)
        case _:
            return False


def remaining_rules(binding: Binding, phase: str, playable: int = ANY) -> Iterator[ir.HookRule]:
    """Run through the rules that can still be asked in the last phase and at the end."""
    for hook in HOOKS:
        if hook in ("at_start", "before_phase"):
            continue
        place = "" if hook == "at_end" else phase
        folder = Remaining(binding, place, playable)
        for _, rule in rules_of(binding, hook, place):
            if HOOKS[hook].asked in _OF_PLAYS and not cards_of(binding, rule) & playable:
                continue
            if rule.when is None or not is_false(folder.fold(rule.when)):
                yield rule


_OF_PLAYS = (Asked.CARD, Asked.PLAY, Asked.TAKER)


def live_effects(effects: tuple[ir.Effect, ...], folder: Folder) -> Iterator[ir.Effect]:
    """Run through effects and those inside them, without what the options of the game rule out."""
    for effect in effects:
        yield effect
        match effect:
            case ir.When(condition=condition, yes=yes, no=no):
                folded = folder.fold(condition)
                yield from () if is_false(folded) else live_effects(yes, folder)
                yield from () if is_true(folded) else live_effects(no, folder)
            case ir.Each(items=items, body=body):
                yield from () if _is_empty(folder.fold(items)) else live_effects(body, folder)
            case _:
                pass


def _is_empty(items: ir.Expr) -> bool:
    """Say whether a list never has anything."""
    match items:
        case ir.Fold(function="filter" | "each", condition=condition):
            return condition is not None and is_false(condition)
        case _:
            return False


def piles_read(binding: Binding, phase: str, playable: int = ANY) -> frozenset[str]:
    """Give the piles that a rule may still look into or take cards from; where cards only come to is none of them."""
    folder, found = Remaining(binding, phase, playable), set()
    for rule in remaining_rules(binding, phase, playable):
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
