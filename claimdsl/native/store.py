"""Object code on disk, so that what was compiled once starts at once.

An entry is named after all that it was made from and for; a header holds its digest.  Damaged, foreign or unwritable:
the game is compiled anew, silently.  Code is loaded only from a file that this user owns and nobody else may write.
"""

from __future__ import annotations

import hashlib
import os
from stat import S_ISREG, S_IWGRP, S_IWOTH

from claimdsl import __version__, cache
from claimdsl.engine.game import Game
from claimdsl.frozen import Frozen

_MAGIC = b"claimdsl-native/1"
_MOST_BYTES = 32 << 20
_ENDING = ".native"
_PARTS = ("ir", "engine", "native")


class Key(Frozen):
    """What an entry is for: the kind of game, which needs no compiler to be known, and the machine."""

    kind: str
    machine: str

    @property
    def file_name(self) -> str:
        """Name the file of the entry."""
        return f"{self.kind[:32]}-{cache.sum_of(self.machine)[:16]}{_ENDING}"


def kind_of(game: Game, agents: tuple[str, ...], lanes: int, watched: bool = False) -> str:
    """Name a kind of game as it is printed: rules, players, line-up, options, agents, and the printer as it is now.

    `watched`: its powers are counted.
    """
    options = sorted(game.options.items())
    asked = (game.ruleset.digest, game.players, game.factions, options, agents, lanes, watched)
    return cache.sum_of(f"{__version__}\n{cache.state_of(_PARTS)}\n{asked}")


def is_kept(kind: str) -> bool:
    """Say whether there is an entry of a kind for this machine or another one like it."""
    try:
        return any(name.startswith(kind[:32]) and name.endswith(_ENDING) for name in os.listdir(cache.folder()))
    except OSError:
        return False


def read(key: Key) -> bytes | None:
    """Give the code of an entry, or None."""
    try:
        head, code = _own_bytes(cache.place_of(key.file_name)).split(b"\n", 1)
    except (OSError, ValueError):
        return None
    return code if head == _head(key, code) else None


def write(key: Key, code: bytes) -> None:
    """Keep code; where that cannot be done, keep nothing."""
    try:
        cache.replace_file(cache.place_of(key.file_name), _head(key, code) + b"\n" + code)
    except OSError:
        return


def _head(key: Key, code: bytes) -> bytes:
    whole = hashlib.sha256(f"{key.kind}\n{key.machine}\n".encode() + code).hexdigest()
    return _MAGIC + b" " + whole.encode()


def _own_bytes(path: str) -> bytes:
    """Read a file that nobody else can have written.

    Raises: OSError for any other.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as stream:
        facts = os.fstat(stream.fileno())
        if not S_ISREG(facts.st_mode) or facts.st_size > _MOST_BYTES or not _is_own(facts):
            raise OSError(f"{path} is no plain file of this user's own")
        return stream.read(_MOST_BYTES + 1)


def _is_own(facts: os.stat_result) -> bool:
    if not hasattr(os, "geteuid"):
        return True
    return facts.st_uid == os.geteuid() and not facts.st_mode & (S_IWGRP | S_IWOTH)
