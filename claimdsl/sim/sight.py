"""What a seat ought to see of a game, by the declarations of its ruleset alone: the log's own word is not taken for it.

A card that comes to a pile is seen by whom the pile says, unless it is moved `unseen`; `show` and offers show cards,
and what lies in a pile when the game begins is seen by whom the pile says.
Where a seat watches a pile that a card leaves, it sees which one goes: only there the log is believed.
"""

from __future__ import annotations

from collections.abc import Sequence

from claimdsl.engine import events as ev
from claimdsl.engine import layout as at
from claimdsl.engine.choices import is_play
from claimdsl.engine.game import Game
from claimdsl.engine.layout import Frame, number
from claimdsl.engine.state import State
from claimdsl.engine.whereabouts import TRICK
from claimdsl.ir import nodes as ir
from claimdsl.ir.facts import naming
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import all_effects


class Declared:
    """The sight of one seat in games of one kind."""

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = seat
        self._watched = {(slot.pile, game.owner(slot)) for slot in game.layout.slots if slot.seen >> seat & 1}
        self._openly: set[tuple[ir.Origin, str]] = set()
        self._unseen: set[tuple[ir.Origin, str]] = set()
        self._showing: set[ir.Origin] = set()
        self._naming = naming(game.binding.program)
        self._dark: set[str] = set()
        for rule in game.binding.program.hooks:
            if game.binding.in_play(rule.origin.faction):
                self._read(rule)

    def _read(self, rule: ir.HookRule) -> None:
        if rule.hook == "offers":
            self._showing.add(rule.origin)
        if rule.hook == "face_down":
            self._dark |= set(rule.phases or self._game.phases)
        for effect in all_effects(rule.effects or ()):
            match effect:
                case ir.Move(unseen=unseen, pile=pile):
                    (self._unseen if unseen else self._openly).add((rule.origin, pile.pile))
                case ir.Show():
                    self._showing.add(rule.origin)
                case _:
                    pass

    @property
    def seat(self) -> int:
        """Say whose it is."""
        return self._seat

    def cards(self, event: ev.Moved | ev.Showed) -> Sequence[bool]:
        """Say of each card whether the seat ought to know which one it was when the event was over."""
        logged = [who >> self._seat & 1 == 1 for who in event.known]
        match event:
            case ev.Showed():
                place = event.place.pile, event.place.owner
                at_once = event.rule is None and (place[0] == TRICK or place in self._watched)
                shows = event.rule in self._showing or at_once
                return [shows and event.seats >> self._seat & 1 == 1] * len(logged)
            case ev.Moved():
                seen = self._sees(event)
                return logged if seen is None else [seen] * len(logged)

    def _sees(self, event: ev.Moved) -> bool | None:
        """Say whether the seat sees the cards of a move; None where that is for the log to say."""
        source, target = ((place.pile, place.owner) for place in (event.source, event.target))
        if source in self._watched or source[0] == TRICK or event.rule in self._naming:
            return None
        if target[0] == TRICK and event.rule is None:
            return True if not self._dark else False if self._dark >= set(self._game.phases) else None
        if event.rule is not None and (event.rule, target[0]) in self._unseen:
            return None if (event.rule, target[0]) in self._openly else False
        return target[0] == TRICK or target in self._watched

    def choice(self, event: ev.Chose, v: Frame, code: int) -> bool:
        """Say whether the seat ought to know what was chosen when it was."""
        game = self._game
        decision = game.decisions[number(v, at.DECISION)]
        if decision.kind is not Kind.CARD or decision.named or code < 0 or event.seat == self._seat:
            return True
        if is_play(game, v):
            return game.phase_name(v) not in self._dark
        if event.seat != at.CHANCE and event.option != game.label(code):
            return True
        return game.seen(v, code) >> self._seat & 1 == 1

    def alike(self, one: State, other: State, since: int) -> bool:
        """Say whether a card played face down is shown as little as another; all else that differs is a leak."""
        return self._shown(one, since) == self._shown(other, since)

    def _shown(self, state: State, since: int) -> int:
        return sum(
            sum(self.cards(event)) for event in state.events_since(since)
            if isinstance(event, ev.Showed) and event.place.pile == TRICK
        )
