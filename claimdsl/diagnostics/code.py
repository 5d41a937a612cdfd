"""What a diagnostic's code means: one entry of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of mistake.  `bad` and `good` are small complete rulesets, or "" where none is given."""

    code: str
    title: str
    text: str
    bad: str
    good: str
