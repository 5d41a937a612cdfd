"""Players as so many places clockwise from one another, to tell which can never be the same."""

from __future__ import annotations

from claimdsl.ir import nodes

_STEPS = {"left": 1, "right": -1}


def seat_of(node: nodes.Expr, partner: int) -> tuple[nodes.Expr, int] | None:
    """Give a player as some other one and the places from him.

    `partner`: how many places clockwise a partner sits, 0 where there are none; of those None is given.
    """
    match bare(node):
        case nodes.Field(of=of, name="left" | "right" as name):
            seat = seat_of(of, partner)
            return None if seat is None else (seat[0], seat[1] + _STEPS[name])
        case nodes.Field(of=of, name="partner"):
            seat = seat_of(of, partner)
            return None if seat is None or not partner else (seat[0], seat[1] + partner)
        case other:
            return other, 0


def bare(node: nodes.Expr) -> nodes.Expr:
    """Give an expression without its coercions."""
    match node:
        case nodes.AsMaybe(operand=operand) | nodes.AsCard(operand=operand):
            return bare(operand)
        case _:
            return node
