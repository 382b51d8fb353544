"""Answers of commands: what the program prints with ``--json``, as objects."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywood._game import Position


def _pandas() -> Any:
    """Import pandas, which only tables need."""
    try:
        import pandas
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError("tables need pandas: pip install pandas pyarrow") from missing
    return pandas


def _is_short(part: object) -> bool:
    """Return whether a part is a single value, or a few of them by name."""
    if isinstance(part, dict):
        return len(part) <= 4 and all(_is_short(value) for value in part.values())
    return not isinstance(part, list)


class Answer:
    """The answer of a command. Its parts are attributes, under the names of ``--json``.

    Attributes
    ----------
    incomplete : str or None
        The reason why this is not all that was asked for.
    """

    #: The part that is a table, for :meth:`to_pandas`.
    _table = ""

    def __init__(self, parts: Mapping[str, Any], incomplete: str | None = None) -> None:
        self._parts = dict(parts)
        self.incomplete = incomplete

    def __getattr__(self, name: str) -> Any:
        # Copies ask before there is anything.
        parts = self.__dict__.get("_parts", {})
        if name in parts:
            return parts[name]
        raise AttributeError(f"{type(self).__name__} has no part '{name}'; it has {', '.join(parts)}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._parts})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._parts == other._parts

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = {name: part for name, part in self._parts.items() if _is_short(part)}
        return f"{type(self).__name__}({', '.join(f'{name}={part!r}' for name, part in shown.items())})"

    def to_dict(self) -> dict[str, Any]:
        """Return all parts, as the program prints them with ``--json``."""
        return dict(self._parts)

    def to_pandas(self) -> Any:
        """Return the table of the answer as a ``pandas.DataFrame``; a row with the parts if it has none."""
        pandas = _pandas()
        return pandas.DataFrame(self._parts[self._table] if self._table else [self._parts])


class Analysis(Answer):
    """The choice of a bot in a position, and why.

    ``value`` is a number for the side to move, in the points of the bot's evaluation: 1,000,000 for a win that a search
    proved, 1 for a win that was looked up, the payoff in games with payoffs. ``proved`` says ``win``, ``draw`` or
    ``loss`` where that is known.
    """

    _table = "moves"

    @property
    def move(self) -> str | None:
        """The best move; None if the game is over."""
        move: str | None = self._parts["best"]
        return move

    @property
    def alternatives(self) -> list[dict[str, Any]]:
        """The moves whose values are known.

        Each has ``move``, ``value`` for the side to move, ``proved``, ``plies`` and ``exact``.
        """
        moves: list[dict[str, Any]] = self._parts["moves"]
        return moves


class Evaluation(Answer):
    """The static evaluation of a position and its children."""

    _table = "children"


class Comparison(Answer):
    """Searches side by side."""

    def to_pandas(self) -> Any:
        """Return a row for each search and depth."""
        pandas = _pandas()
        rows = [{"bot": search["bot"], **row} for search in self._parts["searches"] for row in search["depths"]]
        return pandas.DataFrame(rows)


class Check(Answer):
    """The laws of a game, and how often each was checked."""

    _table = "laws"

    def __bool__(self) -> bool:
        return bool(self._parts["ok"])


class Verification(Answer):
    """The check of a proof file. It is true if the proof holds."""

    def __bool__(self) -> bool:
        return self.incomplete is None


class Puzzles(Answer):
    """Positions in which exactly one move wins, or draws."""

    _table = "puzzles"


class Training(Answer):
    """A brain after training, with its learning curve."""

    _table = "curve"


class _OfPosition(Answer):
    """An answer that asks again about its position, with the options that it was made with."""

    def __init__(
        self, parts: Mapping[str, Any], incomplete: str | None, position: Position, options: dict[str, Any]
    ) -> None:
        super().__init__(parts, incomplete)
        self._position = position
        self._options = options


class Tree(_OfPosition):
    """The tree of a game, a strategy, a search or a proof. It draws itself in a notebook.

    Parameters
    ----------
    position : Position
        The root.
    options : dict
        The options that it was made with.
    """

    _table = "nodes"

    def save(self, path: str | os.PathLike[str], **options: Any) -> None:
        """Draw the tree to a file; its ending says how: ``.svg``, ``.dot``, ``.txt``, ``.json``.

        Parameters
        ----------
        path
            The file.
        **options
            Options of the picture: ``title``, ``subtitle``, ``boards``, ``dark``, ``animate``, ...
        """
        self._position._answer("tree", [], {**self._options, **options, "out": os.fspath(path)}, None)

    def svg(self, **options: Any) -> str:
        """Return the picture as SVG; options are those of :meth:`save`."""
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tree.svg"
            self.save(path, **options)
            return path.read_text(encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg()


class Solution(_OfPosition):
    """The exact value of a position, and of every other position that is asked for.

    ``solution[position]`` is the :attr:`value` of another position of the game. The parts have one shape for all methods:
    ``to_dict()["value"]`` is a number, 1 for a win, and ``proved`` the word.
    """

    @property
    def value(self) -> str | float | None:
        """The value: ``win``, ``draw`` or ``loss`` for :attr:`side`, the side to move.

        In games with payoffs it is the payoff, with dice the probability of winning, and a number with
        ``method="iterate"``. None if it was not found.
        """
        known = (self._parts[key] for key in ("proved", "win_probability", "value"))
        return next((value for value in known if value is not None), None)

    @property
    def payoff(self) -> float | None:
        """The points for the side to move in games that end in points; None in others."""
        is_points = self._parts["method"] == "search" and self._parts["proved"] is None
        points: float | None = self._parts["value"] if is_points else None
        return points

    def __getitem__(self, position: Position) -> str | float | None:
        if self._position.game._own(position) == self._position:
            return self.value
        kept = ("method", "table", "max_memory", "error")
        return position.solve(**{key: value for key, value in self._options.items() if key in kept}).value

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write what :func:`plywood.load` reads again: the table of all values, or the proof if ``method="proof"``.

        Parameters
        ----------
        path
            The file.
        """
        method = self._options.get("method")
        method = method if method in ("enumerate", "proof") else "enumerate"
        self._position._solve({"method": method, "out": os.fspath(path)})
