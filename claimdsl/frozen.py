"""Frozen values: what `@dataclass(frozen=True, slots=True)` gives, without its start-up time.

A dataclass costs about 0.7 ms to define, since its methods are compiled from text; a game needs a hundred such classes
before its first prompt, and seventy more where it reads a ruleset.  These share their methods.  Type checkers see
ordinary frozen dataclasses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class _Meta(type):
    """Makes slots of the annotations in a class body, and defaults of the values there."""

    _places: tuple[Callable[[object, object], None], ...]

    def __new__(meta, name: str, bases: tuple[type, ...], body: dict[str, object]) -> _Meta:
        annotations = body.get("__annotations__", {})
        assert isinstance(annotations, dict)
        fields = tuple(annotations)
        defaults = {field: body.pop(field) for field in fields if field in body}
        body |= {"__slots__": fields, "__match_args__": fields, "_fields": fields, "_defaults": defaults}
        made = super().__new__(meta, name, bases, body)
        made._places = tuple(getattr(made, field).__set__ for field in fields)
        return made


@dataclass_transform(frozen_default=True)
class Frozen(metaclass=_Meta):
    """A value: fields in order, equal by class and fields, hashable, unchangeable.

    >>> class Point(Frozen):
    ...     x: int
    ...     y: int = 0
    >>> Point(3), Point(3) == Point(3, 0), replace(Point(3), y=1)
    (Point(x=3, y=0), True, Point(x=3, y=1))
    """

    if TYPE_CHECKING:
        _fields: tuple[str, ...]
        _defaults: Mapping[str, object]

    def __init__(self, *values: object, **named: object) -> None:
        places = type(self)._places
        for place, value in zip(places, values):  # noqa: B905 (to say `strict` takes as long as to place three values)
            place(self, value)
        if len(values) == len(places) and not named:
            return
        rest = {**self._defaults, **named}
        missing = [field for field in self._fields[len(values):] if field not in rest]
        if missing or len(values) > len(self._fields) or not named.keys() <= set(self._fields[len(values):]):
            raise TypeError(f"{type(self).__name__} takes {', '.join(self._fields)}")
        for field, place in zip(self._fields[len(values):], places[len(values):], strict=True):
            place(self, rest[field])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, field) == getattr(other, field) for field in self._fields)

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, field) for field in self._fields)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{field}={getattr(self, field)!r}' for field in self._fields)})"

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), tuple(getattr(self, field) for field in self._fields)


class Remembering:
    """Room in a frozen value for what is worked out from its fields once, by `cached_property`; only fields count."""


Value = TypeVar("Value", bound=Frozen)


def replace(value: Value, /, **changes: object) -> Value:
    """Give the same value with some fields changed.

    Raises: TypeError for a field that there is not.
    """
    kept = {field: getattr(value, field) for field in value._fields}
    if not changes.keys() <= kept.keys():
        raise TypeError(f"{type(value).__name__} has no such field")
    return type(value)(**{**kept, **changes})
