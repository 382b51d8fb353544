"""All positions of a solved game, as rows and as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from plywood import _plywood

if TYPE_CHECKING:
    import numpy as np
    import pandas
    import pyarrow
    from numpy.typing import NDArray

    from plywood._game import Game

    _Columns: TypeAlias = tuple[
        list[str],
        NDArray[np.int32],
        NDArray[np.uint8],
        NDArray[np.int8] | NDArray[np.float64],
        NDArray[np.int32],
        NDArray[np.int32],
        list[list[str]] | None,
    ]

_TURNS = ("first", "second", "over", "chance")
#: By the value: 0, 1 and, from the end, -1.
_PROVED = ("draw", "win", "loss")


class Positions(Iterator[dict[str, Any]]):
    """All positions of a game with their exact values, each once, breadth first: rows, or a table of those that are left.

    Libraries that read Arrow streams (polars, pandas, duckdb, pyarrow) take it as it is, a batch at a time. Positions of a game
    that is solved at once, or with a table, are made into Arrow's columns natively; pyarrow is not needed for that.

    Attributes
    ----------
    columns : tuple of str
        ``position``, ``ply`` (of the first way there), ``turn``, ``value`` for the side to move (1, 0, -1, or another number
        in games with dice or payoffs, for the first player where chance decides), ``proved`` (``win``, ``draw``, ``loss``), ``plies`` (to the end), ``moves`` (their
        number), and if asked for ``children`` (the positions after the moves, in their order).

    Examples
    --------
    >>> import plywood as pw
    >>> row = next(pw.game("tictactoe").positions(children=True))
    >>> row["value"], row["moves"], row["children"][0]
    (0, 9, 'x2/3/3 o')
    """

    columns: tuple[str, ...] = ("position", "ply", "turn", "value", "proved", "plies", "moves")

    def __init__(self, game: Game, rows: Iterable[list[dict[str, Any]]], chunk: int, children: bool) -> None:
        # The native part does not keep rules that are written in Python.
        self._game = game
        self._batches: Iterator[Any] = iter(rows)
        self._rows_of: Callable[[Any], Iterable[dict[str, Any]]] = iter
        self._rows: Iterator[dict[str, Any]] = iter(())
        self._chunk = chunk
        self._native: _plywood.Positions | None = None
        if children:
            self.columns = (*self.columns, "children")

    @classmethod
    def _of(cls, game: Game, found: _plywood.Positions, chunk: int, children: bool) -> Self:
        """Take them from the native part, ``chunk`` at a time."""
        positions = cls(game, [], chunk, children)
        positions._batches = iter(lambda: found.next_batch(chunk), None)
        positions._rows_of = _rows
        positions._native = found
        return positions

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> dict[str, Any]:
        while (row := next(self._rows, None)) is None:
            self._rows = iter(self._rows_of(next(self._batches)))
        return row

    def to_arrow(self) -> pyarrow.Table:
        """Return the positions that are left as a ``pyarrow.Table``."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self).read_all()

    def to_pandas(self) -> pandas.DataFrame:
        """Return the positions that are left as a ``pandas.DataFrame``."""
        return self.to_arrow().to_pandas()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Give the positions that are left to libraries that read Arrow streams."""
        begun, self._rows = list(self._rows), iter(())
        if self._native is not None and not begun:
            return self._native.stream(self._chunk, self._game)
        return self._reader(begun).__arrow_c_stream__(requested_schema)

    def _reader(self, begun: list[dict[str, Any]]) -> Any:
        import pyarrow

        text, whole = pyarrow.string(), pyarrow.int32()
        value = pyarrow.int8() if self._native is not None and self._native.proved else pyarrow.float64()
        kinds = [text, whole, text, value, text, whole, whole, pyarrow.list_(text)]
        schema = pyarrow.schema(list(zip(self.columns, kinds, strict=False)))
        batches = chain([begun] if begun else [], (list(self._rows_of(batch)) for batch in self._batches))
        converted = (pyarrow.RecordBatch.from_pylist(batch, schema) for batch in batches)
        return pyarrow.RecordBatchReader.from_batches(schema, converted)


def _rows(batch: _Columns) -> Iterator[dict[str, Any]]:
    columns: Any
    *columns, children = batch
    lists: Any = (column if isinstance(column, list) else column.tolist() for column in columns)
    for at, (position, ply, turn, value, plies, moves) in enumerate(zip(*lists, strict=True)):
        row = {
            "position": position,
            "ply": ply,
            "turn": _TURNS[turn],
            "value": value,
            # Other numbers are not proved to be one of these.
            "proved": _PROVED[value] if isinstance(value, int) else None,
            "plies": None if plies < 0 else plies,
            "moves": moves,
        }
        yield row if children is None else {**row, "children": children[at]}
