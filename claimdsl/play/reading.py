"""Files of games: a record, a journal or JSON lines, plain or gzip, to one `Entry` a game."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Protocol

from claimdsl.diagnostics.errors import RecordError
from claimdsl.frozen import Frozen, replace
from claimdsl.play.json_text import Json, kind_of, parse_json, shortened, shown
from claimdsl.play.record import LONGEST, Record, record_from

_GZIP = b"\x1f\x8b"
_LINES = (".jsonl", ".jsonl.gz")
_PIECE = 1 << 16
_TOO_LONG = "the record is too long: no game needs more than 4 MiB"
_Line = tuple[int, bytes]


class Entry(Frozen):
    """One game of a file: a record or the problem with it, the trace beside it, what a reader must be told.

    `steps` are the moves of a journal, and how many were taken back, in the order of its lines.
    """

    place: str
    record: Record | None
    problem: str = ""
    trace: Sequence[Json] | None = None
    note: str = ""
    steps: tuple[str | int, ...] = ()

    @property
    def is_undone(self) -> bool:
        """Say whether moves of it were taken back."""
        return any(isinstance(step, int) for step in self.steps)


class Games(Frozen):
    """The games of a file; `lines` says whether it is JSON lines, where each game is one line."""

    lines: bool
    entries: Iterator[Entry]


class _Bytes(Protocol):
    def read(self, size: int, /) -> bytes: ...

    def readline(self, size: int, /) -> bytes: ...


def read_games(name: str, stream: io.BufferedReader) -> Games:
    """Tell what kind of file it is and read its games one by one.

    Raises: RecordError where the file is none of the three kinds.
    """
    plain = _unpacked(stream)
    head = _read(plain, LONGEST + 1).removeprefix(b"\xef\xbb\xbf")
    if not head.strip():
        raise RecordError("the file is empty")
    lines = _lines(head, plain)
    first = next(lines)
    if name.endswith(_LINES):
        return _many(first, lines, RecordError("not JSON lines"), named=True)
    problem = RecordError(_TOO_LONG)
    if len(head) <= LONGEST:
        try:
            return Games(False, iter((_entry("", parse_json(_decoded(head))),)))
        except RecordError as error:
            problem = error
    return _many(first, lines, problem, named=False)


def is_journal(path: str) -> bool:
    """Say whether a file is a journal, which can grow on."""
    try:
        with open(path, "rb") as stream:
            is_one = not read_games(path, stream).lines
            stream.seek(0)
            return is_one and _is_header(parse_json(_decoded(stream.readline(LONGEST))))
    except (OSError, RecordError):
        return False


def _unpacked(stream: io.BufferedReader) -> _Bytes:
    if stream.peek(2)[:2] != _GZIP:
        return stream
    import gzip

    return gzip.GzipFile(fileobj=stream)


def _read(stream: _Bytes, size: int) -> bytes:
    parts: list[bytes] = []
    try:
        while size > 0 and (part := stream.read(size)):
            parts.append(part)
            size -= len(part)
    except (EOFError, zlib.error) as error:
        raise RecordError(f"the gzip file is damaged: {error}") from None
    return b"".join(parts)


def _lines(head: bytes, stream: _Bytes) -> Iterator[_Line]:
    """Run through the lines that are not blank, with their numbers; one longer than a record is cut short."""
    return ((number, line) for number, line in enumerate(_all_lines(head, stream), start=1) if line.strip())


def _all_lines(head: bytes, stream: _Bytes) -> Iterator[bytes]:
    begun = io.BytesIO(head)
    try:
        while line := begun.readline(LONGEST + 1) or stream.readline(LONGEST + 1):
            if not line.endswith(b"\n"):
                line += stream.readline(LONGEST + 1)
            yield line
            while not line.endswith(b"\n") and (line := stream.readline(_PIECE)):
                continue
    except (EOFError, zlib.error) as error:
        raise RecordError(f"the gzip file is damaged: {error}") from None


def _many(first: _Line, rest: Iterator[_Line], problem: RecordError, *, named: bool) -> Games:
    """Read JSON lines, or a journal where the first line is a header; `problem` is why it is no single object."""
    try:
        value = parse_json(_decoded(first[1]))
    except RecordError:
        if named:
            return Games(True, _entries(chain((first,), rest)))
        raise problem from None
    second = next(rest, None)
    if _is_header(value) and not (second is not None and _is_game(second[1], named=named)):
        return Games(False, iter((_journal(value, second, rest),)))
    if second is None and not named:
        raise problem
    return Games(True, _entries(chain((first,), () if second is None else (second,), rest)))


def _is_header(value: Json) -> bool:
    return isinstance(value, Mapping) and "format" in value and "moves" not in value and "record" not in value


def _is_game(line: bytes, *, named: bool) -> bool:
    """Say whether a line after a header is another game, so that the header is a record that lacks its moves.

    In a file named as JSON lines another header is one too.
    """
    try:
        value = parse_json(_decoded(line))
    except RecordError:
        return False
    return isinstance(value, Mapping) and ("record" in value or "format" in value and (named or "moves" in value))


def _journal(header: Json, line: _Line | None, rest: Iterator[_Line]) -> Entry:
    """Read a journal; one mistake in it is one problem."""
    moves: list[str] = []
    steps: list[str | int] = []
    note = ""
    try:
        record = record_from(header, journal=True)
        while line is not None:
            following = next(rest, None)
            if not _follow(line, moves, steps, last=following is None):
                note = f"line {line[0]}, the last of the journal, is half a line and was dropped"
            line = following
    except RecordError as error:
        return Entry("", None, str(error))
    return Entry("", replace(record, moves=tuple(moves)), note=note, steps=tuple(steps))


def _follow(numbered: _Line, moves: list[str], steps: list[str | int], *, last: bool) -> bool:
    """Make a move of a journal, or take some back; say False for a last line that was cut short, and so has no end."""
    number, line = numbered
    try:
        value = parse_json(_decoded(line))
    except RecordError as error:
        if last and not line.endswith(b"\n"):
            return False
        raise RecordError(f"line {number}: {error}") from None
    if isinstance(value, Mapping) and "undo" in value and "move" in value:
        raise RecordError(f"line {number}: a line has a move or an undo, not both")
    if isinstance(value, Mapping) and "undo" in value:
        steps.append(count := _taken_back(number, value["undo"], len(moves)))
        del moves[-count:]
        return True
    move = value.get("move") if isinstance(value, Mapping) else None
    if not isinstance(move, str):
        raise RecordError(f'line {number}: {{"move": "..."}} is meant, not {_told(value)}')
    moves.append(move)
    steps.append(move)
    return True


def _taken_back(line: int, count: Json, made: int) -> int:
    if isinstance(count, bool) or not isinstance(count, int):
        raise RecordError(f"line {line}: undo: a whole number is meant, not {kind_of(count)}")
    if count not in range(1, made + 1):
        raise RecordError(f"line {line}: undo: {shortened(str(count))} moves cannot be taken back; {made} were made")
    return count


def _told(value: Json) -> str:
    """Say what stands in place of a move."""
    if not isinstance(value, Mapping):
        return kind_of(value)
    if "format" in value:
        return "the beginning of another game"
    if "move" in value:
        return f"a move that is {kind_of(value['move'])}"
    keys = ", ".join(shown(key) for key in list(value)[:3])
    return f"an object with {keys}" if keys else "an empty object"


def _entries(lines: Iterator[_Line]) -> Iterator[Entry]:
    for number, line in lines:
        place = f"line {number}"
        try:
            yield _entry(place, parse_json(_decoded(line)))
        except RecordError as error:
            yield Entry(place, None, str(error))


def _entry(place: str, value: Json) -> Entry:
    """Make an entry of a record, a record with its trace beside it, or a header without moves."""
    trace: Json = None
    if isinstance(value, Mapping) and "record" in value:
        trace, value = value.get("trace"), value["record"]
    try:
        if trace is not None and (isinstance(trace, str) or not isinstance(trace, Sequence)):
            raise RecordError(f"trace: a list is meant, not {kind_of(trace)}")
        return Entry(place, record_from(value, journal=not place and _is_header(value)), trace=trace)
    except RecordError as error:
        return Entry(place, None, str(error))


def _decoded(line: bytes) -> str:
    if len(line) > LONGEST:
        raise RecordError(_TOO_LONG)
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"not UTF-8 at byte {error.start}") from None
