"""Two games that a seat should not be able to tell apart: the first thing that it sees or may do otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from claimdsl.engine import events as ev
from claimdsl.engine.choices import Sight
from claimdsl.engine.game import Game
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.ir.facts import naming
from claimdsl.ir.nodes import Origin
from claimdsl.sim.telling import rule_of, tell


class Difference(Frozen):
    """The first thing that a seat can tell two games apart by.

    `kind`: "event", "action" or "view"; `here` and `there`: how it is in the game and in the other one; `after`: how
    many moves had been made.  A difference that the seat was shown openly `is_shown`: that is no leak.
    """

    kind: str
    here: str
    there: str
    rule: Origin | None
    after: int
    is_shown: bool


def difference(states: Sequence[State], other: State, sight: Sight) -> Difference | None:
    """Find what a seat sees or may do otherwise in another game, at any moment of one.

    Shape: `states` from the deal on, one for each move; `other` has as many moves.
    """
    seat, done = sight.seat, 0
    there = State.begin(other.game, other.deal, True)
    moves = [(action, code) for _, action, code in other.plies()]
    for index, here in enumerate(states):
        found = _events(here, there, done, sight) or _decision(here, there, seat) or _view(here, there, seat)
        if found is not None:
            kind, one, another, rule, shown = found
            return Difference(kind, one, another, rule, index, shown)
        done = len(here.events)
        if index < len(moves):
            there = there.assume(*moves[index])
    return None


_Found = tuple[str, str, str, Origin | None, bool]


def _events(here: State, there: State, done: int, sight: Sight) -> _Found | None:
    ours, theirs = here.events_since(done), there.events_since(done)
    for place in range(max(len(ours), len(theirs))):
        one = ours[place] if place < len(ours) else None
        other = theirs[place] if place < len(theirs) else None
        seen = [_seen(event, sight.seat) for event in (one, other)]
        if seen[0] != seen[1]:
            if None in (one, other) and here.seat != there.seat and sight.seat not in (here.seat, there.seat):
                return None  # another player is asked for what only that player knows
            return "event", tell(seen[0]), tell(seen[1]), rule_of(one, other), _is_shown(one, other, here.game, sight)
    return None


def _seen(event: ev.Event | None, seat: int) -> ev.Event | None:
    match event:
        case ev.Chose() | ev.Moved() | ev.Showed() | ev.Drew() | ev.Ruled() | ev.TrickEnded():
            return event.as_seen(seat)
        case _:
            return event


def _is_shown(one: ev.Event | None, other: ev.Event | None, game: Game, sight: Sight) -> bool:
    """Say whether the two differ in nothing but cards shown to the seat, or where cards lay that were named."""
    named = naming(game.binding.program)
    if any(isinstance(event, ev.Moved | ev.Showed) and event.rule in named for event in (one, other)):
        return True
    match one, other:
        case ev.Moved(), ev.Moved():
            same = (one.source, one.target, one.rule) == (other.source, other.target, other.rule)
        case ev.Showed(), ev.Showed():
            same = (one.place, one.seats, one.rule) == (other.place, other.seats, other.rule)
        case _:
            return False
    return same and len(one.cards) == len(other.cards) and _openly(one, sight) != _openly(other, sight)


def _openly(event: ev.Moved | ev.Showed, sight: Sight) -> list[str]:
    return [card for card, seen in zip(event.cards, sight.cards(event), strict=True) if seen]


def _decision(here: State, there: State, seat: int) -> _Found | None:
    if seat not in (here.seat, there.seat):
        return None
    if here.seat != there.seat:
        return "action", f"seat {here.seat} is asked", f"seat {there.seat} is asked", None, False
    ours, theirs = here.legal_actions, there.legal_actions
    if ours == theirs:
        return None
    for one, other, action in [
        *((here, there, action) for action in ours if action not in theirs),
        *((there, here, action) for action in theirs if action not in ours),
    ]:
        texts = {id(one): f"{action} is legal", id(other): f"{action} is not"}
        rule = one.refusal(action).rule or other.refusal(action).rule
        return "action", texts[id(here)], texts[id(there)], rule, False
    return "action", ", ".join(map(str, ours)), ", ".join(map(str, theirs)), None, False


def _view(here: State, there: State, seat: int) -> _Found | None:
    ours, theirs = here.observation(seat), there.observation(seat)
    if ours == theirs or here.seat != there.seat:
        return None
    for one, other in [*zip(ours.piles, theirs.piles, strict=True), *zip(ours.states, theirs.states, strict=True)]:
        if one != other:
            return "view", str(one), str(other), None, False
    return "view", str(ours.plays), str(theirs.plays), None, False
