"""Ranges of numbers and sets of answers: what is possible, and what follows for a comparison."""

from __future__ import annotations

from claimdsl.frozen import Frozen

Answers = frozenset[bool]

YES: Answers = frozenset((True,))
NO: Answers = frozenset((False,))
EITHER = YES | NO
FAR = 1 << 40


class Range(Frozen):
    """Between which numbers a value lies; `maybe`: or it is nothing."""

    low: int = -FAR
    high: int = FAR
    maybe: bool = False


ANY = Range()


def exactly(number: int) -> Range:
    """Give the range of one number."""
    return Range(number, number)


def either(parts: list[Range | None]) -> Range | None:
    """Give the range of any of several values; None is nothing."""
    there = [part for part in parts if part is not None]
    if not there:
        return None
    maybe = len(there) < len(parts) or any(part.maybe for part in there)
    return Range(min(part.low for part in there), max(part.high for part in there), maybe)


def negated(answers: Answers) -> Answers:
    """Give the opposite of answers."""
    return frozenset(not answer for answer in answers)


def all_of(parts: list[Answers]) -> Answers:
    """Give the answers of `and`."""
    if NO in parts:
        return NO
    return YES if all(part == YES for part in parts) else EITHER


def same_word(one: frozenset[str] | None, other: frozenset[str] | None) -> Answers:
    """Say whether a word of one set can be one of another; None is any word."""
    if one is None or other is None:
        return EITHER
    if not one & other:
        return NO
    return YES if len(one | other) == 1 else EITHER


def ordered(operator: str, left: Range, right: Range, same: bool) -> Answers:
    """Compare numbers; `same` says that both are one number.

    >>> sorted(ordered("<", Range(0, 9), Range(9, 12), False))
    [False, True]
    """
    match operator:
        case ">" | ">=":
            return ordered("<" if operator == ">" else "<=", right, left, same)
        case "!=":
            return negated(ordered("==", left, right, same))
        case "==":
            if same or left.low == left.high == right.low == right.high:
                return YES
            return NO if left.high < right.low or right.high < left.low else EITHER
        case "<":
            if same or left.low >= right.high:
                return NO
            return YES if left.high < right.low else EITHER
        case _:
            if same or left.high <= right.low:
                return YES
            return NO if left.low > right.high else EITHER
