"""Games that show what the order of two powers changes: each played in both orders."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.chance import Rng
from claimdsl.engine.ruleset import Ruleset
from claimdsl.frozen import replace
from claimdsl.ir import nodes
from claimdsl.semantics.encounters import Encounter, order_of
from claimdsl.sim.compare import Parting, Table, play_both
from claimdsl.sim.line_ups import some_line_ups

_LINE_UPS = 4
_SWITCHED = 2


def prove(program: nodes.Program, encounter: Encounter, games: int, seed: int) -> Parting | None:
    """Find a game that goes on otherwise when the first rule of an encounter is asked right after the second.

    Of the game that is found, `here` has the order of the ruleset and `there` the other one.
    """
    tables = list(_tables(program, encounter, Rng(seed)))
    if not tables:
        return None
    both = play_both(tables, games, seed, settled=True)
    return next((parting for parting, _ in both if parting is not None), None)


def turned(program: nodes.Program, first: int, second: int) -> nodes.Program:
    """Give a program in which one rule of a hook is asked right after another one; the rest keep their order."""
    hook = program.hooks[first].hook
    numbers = [number for number, rule in enumerate(program.hooks) if rule.hook == hook]
    numbers.sort(key=lambda number: order_of(program.hooks[number], number))
    numbers.remove(first)
    numbers.insert(numbers.index(second) + 1, first)
    places = {number: place for place, number in enumerate(numbers)}
    return replace(program, hooks=tuple(
        replace(rule, priority=places[number]) if number in places else rule
        for number, rule in enumerate(program.hooks)
    ))


def _tables(program: nodes.Program, encounter: Encounter, rng: Rng) -> Iterator[Table]:
    """Give some kinds of game in which both rules are asked: usual switches first, few rules of the hook between."""
    rulesets = Ruleset(program), Ruleset(turned(program, encounter.first, encounter.second))
    rules = [program.hooks[number] for number in (encounter.first, encounter.second)]
    wanted = {rule.origin.faction for rule in rules}
    between = {rule.origin.faction for rule in program.hooks if rule.hook == rules[0].hook} - wanted
    for players in encounter.counts:
        line_ups = some_line_ups(rulesets[:1], players, frozenset(wanted), rng)
        line_ups.sort(key=lambda names: len(between & set(names)))
        for number, names in enumerate(line_ups[:_LINE_UPS]):
            options = {} if number < _SWITCHED else _switched(rulesets[0], rng)
            here, there = (ruleset.game(players, names, options) for ruleset in rulesets)
            yield here, there


def _switched(ruleset: Ruleset, rng: Rng) -> dict[str, str]:
    return {name: values[rng.below(len(values))] for name, values in ruleset.options.items()}
