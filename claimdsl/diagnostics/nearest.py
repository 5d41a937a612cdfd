"""Find the known word that an unknown one was probably meant to be."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LONGEST = 48
_SHORT, _MIDDLE = 4, 8
_WORD = re.compile(r"[a-z]+")


class Near(str):
    """A known word that is near to an unknown one.

    `alone` says that no other word can be meant: none is as near and, where more than one slip lies between, none is
    near at all.
    """

    __slots__ = ("alone",)

    alone: bool

    def __new__(cls, word: str, alone: bool = False) -> Near:
        """Make one."""
        near = super().__new__(cls, word)
        near.alone = alone
        return near


def nearest(word: str, known: Iterable[str]) -> Near | None:
    """Give the known word that takes the fewest slips to become `word`, or None if all are too far.

    A slip is a letter too many, too few, wrong, or two neighbours swapped.  Case and blanks do not count; of equally
    near words the first is given.  A single letter is near to words of two letters that hold it.

    >>> nearest("goblin", ["knights", "goblins"])
    'goblins'
    >>> nearest("Goes To", ["goes_to"])
    'goes_to'
    >>> nearest("goblin", ["knights", "goblins"]).alone, nearest("rad", ["red", "rid"]).alone
    (True, False)
    """
    folded = _fold(word)
    if not 0 < len(folded) <= _LONGEST:
        return None
    best, least, allowed = None, _allowed(folded) + 1, _allowed(folded)
    others = allowed + 1
    for candidate in known:
        distance = _distance(folded, _fold(candidate), allowed + 1)
        if candidate == best or distance > allowed:
            continue
        if distance < least:
            best, least, others = candidate, distance, least
        else:
            others = min(others, distance)
    return None if best is None else Near(best, others > (least if least <= 1 else allowed))


def likelier(left: str, right: str, texts: Iterable[str]) -> str:
    """Of two spellings of one word give the one that looks more like the words of some texts; else the left one.

    >>> likelier("traget", "target", ["giant_target", "get", "tar"])
    'target'
    """
    known: set[str] = set()
    for text in texts:
        for word in _WORD.findall(text.lower()):
            if word not in (left, right):
                known |= _triples(word)
    strange = {word: len(_triples(word) - known) / len(_triples(word)) for word in (left, right)}
    return right if strange[right] < strange[left] else left


def _triples(word: str) -> set[str]:
    framed = f" {word} "
    return {framed[at : at + 3] for at in range(len(framed) - 2)}


def _fold(word: str) -> str:
    return word.casefold().strip().replace(" ", "_").replace("-", "_")


def _allowed(word: str) -> int:
    if len(word) <= _SHORT:
        return min(1, len(word) - 1)
    return 2 if len(word) <= _MIDDLE else 3


def _distance(left: str, right: str, limit: int) -> int:
    """Count the slips between two words, or give `limit` as soon as they are known to be that many."""
    if abs(len(left) - len(right)) >= limit:
        return limit
    before, above = [0] * (len(right) + 1), list(range(len(right) + 1))
    for i, a in enumerate(left, start=1):
        row = [i]
        for j, b in enumerate(right, start=1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) >= limit:
            return limit
        before, above = above, row
    return above[-1]
