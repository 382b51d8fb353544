"""All positions of a solved game, as rows and as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from plywood import _plywood

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    _Columns: TypeAlias = tuple[
        list[str], NDArray[np.int32], NDArray[np.uint8], NDArray[np.int8], NDArray[np.int32], NDArray[np.int32]
    ]

_TURNS = ("first", "second", "over")
#: By the value: 0, 1 and, from the end, -1.
_PROVED = ("draw", "win", "loss")


class Positions(Iterator[dict[str, Any]]):
    """All positions of a game with their exact values, each once, breadth first: rows, or a table of those that are left.

    Libraries that read Arrow streams (polars, pandas, duckdb, pyarrow) take it as it is, a batch at a time.

    Attributes
    ----------
    columns : tuple of str
        ``position``, ``ply`` (of the first way there), ``turn``, ``value`` for the side to move (1, 0, -1, or another number
        in games with dice or payoffs), ``proved`` (``win``, ``draw``, ``loss``), ``plies`` (to the end), ``moves`` (their
        number).
    """

    columns = ("position", "ply", "turn", "value", "proved", "plies", "moves")

    def __init__(self, rows: Iterable[list[dict[str, Any]]]) -> None:
        self._batches: Iterator[Any] = iter(rows)
        self._rows_of: Callable[[Any], Iterable[dict[str, Any]]] = iter
        self._arrow_of: Callable[[Any], Any] = self._converted
        self._is_exact = False
        self._rows: Iterator[dict[str, Any]] = iter(())

    @classmethod
    def _of(cls, found: _plywood.Positions, chunk: int) -> Self:
        """Take them from the native part, ``chunk`` at a time."""
        positions = cls([])
        positions._batches = iter(lambda: found.next_batch(chunk), None)
        positions._rows_of, positions._arrow_of = _rows, positions._joined
        positions._is_exact = True
        return positions

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> dict[str, Any]:
        while (row := next(self._rows, None)) is None:
            self._rows = iter(self._rows_of(next(self._batches)))
        return row

    def to_arrow(self) -> Any:
        """Return the positions that are left as a ``pyarrow.Table``."""
        return self._reader().read_all()

    def to_pandas(self) -> Any:
        """Return the positions that are left as a ``pandas.DataFrame``."""
        return self.to_arrow().to_pandas()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Give the positions that are left to libraries that read Arrow streams."""
        return self._reader().__arrow_c_stream__(requested_schema)

    def _schema(self) -> Any:
        import pyarrow

        text, whole = pyarrow.string(), pyarrow.int32()
        value = pyarrow.int8() if self._is_exact else pyarrow.float64()
        return pyarrow.schema(list(zip(self.columns, (text, whole, text, value, text, whole, whole), strict=True)))

    def _reader(self) -> Any:
        import pyarrow

        begun, self._rows = list(self._rows), iter(())
        batches = chain([self._converted(begun)] if begun else [], map(self._arrow_of, self._batches))
        return pyarrow.RecordBatchReader.from_batches(self._schema(), batches)

    def _converted(self, rows: list[dict[str, Any]]) -> Any:
        import pyarrow

        return pyarrow.RecordBatch.from_pylist(rows, self._schema())

    def _joined(self, batch: _Columns) -> Any:
        import pyarrow

        texts, ply, turns, values, plies, moves = batch
        arrays = [
            pyarrow.array(texts, pyarrow.string()),
            pyarrow.array(ply),
            pyarrow.array(_TURNS).take(pyarrow.array(turns)),
            pyarrow.array(values),
            pyarrow.array(_PROVED).take(pyarrow.array(values % 3)),
            pyarrow.array(plies, mask=plies < 0),
            pyarrow.array(moves),
        ]
        return pyarrow.RecordBatch.from_arrays(arrays, schema=self._schema())


def _rows(batch: _Columns) -> Iterator[dict[str, Any]]:
    columns = (column if isinstance(column, list) else column.tolist() for column in batch)
    for position, ply, turn, value, plies, moves in zip(*columns, strict=True):
        yield {
            "position": position,
            "ply": ply,
            "turn": _TURNS[turn],
            "value": value,
            "proved": _PROVED[value],
            "plies": None if plies < 0 else plies,
            "moves": moves,
        }
