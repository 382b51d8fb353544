"""The values of many positions as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plywood._answers import _pandas

if TYPE_CHECKING:
    import numpy as np
    import pandas
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Values:
    """The values of positions, in their order.

    Attributes
    ----------
    positions : list of str
        The positions as text.
    value : ndarray of float64
        The value for the side to move: 1 for a win, 0 for a draw, -1 for a loss; the payoff in games with payoffs, and with
        dice the probability of winning. NaN where it was not found.
    plies : ndarray of int32
        The plies to the end of a win or a loss; -1 where they are not known.
    proved : ndarray of bool
        True where the value is a win, a draw or a loss, and no payoff or probability.
    """

    positions: list[str]
    value: NDArray[np.float64]
    plies: NDArray[np.int32]
    proved: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.positions)

    def __repr__(self) -> str:
        return f"<Values of {len(self)} positions>"

    def to_pandas(self) -> pandas.DataFrame:
        """Return a row for each position."""
        names = ("position", "value", "plies", "proved")
        columns = (self.positions, self.value, self.plies, self.proved)
        return _pandas().DataFrame(dict(zip(names, columns, strict=True)))
