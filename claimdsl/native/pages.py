"""Memory that only mirrors the file of a library: given back between the stages of a compiler, as each runs other code.

Linux keeps every page of a library that was ever run, and some around it: the code of LLVM takes more memory than all
that it works on.  Nothing is lost, since a page is read anew when it is run again.  Elsewhere nothing is done.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator

_MAPS = "/proc/self/smaps"
_UNNEEDED = 4
"""MADV_DONTNEED of Linux."""


def give_back(library: str) -> None:
    """Give back the pages of a library, by a part of its file's name, that are as they stand in the file."""
    try:
        with open(_MAPS, encoding="utf-8", errors="replace") as lines:
            found = [*unchanged(lines, library)]
        advise = ctypes.CDLL(None).madvise
    except (OSError, AttributeError, TypeError):
        return
    for start, end in found:
        advise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), ctypes.c_int(_UNNEEDED))


def unchanged(lines: Iterable[str], library: str) -> Iterator[tuple[int, int]]:
    """Give the stretches of memory that cannot be written and hold a library's file, none of their pages changed."""
    place: tuple[int, int] | None = None
    for line in lines:
        words = line.split()
        if not words[0].endswith(":"):
            start, end = (int(word, 16) for word in words[0].split("-"))
            place = (start, end) if library in words[-1] and words[1] in ("r--p", "r-xp") else None
        elif words[0] == "Anonymous:" and words[1] == "0" and place is not None:
            yield place
