"""Play a record again: a record and its ruleset to the states on the way, and to the trace of `record-format.md`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from claimdsl.diagnostics.errors import IllegalActionError, RecordError
from claimdsl.engine.events import TrickEnded
from claimdsl.engine.game import Game
from claimdsl.engine.line_up import SetupError
from claimdsl.engine.outcome import Outcome
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from claimdsl.ir.labels import is_card
from claimdsl.play.json_text import Json, shown, write_json
from claimdsl.play.record import Record

_LONGEST_SHOWN = 300


def begin(record: Record, ruleset: Ruleset, *, any_ruleset: bool = False, goes_on: bool = False) -> State:
    """Deal the cards as the record says; a game that goes on draws from its seed.

    Raises: RecordError where the record does not fit the ruleset, or was played with another one.
    """
    given = record.ruleset_sha256
    if given is not None and given != ruleset.digest and not any_ruleset:
        raise RecordError(
            f"ruleset_sha256: the game was played with another {shown(record.ruleset)} "
            f"({shown(given[:12])}, this one is '{ruleset.digest[:12]}'); --any-ruleset replays it all the same"
        )
    try:
        game = ruleset.game(record.players, record.factions, record.options)
        packs = record.side_decks or None
        seed = record.seed if goes_on else None
        return game.deal(seed, deck=record.deck, first_leader=record.first_leader, side_decks=packs, follow=True)
    except SetupError as error:
        raise RecordError(str(error)) from None


def replay(state: State, moves: Iterable[str]) -> Iterator[State]:
    """Run through the states after each move.

    Raises: IllegalActionError at the first move that may not be made.
    """
    for move in moves:
        state = state.apply(move)
        yield state


def wrongly_made(first: State, steps: Iterable[str | int]) -> str:
    """Give the first move that might not be made, also where it was taken back later; "" where there is none.

    Shape: `steps` are moves, and how many of them were taken back.
    """
    states = [first]
    for step in steps:
        if isinstance(step, int):
            del states[-step:]
            continue
        try:
            states.append(states[-1].apply(step))
        except IllegalActionError:
            return step
    return ""


def trace(record: Record, ruleset: Ruleset, *, any_ruleset: bool = False) -> list[Json]:
    """Give a line for each completed trick, then the result or the first illegal move.

    Raises: RecordError where the record does not fit the ruleset.
    """
    state = begin(record, ruleset, any_ruleset=any_ruleset)
    made = 0
    error: Json = None
    try:
        for after in replay(state, record.moves):
            state, made = after, made + 1
    except IllegalActionError as illegal:
        error = {"move": made, "given": record.moves[made], "legal": list(sorted_moves(illegal.legal, state.game))}
    lines: list[Json] = [_trick(event, state.game) for event in state.events if isinstance(event, TrickEnded)]
    if error is not None:
        lines.append({"error": error})
    elif state.outcome is not None:
        lines.append({"result": result(state.outcome)})
    return lines


def _trick(event: TrickEnded, game: Game) -> Json:
    legal: list[Json] = [list(sorted_cards(cards, game)) for cards in event.legal]
    plays: list[Json] = [[seat, card] for seat, card in event.plays]
    return {
        "phase": event.phase,
        "trick": event.number,
        "leader": event.leader,
        "prizes": list(sorted_cards(event.prizes, game)),
        "plays": plays,
        "legal": legal,
        "ranking": list(event.ranking),
        "winner": event.winner,
        "next_leader": event.next_leader,
        "piles": {name: _pile(cards, name in event.ordered, game) for name, cards in event.piles},
    }


def _pile(cards: tuple[str, ...] | tuple[tuple[str, ...], ...], ordered: bool, game: Game) -> Json:
    found: list[Json] = []
    labels: list[str] = []
    for item in cards:
        if isinstance(item, str):
            labels.append(item)
        else:
            found.append(_pile(item, ordered, game))
    return found or list(labels if ordered else sorted_cards(labels, game))


def result(outcome: Outcome) -> dict[str, Json]:
    """Give the last line of a trace: the factions with their votes where a ruleset has them, and who won by what."""
    found: dict[str, Json] = {}
    if outcome.factions:
        found["factions"] = {
            one.faction: {"counts": list(one.counts), "side": one.side} for one in outcome.factions
        }
    if outcome.votes is not None:
        found["votes"] = list(outcome.votes)
    if outcome.counts is not None:
        found["counts"] = list(outcome.counts)
    return found | {"winners": list(outcome.winners), "decided_by": outcome.decided_by}


def sorted_cards(cards: Iterable[str], game: Game) -> list[str]:
    """Sort cards by (faction name, value)."""
    return sorted(cards, key=game.binding.card_key)


def sorted_moves(moves: Iterable[str], game: Game) -> list[str]:
    """Sort moves as an error in a trace lists them: cards, then seats, then words.

    >>> from claimdsl import load_ruleset
    >>> sorted_moves(["take deck", "take clubs:14", "take clubs:4"], load_ruleset("german-whist").game())
    ['take clubs:4', 'take clubs:14', 'take deck']
    """
    return sorted(moves, key=lambda move: _move_key(move, game))


def _move_key(move: str, game: Game) -> tuple[str, int, str, int]:
    verb, _, option = move.partition(" ")
    if is_card(option):
        faction, value = game.binding.card_key(option)
        return verb, 0, faction, value
    if option.isdecimal():
        return verb, 1, "", int(option)
    return verb, 2, option, 0


def compare(found: Sequence[Json], expected: Sequence[Json]) -> str | None:
    """Say where a trace first differs from an expected one; only fields that the expected one has are compared."""
    for number, (got, want) in enumerate(zip(found, expected, strict=False), start=1):
        difference = _difference(f"trace line {number}", got, want)
        if difference is not None:
            return difference
    if len(found) != len(expected):
        return f"the trace has {len(found)} lines, expected {len(expected)}"
    return None


def _difference(where: str, got: Json, want: Json) -> str | None:
    if isinstance(got, Mapping) and isinstance(want, Mapping):
        for key, wanted in want.items():
            if key not in got:
                return f"{where}: '{key}' is missing, expected {_cut(wanted)}"
            difference = _difference(f"{where}, {key}", got[key], wanted)
            if difference is not None:
                return difference
        return None
    if _plain(got) == _plain(want):
        return None
    return f"{where}: {_cut(got)}, expected {_cut(want)}"


def _plain(value: Json) -> str:
    return write_json(value)


def _cut(value: Json) -> str:
    text = write_json(value)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."
