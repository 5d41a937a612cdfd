"""The events that YAML text is a stream of, in our own words, so that one module knows PyYAML and the rest do not."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from claimdsl.frontend.tree import Style

MOST_LEVELS = 32
MOST_NODES = 20_000


class Kind(Enum):
    """What begins, ends or stands at a place.  BROKEN is last: the text is no YAML from there."""

    DOCUMENT = "document"
    MAPPING = "mapping"
    LIST = "list"
    SCALAR = "scalar"
    END = "end"
    ALIAS = "alias"
    BROKEN = "broken"


class Event(NamedTuple):
    """One event.  Unit: offsets in code points.

    `value` is a scalar's text, or what is wrong (BROKEN); `flow` tells `[a]` from `- a`; `marked` says that an anchor
    or a tag stands before it.  `within` is, for BROKEN, what was being read and where that began.
    """

    kind: Kind
    start: int
    end: int
    value: str = ""
    style: Style = Style.PLAIN
    flow: bool = False
    marked: bool = False
    within: str = ""
