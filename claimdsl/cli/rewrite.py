"""Write a file anew: all at once or not at all, and only the file that was meant."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from claimdsl.diagnostics.errors import UnreadableError


def rewrite(path: str, before: bytes, after: bytes) -> None:
    """Put other bytes in place of what a file holds; its mode stays.

    Raises: UnreadableError where it may not be written, is no plain file, is a link that leads out of its folder, or
    has changed since `before` was read.
    """
    target = _target(path)
    beside = f"{target}.{os.getpid()}.part"
    try:
        status = os.stat(target)
        file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            _fill(file, after, status)
            with open(target, "rb") as there:
                if there.read() != before:
                    raise UnreadableError(f"{path}: has changed meanwhile; nothing is written")
            os.replace(beside, target)
        except BaseException:
            os.unlink(beside)
            raise
        _settle(os.path.dirname(target))
    except OSError as error:
        raise UnreadableError(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from None


def _target(path: str) -> str:
    """Give the real path of a file that may be written."""
    target = os.path.realpath(path)
    folder, here = os.path.realpath(os.path.dirname(path) or os.curdir), os.path.realpath(os.curdir)
    root = here if os.path.commonpath([folder, here]) == here else folder
    if os.path.commonpath([target, root]) != root:
        raise UnreadableError(f"{path}: is a link that leads out of its folder; nothing is written")
    mode = os.stat(target).st_mode
    if not stat.S_ISREG(mode):
        raise UnreadableError(f"{path}: is no plain file; nothing is written")
    if not mode & 0o222 or not os.access(target, os.W_OK):
        raise UnreadableError(f"{path}: cannot be written: it is read-only")
    return target


def _fill(file: int, content: bytes, status: os.stat_result) -> None:
    """Write a new file to the disk, with the owner and mode of the one that it will replace."""
    with os.fdopen(file, "wb") as stream:
        stream.write(content)
        stream.flush()
        with suppress(OSError):
            os.fchown(file, status.st_uid, status.st_gid)
        os.fchmod(file, stat.S_IMODE(status.st_mode))
        os.fsync(file)


def _settle(folder: str) -> None:
    """Have the folder itself written to the disk, where the system can."""
    with suppress(OSError):
        place = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(place)
        finally:
            os.close(place)
