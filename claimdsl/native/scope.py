"""Where an expression stands: what the names mean there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from claimdsl.native.maps import Value

Items = tuple[tuple[Value, Value], ...]
"""A list that is no set of cards: for each place whether there is an element, and which."""


@dataclass(frozen=True)
class Scope:
    """Names that the engine supplies, lists among them, variables by number, and how many cards have been played."""

    names: Mapping[str, Value] = field(default_factory=dict)
    lists: Mapping[str, Items] = field(default_factory=dict)
    variables: Mapping[int, Value] = field(default_factory=dict)
    made: int = 0

    def named(self, **names: Value) -> Scope:
        """Give a scope with more names."""
        return replace(self, names={**self.names, **names})

    def bound(self, number: int, value: Value) -> Scope:
        """Give a scope in which a variable has a value."""
        return replace(self, variables={**self.variables, number: value})
