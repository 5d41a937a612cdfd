"""Every action of a game as a number, the same in all its states, and bounds on how long it can be."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine import layout as at
from claimdsl.engine.action import PASS, Action
from claimdsl.engine.effects import Decision
from claimdsl.engine.fold import Folder
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, row
from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir import walk
from claimdsl.ir.types import Kind


class Numbering:
    """The actions of a game by number: first those with a name of their own, then places among the options.

    Numbers to choose from, and cards that nobody sees, are told by their place.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        named = dict.fromkeys(str(action) for decision in game.decisions for action in _named(game, decision))
        self._numbers = {text: number for number, text in enumerate(named)}
        self._texts = (*named, *(f"option {place + 1}" for place in range(_places(game))))

    @property
    def count(self) -> int:
        """Say how many numbers there are."""
        return len(self._texts)

    def text(self, number: int) -> str:
        """Write an action where it is not known what the options are."""
        return self._texts[number]

    def of(self, actions: tuple[Action, ...]) -> dict[int, int]:
        """Give the number of each option, with its place."""
        found = {self._number(str(action), place): place for place, action in enumerate(actions)}
        return dict(sorted(found.items()))

    def made(self, v: Frame, action: Action, code: int) -> int:
        """Give the number of an action that was made in a frame, by the number that the program knows it by."""
        number = self._numbers.get(str(action))
        return self._number("", row(v, at.OPTIONS).index(code)) if number is None else number

    def _number(self, text: str, place: int) -> int:
        return self._numbers.get(text, len(self._numbers) + place)


def _named(game: Game, decision: Decision) -> Iterator[Action]:
    match decision.kind:
        case Kind.WORD:
            yield from map(Action, decision.words)
        case Kind.CARD:
            yield from (Action(decision.verb, label) for label in dict.fromkeys(game.binding.labels))
        case Kind.FACTION:
            yield from (Action(decision.verb, name) for name in game.faction_names)
        case Kind.PLAYER:
            yield from (Action(decision.verb, str(seat)) for seat in range(game.players))
        case _:
            pass
    if decision.may:
        yield Action(decision.verb, PASS)


def _is_play(decision: Decision) -> bool:
    return decision.verb == "play" and decision.rule < 0


def _places(game: Game) -> int:
    """Say how many options without a name there can be at once."""
    most = 0
    hidden = any(pile.written and pile.seen_by == "nobody" for pile in game.binding.piles)
    for decision in game.decisions:
        if decision.kind is Kind.INT:
            effects = game.binding.program.hooks[decision.rule].effects or ()
            chosen = [effect for effect in walk.all_effects(effects) if isinstance(effect, ir.Choose)]
            most = max(most, *(effect.options.type.most for effect in chosen))
        elif decision.kind is Kind.CARD and hidden and not (decision.named or _is_play(decision)):
            most = max(most, len(game.binding.labels))
    return most


class Length(Frozen):
    """How many decisions of seats, and how many draws, there can at most be in a game."""

    decisions: int
    draws: int


def longest(game: Game) -> Length:
    """Bound the length of a game: rules act whenever their hooks can be asked, loops run to their full length."""
    binding = game.binding
    tricks = sum(_tricks(game, phase) for phase in binding.program.phases)
    plays = tricks * game.players
    each_trick, each_play = dict.fromkeys(("before_trick", "after_trick"), tricks), {"on_play": plays, "on_take": plays}
    times = {"at_start": 1, "at_end": 1, **each_trick, **each_play}
    decisions = plays * (1 + any(decision.verb == "take" for decision in game.decisions))
    draws = 0
    for rule in binding.program.hooks:
        if rule.effects is not None and binding.in_play(rule.origin.faction):
            often = times.get(rule.hook, len(binding.program.phases))
            decisions += often * _most(rule.effects, (ir.Choose, ir.Decide))
            draws += often * _most(rule.effects, (ir.Draw,))
    return Length(decisions, draws)


def _tricks(game: Game, phase: ir.PhaseSpec) -> int:
    folder = Folder(game.binding, phase.name)
    asked = [folder.number(tricks) for faction, tricks in phase.extra if game.binding.in_play(faction)]
    return max([folder.number(phase.tricks), *asked])


def _most(effects: tuple[ir.Effect, ...], kinds: tuple[type[ir.Effect], ...]) -> int:
    """Say how often effects of some kinds can happen in one run of a block."""
    total = 0
    for effect in effects:
        match effect:
            case ir.When():
                total += max(_most(effect.yes, kinds), _most(effect.no, kinds))
            case ir.Each():
                total += effect.items.type.most * _most(effect.body, kinds)
            case _:
                total += isinstance(effect, kinds)
    return total
