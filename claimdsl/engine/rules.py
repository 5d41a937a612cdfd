"""Which rules of a program apply in a game, in the order in which they are asked, and what they need of a frame."""

from __future__ import annotations

from collections.abc import Mapping

from claimdsl.engine.binding import Binding
from claimdsl.engine.effect_facts import suspends, variables
from claimdsl.engine.runtime import NO_NUMBER, NOTHING
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import chain_place
from claimdsl.ir.types import Kind


def rules_of(binding: Binding, hook: str, phase: str) -> list[tuple[int, ir.HookRule]]:
    """Give the rules that may answer a hook in a phase, from the first asked to the last, with their numbers."""
    found: list[tuple[tuple[int, int, int], int, ir.HookRule]] = []
    for number, rule in enumerate(binding.program.hooks):
        if rule.hook != hook or not binding.in_play(rule.origin.faction):
            continue
        if rule.phases is not None and phase not in rule.phases:
            continue
        if rule.player_counts is not None and binding.players not in rule.player_counts:
            continue
        found.append((chain_place(rule, number), number, rule))
    return [(number, rule) for _, number, rule in sorted(found, key=lambda entry: entry[0])]


def concerns(rule: ir.HookRule, faction: str) -> bool:
    """Say whether a rule of a hook that is asked of cards is asked of those of a faction."""
    own = rule.origin.faction
    return not own or rule.cards == "all" or (own == faction) == (rule.cards == "own")


def cards_of(binding: Binding, rule: ir.HookRule) -> int:
    """Give the cards that a rule is asked of, as a mask."""
    names = zip(binding.faction_ids, binding.faction_masks, strict=True)
    return sum(cards for faction, cards in names if concerns(rule, faction))


def locals_needed(binding: Binding) -> int:
    """Give the greatest number of frame slots that the variables of one rule need."""
    counts = [
        len(variables(rule.effects)) for rule in binding.program.hooks
        if rule.effects is not None and suspends(rule.effects)
    ]
    return max(counts, default=0)


def chosen_fields(binding: Binding) -> Mapping[str, int]:
    """Give the names that `on_play` choices keep in a play, each with the number that stands for nothing there."""
    found: dict[str, int] = {}
    for _, rule in [entry for phase in binding.program.phases for entry in rules_of(binding, "on_play", phase.name)]:
        found.update({
            variable.name: NO_NUMBER if variable.type.kind is Kind.INT else NOTHING
            for variable in _chosen(rule.effects or ())
        })
    return found


def _chosen(effects: tuple[ir.Effect, ...]) -> list[ir.Local]:
    found: list[ir.Local] = []
    for effect in effects:
        match effect:
            case ir.Choose(variable=variable, field=True):
                found.append(variable)
            case ir.When(yes=yes, no=no):
                found += _chosen(yes) + _chosen(no)
            case ir.Each(body=body):
                found += _chosen(body)
            case _:
                pass
    return found
