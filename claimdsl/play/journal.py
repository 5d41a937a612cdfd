"""Keep a game while it is played: a header and a line a move, closed into one record when the game is over."""

from __future__ import annotations

import os
import stat

from claimdsl.diagnostics.errors import RecordError, UnreadableError
from claimdsl.play.json_text import write_json
from claimdsl.play.record import Record


class Journal:
    """A file that holds every finished move at any moment; a kill loses none."""

    def __init__(self, path: str, header: Record | None, *, fresh: bool = False) -> None:
        """Begin the file; `fresh` refuses one that is there, and without it only a kept game is written over.

        Without a header it takes hold of a journal that is there, to go on with it once it is mended.

        Raises: UnreadableError where it cannot be written; FileExistsError where it is there and must not be.
        """
        self.path = path
        self._target = os.path.realpath(path)
        if header is not None and not fresh:
            _check_old(path)
        flags = os.O_RDWR if header is None else os.O_WRONLY | os.O_CREAT | (os.O_EXCL if fresh else 0)
        try:
            self._file = os.open(self._target, flags | os.O_APPEND, 0o644)
            self._regular = stat.S_ISREG(os.fstat(self._file).st_mode)
            if self._regular:
                _hold(self._file)
                if not os.path.samestat(os.fstat(self._file), os.stat(self._target)):
                    raise BlockingIOError  # another one has put a file in its place since
                if header is not None:
                    os.ftruncate(self._file, 0)
        except BlockingIOError:
            raise UnreadableError(f"{path}: this game is being played elsewhere") from None
        except FileExistsError:
            raise
        except (OSError, ValueError) as error:
            raise _unwritable(path, error) from None
        if header is not None:
            self._write(write_json(header.to_object(moves=False)))

    def mend(self, header: Record | None = None) -> None:
        """Drop half a line at the end, and let it begin with another header, if any; all else stays.

        Raises: UnreadableError where it cannot be written.
        """
        try:
            if not self._regular:
                return
            lines = _whole_lines(self._target)
            if header is None:
                os.ftruncate(self._file, sum(map(len, lines)))
                return
            first = write_json(header.to_object(moves=False)) + "\n"
            old, self._file = self._file, _replaced(self._target, b"".join((first.encode(), *lines[1:])))
            os.close(old)
        except OSError as error:
            raise _unwritable(self.path, error) from None

    def add(self, move: str) -> None:
        """Write one move.

        Raises: UnreadableError where it cannot be written.
        """
        self._write(write_json({"move": move}))

    def take_back(self, count: int) -> None:
        """Write that the last moves were taken back; what stands there stays.

        Raises: UnreadableError where it cannot be written.
        """
        self._write(write_json({"undo": count}))

    def close(self, finished: Record | None = None) -> None:
        """Stop; a finished game becomes one record object, all at once or not at all.

        Raises: UnreadableError where it cannot be written; the journal is left as it is.
        """
        try:
            if finished is not None and self._regular:
                write_record(self._target, finished)
        finally:
            os.close(self._file)

    def _write(self, line: str) -> None:
        rest = memoryview((line + "\n").encode())
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            raise _unwritable(self.path, error) from None


def _hold(file: int) -> None:
    """Keep others from going on with the same game, where the system knows how.

    Raises: BlockingIOError where another one has it.
    """
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return


def _whole_lines(path: str) -> list[bytes]:
    """Give the lines of a file, without half a line at its end."""
    with open(path, "rb") as stream:
        return [line for line in stream if line.endswith(b"\n")]


def _replaced(path: str, text: bytes) -> int:
    """Put a text in place of a file, and give the new one as it is held."""
    beside = f"{path}.{os.getpid()}.part"
    file = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
    try:
        _hold(file)
        with open(file, "wb", closefd=False) as stream:
            stream.write(text)
            stream.flush()
            os.fsync(file)
        os.replace(beside, path)
    except BaseException:
        os.close(file)
        os.unlink(beside)
        raise
    return file


def _may_go(path: str) -> bool:
    """Say whether a file is empty or holds one game, so that another game may take its place."""
    from claimdsl.play.reading import read_games

    try:
        if not os.path.getsize(path):
            return True
        with open(path, "rb") as stream:
            games = read_games("", stream)
            return not games.lines and next(games.entries).record is not None
    except RecordError:
        return False
    except OSError as error:
        raise _unwritable(path, error) from None


def check_place(path: str) -> None:
    """See that a file can be written, before what is to stand in it is worked out; nothing is changed.

    Raises: UnreadableError where it cannot.
    """
    import tempfile

    target = os.path.realpath(path)
    try:
        if os.path.exists(target):
            os.close(os.open(target, os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK))
        else:
            tempfile.TemporaryFile(dir=os.path.dirname(target)).close()
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def check_place_of_record(path: str) -> None:
    """See that a record can be kept there.

    Raises: UnreadableError where something else is there, or it cannot be written.
    """
    check_place(path)
    _check_old(path)


def _check_old(path: str) -> None:
    target = os.path.realpath(path)
    if os.path.isfile(target) and not _may_go(target):
        raise UnreadableError(f"{path}: cannot be written: it is there and is no kept game; name another file")


def keep_record(path: str, record: Record) -> None:
    """Write a record to a file that a person names; only a kept game, or an empty file, is written over.

    Raises: UnreadableError where something else is there, or it cannot be written.
    """
    target = os.path.realpath(path)
    _check_old(path)
    if os.path.exists(target) and not os.path.isfile(target):
        try:
            with open(target, "w", encoding="ascii", newline="\n") as out:
                out.write(record.to_json() + "\n")
        except OSError as error:
            raise _unwritable(path, error) from None
        return
    write_record(target, record)


def write_record(path: str, record: Record) -> None:
    """Write a record in place of what is there, all at once or not at all.

    Raises: UnreadableError where it cannot be written.
    """
    beside = f"{path}.{os.getpid()}.part"
    try:
        with open(beside, "w", encoding="ascii", newline="\n") as file:
            file.write(record.to_json() + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException as error:
        if os.path.exists(beside):
            os.unlink(beside)
        if isinstance(error, OSError):
            raise _unwritable(path, error) from None
        raise


def _unwritable(path: str, error: OSError | ValueError) -> UnreadableError:
    reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
    return UnreadableError(f"{path}: cannot be written: {reason.lower()}")
