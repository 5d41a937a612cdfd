"""Changes of a text: stretches that are replaced, each by a text of its own."""

from __future__ import annotations

from collections.abc import Iterable

from claimdsl.frozen import Frozen


class Edit(Frozen):
    """One change.  Unit: code points, end exclusive."""

    start: int
    end: int
    text: str


def apart(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Keep the edits that do not overlap, in order; of those that do, the first.

    >>> apart([Edit(4, 6, "x"), Edit(0, 5, "y"), Edit(6, 7, "z")])
    (Edit(start=0, end=5, text='y'), Edit(start=6, end=7, text='z'))
    """
    kept: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if not kept or edit.start > kept[-1].end or edit.start == kept[-1].end > kept[-1].start:
            kept.append(edit)
    return tuple(kept)


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    """Give the text as it is after edits that stand in order and apart.

    >>> applied("a tier", (Edit(2, 6, "wall"),))
    'a wall'
    """
    parts, at = [], 0
    for edit in edits:
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])
