"""Where powers meet, as a table of factions with what is to be said of it, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from claimdsl.frozen import Frozen
from claimdsl.ir import nodes
from claimdsl.play.json_text import Json
from claimdsl.play.record import Record
from claimdsl.semantics.encounters import Board, Encounter
from claimdsl.sim.compare import Parting
from claimdsl.ui.names import standing
from claimdsl.ui.text import capital, listed, padded, width_of

NEVER, APART, ALIKE, MATTERS = " ", "-", "o", "X"
_KEY = (
    f"{MATTERS}: their powers meet, and the order matters.  {ALIKE}: they meet, and it does not.  "
    f"{APART}: they act in one trick, at different questions or on different cards."
)
_CHOSEN = {
    "priority": "its priority is higher",
    "cards": "it is for other cards than its own faction's",
    "file": "its faction stands later in the ruleset",
}
GRID = "grid"
"""The style of a line that must not be broken."""
Line = tuple[str, str]


class Shown(Frozen):
    """A meeting with the game that shows what its order changes, if one was found, and its record."""

    encounter: Encounter
    parting: Parting | None
    record: Record | None


def lines(program: nodes.Program, board: Board, shown: Sequence[Shown], games: int) -> Iterator[Line]:
    """Tell where powers meet: a text and its style for each line."""
    yield f"Powers of {program.name} that meet in a trick, {_counts(board)} players", "strong"
    if board.acting:
        yield from _grid(board, _marks(program, board))
        yield _KEY, ""
        yield "", ""
    yield from _order(program, board)
    for each in shown:
        yield "", ""
        yield from _told(program, each, games)


def _counts(board: Board) -> str:
    return " or ".join([", ".join(map(str, board.counts[:-1])), str(board.counts[-1])]).removeprefix(" or ")


def _marks(program: nodes.Program, board: Board) -> dict[frozenset[str], str]:
    marks = dict.fromkeys(board.together, APART)
    for encounter in board.encounters:
        pair = frozenset(program.hooks[number].origin.faction for number in (encounter.first, encounter.second))
        if marks[pair] != MATTERS:
            marks[pair] = MATTERS if encounter.why else ALIKE
    return marks


def _grid(board: Board, marks: Mapping[frozenset[str], str]) -> Iterator[Line]:
    """Draw half a table: each faction against those before it."""
    names = board.factions
    digits = len(str(len(names)))
    room = max(map(width_of, names), default=0)
    for place, name in enumerate(names):
        cells = [marks.get(frozenset((name, other)), NEVER).rjust(digits) for other in names[:place]]
        yield f"{place + 1:>{digits}} {padded(name, room)}  {' '.join(cells)}".rstrip(), GRID
    numbers = " ".join(f"{place + 1:>{digits}}" for place in range(max(0, len(names) - 1)))
    yield f"{' ' * digits} {padded('', room)}  {numbers}", GRID


def _order(program: nodes.Program, board: Board) -> Iterator[Line]:
    if not board.acting:
        yield "No power of a faction acts in a trick.", ""
        return
    yield "In the order of a trick, and of asking:", "strong"
    last = ""
    for phase, hook, rules in board.acting:
        if phase != last:
            yield f"  {phase}", ""
        last = phase
        yield f"    {hook}: {', '.join(_power(program.hooks[number]) for number in rules)}", ""


def _power(rule: nodes.HookRule) -> str:
    return f"{rule.origin.power} of {rule.origin.faction}"


def _told(program: nodes.Program, shown: Shown, games: int) -> Iterator[Line]:
    encounter = shown.encounter
    first, second = program.hooks[encounter.first], program.hooks[encounter.second]
    yield f"{capital(_power(first))} and {_power(second)} meet at {first.hook} ({listed(encounter.phases)})", "strong"
    yield f"  {_power(second)} has the last word: {_CHOSEN[encounter.chosen]}", ""
    if not encounter.why:
        yield "  the order does not matter", ""
    else:
        nobody = " and nobody chose it" if encounter.chosen == "file" else ""
        yield f"  the order matters{nobody}: {encounter.why}", ""
        yield from _proof(shown, games)
    yield f"  {standing(first.origin)}, {standing(second.origin)}", "faint"


def _proof(shown: Shown, games: int) -> Iterator[Line]:
    parting = shown.parting
    if parting is None:
        if games:
            yield f"  no game of {games} differed", ""
        return
    moves = parting.here.history[: parting.move]
    after = f"after '{moves[-1]}'" if moves else "after the deal"
    yield f"  shown by deal {parting.seed}: {after}, {parting.what}", ""
    yield f"    as it is:             {parting.old}", ""
    yield f"    the other way round:  {parting.new}", ""


# --- JSON ------------------------------------------------------------------------------------------------------------


def as_json(program: nodes.Program, board: Board, shown: Sequence[Shown]) -> dict[str, Json]:
    """Give a board as a JSON object."""
    words = {APART: "apart", ALIKE: "meet", MATTERS: "order matters"}
    marks = sorted((sorted(pair), words[mark]) for pair, mark in _marks(program, board).items())
    acting: list[Json] = [
        {"phase": phase, "hook": hook, "rules": [_rule(program.hooks[number]) for number in rules]}
        for phase, hook, rules in board.acting
    ]
    return {
        "ruleset": program.name, "players": list(board.counts), "factions": list(board.factions),
        "pairs": [{"factions": list(pair), "what": what} for pair, what in marks], "order": acting,
        "meetings": [_meeting(program, each) for each in shown],
    }


def _rule(rule: nodes.HookRule) -> dict[str, Json]:
    origin = rule.origin
    return {"power": origin.power, "faction": origin.faction, "file": origin.file, "line": origin.line}


def _meeting(program: nodes.Program, shown: Shown) -> dict[str, Json]:
    encounter, parting = shown.encounter, shown.parting
    first, second = program.hooks[encounter.first], program.hooks[encounter.second]
    return {
        "hook": first.hook, "phases": list(encounter.phases), "players": list(encounter.counts),
        "first": _rule(first), "second": _rule(second), "order_by": encounter.chosen,
        "matters": bool(encounter.why), "why": encounter.why or None,
        "game": None if parting is None else {
            "seed": parting.seed, "move": parting.move, "what": parting.what, "as_it_is": parting.old,
            "other_way_round": parting.new, "record": None if shown.record is None else shown.record.to_object(),
        },
    }
