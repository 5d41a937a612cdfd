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
from claimdsl.ir.nodes import Origin
from claimdsl.ui.names import Names
from claimdsl.ui.speech import both, msg
from claimdsl.ui.text import capital

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
    words, speech = names.words, names.words.speech
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
                yield _ruled(_shown(event, names), event.rule, names), ""
        case Drew():
            yield _ruled(speech.phrase("chance draws {card}", card=words.card(event.card)), event.rule, names), ""
        case StateSet():
            if event.state not in words.untold:
                yield _ruled(_set(event, names), event.rule, names), "faint"
        case Ranked():
            yield speech.sentence(won(event, names)), "strong"
        case TrickEnded():
            if event.next_leader != event.winner:
                yield _ruled(names.leads_next(event.next_leader), event.leader_rule, names), ""
        case PhaseEnded() | Ruled():
            pass
        case _:
            assert_never(event)


def _ruled(text: str, rule: Origin | None, names: Names) -> str:
    """Make a sentence that ends with the rule behind it."""
    return names.words.speech.sentence(text + names.rule(rule))


def trick_heading(event: TrickBegan, names: Names) -> str:
    """Say what a trick is played for and who leads it."""
    words, speech = names.words, names.words.speech
    told = [speech.phrase("{trick} {number}.", trick=capital(words.say("trick")), number=event.number)]
    if event.prizes:
        prize = words.say("prize") if len(event.prizes) == 1 else words.many("prize")
        cards = speech.listed(map(words.card, event.prizes))
        told.append(speech.phrase("{prizes}: {cards}.", prizes=capital(prize), cards=cards))
    return speech.paragraph((*told, speech.sentence(names.leads(event.leader))))


def won(event: Ranked, names: Names) -> str:
    """Say who won a trick with what, and by which power where it was not plain rank."""
    best = event.plays[0]
    card, power = names.words.card(best.card), names.rule(best.power)
    if best.counts_as in (faction_of(best.card), ""):
        return names.says(best.seat, msg("you win with {card}"), msg("{who} wins with {card}"), card=card) + power
    yours, theirs = msg("you win with {card} as {faction}"), msg("{who} wins with {card} as {faction}")
    return names.says(best.seat, yours, theirs, card=card, faction=names.words.faction(best.counts_as)) + power


def _chose(event: Chose, names: Names) -> Iterator[Line]:
    if event.verb == "take" or event.seat == CHANCE:
        return
    if event.verb == "play":
        card = names.words.card(event.option)
        told = names.says(event.seat, msg("you play {card}"), msg("{who} plays {card}"), card=card)
    else:
        choice = names.choice(event.verb, event.option)
        told = names.says(event.seat, msg("you choose {choice}"), msg("{who} chooses {choice}"), choice=choice)
    yield names.words.speech.sentence(told), ""


def _moved(event: Moved, names: Names) -> Iterator[Line]:
    routine = event.rule is None or not event.rule.faction
    to_table = event.target.owner is None
    if not event.cards or event.target.pile == TRICK or (routine and to_table):
        return
    if event.source == event.target:
        return
    speech, number = names.words.speech, len(event.cards)
    cards, place = names.words.cards(event.cards), names.place(event.target)
    if event.source.pile in (TRICK, _PRIZES):
        one, more = both("{cards} goes to {place}", "{cards} go to {place}")
        told = speech.phrases(one, more, number, cards=cards, place=place)
    else:
        one, more = both("{cards} goes to {place} from {source}", "{cards} go to {place} from {source}")
        told = speech.phrases(one, more, number, cards=cards, place=place, source=names.place(event.source))
    yield _ruled(told, event.rule, names), ""


def _shown(event: Showed, names: Names) -> str:
    speech, cards = names.words.speech, names.words.cards(event.cards)
    if names.viewer is not None:
        return speech.phrase("you are shown {cards}", cards=cards)
    seats = [names.who(seat) for seat in range(len(names.seats)) if event.seats >> seat & 1]
    one, more = both("{who} is shown {cards}", "{who} are shown {cards}")
    return speech.phrases(one, more, len(seats), who=speech.listed(seats), cards=cards)


def _set(event: StateSet, names: Names) -> str:
    state, value = names.words.key(event.state), names.state(event.state, event.value)
    if event.owner is None:
        return names.words.speech.phrase("{state} is now {value}", state=state, value=value)
    yours, theirs = msg("your {state} is now {value}"), msg("{who}'s {state} is now {value}")
    return names.says(event.owner, yours, theirs, state=state, value=value)
