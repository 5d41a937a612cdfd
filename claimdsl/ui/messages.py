"""What a table says to those who sit at it, as values: a front end shows them, and needs to know nothing else."""

from __future__ import annotations

from claimdsl.engine.action import Action
from claimdsl.engine.events import TrickEnded
from claimdsl.engine.observation import Observation
from claimdsl.engine.outcome import FactionResult, Outcome
from claimdsl.frozen import Frozen
from claimdsl.ir.nodes import Origin

Line = tuple[str, str]
"""A text and its style: "", strong, faint, good or bad; a style never tells what the text does not."""


class View(Frozen):
    """What a seat sees now.

    `tally`: each faction as the scored piles stand (none where factions are not scored).  `powers`: those of factions
    that are asked in this phase, each with file and line.  `last`: the last finished trick, as the seat saw it.
    """

    seat: int
    seen: Observation
    tally: tuple[FactionResult, ...]
    powers: tuple[Origin, ...]
    last: TrickEnded | None


class Legal(Frozen):
    """What a seat may do now; the table waits for one of these.  They are numbered from 1 in this order."""

    seat: int
    actions: tuple[Action, ...]


class Move(Frozen):
    """A move was made; -1 is chance.  Its option is "?" where those who sit at the table may not know it."""

    seat: int
    action: Action


class Log(Frozen):
    """A line of the story, as the seat that reads it may know it."""

    text: str
    style: str


class Told(Frozen):
    """The answer to a word such as `help`, `last` or `score`."""

    word: str
    lines: tuple[Line, ...]


class Hint(Frozen):
    """A move to consider.

    `why`: a sentence of facts.  Unit: `chance`, `low` and `high` are shares of a won game, 0 to 1; None: not reckoned.
    """

    action: Action
    chance: float | None
    low: float | None
    high: float | None
    is_exact: bool
    why: str


class Undone(Frozen):
    """The last moves were taken back; a view of what was before follows."""

    count: int


class Refusal(Frozen):
    """What was answered is no move: the reason, the moves that would be, and the rule behind it with file and line."""

    reason: str
    legal: tuple[Action, ...]
    why: str


class HandOver(Frozen):
    """Another person is to move: nothing of what was shown before may be seen by them."""

    seat: int
    name: str


class Ended(Frozen):
    """The game is over: its outcome, and the same told."""

    outcome: Outcome
    lines: tuple[Line, ...]


class Stopped(Frozen):
    """Those who sit at the table have left; the game can be resumed."""

    reason: str


Message = View | Legal | Move | Log | Told | Hint | Undone | Refusal | HandOver | Ended | Stopped
