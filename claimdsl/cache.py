"""Compiled rulesets on disk, so that a warm start reads no YAML: text in, text out, never code.

An entry holds the digests of every file that it was made from; when one of them differs, or the compiler itself has
changed, it is made anew.  Damaged, foreign or unwritable: the same, silently.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from functools import cache
from stat import S_ISREG

from claimdsl import __version__
from claimdsl.ir import codec
from claimdsl.ir.nodes import Program
from claimdsl.resources import grammar_text

_MAGIC = "claimdsl-cache/2"
_ABSENT = "absent"
_MOST_BYTES = 4 << 20
_MOST_CARDS = 2000
_MOST_VALUE = 99
_PARTS = ("ir", "frontend", "semantics", "diagnostics")


def folder() -> str:
    """Say where entries lie: `$CLAIMDSL_CACHE`, else the user's cache folder."""
    own = os.environ.get("CLAIMDSL_CACHE")
    if own:
        return own
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "claimdsl")


def place_of(file_name: str) -> str:
    """Give the path of an entry."""
    return os.path.join(folder(), file_name)


def read(name: str) -> Program | None:
    """Give the program of an entry whose files have not changed, or None."""
    try:
        header, files, payload = _bytes(place_of(_file_name(name))).decode("utf-8").split("\n\n", 2)
        if header != f"{_MAGIC} {sum_of(files + payload)}" or not files:
            return None
        if not all(_stands(line) for line in files.splitlines()):
            return None
        program = codec.from_json(payload)
        return program if _is_sane(program) else None
    except (OSError, ValueError):
        return None


def _stands(line: str) -> bool:
    """Say whether a file is as it was: the same bytes, or still not there."""
    digest, _, path = line.partition(" ")
    if digest == _ABSENT:
        return not os.path.isfile(path)
    return hashlib.sha256(_bytes(path)).hexdigest() == digest


def _bytes(path: str) -> bytes:
    """Read a plain file of bounded size.

    Raises: OSError for anything else: a folder, a pipe, a device, one too large.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as stream:
        facts = os.fstat(stream.fileno())
        if not S_ISREG(facts.st_mode) or facts.st_size > _MOST_BYTES:
            raise OSError(f"{path} is no plain file of at most {_MOST_BYTES} bytes")
        return stream.read(_MOST_BYTES + 1)


def _is_sane(program: Program) -> bool:
    """Say whether the cards of a program are such as a ruleset may have: a foreign entry must not take all memory."""
    packs = [pack.values for faction in program.factions for pack in faction.side]
    values = [faction.values for faction in program.factions] + packs
    return sum(map(len, values)) <= _MOST_CARDS and all(0 <= value <= _MOST_VALUE for each in values for value in each)


def write(name: str, files: Iterable[tuple[str, str]], misses: Iterable[str], program: Program) -> None:
    """Keep a program with the (path, SHA-256) of its files and the paths that held none; else keep nothing."""
    listed = [f"{digest} {path}" for path, digest in files] + [f"{_ABSENT} {path}" for path in misses]
    payload = codec.to_json(program)
    if any("\n" in line or "\r" in line for line in listed):
        return
    text = f"{_MAGIC} {sum_of(chr(10).join(listed) + payload)}\n\n{chr(10).join(listed)}\n\n{payload}"
    try:
        replace_file(place_of(_file_name(name)), text.encode())
    except OSError:
        return


def replace_file(path: str, content: bytes) -> None:
    """Write a file in one step, and the folders that it lies in, or leave no file behind.

    Raises: OSError.
    """
    import tempfile

    os.makedirs(os.path.dirname(path), exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), suffix=".part")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def sum_of(text: str) -> str:
    """Give the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def _file_name(name: str) -> str:
    return sum_of(f"{__version__}\n{state_of(_PARTS)}\n{grammar_text()}\n{name}")[:32] + ".ruleset"


@cache
def state_of(parts: tuple[str, ...]) -> str:
    """Tell one state of some folders of the package from another: their files with sizes and times."""
    package = os.path.dirname(__file__)
    stats = []
    for part in parts:
        for entry in sorted(os.scandir(os.path.join(package, part)), key=lambda found: found.name):
            if entry.name.endswith(".py"):
                stat = entry.stat()
                stats.append(f"{part}/{entry.name} {stat.st_size} {stat.st_mtime_ns}")
    return sum_of("\n".join(stats))
