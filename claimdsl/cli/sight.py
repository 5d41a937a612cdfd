"""Whose eyes a recorded game is seen with: one that a person still plays shows no more than that person sees."""

from __future__ import annotations

from collections.abc import Sequence

import click

from claimdsl.play.record import Record
from claimdsl.ui.names import HUMAN

OPEN = click.option("--open", "is_open", is_flag=True, help="Show every card of a game that is not over, too.")
CLOSED = "this game is not over, and that would tell cards that its players do not see; --open tells all the same"


def people_of(record: Record) -> tuple[int, ...]:
    """Name the seats at which people play; none where the record does not say who sits where."""
    known = len(record.agents) == record.players
    return tuple(seat for seat, agent in enumerate(record.agents) if agent == HUMAN) if known else ()


def hides(record: Record, *, is_over: bool, is_open: bool) -> bool:
    """Say whether somebody still plays a game who does not see all of it."""
    return not is_over and not is_open and bool(people_of(record))


def viewer_of(record: Record, file: str, *, is_over: bool, is_open: bool) -> int | None:
    """Give the seat as which a game is shown; None where nothing is hidden.

    Raises: UsageError where several people still play it.
    """
    if not hides(record, is_over=is_over, is_open=is_open):
        return None
    people = people_of(record)
    if len(people) > 1:
        raise click.UsageError(
            f"{file}: this game is not over, and of several people who play it each would see what the others hold; "
            "claim resume goes on with it, --open shows all the same"
        )
    return people[0]


def legal_told(record: Record, seat: int, legal: Sequence[str], *, is_open: bool) -> Sequence[str] | None:
    """Give the moves that were legal in place of one that was not; None where they would tell a hand."""
    is_own = people_of(record) == (seat,)
    return None if hides(record, is_over=False, is_open=is_open) and not is_own else legal
