"""A scenario as its file has it: the game, the position, the moves and what is expected, every word with its place."""

from __future__ import annotations

from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.roles import TEST_KEY
from claimdsl.frozen import Frozen
from claimdsl.ir.nodes import Origin
from claimdsl.resources import TEST_ENDING

FORMAT = TEST_KEY
ENDING = TEST_ENDING
ANY, NOBODY, KEPT = "any", "nobody", "kept"


class Word(Frozen):
    """A word of a file and where it stands."""

    text: str
    span: Span


Words = tuple[Word, ...]


class Want(Frozen):
    """One thing that is expected: of `of` where the key has several, as a list or as one word.

    `span` is what stands there now and is replaced when the file is brought up to date.
    """

    key: str
    of: Word | None
    values: Words
    is_list: bool
    span: Span


class Scenario(Frozen):
    """One scenario.  `trick` 0 is the one that fits the hands; `deck` None is that of the seed."""

    name: Word
    about: str
    with_: Words
    players: Word | None
    factions: Words | None
    options: tuple[tuple[Word, Word], ...]
    seed: int
    leader: Word | None
    deck: Words | None
    side_decks: tuple[tuple[Word, Words], ...]
    phase: Word | None
    trick: int
    hands: tuple[tuple[Word, Words], ...]
    piles: tuple[tuple[Word, Words], ...]
    state: tuple[tuple[Word, Word], ...]
    play: Words
    wants: tuple[Want, ...]

    @property
    def is_placed(self) -> bool:
        """Say whether it begins in a position and not with a deal."""
        return bool(self.phase or self.trick or self.hands or self.piles or self.state)


class ScenarioFile(Frozen):
    """All scenarios of a file, and the ruleset that they are about (None: the one beside it)."""

    source: Source
    ruleset: Word | None
    with_: Words
    scenarios: tuple[Scenario, ...]


class Reason(Frozen):
    """Something that happened, and the rule behind it (None: the order of play)."""

    text: str
    rule: Origin | None


class Failure(Frozen):
    """What came out otherwise.  `got` None: there is nothing to compare, `note` says why."""

    want: Want
    expected: tuple[str, ...]
    got: tuple[str, ...] | None
    note: str
    reasons: tuple[Reason, ...]


class Result(Frozen):
    """A scenario that was run.  Unit: seconds."""

    file: str
    scenario: Scenario
    failures: tuple[Failure, ...]
    seconds: float
