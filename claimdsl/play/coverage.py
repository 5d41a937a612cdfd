"""How much of the rulesets under test has run: their rules and both arms of their branches, and what is missing."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from claimdsl.engine.coverage import Covering, Point, points_of
from claimdsl.engine.ruleset import Ruleset
from claimdsl.frozen import Frozen
from claimdsl.resources import shipped_names

_SHIPPED = "rulesets/"

Shipped = Collection[str] | None
"""The shipped files that count, by name; None: all."""


class Coverage(Frozen):
    """What there is and what of it did not run, by place."""

    total: int
    missing: tuple[Point, ...]

    @property
    def percent(self) -> int:
        """Give the share that ran, rounded down; of nothing everything.

        >>> Coverage(3, (Point("a", 1, 0, "x"),)).percent, Coverage(0, ()).percent
        (66, 100)
        """
        return 100 if not self.total else (self.total - len(self.missing)) * 100 // self.total


def coverage(rulesets: Iterable[tuple[Ruleset, Shipped]], coverings: Iterable[Covering]) -> Coverage:
    """Join what ran in all scenarios; beside each ruleset stands which shipped files count.

    What a house rule takes from shipped files is not its own and does not count, nor what a set of factions is tried
    with; of shipped rulesets all counts.
    """
    there: set[Point] = set()
    for ruleset, shipped in rulesets:
        there |= {point for point in points_of(ruleset.program) if _counts(point.file, shipped)}
    ran: set[Point] = set()
    for covering in coverings:
        ran |= covering.points()
    missing = sorted(there - ran, key=lambda point: (point.file, point.line, point.column, point.what))
    return Coverage(len(there), tuple(missing))


def _counts(file: str, shipped: Shipped) -> bool:
    name = file.removeprefix(_SHIPPED).removesuffix(".yaml")
    return shipped is None or not file.startswith(_SHIPPED) or name not in shipped_names() or name in shipped
