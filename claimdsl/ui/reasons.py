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
from claimdsl.ui.names import Names, sentence
from claimdsl.ui.text import listed
from claimdsl.ui.values import told

_TRICK = "trick"


def lines(why: Explanation, names: Names) -> Iterator[tuple[str, str]]:
    """Tell an explanation: a text and its style for each line."""
    who = names.who(why.seat) if why.seat >= 0 else "chance"
    given = names.choice(why.action.verb, why.action.option)
    yield sentence(f"move {why.move}: {who}, {given} (trick {why.trick} of {why.phase})"), "strong"
    if why.note:
        yield f"  {sentence(why.note)}", ""
    for reason in why.reasons:
        yield from _told(reason, names)


def _told(reason: Reason, names: Names) -> Iterator[tuple[str, str]]:
    match reason:
        case Answer():
            yield from _answered(reason, names)
        case Acted(event=event, hook=hook):
            text, rule = _event(event, names)
            if text:
                yield f"  {hook}: {text}" if hook else f"  {text}", "" if hook or rule else "strong"
            if text and rule is not None:
                yield f"    by {names.where(rule)}", ""
        case Asked():
            yield f"  {reason.hook}: asks {names.who(reason.seat)} for one of {', '.join(reason.options)}", ""
            yield f"    by {names.where(reason.rule)}", ""
        case FactionResult():
            yield f"  majority of {reason.faction}: {_vote(reason)}", ""
            yield f"    by {names.where(reason.rule)}", ""
        case Compared():
            values = ", ".join(value_text(value) for value in reason.ranking.values)
            left = "decided" if len(reason.ranking.left) == 1 else "still equal"
            yield f"  ranks, {reason.ranking.key}: {values} -- {left}", ""
            yield f"    by {names.where(reason.rule)}", ""
        case _:
            assert_never(reason)


def _vote(result: FactionResult) -> str:
    keys = "; ".join(f"{key} {', '.join(map(value_text, values))}" for key, values in result.keys)
    who = "nobody" if result.side is None else f"side {result.side}"
    return f"{keys} -- {who}" if keys else who


def _answered(answer: Answer, names: Names) -> Iterator[tuple[str, str]]:
    of = HOOKS[answer.hook].type
    assert of is not None
    about = f", {names.words.card(answer.card)}" if answer.card else ""
    whose = f" of {names.who(answer.seat)}" if answer.seat is not None else ""
    yield f"  {answer.hook}{about}{whose}: {told(of, answer.value)}", ""
    for step in answer.steps:
        value = f"{told(of, step.value)} " if len(answer.steps) > 1 else ""
        yield f"    {value}{_by(step, names)}", ""


def _by(step: Step, names: Names) -> str:
    return f"by {names.where(step.rule)}" if step.rule is not None else "where no rule says more"


def _event(event: Event, names: Names) -> tuple[str, Origin | None]:
    """Tell an event, and the rule that made it; "" where other lines tell it already."""
    match event:
        case Moved(target=target, source=source):
            if target.pile == _TRICK or source == target:
                return "", None
            return f"{names.words.cards(event.cards)} from {names.place(source)} to {names.place(target)}", event.rule
        case Showed():
            seen = listed(names.who(seat) for seat in range(len(names.seats)) if event.seats >> seat & 1)
            return f"{names.words.cards(event.cards)} shown to {seen}", event.rule
        case Drew():
            return f"chance draws {names.words.card(event.card)}", event.rule
        case StateSet():
            owner = "" if event.owner is None else f" of {names.who(event.owner)}"
            return f"{event.state}{owner} is now {event.value}", event.rule
        case Ranked():
            order = ", ".join(f"{names.who(play.seat)} with {names.words.card(play.card)}" for play in event.plays)
            return f"ranking: {order}", None
        case TrickBegan():
            return f"trick {event.number} of {event.phase} begins, {names.leads(event.leader)}", None
        case PhaseBegan():
            return f"the phase {event.phase} begins", None
        case PhaseEnded():
            return f"the phase {event.phase} is over", None
        case Chose() | Ruled() | TrickEnded():
            return "", None
        case _:
            assert_never(event)


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
