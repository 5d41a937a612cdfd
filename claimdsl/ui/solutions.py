"""What a moment of a game is worth under best play, in lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.ai.solve import Solution
from claimdsl.engine.state import State
from claimdsl.play.json_text import Json

_WORDS = {1: "wins", 0: "shares", -1: "loses"}
Line = tuple[str, str]


def as_json(found: Solution) -> dict[str, Json]:
    """Give a solution as a JSON object."""
    return {
        "to_move": found.to_move,
        "value": found.value,
        "margin": found.margin,
        "moves": [{"move": str(move.action), "value": move.value, "margin": move.margin} for move in found.moves],
        "line": [str(action) for action in found.line],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "engine": found.engine,
    }


def lines(state: State, found: Solution) -> Iterator[Line]:
    """Tell a solution: what the moment is worth, what each move is, and a line of best play."""
    yield f"{state.phase} {state.trick_number}: {_verdict(found)}", "strong"
    width = max(len(str(move.action)) for move in found.moves)
    for move in sorted(found.moves, key=lambda move: (-move.value, -move.margin)):
        style = "" if move.value == found.value else "faint"
        yield f"  {str(move.action):{width}}  {_WORDS[move.value]:6}  {move.margin:+d}", style
    yield f"Best play: {', '.join(map(str, found.line))}", ""
    yield f"{found.nodes:,} positions in {found.seconds:.3f} s, {found.engine}", "faint"


def one_line(place: str, found: Solution) -> Iterator[Line]:
    """Tell a solution on one line, where there are many."""
    yield f"{place}: {_verdict(found)}, {found.line[0]}", ""


def _verdict(found: Solution) -> str:
    votes = "vote" if abs(found.margin) == 1 else "votes"
    where = "level" if not found.margin else f"{abs(found.margin)} {votes} {'ahead' if found.margin > 0 else 'behind'}"
    return f"seat {found.to_move} {_WORDS[found.value]}, {where} at best"
