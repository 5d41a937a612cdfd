"""A reviewed game as lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claimdsl.ai.review import Judged, turning_point
from claimdsl.ai.thought import Estimate
from claimdsl.play.json_text import Json
from claimdsl.ui.names import Names
from claimdsl.ui.speech import msg
from claimdsl.ui.text import padded, width_of

Line = tuple[str, str]

_MARKS = {
    "best": msg("best"), "good": msg("good"), "mistake": msg("mistake"), "blunder": msg("blunder"),
    "unknown": msg("unknown"),
}
_STYLES = {"best": "", "good": "", "mistake": "bad", "blunder": "bad", "unknown": ""}


def lines(judged: Sequence[Judged], names: Names) -> Iterator[Line]:
    """Tell a review: a line a move, what each seat gave away, and the turning point."""
    phrase = names.words.speech.phrase
    if not judged:
        yield phrase("No move was made to which there was another."), ""
        return
    yield from _table(judged, names)
    yield "", ""
    for seat in sorted({one.seat for one in judged}):
        yield _sum(seat, [one for one in judged if one.seat == seat], names), "strong"
    turning = turning_point(judged)
    if turning is None:
        yield phrase("No move is sure to have given anything away."), ""
        return
    yield phrase(
        "Turning point: move {number}, {who} with {made} ({loss} of a game); {best} was better.", number=turning.move,
        who=names.who(turning.seat), made=_move(turning.made, names), loss=_share(turning.loss),
        best=_move(turning.best, names),
    ), "strong"


def _table(judged: Sequence[Judged], names: Names) -> Iterator[Line]:
    speech = names.words.speech
    seats = [names.who(one.seat) for one in judged]
    moves = [_move(one.made, names) for one in judged]
    marks = [speech.phrase(_MARKS[one.mark]) for one in judged]
    wide = [max(map(width_of, column)) for column in (seats, moves, marks)]
    for one, seat, move, mark in zip(judged, seats, moves, marks, strict=True):
        worth = f"{one.made.value:4.0%}" if one.is_known else "  ? "
        told = f"{one.move:3}  {padded(seat, wide[0])}  {padded(move, wide[1])}  {worth}  {padded(mark, wide[2])}"
        if one.mark in ("mistake", "blunder"):
            less = speech.phrase("{best} was worth {value}", best=_move(one.best, names), value=_share(one.best.value))
            told += f"  {less}"
        elif one.is_exact:
            told += "  " + speech.phrase("exact")
        yield told.rstrip(), _STYLES[one.mark]


def _sum(seat: int, judged: Sequence[Judged], names: Names) -> str:
    count = {mark: sum(one.mark == mark for one in judged) for mark in _MARKS}
    return names.words.speech.phrase(
        "{who}: {moves} choices, {best} best, {good} good, mistakes {mistakes}, blunders {blunders}; given away {lost}",
        who=names.who(seat), moves=len(judged), best=count["best"], good=count["good"], mistakes=count["mistake"],
        blunders=count["blunder"], lost=_share(sum(one.loss for one in judged if one.is_sure)),
    )


def _move(one: Estimate, names: Names) -> str:
    if one.action.verb == "play":
        return names.words.card(one.action.option)
    return names.choice(one.action.verb, one.action.option)


def _share(value: float) -> str:
    return f"{value:.0%}"


def as_json(judged: Sequence[Judged], asked: int, moves: int) -> dict[str, Json]:
    """Give a review as a JSON object: `moves` judged, the number of the turning point or null, and the settings."""
    turning = turning_point(judged)
    rows: list[Json] = [
        {
            "move": one.move, "seat": one.seat, "phase": one.phase, "trick": one.trick, "made": _json(one.made),
            "best": _json(one.best), "loss": round(one.loss, 4), "exact": one.is_exact, "sure": one.is_sure,
            "mark": one.mark,
        }
        for one in judged
    ]
    return {
        "moves": rows, "turning_point": None if turning is None else turning.move, "iterations": asked,
        "made": moves,
    }


def _json(one: Estimate) -> dict[str, Json]:
    return {
        "move": str(one.action), "value": round(one.value, 4), "low": round(one.low, 4), "high": round(one.high, 4),
        "visits": one.visits,
    }
