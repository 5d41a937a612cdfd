"""Which powers fire in games: a rule of theirs is asked and does not leave all as it was.

A program is printed that notes what runs; it plays the same games as any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from claimdsl.engine.chains import is_base
from claimdsl.engine.coverage import Covering, Point, arm_point, rule_point
from claimdsl.engine.flow import PhaseFlow
from claimdsl.engine.game import Game
from claimdsl.engine.kernel import build
from claimdsl.engine.random_flow import RandomFlow
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.walk import all_effects

Power = tuple[str, str]
"""A faction and the name of its power."""


class Firing:
    """A game that notes which powers fire.

    `at_random`: its program is that in which nobody decides, which is several times as quick.
    """

    def __init__(self, game: Game, at_random: bool = False) -> None:
        self._covering = Covering(_wanted(game))
        self.game = game.covered(self._covering)
        flow = RandomFlow if at_random else PhaseFlow
        self.program = build(self.game.binding, self.game.layout, traced=False, covering=self._covering, flow=flow)
        self.game.__dict__["plain"] = self.program  # the end is counted by it too
        self.watched = Watched(self._covering.numbers(), signs(self.game, self._covering))

    def take(self) -> frozenset[Power]:
        """Give the powers that have fired since the last time, and forget them."""
        ran = self._covering.take()
        return frozenset(sign.power for sign in self.watched.signs if sign.shows(ran))


class Sign(Frozen):
    """By what one rule of a power is seen to fire: the number of the rule, and the arms of which one must run.

    No arms: the rule does something whenever it is asked.
    """

    power: Power
    rule: int
    arms: frozenset[int]
    hook: str

    def shows(self, ran: frozenset[int]) -> bool:
        """Say whether the rule fired, by the numbers of what ran."""
        return self.rule in ran and (not self.arms or not self.arms.isdisjoint(ran))


class Watched(Frozen):
    """What is watched in a kind of game: numbers for rules and arms, and by which of them powers are seen to fire."""

    numbers: Mapping[Point, int]
    signs: tuple[Sign, ...]

    @property
    def powers(self) -> tuple[Power, ...]:
        """Name the powers, in order."""
        return tuple(dict.fromkeys(sign.power for sign in self.signs))


def signs(game: Game, covering: Covering) -> tuple[Sign, ...]:
    """Give the signs of all powers that a program has which was printed with a covering."""
    printed = covering.numbers()
    found: list[Sign] = []
    for rule in game.binding.program.hooks:
        place = printed.get(rule_point(rule))
        if place is not None and rule.origin.faction in game.factions:
            arms = [printed.get(arm_point(spot, is_yes)) for spot, is_yes in telling(rule)]
            known = frozenset(arm for arm in arms if arm is not None)
            found.append(Sign(
                (rule.origin.faction, rule.origin.power), place,
                known if len(known) == len(set(arms)) else frozenset(), rule.hook,
            ))
    return tuple(found)


def _wanted(game: Game) -> frozenset[Point]:
    """Give the points by which powers are seen to fire: to note no others keeps the program quick."""
    rules = [rule for rule in game.binding.program.hooks if rule.origin.faction in game.factions]
    arms = (arm_point(spot, is_yes) for rule in rules for spot, is_yes in telling(rule))
    return frozenset((*map(rule_point, rules), *arms))


def telling(rule: ir.HookRule) -> Iterator[tuple[ir.Spot, bool]]:
    """Give the arms of a rule in which it does something: no `base`, and effects under a condition."""
    effects = rule.effects or ()
    if effects and all(isinstance(effect, ir.When) for effect in effects):
        for effect in all_effects(effects):
            if isinstance(effect, ir.When):
                yield effect.spot, True
    value = rule.value
    while isinstance(value, ir.If):
        if not is_base(value.yes):
            yield value.spot, True
        if not is_base(value.no) and not isinstance(value.no, ir.If):
            yield value.spot, False
        value = value.no
