"""Why something came out as it did: what happened, and the rules that decided."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine import events as ev
from claimdsl.engine.outcome import FactionResult, value_text
from claimdsl.ir.labels import faction_of, is_card, spoken
from claimdsl.play.observed import After, move_of, pile_of
from claimdsl.play.scenario import Reason, Want
from claimdsl.play.scenario_words import card_name


def reasons(after: After, want: Want, expected: tuple[str, ...], got: tuple[str, ...]) -> Iterator[Reason]:
    """Give the rules behind what came out for an expectation."""
    of = want.of.text if want.of is not None else ""
    match want.key:
        case "winner" | "ranking" | "counts_as" | "worth" | "tier" | "strength":
            yield from _ranking(after)
        case "next_leader":
            ended = after.last(ev.TrickEnded)
            if ended is not None:
                yield Reason(f"seat {ended.next_leader} leads next", ended.leader_rule)
        case "legal":
            yield from _legality(after, expected, got)
        case "refuses":
            ruling = after.state.refusal(move_of(after.state, of))
            yield Reason(f"{of}: {ruling.text}", ruling.rule)
        case "goes":
            yield from _moves(after, (card_name(of, after.state.game),))
        case "piles":
            odd = set(expected) ^ set(pile_of(after.state, of))
            yield from _moves(after, tuple(card for card in sorted(odd) if is_card(card)))
        case "state":
            name, _, seat = of.partition(".")
            yield from _states(after, name, seat)
        case "votes":
            yield from (_vote(one) for one in after.state.tally() if one.faction == of)
        case "result":
            yield from _result(after)
        case _:
            pass


def _ranking(after: After) -> Iterator[Reason]:
    ranked = after.last(ev.Ranked)
    for place, play in enumerate(ranked.plays if ranked is not None else (), start=1):
        own = faction_of(play.card)
        stands = f" as {play.counts_as}" if play.counts_as != own else ""
        worth = f"worth {play.worth}, " if play.worth != play.strength else ""
        graded = f"{worth}tier {play.tier}, strength {play.strength}"
        yield Reason(f"{place}. seat {play.seat}, {spoken(play.card)}{stands}: {graded}", play.power or play.tier_rule)


def _legality(after: After, expected: tuple[str, ...], got: tuple[str, ...]) -> Iterator[Reason]:
    for move in [*(name for name in expected if name not in got), *(name for name in got if name not in expected)]:
        ruling = after.state.refusal(move_of(after.state, move))
        yield Reason(f"{spoken(move)}: {ruling.text}", ruling.rule)


def _moves(after: After, cards: tuple[str, ...]) -> Iterator[Reason]:
    """Tell the last move of each card."""
    for card in cards:
        for event in reversed(after.events):
            if isinstance(event, ev.Moved) and card in event.cards:
                yield Reason(f"{spoken(card)} went from {_place(event.source)} to {_place(event.target)}", event.rule)
                break


def _place(place: ev.Place) -> str:
    return place.pile if place.owner is None else f"{place.pile}.{place.owner}"


def _states(after: After, state: str, seat: str) -> Iterator[Reason]:
    for event in reversed(after.events):
        if isinstance(event, ev.StateSet) and event.state == state and (not seat or str(event.owner) == seat):
            yield Reason(f"{state} was set to {event.value}", event.rule)
            return


def _vote(result: FactionResult) -> Reason:
    keys = "; ".join(f"{key} {', '.join(value_text(value) for value in values)}" for key, values in result.keys)
    return Reason(f"{result.faction} by side: {keys}", None)


def _result(after: After) -> Iterator[Reason]:
    outcome = after.state.outcome
    if outcome is None:
        return
    for one in outcome.factions:
        yield _vote(one)
    for step in outcome.steps:
        yield Reason(f"{step.key} by side: {', '.join(value_text(value) for value in step.values)}", None)
