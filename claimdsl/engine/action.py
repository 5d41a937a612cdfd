"""A decision as it stands in a record: a verb, and mostly an option."""

from __future__ import annotations

from claimdsl.frozen import Frozen

PASS = "pass"


class Action(Frozen):
    """One decision.  `option` is "" for a bare word.

    >>> str(Action("play", "goblins:7")), str(Action("keep"))
    ('play goblins:7', 'keep')
    """

    verb: str
    option: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.option}" if self.option else self.verb

    @staticmethod
    def parse(text: str) -> Action:
        """Read an action as written in a record."""
        verb, _, option = text.partition(" ")
        return Action(verb, option)
