"""A kept game taken up: played on from where it stands, or its cards dealt again with the players at other seats."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

import click

from claimdsl.cli.common import in_language
from claimdsl.cli.position import Opened, Wanted, open_record
from claimdsl.cli.sight import hides
from claimdsl.cli.sitting import HUMAN, How, Kept, rule_words, sit_down, usual_path
from claimdsl.engine.state import State
from claimdsl.frozen import replace
from claimdsl.play.places import reference_from
from claimdsl.play.record import DEALT_BEFORE, PRACTICE, Record
from claimdsl.play.replay import begin, replay

RIVAL = "greedy"


def opened_to_play(wanted: Wanted, how: How) -> tuple[Opened, State]:
    """Open a kept game and deal its cards, so that chance goes on as it would have gone on."""
    opened = open_record(wanted)
    in_language(how.language, opened.ruleset)
    first = begin(opened.record, opened.ruleset, any_ruleset=wanted.any_ruleset, goes_on=True)
    return opened, first


def states_of(opened: Opened, first: State, moves: int) -> tuple[State, ...]:
    """Give the states after each of the first moves.

    Raises: RecordError where one of them may not be made.
    """
    opened.state(moves)
    return tuple(replay(first, opened.record.moves[:moves]))


def anew(opened: Opened, seats: Sequence[str], save: str | None, *, practice: bool = False) -> Kept:
    """Give the file in which a kept game is played on or again, with its header; the old file stays as it is."""
    record = opened.record
    path = usual_path(opened.reference, record.seed) if save is None else save
    folder = os.path.dirname(path) or os.curdir
    extra = tuple(pair for pair in record.extra if pair[0] != PRACTICE)
    header = replace(
        record, moves=(), comments={}, agents=tuple(seats), date=time.strftime("%Y-%m-%d", time.gmtime()),
        ruleset=reference_from(opened.reference, folder), ruleset_sha256=opened.ruleset.digest,
        with_=tuple(reference_from(one, folder) for one in opened.tweaks),
        extra=extra,
    )
    header = header.marked(PRACTICE) if practice else header
    return Kept(path, save is not None, header, rule_words(opened.reference, opened.tweaks, path))


def play_again(
    file: str, seat: int | None, seats: tuple[str, ...], save: str | None, practice: bool, how: How
) -> int:
    """Deal the cards of a kept game again and play, from another seat."""
    opened, first = opened_to_play(Wanted(file, None, None, (), False), how)
    players = first.game.players
    if seat is not None and seat >= players:
        raise click.UsageError(f"--seat {seat}: seats run from 0 to {players - 1}")
    if seats and seat is not None:
        raise click.UsageError("--seats names everyone: leave out --seat")
    if seats and len(seats) != players:
        raise click.UsageError(f"{players} players need {players} seats; --seats names {len(seats)}")
    if hides(opened.record, is_over=opened.states()[-1].is_over, is_open=False):
        raise click.UsageError(f"{file}: this game is not over; claim resume goes on with it")
    sitting = seats or turned(opened.record, players, seat)
    kept = anew(opened, sitting, save, practice=practice)
    kept = replace(kept, header=kept.header.marked(DEALT_BEFORE))
    return sit_down(first, sitting, opened.record.seed or 0, kept, how)


def turned(record: Record, players: int, seat: int | None) -> tuple[str, ...]:
    """Move everybody on, so that the first person comes to a seat, the next one where none is asked for."""
    agents = record.agents if len(record.agents) == players and all(map(is_known, record.agents)) else ()
    if HUMAN not in agents:
        agents = (HUMAN, *[RIVAL] * (players - 1))
    old = agents.index(HUMAN)
    new = (old + 1) % players if seat is None else seat
    return tuple(agents[(place - new + old) % players] for place in range(players))


def is_known(name: str) -> bool:
    """Say whether a name is that of a person or of a player of the house."""
    from claimdsl.ai.agent import AGENTS

    return name == HUMAN or name in AGENTS
