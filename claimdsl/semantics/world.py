"""What is the same for all rules of a program: its company, states, options, and the values of its cards."""

from __future__ import annotations

from claimdsl.ir import nodes, walk
from claimdsl.semantics.company import Company
from claimdsl.semantics.ranges import Range


class World:
    """What is the same for all rules of a program."""

    def __init__(self, program: nodes.Program, company: Company) -> None:
        self.company = company
        self.factions = frozenset(faction.name for faction in program.factions)
        self.states = {state.name: state for state in program.states}
        self.phases = {phase.name: phase for phase in program.phases}
        self.options = {option.name: (option.fixed,) if option.fixed else option.values for option in program.options}
        effects = (effect for rule in program.hooks for effect in walk.all_effects(rule.effects or ()))
        self.set_states = frozenset(effect.state.state for effect in effects if isinstance(effect, nodes.SetState))
        self.values = _values(program)


def _values(program: nodes.Program) -> dict[str, Range]:
    """Give the values of each faction's cards, side packs too, and under "" those of all cards."""
    found: dict[str, list[int]] = {"": []}
    packs = [(pack.faction, pack.values) for faction in program.factions for pack in faction.side]
    for name, values in (*((faction.name, faction.values) for faction in program.factions), *packs):
        found.setdefault(name, []).extend(values)
        found[""].extend(values)
    return {name: Range(min(values), max(values)) for name, values in found.items() if values}
