"""Messages of a table as JSON objects: each has its `type`, and names of factions, piles and moves as in a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from claimdsl.engine.events import TrickEnded
from claimdsl.engine.observation import Observation
from claimdsl.engine.outcome import FactionResult
from claimdsl.ir.nodes import Origin
from claimdsl.play.json_text import Json
from claimdsl.play.replay import result
from claimdsl.ui.messages import (
    Ended,
    HandOver,
    Hint,
    Legal,
    Line,
    Log,
    Message,
    Move,
    Refusal,
    Stopped,
    Told,
    Undone,
    View,
)


def as_json(message: Message) -> dict[str, Json]:
    """Give a message as an object."""
    match message:
        case View():
            return {"type": "view", **_view(message)}
        case Legal():
            return {"type": "legal", "seat": message.seat, "moves": [str(action) for action in message.actions]}
        case Move():
            return {"type": "move", "seat": message.seat, "move": str(message.action)}
        case Log():
            return {"type": "log", **_line((message.text, message.style))}
        case Told():
            return {"type": "told", "word": message.word, "lines": _lines(message.lines)}
        case Hint():
            return _hint(message)
        case Undone():
            return {"type": "undone", "moves": message.count}
        case Refusal():
            legal: list[Json] = [str(action) for action in message.legal]
            why: dict[str, Json] = {"why": message.why} if message.why else {}
            return {"type": "error", "reason": message.reason, "legal": legal, **why}
        case HandOver():
            return {"type": "hand_over", "seat": message.seat, "name": message.name}
        case Ended():
            return {"type": "result", **result(message.outcome), "lines": _lines(message.lines)}
        case Stopped():
            return {"type": "stopped", "reason": message.reason}
        case _:
            assert_never(message)


def _hint(hint: Hint) -> dict[str, Json]:
    return {
        "type": "hint", "move": str(hint.action), "chance": hint.chance, "low": hint.low, "high": hint.high,
        "exact": hint.is_exact, "why": hint.why,
    }


def _line(line: Line) -> dict[str, Json]:
    text, style = line
    return {"text": text, "style": style} if style else {"text": text}


def _lines(lines: Sequence[Line]) -> list[Json]:
    return [text for text, _ in lines if text]


def _view(view: View) -> dict[str, Json]:
    powers: list[Json] = [_power(rule) for rule in view.powers]
    return {
        **_seen(view.seen), "tally": [_faction(one) for one in view.tally], "powers": powers, "last": _trick(view.last),
    }


def _seen(seen: Observation) -> dict[str, Json]:
    piles: list[Json] = [
        {"pile": one.pile, "owner": one.owner, "cards": list(one.cards), "size": one.size} for one in seen.piles
    ]
    states: list[Json] = [{"state": one.state, "owner": one.owner, "value": one.value} for one in seen.states]
    plays: list[Json] = [[seat, card] for seat, card in seen.plays]
    return {
        "seat": seen.seat, "phase": seen.phase, "trick": seen.trick_number, "leader": seen.leader,
        "to_move": seen.to_move, "plays": plays, "piles": piles, "states": states,
    }


def _power(rule: Origin) -> Json:
    return {"faction": rule.faction, "power": rule.power, "file": rule.file, "line": rule.line}


def _faction(one: FactionResult) -> Json:
    return {"faction": one.faction, "counts": list(one.counts), "side": one.side}


def _trick(trick: TrickEnded | None) -> Json:
    if trick is None:
        return None
    plays: list[Json] = [[seat, card] for seat, card in trick.plays]
    return {
        "phase": trick.phase, "trick": trick.number, "leader": trick.leader, "prizes": list(trick.prizes),
        "plays": plays, "winner": trick.winner, "next_leader": trick.next_leader,
    }
