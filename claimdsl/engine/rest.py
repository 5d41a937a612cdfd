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
        exprs = list(roots(rule)) if rule.effects is None else [rule.when] if rule.when is not None else []
        for effect in live_effects(rule.effects or (), folder):
            match effect:
                case ir.Move(cards=cards, pile=pile):
                    exprs += [cards, *(() if pile.owner is None else (pile.owner,))]
                case _:
                    exprs += effect_parts(effect)
        folded = (folder.fold(expr) for expr in exprs)
        found |= {part.pile for part in every(iter(folded)) if isinstance(part, ir.PileOf)}
    keys = (folder.fold(key.value) for key in binding.program.ranks)
    found |= {part.pile for part in every(keys) if isinstance(part, ir.PileOf)}
    return frozenset(found)


def looks_into(binding: Binding, phase: str, pile: str) -> bool:
    """Say whether a rule that is asked between two tricks may depend on what lies in a pile.

    Where cards only come to is none such, nor is what is counted at the end.
    """
    folder = Folder(binding, phase)
    for rule in remaining_rules(binding, phase):
        if rule.hook in _AT_THE_END:
            continue
        exprs = [folder.fold(expr) for expr in roots(rule)]
        if rule.hook in _PLACES and rule.value is not None:
            exprs = [*_conditions(folder.fold(rule.value)), *([] if rule.when is None else [folder.fold(rule.when)])]
        if any(isinstance(part, ir.PileOf) and part.pile == pile for part in every(iter(exprs))):
            return True
    return False


_AT_THE_END = ("after_phase", "at_end", "weight", "scores_as", "majority")
_PLACES = ("goes_to", "takes_to")


def _conditions(place: ir.Expr) -> Iterator[ir.Expr]:
    """Run through all that decides which pile a rule answers with."""
    match place:
        case ir.PileOf(owner=owner):
            yield from () if owner is None else (owner,)
        case ir.If(condition=condition, yes=yes, no=no):
            yield condition
            yield from _conditions(yes)
            yield from _conditions(no)
        case _:
            yield place
