"""Rows as a Parquet file, by pyarrow."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from claimdsl.sim.rows import Columns

_FEWEST = 1 << 16
"""So many rows are gathered before they are written as one group."""


class Parquet:
    """Writes rows in groups."""

    def __init__(self, file: BinaryIO, columns: Columns) -> None:
        import pyarrow as arrow
        import pyarrow.parquet

        self._columns = columns
        results = zip(columns.names, columns.are_numbers, strict=True)
        self._schema = arrow.schema([
            ("game", arrow.int64()), ("seed", arrow.uint64()),
            *((name, arrow.int8() if is_number else arrow.string()) for name, is_number in results),
        ])
        self._writer = pyarrow.parquet.ParquetWriter(file, self._schema)
        self._waiting: list[list[object]] = [[] for _ in self._schema]
        self._arrow = arrow

    def rows(self, kind: int, numbers: range, seeds: Sequence[int], records: array[int]) -> None:
        """Write rows."""
        cells = [self._columns.cells(kind, record) for record in records]
        for waiting, values in zip(self._waiting, (numbers, seeds, *zip(*cells, strict=True)), strict=True):
            waiting.extend(values)
        if len(self._waiting[0]) >= _FEWEST:
            self._write()

    def _write(self) -> None:
        arrays = [
            self._arrow.array(values, field.type) for values, field in zip(self._waiting, self._schema, strict=True)
        ]
        self._writer.write_table(self._arrow.table(arrays, schema=self._schema))
        for waiting in self._waiting:
            waiting.clear()

    def close(self) -> None:
        """Write what is left, and the end of the file."""
        if self._waiting[0]:
            self._write()
        self._writer.close()
