"""Events in a line of plain text each, for findings about games; hidden cards are written as the event has them."""

from __future__ import annotations

from claimdsl.engine import events as ev
from claimdsl.ir.nodes import Origin


def tell(event: ev.Event | None) -> str:
    """Write an event; None is the end of what has happened so far."""
    match event:
        case None:
            return "nothing more happens before the next decision"
        case ev.Moved(cards=cards, source=source, target=target):
            return f"{', '.join(cards)} from {where(source)} to {where(target)}"
        case ev.Showed(cards=cards, place=place):
            return f"{', '.join(cards)} shown in {where(place)}"
        case ev.Chose(seat=seat, verb=verb, option=option):
            return f"seat {seat}: {verb} {option}".rstrip()
        case ev.Drew(card=card):
            return f"chance names {card}"
        case ev.StateSet(state=state, owner=owner, value=value):
            return f"{state}{'' if owner is None else f' of seat {owner}'} becomes {value}"
        case ev.Ruled(hook=hook, subject=subject, value=value):
            return f"{hook} of {subject}: {value}"
        case ev.Ranked(plays=plays):
            told = (f"seat {play.seat} {play.card} (tier {play.tier}, strength {play.strength})" for play in plays)
            return f"ranking: {', '.join(told)}"
        case ev.TrickBegan(number=number, leader=leader):
            return f"trick {number} begins; seat {leader} leads"
        case ev.TrickEnded(number=number, next_leader=leader):
            return f"trick {number} ends; seat {leader} leads next"
        case ev.PhaseBegan(phase=phase):
            return f"{phase} begins"
        case ev.PhaseEnded(phase=phase):
            return f"{phase} ends"


def where(place: ev.Place) -> str:
    """Name a pile and whose it is."""
    if place.owner is None:
        return place.pile
    return f"{place.pile} of {place.owner if isinstance(place.owner, str) else f'seat {place.owner}'}"


def rule_of(here: ev.Event | None, there: ev.Event | None) -> Origin | None:
    """Find the rule behind two events that differ; None where it is the flow of the game itself."""
    match here, there:
        case ev.Ranked(plays=plays), ev.Ranked(plays=others):
            return _rule_of_rank(plays, others)
        case ev.TrickEnded(leader_rule=rule), _:
            return rule
        case (ev.Moved(rule=rule) | ev.Showed(rule=rule) | ev.Drew(rule=rule) | ev.StateSet(rule=rule)), _:
            return rule
        case _, (ev.Moved(rule=rule) | ev.Showed(rule=rule) | ev.Drew(rule=rule) | ev.StateSet(rule=rule)):
            return rule
        case _:
            return None


def _rule_of_rank(plays: tuple[ev.RankedPlay, ...], others: tuple[ev.RankedPlay, ...]) -> Origin | None:
    by_seat = {play.seat: play for play in others}
    for play in plays:
        other = by_seat.get(play.seat, play)
        if play.tier != other.tier:
            return _upper(play.tier_rule, other.tier_rule)
        if play.strength != other.strength:
            if play.worth != other.worth and (play.worth_rule or other.worth_rule) is not None:
                return _upper(play.worth_rule, other.worth_rule)
            return _upper(play.strength_rule, other.strength_rule)
    return None


def _upper(one: Origin | None, other: Origin | None) -> Origin | None:
    """Choose between the rules that gave two answers: a faction's before the table's that it falls back to."""
    return one if other is None or one is not None and one.faction else other
