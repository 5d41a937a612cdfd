"""An explanation of a move as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from claimdsl.engine.asking import Step
from claimdsl.engine.events import (
    Chose,
    Drew,
    Event,
    Moved,
    PhaseBegan,
    PhaseEnded,
    Ranked,
    RankedPlay,
    Ruled,
    Showed,
    StateSet,
    TrickBegan,
    TrickEnded,
)
from claimdsl.engine.outcome import FactionResult, value_text
from claimdsl.ir.nodes import Origin
from claimdsl.ir.vocabulary import HOOKS
from claimdsl.play.json_text import Json
from claimdsl.play.why import Acted, Answer, Asked, Compared, Explanation, Reason
from claimdsl.ui.names import Names
from claimdsl.ui.rulings import sentence_of
from claimdsl.ui.speech import msg
from claimdsl.ui.values import told

_TRICK = "trick"


def lines(why: Explanation, names: Names) -> Iterator[tuple[str, str]]:
    """Tell an explanation: a text and its style for each line."""
    speech = names.words.speech
    who = names.who(why.seat) if why.seat >= 0 else speech.phrase("chance")
    yield speech.sentence(speech.phrase(
        "move {move}: {who}, {choice} (trick {trick} of {phase})", move=why.move, who=who, trick=why.trick,
        choice=names.choice(why.action.verb, why.action.option), phase=names.words.phase(why.phase),
    )), "strong"
    if why.note:
        yield f"  {speech.sentence(sentence_of(why.note, speech))}", ""
    for reason in why.reasons:
        yield from _told(reason, names)


def _told(reason: Reason, names: Names) -> Iterator[tuple[str, str]]:
    phrase, row = names.words.speech.phrase, names.words.speech.row
    match reason:
        case Answer():
            yield from _answered(reason, names)
            return
        case Acted(event=event, hook=hook):
            text, rule = _event(event, names)
            if text:
                yield f"  {hook}: {text}" if hook else f"  {text}", "" if hook or rule else "strong"
            if not text or rule is None:
                return
        case Asked(hook=hook, rule=rule):
            who, options = names.who(reason.seat), row(reason.options)
            yield "  " + phrase("{hook}: asks {who} for one of {options}", hook=hook, who=who, options=options), ""
        case FactionResult(rule=rule):
            faction = names.words.faction(reason.faction)
            yield "  " + phrase("majority of {faction}: {vote}", faction=faction, vote=_vote(reason, names)), ""
        case Compared(rule=rule, ranking=ranking):
            key, values = names.words.key(ranking.key), row(map(value_text, ranking.values))
            decided, equal = msg("ranks, {key}: {values} -- decided"), msg("ranks, {key}: {values} -- still equal")
            yield "  " + phrase(decided if len(ranking.left) == 1 else equal, key=key, values=values), ""
        case _:
            assert_never(reason)
    yield "    " + phrase("by {rule}", rule=names.where(rule)), ""


def _vote(result: FactionResult, names: Names) -> str:
    speech = names.words.speech
    keys = speech.groups(
        f"{names.words.key(key)} {speech.row(map(value_text, values))}" for key, values in result.keys
    )
    who = speech.phrase("nobody") if result.side is None else speech.phrase("side {number}", number=result.side)
    return f"{keys} -- {who}" if keys else who


def _answered(answer: Answer, names: Names) -> Iterator[tuple[str, str]]:
    of, words = HOOKS[answer.hook].type, names.words
    assert of is not None
    about = f", {words.card(answer.card)}" if answer.card else ""
    value, who = told(of, answer.value, words), names.who(answer.seat) if answer.seat is not None else ""
    asked = msg("{hook} of {who}: {value}") if who else msg("{hook}: {value}")
    yield "  " + words.speech.phrase(asked, hook=f"{answer.hook}{about}", who=who, value=value), ""
    for step in answer.steps:
        value = f"{told(of, step.value, words)} " if len(answer.steps) > 1 else ""
        yield f"    {value}{_by(step, names)}", ""


def _by(step: Step, names: Names) -> str:
    phrase = names.words.speech.phrase
    return phrase("where no rule says more") if step.rule is None else phrase("by {rule}", rule=names.where(step.rule))


def _event(event: Event, names: Names) -> tuple[str, Origin | None]:
    """Tell an event, and the rule that made it; "" where other lines tell it already."""
    words, phrase = names.words, names.words.speech.phrase
    match event:
        case Moved(target=target, source=source):
            if target.pile == _TRICK or source == target:
                return "", None
            cards, place = words.cards(event.cards), names.place(target)
            told = phrase("{cards} from {source} to {place}", cards=cards, source=names.place(source), place=place)
            return told, event.rule
        case Showed():
            seen = words.speech.listed(names.who(seat) for seat in range(len(names.seats)) if event.seats >> seat & 1)
            return phrase("{cards} shown to {who}", cards=words.cards(event.cards), who=seen), event.rule
        case Drew():
            return phrase("chance draws {card}", card=words.card(event.card)), event.rule
        case StateSet():
            return _set(event, names), event.rule
        case Ranked():
            return phrase("ranking: {plays}", plays=words.speech.row(_play(play, names) for play in event.plays)), None
        case TrickBegan() | PhaseBegan() | PhaseEnded():
            return _went_on(event, names), None
        case Chose() | Ruled() | TrickEnded():
            return "", None
        case _:
            assert_never(event)


def _set(event: StateSet, names: Names) -> str:
    state, phrase = names.words.key(event.state), names.words.speech.phrase
    if event.owner is None:
        return phrase("{state} is now {value}", state=state, value=event.value)
    return phrase("{state} of {who} is now {value}", state=state, who=names.who(event.owner), value=event.value)


def _play(play: RankedPlay, names: Names) -> str:
    who, card = names.who(play.seat), names.words.card(play.card)
    return names.words.speech.phrase("{who} with {card}", who=who, card=card)


def _went_on(event: TrickBegan | PhaseBegan | PhaseEnded, names: Names) -> str:
    phrase, phase = names.words.speech.phrase, names.words.phase(event.phase)
    match event:
        case TrickBegan():
            leads = names.leads(event.leader)
            return phrase("trick {number} of {phase} begins, {leads}", number=event.number, phase=phase, leads=leads)
        case PhaseBegan():
            return phrase("the phase {phase} begins", phase=phase)
        case PhaseEnded():
            return phrase("the phase {phase} is over", phase=phase)


# --- JSON ------------------------------------------------------------------------------------------------------------


def as_json(why: Explanation) -> dict[str, Json]:
    """Give an explanation as a JSON object."""
    reasons: list[Json] = [row for reason in why.reasons if (row := _row(reason)) is not None]
    return {
        "move": why.move, "given": str(why.action), "seat": why.seat, "phase": why.phase, "trick": why.trick,
        "note": why.note, "reasons": reasons,
    }


def _row(reason: Reason) -> dict[str, Json] | None:
    match reason:
        case Answer():
            rules: list[Json] = [{"value": step.value, **_origin(step.rule)} for step in reason.steps]
            return {
                "kind": "answer", "hook": reason.hook, "card": reason.card or None, "seat": reason.seat,
                "value": reason.value, "rules": rules,
            }
        case Acted():
            text, rule = _event(reason.event, Names(tuple(f"seat {seat}" for seat in range(4)), None))
            return {"kind": "event", "hook": reason.hook or None, "text": text, **_origin(rule)} if text else None
        case Asked():
            return {
                "kind": "asks", "hook": reason.hook, "seat": reason.seat, "options": list(reason.options),
                **_origin(reason.rule),
            }
        case FactionResult():
            keys: Mapping[str, Json] = {key: [_value(value) for value in values] for key, values in reason.keys}
            return {
                "kind": "vote", "hook": "majority", "faction": reason.faction, "keys": keys, "side": reason.side,
                **_origin(reason.rule),
            }
        case Compared():
            return {
                "kind": "ranks", "hook": "ranks", "key": reason.ranking.key,
                "values": [_value(value) for value in reason.ranking.values], "left": list(reason.ranking.left),
                **_origin(reason.rule),
            }
        case _:
            assert_never(reason)


def _value(value: int | tuple[int, ...]) -> Json:
    return list(value) if isinstance(value, tuple) else value


def _origin(rule: Origin | None) -> dict[str, Json]:
    if rule is None:
        return {"power": None, "faction": None, "file": None, "line": None}
    return {"power": rule.power, "faction": rule.faction or None, "file": rule.file, "line": rule.line}
