"""How much of the rulesets under test has run: their rules and both arms of their branches, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable

from claimdsl.engine.coverage import Covering, Point, points_of
from claimdsl.engine.ruleset import Ruleset
from claimdsl.frozen import Frozen
from claimdsl.resources import shipped_names

_SHIPPED = "rulesets/"


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


def coverage(rulesets: Iterable[tuple[Ruleset, bool]], coverings: Iterable[Covering]) -> Coverage:
    """Join what ran in all scenarios; beside each ruleset stands whether it is a shipped one.

    What a house rule takes from shipped files is not its own and does not count; of shipped rulesets all counts.
    """
    there: set[Point] = set()
    for ruleset, is_shipped in rulesets:
        there |= {point for point in points_of(ruleset.program) if is_shipped or not _is_shipped(point.file)}
    ran: set[Point] = set()
    for covering in coverings:
        ran |= covering.points()
    missing = sorted(there - ran, key=lambda point: (point.file, point.line, point.column, point.what))
    return Coverage(len(there), tuple(missing))


def _is_shipped(file: str) -> bool:
    return file.startswith(_SHIPPED) and file.removeprefix(_SHIPPED).removesuffix(".yaml") in shipped_names()
