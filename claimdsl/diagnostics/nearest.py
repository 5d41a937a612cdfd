"""Find the known word that an unknown one was probably meant to be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

_LONGEST = 48
_MOST_KNOWN = 1_000
_SHORT, _MIDDLE = 4, 8
_NAME = re.compile(r"[a-z_]+")
_RUNS = (4, 3, 2)


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
    near words the one of the same letters is given, else the first.  A single letter is near to the words of two
    letters that hold it.

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
    if len(folded) == 1:
        return next((Near(each) for each in known if len(each) == 2 and folded in _fold(each)), None)
    best, least, allowed = None, _allowed(folded) + 1, _allowed(folded)
    others = allowed + 1
    for candidate in islice(known, _MOST_KNOWN):
        distance = _distance(folded, _fold(candidate), allowed + 1)
        if candidate == best or distance > allowed:
            continue
        if distance < least or (distance == least and _swapped(candidate, folded)):
            best, least, others = candidate, distance, least
        else:
            others = min(others, distance)
    return None if best is None else Near(best, others > (least if least <= 1 else allowed))


def likelier(left: str, right: str, texts: Iterable[str]) -> str:
    """Of two spellings of one name give the one that looks more like the words of some texts; else the left one.

    >>> likelier("traget", "target", ["giant_target"])
    'target'
    """
    words: set[str] = set()
    for text in texts:
        for name in _NAME.findall(text.lower()):
            if name not in (left, right):
                words.update(name.split("_"))
    runs = [_runs(words, length) for length in _RUNS]
    return right if _strange(right, words, runs) < _strange(left, words, runs) else left


def _strange(name: str, words: set[str], runs: list[set[str]]) -> tuple[float, ...]:
    """Say how much of a name is in no other word: of its parts, then of ever shorter runs of letters."""
    parts = [part for part in name.split("_") if part]
    found = [len(set(parts) - words) / max(1, len(parts))]
    for length, known in zip(_RUNS, runs, strict=True):
        mine = _runs(parts, length)
        found.append(len(mine - known) / max(1, len(mine)))
    return tuple(found)


def _runs(words: Iterable[str], length: int) -> set[str]:
    """Give all runs of so many letters, the ends of words marked by a blank."""
    return {f" {word} "[at : at + length] for word in words for at in range(len(word) + 3 - length)}


def _swapped(left: str, right: str) -> bool:
    return sorted(_fold(left)) == sorted(right)


def _fold(word: str) -> str:
    return word.casefold().strip().replace(" ", "_").replace("-", "_")


def _allowed(word: str) -> int:
    if len(word) <= _SHORT:
        return min(1, len(word) - 1)
    return 2 if len(word) <= _MIDDLE else 3


def _apart(left: str, right: str) -> tuple[str, str]:
    """Take away how two words begin and end alike."""
    start, end = 0, min(len(left), len(right))
    while start < end and left[start] == right[start]:
        start += 1
    tail = 0
    while tail < end - start and left[-1 - tail] == right[-1 - tail]:
        tail += 1
    return left[start : len(left) - tail], right[start : len(right) - tail]


def _distance(left: str, right: str, limit: int) -> int:
    """Count the slips between two words, or give `limit` as soon as they are known to be that many."""
    if abs(len(left) - len(right)) >= limit:
        return limit
    left, right = _apart(left, right)
    if not left or not right:
        return min(limit, len(left) + len(right))
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
