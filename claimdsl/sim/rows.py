"""One row a game, written to a file as it goes: Parquet, CSV or JSON lines, by the ending of its name."""

from __future__ import annotations

import contextlib
import json
import os
from array import array
from collections.abc import Sequence
from typing import BinaryIO, Protocol

from claimdsl.diagnostics.errors import ClaimError, UnreadableError
from claimdsl.engine.chance import seed_of
from claimdsl.engine.game import Game
from claimdsl.sim.results import Reader, Result

ENDINGS = (".parquet", ".csv", ".jsonl")
Cell = int | str | None


class _Form(Protocol):
    """Writes rows in one form."""

    def rows(self, kind: int, numbers: range, seeds: Sequence[int], records: array[int]) -> None:
        """Write the rows of some games of one kind."""
        ...

    def close(self) -> None:
        """Write what comes last."""
        ...


class Columns:
    """What a row says of a game besides its number and seed: the switches that vary, then the result."""

    def __init__(self, games: Sequence[Game], varied: Sequence[str]) -> None:
        self._games, self._varied = games, varied
        self._readers = [Reader(game) for game in games]
        self._cells: dict[tuple[int, int], tuple[Cell, ...]] = {}
        sides = range(len(games[0].sides)) if self._readers[0].factions else ()
        self.names = (
            *varied, "winners", "decided_by", *(f"votes_{side}" for side in sides),
            *(f"holder_{name}" for name in self._readers[0].factions),
        )

    @property
    def are_numbers(self) -> tuple[bool, ...]:
        """Say of each column whether it has numbers; there may be none where nobody has a vote."""
        return tuple(name.startswith(("votes_", "holder_")) and name not in self._varied for name in self.names)

    def cells(self, kind: int, record: int) -> tuple[Cell, ...]:
        """Give the cells of a game."""
        found = self._cells.get((kind, record))
        if found is None:
            options = self._games[kind].options
            result = self._readers[kind].result(record)
            found = self._cells[kind, record] = (*(options[name] for name in self._varied), *_of(result))
        return found


def _of(result: Result) -> tuple[Cell, ...]:
    return " ".join(map(str, result.winners)), result.decided_by, *result.votes, *result.holders


class Rows:
    """A file of rows, there only once it is whole: until then it lies beside its place."""

    def __init__(self, path: str, games: Sequence[Game], varied: Sequence[str], seed: int) -> None:
        """Begin the file.

        Raises: UnreadableError where it cannot be written; ClaimError where what writes Parquet is missing.
        """
        self._path, self._seed = path, seed
        ending = next((ending for ending in ENDINGS if path.endswith(ending)), None)
        if ending is None:
            raise ClaimError(f"{path}: rows are written as Parquet, CSV or JSON lines: end the name in "
                             f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
        if ending == ".parquet":
            _need_pyarrow()
        self._target = os.path.realpath(path)
        self._beside = f"{self._target}.{os.getpid()}.part"
        if os.path.exists(self._target) and not os.path.isfile(self._target):
            raise UnreadableError(f"{path}: cannot be written: it is there and is no plain file")
        try:
            self._file: BinaryIO = open(self._beside, "wb")  # noqa: SIM115  (closed in keep or drop)
        except (OSError, ValueError) as error:
            raise self._unwritable(error) from None
        self._form = _form(ending, self._file, Columns(games, varied))

    def add(self, kind: int, first: int, records: array[int]) -> None:
        """Write some games of one kind.

        Raises: UnreadableError where that fails; then nothing is left of the file.
        """
        numbers = range(first, first + len(records))
        try:
            self._form.rows(kind, numbers, [seed_of(self._seed, number) for number in numbers], records)
        except OSError as error:
            self.drop()
            raise self._unwritable(error) from None

    def keep(self) -> None:
        """Put the file in its place.

        Raises: UnreadableError where that fails; then nothing is left of it.
        """
        try:
            self._form.close()
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            os.replace(self._beside, self._target)
        except OSError as error:
            self.drop()
            raise self._unwritable(error) from None

    def drop(self) -> None:
        """Leave nothing of the file behind."""
        with contextlib.suppress(OSError):
            self._file.close()
        if os.path.exists(self._beside):
            os.unlink(self._beside)

    def _unwritable(self, error: OSError | ValueError) -> UnreadableError:
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        return UnreadableError(f"{self._path}: cannot be written: {reason.lower()}")


class _Csv:
    """Comma-separated values; names and words of the language need no quotes."""

    def __init__(self, file: BinaryIO, columns: Columns) -> None:
        self._file, self._columns = file, columns
        self._tails: dict[tuple[int, int], str] = {}
        file.write((",".join(("game", "seed", *columns.names)) + "\n").encode())

    def rows(self, kind: int, numbers: range, seeds: Sequence[int], records: array[int]) -> None:
        """Write rows."""
        games = zip(numbers, seeds, records, strict=True)
        self._file.write("".join(
            [f"{number},{seed},{self._tail(kind, record)}\n" for number, seed, record in games]
        ).encode())

    def _tail(self, kind: int, record: int) -> str:
        found = self._tails.get((kind, record))
        if found is None:
            cells = self._columns.cells(kind, record)
            found = self._tails[kind, record] = ",".join("" if cell is None else str(cell) for cell in cells)
        return found

    def close(self) -> None:
        """Write nothing more."""


class _JsonLines:
    """An object a line."""

    def __init__(self, file: BinaryIO, columns: Columns) -> None:
        self._file, self._columns = file, columns
        self._tails: dict[tuple[int, int], str] = {}

    def rows(self, kind: int, numbers: range, seeds: Sequence[int], records: array[int]) -> None:
        """Write rows."""
        games = zip(numbers, seeds, records, strict=True)
        self._file.write("".join(
            [f'{{"game": {number}, "seed": {seed}, {self._tail(kind, record)}\n' for number, seed, record in games]
        ).encode())

    def _tail(self, kind: int, record: int) -> str:
        found = self._tails.get((kind, record))
        if found is None:
            cells = dict(zip(self._columns.names, self._columns.cells(kind, record), strict=True))
            found = self._tails[kind, record] = json.dumps(cells).removeprefix("{")
        return found

    def close(self) -> None:
        """Write nothing more."""


def _need_pyarrow() -> None:
    """See that pyarrow is there.

    Raises: ClaimError where it is not.
    """
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise ClaimError(
            "Parquet needs pyarrow: pip install 'claimdsl[parquet]', or write to a name that ends in .csv or .jsonl"
        ) from None


def _form(ending: str, file: BinaryIO, columns: Columns) -> _Form:
    match ending:
        case ".csv":
            return _Csv(file, columns)
        case ".jsonl":
            return _JsonLines(file, columns)
        case _:
            from claimdsl.sim.parquet import Parquet

            return Parquet(file, columns)
