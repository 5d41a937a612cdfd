"""What the library raises: misuse of the API and bugs of ours.  A mistake in a ruleset is a Diagnostic first."""

from __future__ import annotations


class ClaimError(Exception):
    """The root of all that this library raises on purpose."""


class UnreadableError(ClaimError):
    """A file that cannot be read or written: missing, a directory, no permission, too large."""


class RecordError(ClaimError):
    """A record that does not describe a game."""


class IllegalActionError(ClaimError):
    """An action that may not be taken now; says why and what may be."""

    def __init__(self, given: str, reason: str, legal: tuple[str, ...]) -> None:
        super().__init__(f"'{given}' is not legal: {reason}")
        self.given = given
        self.reason = reason
        self.legal = legal


class InvariantError(ClaimError):
    """A bug of ours; the message holds all that is needed to replay it."""
