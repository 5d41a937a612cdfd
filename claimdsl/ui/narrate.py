"""Events to lines of text: who played, who won and why, where each card went and by which rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from claimdsl.engine.board import CHANCE
from claimdsl.engine.events import (
    Chose,
    Drew,
    Event,
    Moved,
    PhaseBegan,
    PhaseEnded,
    Ranked,
    Ruled,
    Showed,
    StateSet,
    TrickBegan,
    TrickEnded,
)
from claimdsl.frozen import replace
from claimdsl.ir.labels import faction_of
from claimdsl.ui.names import Names, sentence
from claimdsl.ui.text import capital, listed, plural

TRICK, _PRIZES = "trick", "prizes"
Line = tuple[str, str]


def as_seen(events: Iterable[Event], seat: int | None) -> Iterator[Event]:
    """Give events as a seat saw them; None sees all."""
    for event in events:
        if seat is not None and isinstance(event, Chose | Moved | Showed | Drew):
            yield event.as_seen(seat)
        else:
            yield event


def narrate(events: Iterable[Event], names: Names) -> Iterator[Line]:
    """Tell events in order: a text and its style for each line."""
    for event in _joined(as_seen(_open_plays(events), names.viewer)):
        yield from _lines(event, names)


def _open_plays(events: Iterable[Event]) -> Iterator[Event]:
    """Tell of a play that lies face up at once as one that all see: nothing needs to be shown of it then.

    In a phase in which some plays lie face down the log says of every play that it is shown.
    """
    held: list[Event] = []
    for event in events:
        match held, event:
            case [Chose(verb="play") as chose, Moved() as moved, *_], Showed(rule=None) if event.cards == moved.cards:
                yield from (replace(chose, known=event.seats), *held[1:])
                held = []
            case [Chose(verb="play")], Moved(rule=None):
                held.append(event)
            case [Chose(), Moved(), *_], Showed(rule=None):
                held.append(event)
            case _:
                yield from held
                held = [event]
    yield from held


def _joined(events: Iterable[Event]) -> Iterator[Event]:
    """Make one of moves that follow one another, from one kind of place to one place, by one rule."""
    last: Moved | None = None
    for event in events:
        if isinstance(event, Moved):
            if last is not None and (last.source, last.target, last.rule) == (event.source, event.target, event.rule):
                last = replace(last, cards=last.cards + event.cards, known=())
                continue
            if last is not None:
                yield last
            last = event
            continue
        if isinstance(event, Ruled):
            continue
        if last is not None:
            yield last
            last = None
        yield event
    if last is not None:
        yield last


def _lines(event: Event, names: Names) -> Iterator[Line]:
    words = names.words
    match event:
        case PhaseBegan():
            yield "", ""
            yield f"== {words.phase(event.phase)} ==", "strong"
        case TrickBegan():
            yield "", ""
            yield trick_heading(event, names), "strong"
        case Chose():
            yield from _chose(event, names)
        case Moved():
            yield from _moved(event, names)
        case Showed():
            if names.viewer is None or event.seats >> names.viewer & 1:
                shown = f"{_shown_to(event, names)} shown {words.cards(event.cards)}"
                yield sentence(shown + names.rule(event.rule)), ""
        case Drew():
            yield sentence(f"chance draws {words.card(event.card)}{names.rule(event.rule)}"), ""
        case StateSet():
            owner = "" if event.owner is None else f"{names.whose(event.owner)} "
            value = names.state(event.state, event.value)
            yield sentence(f"{owner}{event.state} is now {value}{names.rule(event.rule)}"), "faint"
        case Ranked():
            yield sentence(won(event, names)), "strong"
        case TrickEnded():
            if event.next_leader != event.winner:
                yield sentence(f"{names.leads(event.next_leader)} next{names.rule(event.leader_rule)}"), ""
        case PhaseEnded() | Ruled():
            pass
        case _:
            assert_never(event)


def trick_heading(event: TrickBegan, names: Names) -> str:
    """Say what a trick is played for and who leads it."""
    prizes = [names.words.card(prize) for prize in event.prizes]
    prize = capital(names.words.say("prize"))
    what = f" {prize if len(prizes) == 1 else plural(prize)}: {listed(prizes)}." if prizes else ""
    return f"{capital(names.words.say('trick'))} {event.number}.{what} {sentence(names.leads(event.leader))}"


def won(event: Ranked, names: Names) -> str:
    """Say who won a trick with what, and by which power where it was not plain rank."""
    best = event.plays[0]
    faction = faction_of(best.card)
    stands = f" as {names.words.faction(best.counts_as)}" if best.counts_as not in (faction, "") else ""
    power = names.rule(best.power) if best.power is not None else ""
    return f"{names.does(best.seat, 'win')} with {names.words.card(best.card)}{stands}{power}"


def _chose(event: Chose, names: Names) -> Iterator[Line]:
    if event.verb == "take" or event.seat == CHANCE:
        return
    if event.verb == "play":
        yield sentence(f"{names.does(event.seat, 'play')} {names.words.card(event.option)}"), ""
    else:
        yield sentence(f"{names.does(event.seat, 'choose')} {names.choice(event.verb, event.option)}"), ""


def _moved(event: Moved, names: Names) -> Iterator[Line]:
    routine = event.rule is None or not event.rule.faction
    to_table = event.target.owner is None
    if not event.cards or event.target.pile == TRICK or (routine and to_table):
        return
    goes = "goes" if len(event.cards) == 1 else "go"
    origin = "" if event.source.pile in (TRICK, _PRIZES) else f" from {names.place(event.source)}"
    if event.source == event.target:
        return
    moved = names.words.cards(event.cards)
    yield sentence(f"{moved} {goes} to {names.place(event.target)}{origin}{names.rule(event.rule)}"), ""


def _shown_to(event: Showed, names: Names) -> str:
    seats = [seat for seat in range(len(names.seats)) if event.seats >> seat & 1]
    if names.viewer is not None:
        return "you are"
    return f"{listed(names.who(seat) for seat in seats)} {'is' if len(seats) == 1 else 'are'}"
