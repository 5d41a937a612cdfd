"""Compiled rulesets on disk, so that a warm start reads no YAML: text in, text out, never code.

An entry holds the digests of every file that it was made from; when one of them differs, or the compiler itself has
changed, it is made anew.  Damaged, foreign or unwritable: the same, silently.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from claimdsl import __version__
from claimdsl.ir import codec
from claimdsl.ir.nodes import Program

_MAGIC = "claimdsl-cache/1"
_PARTS = ("ir", "frontend", "semantics", "diagnostics")


def folder() -> Path:
    """Say where entries lie: `$CLAIMDSL_CACHE`, else the user's cache folder."""
    own = os.environ.get("CLAIMDSL_CACHE")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "claimdsl"


def read(name: str) -> Program | None:
    """Give the program of an entry whose files have not changed, or None."""
    try:
        header, files, payload = (folder() / _file_name(name)).read_text(encoding="utf-8").split("\n\n", 2)
        if header != f"{_MAGIC} {_sum(files + payload)}":
            return None
        for line in files.splitlines():
            digest, _, path = line.partition(" ")
            if hashlib.sha256(Path(path).read_bytes()).hexdigest() != digest:
                return None
        return codec.from_json(payload)
    except (OSError, ValueError):
        return None


def write(name: str, files: Iterable[tuple[str, str]], program: Program) -> None:
    """Keep a program with the (path, SHA-256) of its files; where that cannot be, keep nothing."""
    import tempfile

    listed = "\n".join(f"{digest} {path}" for path, digest in files)
    payload = codec.to_json(program)
    text = f"{_MAGIC} {_sum(listed + payload)}\n\n{listed}\n\n{payload}"
    try:
        folder().mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder(), suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
        os.replace(temporary, folder() / _file_name(name))
    except OSError:
        return


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _file_name(name: str) -> str:
    return _sum(f"{__version__}\n{_compiler()}\n{name}")[:32] + ".ruleset"


@cache
def _compiler() -> str:
    """Tell one state of the compiler from another: its files with their sizes and times."""
    package = Path(__file__).parent
    stats = []
    for part in _PARTS:
        for entry in sorted(os.scandir(package / part), key=lambda found: found.name):
            if entry.name.endswith(".py"):
                stat = entry.stat()
                stats.append(f"{part}/{entry.name} {stat.st_size} {stat.st_mtime_ns}")
    return _sum("\n".join(stats))
