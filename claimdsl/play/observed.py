"""What came out, in the words in which a scenario expects it."""

from __future__ import annotations

from typing import TypeVar

from claimdsl.diagnostics.errors import InvariantError
from claimdsl.engine import events as ev
from claimdsl.engine.action import Action
from claimdsl.engine.outcome import Outcome
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.ir.labels import faction_of, is_card, spoken
from claimdsl.play.laws import LAWS, broken_law
from claimdsl.play.scenario import KEPT, NOBODY, Want
from claimdsl.play.scenario_words import TRICK, card_name

Seen = tuple[tuple[str, ...] | None, str]
ALLOWED = "allowed"
_EventOf = TypeVar("_EventOf", bound=ev.Event)


class After(Frozen):
    """A scenario that has been played: where it began, how it stands, and all that happened between.

    `states` are those after each move, the first before them; `is_dealt` says that it began with a deal.
    """

    start: State
    state: State
    events: tuple[ev.Event, ...]
    states: tuple[State, ...]
    is_dealt: bool

    def last(self, kind: type[_EventOf]) -> _EventOf | None:
        """Give the last event of a kind."""
        return next((event for event in reversed(self.events) if isinstance(event, kind)), None)


def observe(after: After, want: Want) -> Seen:
    """Give what came out for an expectation; None and why where there is nothing to compare."""
    state, of = after.state, want.of.text if want.of is not None else ""
    match want.key:
        case "turn":
            return (None, "the game is over") if state.is_over else ((str(state.seat),), "")
        case "legal":
            return _legal(state, want), ""
        case "refuses":
            return refused(state, of), ""
        case "winner" | "ranking" | "next_leader":
            return _trick(after, want.key)
        case "counts_as" | "worth" | "tier" | "strength":
            return _ranked(after, want.key, card_name(of, state.game))
        case "goes":
            return (place_of(after, card_name(of, state.game)),), ""
        case "piles":
            cards = pile_of(state, of)
            return (cards if want.is_list else (str(len(cards)),)), ""
        case "state":
            return (_state(state, of),), ""
        case "known_to" | "unknown_to":
            return _known(state, int(of), want), ""
        case "phase":
            return (state.phase,), ""
        case "trick":
            return (str(state.trick_number),), ""
        case "votes":
            return _vote(state, of), ""
        case "result":
            return _result(state.outcome, of)
        case "laws":
            return _laws(after)
        case _:
            raise InvariantError(f"no such expectation: {want.key}")


def _legal(state: State, want: Want) -> tuple[str, ...]:
    """Name what may be done as the author does: bare cards where there is no verb before them."""
    game = state.game
    bare = all(is_card(name) and " " not in name for name in (card_name(word.text, game) for word in want.values))
    return tuple(
        action.option if bare and is_card(action.option) else card_name(str(action), game)
        for action in state.legal_actions
    )


def move_of(state: State, text: str) -> Action:
    """Read a move as a scenario writes it."""
    name = card_name(text, state.game)
    if faction_of(name) in state.game.ruleset.factions:
        return Action(state.verb, name)
    verb, _, option = text.partition(" ")
    return Action(verb, card_name(option, state.game))


def refused(state: State, text: str) -> tuple[str, ...]:
    """Say by which power a move is refused, and why; `allowed` for one that may be made."""
    ruling = state.refusal(move_of(state, text))
    if ruling.legal:
        return (ALLOWED,)
    return (ruling.rule.power if ruling.rule is not None else ruling.text), ruling.text


def _trick(after: After, key: str) -> Seen:
    event = after.last(ev.TrickEnded)
    ranked = after.last(ev.Ranked)
    if ranked is None or (event is None and key == "next_leader"):
        return None, "no trick was completed"
    seats = tuple(str(play.seat) for play in ranked.plays)
    if key == "next_leader" and event is not None:
        return (str(event.next_leader),), ""
    return (seats if key == "ranking" else seats[:1]), ""


def _ranked(after: After, key: str, card: str) -> Seen:
    ranked = after.last(ev.Ranked)
    if ranked is None:
        return None, "no trick was completed"
    play = next((play for play in ranked.plays if play.card == card), None)
    if play is None:
        return None, f"{spoken(card)} was not played in the last trick"
    match key:
        case "counts_as":
            return (play.counts_as,), ""
        case "worth":
            return (str(play.worth),), ""
        case "tier":
            return (str(play.tier),), ""
        case _:
            return (str(play.strength),), ""


def place_of(after: After, card: str) -> str:
    """Say where a card lies; of equal ones the one that moved since the beginning."""
    before, now = _places(after.start, card), _places(after.state, card)
    moved = [place for number, place in now.items() if before.get(number) != place]
    return (moved or list(now.values()) or [NOBODY])[0]


def _places(state: State, card: str) -> dict[int, str]:
    game, v = state.game, state.frame()
    found = {}
    for slot in game.layout.all_slots():
        owner = game.owner(slot)
        for number in game.card_numbers(v, slot):
            if game.label(number) == card:
                found[number] = slot.pile if owner is None else f"{slot.pile}.{owner}"
    return found


def pile_of(state: State, text: str) -> tuple[str, ...]:
    """Name the cards of a pile, written as in a scenario."""
    if text == TRICK:
        return tuple(card for _, card in state.plays)
    pile, _, owner = text.partition(".")
    game, v = state.game, state.frame()
    return next((
        game.labels_in(v, slot) for slot in game.layout.slots
        if slot.pile == pile and str("" if game.owner(slot) is None else game.owner(slot)) == card_name(owner, game)
    ), ())


def _state(state: State, text: str) -> str:
    name, _, seat = text.partition(".")
    views = state.observation(0).states
    found = next(view for view in views if view.state == name and (not seat or str(view.owner) == seat))
    return {"yes": "true", "no": "false"}.get(str(found.value), str(found.value))


def _known(state: State, seat: int, want: Want) -> tuple[str, ...]:
    """Name the cards asked for that a seat knows, or does not know, where they lie now."""
    labels = state.game.binding.labels
    known = {label for number, label in enumerate(labels) if state.knows(seat, number)}
    asked = (card_name(word.text, state.game) for word in want.values)
    return tuple(card for card in asked if (card in known) == (want.key == "known_to"))


def _vote(state: State, faction: str) -> tuple[str, ...]:
    result = next((one for one in state.tally() if one.faction == faction), None)
    return (NOBODY if result is None or result.side is None else str(result.side),)


def _laws(after: After) -> Seen:
    text = broken_law(after.states, LAWS, whole=after.is_dealt and after.state.is_over)
    return (text or KEPT,), ""


def _result(outcome: Outcome | None, key: str) -> Seen:
    if outcome is None:
        return None, "the game is not over"
    match key:
        case "winners":
            return tuple(map(str, outcome.winners)), ""
        case "votes" | "counts":
            numbers = outcome.votes if key == "votes" else outcome.counts
            return (None, f"this ruleset has no {key}") if numbers is None else (tuple(map(str, numbers)), "")
        case _:
            return (outcome.decided_by,), ""
