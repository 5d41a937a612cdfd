"""What of a program has run: its rules, the keys that rank the sides, and both arms of every `if`, by their places.

Points are equal where they stand at the same place, so that what ran is joined over player counts, line-ups, options
and all rulesets that take from the same files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from claimdsl.frozen import Frozen
from claimdsl.ir import nodes as ir
from claimdsl.ir.walk import all_effects, every, within


class Point(Frozen):
    """One thing that may run.  Unit: line and column from 1; column 0 for a whole rule or key."""

    file: str
    line: int
    column: int
    what: str


def rule_point(rule: ir.HookRule) -> Point:
    """Give the point of a rule."""
    origin = rule.origin
    of = f" of {origin.faction}" if origin.faction else ""
    return Point(origin.file, origin.line, 0, f"{rule.hook} of the power {origin.power}{of}")


def key_point(key: ir.Key) -> Point:
    """Give the point of a key that ranks the sides."""
    return Point(key.origin.file, key.origin.line, 0, f"the scoring key {key.name}")


def arm_point(spot: ir.Spot, is_yes: bool) -> Point:
    """Give the point of an arm."""
    return Point(spot.file, spot.line, spot.column, "'if' where the condition holds" if is_yes else
                 "'if' where the condition does not hold")


def points_of(program: ir.Program) -> Iterator[Point]:
    """Run through all that may run in a program; a shared place comes more than once."""
    for rule in program.hooks:
        yield rule_point(rule)
        for effect in all_effects(rule.effects or ()):
            if isinstance(effect, ir.When):
                yield from _arms(effect.spot)
        yield from _branches(within(rule))
    for key in program.ranks:
        yield key_point(key)
        yield from _branches(every(iter((key.value,))))


def _branches(exprs: Iterator[ir.Expr]) -> Iterator[Point]:
    for expr in exprs:
        if isinstance(expr, ir.If):
            yield from _arms(expr.spot)


def _arms(spot: ir.Spot) -> Iterator[Point]:
    yield arm_point(spot, True)
    yield arm_point(spot, False)


class Covering:
    """Numbers the points that one program is printed with, and gathers those that ran; `wanted` None means all."""

    def __init__(self, wanted: frozenset[Point] | None = None) -> None:
        self._wanted = wanted
        self._numbers: dict[Point, int] = {}
        self._ran: set[int] = set()

    def wants(self, point: Point) -> bool:
        """Say whether a point is to be noted."""
        return self._wanted is None or point in self._wanted

    def number(self, point: Point) -> int | None:
        """Number a point; None where it is not wanted."""
        return self._numbers.setdefault(point, len(self._numbers)) if self.wants(point) else None

    def ran(self, number: int, value: object = None) -> object:
        """Note that a point runs; give the value that it has."""
        self._ran.add(number)
        return value

    def points(self) -> frozenset[Point]:
        """Give the points that ran."""
        return frozenset(point for point, number in self._numbers.items() if number in self._ran)

    def numbers(self) -> Mapping[Point, int]:
        """Give the points that the program is printed with, and their numbers."""
        return dict(self._numbers)

    def take(self) -> frozenset[int]:
        """Give the numbers of the points that ran since the last time, and forget them."""
        ran = frozenset(self._ran)
        self._ran.clear()
        return ran


class Marks:
    """Prints the notes of points that run; without a covering it prints nothing."""

    def __init__(self, covering: Covering | None) -> None:
        self._covering = covering

    def __bool__(self) -> bool:
        return self._covering is not None

    def note_any(self, rules: Iterable[ir.HookRule]) -> bool:
        """Say whether anything of some rules is noted."""
        return self._covering is not None and any(self._covering.wants(rule_point(rule)) for rule in rules)

    def rule(self, rule: ir.HookRule) -> str:
        """Print the line that notes a rule; "" where nothing is noted."""
        return self._line(rule_point(rule))

    def arm(self, spot: ir.Spot, is_yes: bool) -> str:
        """Print the line that notes an arm."""
        return self._line(arm_point(spot, is_yes))

    def value(self, spot: ir.Spot, is_yes: bool, text: str) -> str:
        """Print a value of an arm so that it is noted."""
        return self._value(arm_point(spot, is_yes), text)

    def key(self, key: ir.Key, text: str) -> str:
        """Print the value of a key so that it is noted."""
        return self._value(key_point(key), text)

    def _line(self, point: Point) -> str:
        number = None if self._covering is None else self._covering.number(point)
        return "" if number is None else f"ran({number})"

    def _value(self, point: Point, text: str) -> str:
        number = None if self._covering is None else self._covering.number(point)
        return text if number is None else f"ran({number}, {text})"
