"""What can be said of effects before they are printed: who decides in them, what they bind, where cards come from."""

from __future__ import annotations

from claimdsl.ir import nodes as ir


def loop_list(effect: ir.Each) -> int:
    """Give the variable number that stands for the list of a loop."""
    return -2 * effect.variable.id - 1


def loop_index(effect: ir.Each) -> int:
    """Give the variable number that stands for the round of a loop."""
    return -2 * effect.variable.id - 2


def suspends(effects: tuple[ir.Effect, ...]) -> bool:
    """Say whether someone decides in these effects."""
    for effect in effects:
        match effect:
            case ir.Choose() | ir.Decide() | ir.Draw():
                return True
            case ir.When(yes=yes, no=no):
                if suspends(yes) or suspends(no):
                    return True
            case ir.Each(body=body):
                if suspends(body):
                    return True
            case _:
                pass
    return False


def variables(effects: tuple[ir.Effect, ...]) -> list[int]:
    """Give the numbers of all that effects bind, loops with their list and round."""
    found: list[int] = []
    for effect in effects:
        match effect:
            case ir.Choose(variable=variable) | ir.Draw(variable=variable):
                found.append(variable.id)
            case ir.Decide(first=first, second=second):
                found += [first.id, second.id]
            case ir.When(yes=yes, no=no):
                found += variables(yes) + variables(no)
            case ir.Each(variable=variable, body=body):
                found += [variable.id, loop_list(effect), loop_index(effect), *variables(body)]
            case _:
                pass
    return found


def source_of(cards: ir.Expr) -> ir.PileOf | None:
    """Find the one pile that a list of cards comes from, where that is plain."""
    match cards:
        case ir.PileOf():
            return cards
        case ir.Top(items=ir.PileOf() as pile):
            return pile
        case ir.Fold(function="filter" | "first" | "last" | "most" | "least", domain=domain):
            return source_of(domain)
        case ir.AsMany(operand=operand) | ir.AsMaybe(operand=operand):
            return source_of(operand)
        case _:
            return None
