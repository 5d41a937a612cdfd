"""Which findings have a fix that is certain: a misspelt name with one near neighbour."""

from __future__ import annotations

from claimdsl.diagnostics.nearest import Near
from claimdsl.diagnostics.report import Diagnostic

# Codes that say that a name is unknown: what is near may stand in its place.
FIXABLE = frozenset({
    "CLM201", "CLM206", "CLM217",                                                              # keys and words
    "CLM308",                                                                                  # words of expressions
    "CLM401", "CLM402", "CLM405", "CLM406", "CLM407", "CLM421", "CLM423", "CLM424", "CLM428",  # names
    "CLM601", "CLM606", "CLM607",                                                              # rulesets, merging
    "CLM702", "CLM709", "CLM712",                                                              # the game
})


def certain_fix(item: Diagnostic) -> str | None:
    """Give the text that surely should stand at the place of a finding, or None.

    >>> from claimdsl.diagnostics.source import Source, Span
    >>> place = Span(Source("a.yaml", "led == goblin"), 7, 13)
    >>> certain_fix(Diagnostic("CLM402", "unknown faction", place, suggestion=Near("goblins", alone=True)))
    'goblins'
    >>> certain_fix(Diagnostic("CLM402", "unknown faction", place, suggestion="goblins"))
    """
    near = item.suggestion
    if item.code not in FIXABLE or not isinstance(near, Near) or not near.alone:
        return None
    word = item.span.text.strip()
    return str(near) if len(word) > 1 and len(word.splitlines()) == 1 else None
